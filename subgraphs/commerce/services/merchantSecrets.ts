/** The secret of a merchant: made by the organization that pays it, shown once, kept sealed. */
import { randomBytes } from 'node:crypto'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
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
const aadOf = (merchantId: MerchantId): string => `merchant:${merchantId}:secret`

export interface RotatedSecret {
  readonly merchant: MerchantRow
  /** Null of a repetition. */
  readonly secret: string | null
  readonly replayed: boolean
}

/** What was signed with the one before is refused from then on. @throws DomainError not_found */
export async function rotateMerchantSecret(
  deps: CommerceDeps,
  principal: Principal,
  { merchantId }: { readonly merchantId: string },
  key: RequestKey | null = null,
): Promise<RotatedSecret> {
  const secret = `mws_${randomBytes(SECRET_BYTES).toString('base64url')}`
  const find = async () => {
    const row = isId('merchant', merchantId) ? await findMerchant(deps.database, merchantId) : null
    return requireOwned(requireCaller(principal), row, 'merchant')
  }
  const prepare = async () => {
    const { _id: id, orgId, mode } = await find()
    const ref = merchantSecretRef(id)
    const sealed = deps.secrets.seal(secret, aadOf(id))
    const isFirst = (await findMerchantSecret(deps.database, id)) === null
    return {
      ...({ priority: 'control', orgId, mode, resourceId: id, resource: { type: 'merchant', id } } as const),
      reads: () => (isFirst ? { guard: [], absent: [ref] } : { guard: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const next = { orgId, mode, sealed, updatedAt: at }
        if (!isFirst) return done(null, { set: [setRow(ref, next)] })
        return state.get(ref) === null ? done(null, { insert: [insertRow(ref, next)] }) : { kind: 'stale' }
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  const isNew = 'answer' in settled
  return { merchant: await find(), secret: isNew ? secret : null, replayed: !isNew }
}

/** Null: it has none. */
export async function openMerchantSecret(
  { database, secrets }: Pick<CommerceDeps, 'database' | 'secrets'>,
  merchantId: MerchantId,
): Promise<string | null> {
  const row = await findMerchantSecret(database, merchantId)
  return row === null ? null : secrets.open(row.sealed, aadOf(row._id))
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
  { _id, orgId, mode, sealed: former }: MerchantSecretRow,
): Promise<boolean> {
  const sealed = secrets.renew(former, aadOf(_id))
  if (sealed === null) return false
  const ref = merchantSecretRef(_id)
  const settled = await submitPrepared<boolean>(commit, () => ({
    ...({ priority: 'settle', orgId, mode } as const),
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const now = state.get(ref)
      // Another one was made meanwhile, with the present key.
      if (now === null || now.sealed !== former) return done(false)
      return done(true, { set: [setRow(ref, { ...now, sealed })] })
    },
  }))
  return 'answer' in settled && settled.answer
}
