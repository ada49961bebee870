/** The secret of a merchant: made by the organization that pays it, shown once, kept sealed. */
import { randomBytes } from 'node:crypto'
import { timeOf } from '../../shared/clock.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { invalidField } from '../../shared/errors.ts'
import { isId, type MerchantId } from '../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import {
  findMerchantSecret,
  type MerchantSecretRow,
  merchantSecretRef,
  readMerchantSecrets,
} from '../models/merchantSecrets.ts'
import { findMerchant, type MerchantRow } from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'

const SECRET_BYTES = 32
/** A day. */
const OVERLAP_SECONDS_MAX = 86_400
const aadOf = (merchantId: MerchantId): string => `merchant:${merchantId}:secret`

export interface RotatedSecret {
  readonly merchant: MerchantRow
  /** Null of a repetition. */
  readonly secret: string | null
  readonly replayed: boolean
}

interface Rotation {
  readonly merchantId: string
  readonly overlapSeconds?: number | null | undefined
}

/**
 * What is signed with the one before is taken for as long as they overlap, so that no event is lost while the merchant changes
 * over, and what is signed with any earlier one is refused. @throws DomainError not_found, invalid_request
 */
export async function rotateMerchantSecret(
  deps: CommerceDeps,
  principal: Principal,
  { merchantId, overlapSeconds }: Rotation,
  key: RequestKey | null = null,
): Promise<RotatedSecret> {
  const secret = `mws_${randomBytes(SECRET_BYTES).toString('base64url')}`
  const find = async () => {
    const row = isId('merchant', merchantId) ? await findMerchant(deps.database, merchantId) : null
    return requireOwned(requireCaller(principal), row, 'merchant')
  }
  const prepare = async () => {
    const { _id: id, orgId, mode } = await find()
    const overlapMs = parseOverlap(overlapSeconds) * 1_000
    const ref = merchantSecretRef(id)
    const sealed = deps.secrets.seal(secret, aadOf(id))
    const isFirst = (await findMerchantSecret(deps.database, id)) === null
    return {
      ...({ priority: 'control', orgId, mode, resourceId: id, resource: { type: 'merchant', id } } as const),
      reads: () => (isFirst ? { guard: [], absent: [ref] } : { guard: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const next = { orgId, mode, sealed, updatedAt: at }
        const before = state.get(ref)
        if (!isFirst && before !== null) {
          const former = { sealed: before.sealed, until: new Date(at.getTime() + overlapMs) }
          return done(null, { set: [setRow(ref, { ...next, ...(overlapMs > 0 && { former }) })] })
        }
        return before === null ? done(null, { insert: [insertRow(ref, next)] }) : { kind: 'stale' }
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const isNew = 'answer' in settled
  return { merchant: await find(), secret: isNew ? secret : null, replayed: !isNew }
}

function parseOverlap(seconds: number | null | undefined): number {
  if (seconds == null) return OVERLAP_SECONDS_MAX
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= OVERLAP_SECONDS_MAX) return seconds
  throw invalidField('overlap_seconds', 'out_of_range', `must be an integer from 0 to ${OVERLAP_SECONDS_MAX}.`)
}

/** Those that are taken now. */
export async function openMerchantSecrets(
  { database, secrets, clock }: Pick<CommerceDeps, 'database' | 'secrets' | 'clock'>,
  merchantId: MerchantId,
): Promise<string[]> {
  const row = await findMerchantSecret(database, merchantId)
  if (row === null) return []
  const { sealed, former } = row
  const isTaken = former !== undefined && timeOf(clock, row).getTime() < former.until.getTime()
  return [sealed, ...(isTaken ? [former.sealed] : [])].map((one) => secrets.open(one, aadOf(row._id)))
}

/**
 * Seals them with the present master key; it can be interrupted and run again.
 * @returns how many were still under a former one
 */
export async function renewSecrets(deps: Pick<CommerceDeps, 'database' | 'commit' | 'secrets'>): Promise<number> {
  let renewed = 0
  for await (const row of readMerchantSecrets(deps.database)) if (await renew(deps, row)) renewed += 1
  return renewed
}

async function renew(
  { commit, secrets }: Pick<CommerceDeps, 'commit' | 'secrets'>,
  { _id, orgId, mode, sealed: present, former }: MerchantSecretRow,
): Promise<boolean> {
  const sealed = secrets.renew(present, aadOf(_id))
  const earlier = former === undefined ? null : secrets.renew(former.sealed, aadOf(_id))
  if (sealed === null && earlier === null) return false
  const ref = merchantSecretRef(_id)
  const settled = await submitPrepared<boolean>(commit, () => ({
    ...({ priority: 'settle', orgId, mode } as const),
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const now = state.get(ref)
      // Another one was made meanwhile, with the present key.
      if (now === null || now.sealed !== present) return done(false)
      const kept = former !== undefined && earlier !== null && { former: { ...former, sealed: earlier } }
      return done(true, { set: [setRow(ref, { ...now, sealed: sealed ?? present, ...kept })] })
    },
  }))
  return 'answer' in settled && settled.answer
}
