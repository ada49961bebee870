/** A new round of micro-deposits, and what an administrator does to an external bank account: pause, unpause, close (A.9). */
import { precededBy } from '../../../shared/commit/compose.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { Intent, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import { idsOf } from '../../../shared/ids.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { hasOpenPayments } from '../../models/achPayments.ts'
import { bankAccountRef, findBankAccounts } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { nextFileAt } from '../../rules/achCalendar.ts'
import { type BankAccountRow, LISTED_OWNER } from '../../rules/bankAccount.ts'
import { ROUNDS_MAX } from '../../rules/bankAccountStates.ts'
import { actorReads, actRefusal } from '../actors.ts'
import { requireFound, visible } from '../readTreasury.ts'
import { drawAmounts } from './bankAccountSecrets.ts'
import { type Changed, newRound } from './linkBankAccount.ts'
import { screenOwner } from './screenOwner.ts'
import { writesOf } from './verifyMicroDeposits.ts'

interface ChangeInput {
  readonly id: string
  readonly reason?: string | null | undefined
}

/** What the change makes of the row; a refusal; or null, where it is so already. */
type Next = BankAccountRow | DomainError | null | 'stale'

interface Change {
  /** It stops something: also while the organization is suspended, and whatever switches there are. */
  readonly isStop: boolean
  /** Its owner is screened by the lists of now before. */
  readonly isScreened?: boolean
  next(row: BankAccountRow, at: Date): Next
}

async function change(
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null,
  prepareChange: (row: BankAccountRow, reason: string | null) => Change | Promise<Change>,
): Promise<Changed> {
  const find = async () => {
    const [row = null] = await visible.bankAccounts(deps, principal, [input.id])
    return requireFound(row, 'external bank account')
  }
  const prepare = async () => {
    const caller = requireCaller(principal)
    const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const row = await find()
    const { isStop, isScreened, next } = await prepareChange(row, reason)
    const resource = { type: 'external bank account', id: row._id }
    const intent = changeIntent(deps, caller, row, isStop, next)
    if (isScreened !== true) return { ...intent, resource }
    return { ...intent, resource, ...precededBy(await screenOwner(deps, row), intent) }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return 'answer' in settled ? { row: settled.answer, replayed: false } : { row: await find(), replayed: true }
}

function changeIntent(
  deps: TreasuryDeps,
  caller: Caller,
  { _id, orgId, mode }: BankAccountRow,
  isStop: boolean,
  next: Change['next'],
): Intent<BankAccountRow> {
  const [ref, position] = [bankAccountRef(_id), usdRef(orgId, mode)]
  return {
    ...({ priority: 'control', orgId, mode, resourceId: _id } as const),
    ...(isStop && ({ whileSuspended: true } as const)),
    reads: () => ({ guard: [...actorReads(caller), ref, position] }),
    decide(state: State, at: Date): Verdict<BankAccountRow> {
      const error = isStop ? null : actRefusal(deps, state, caller, at)
      if (error !== null) return refused(error)
      const row = requireRow(state, ref)
      const found = next(row, at)
      if (found === 'stale') return { kind: 'stale' }
      if (found instanceof DomainError) return refused(found)
      if (found === null) return done(row)
      const writes = writesOf(found)
      const set = found.state === 'CLOSED' ? [...(writes.set ?? []), forgotten(state, found)] : (writes.set ?? [])
      return done({ ...found, v: row.v + 1 }, { ...writes, set })
    },
  }
}

/** It no longer counts as open, and may be linked anew. */
function forgotten(state: State, { _id, orgId, mode }: BankAccountRow) {
  const ref = usdRef(orgId, mode)
  const position = requireRow(state, ref)
  return setRow(ref, { ...position, bankAccounts: position.bankAccounts.filter(({ id }) => id !== _id) })
}

/** @throws DomainError conflict: it needs no round, or has had all */
export const retryMicroDeposits = (
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null = null,
): Promise<Changed> =>
  change(deps, principal, input, key, (known) => {
    const round = Number(known.microDeposits?.round ?? 0) + 1
    const drawn = drawAmounts(deps, known._id, round)
    return {
      isStop: false,
      next(row, at) {
        if (row.state === 'CLOSED') return closed()
        if (row.verificationState !== 'FAILED_VERIFICATION' && row.verificationState !== 'INSUFFICIENT_FUNDS')
          return conflict('Only a verification that has failed is tried again.', 'verification_not_failed')
        if (Number(row.microDeposits?.round ?? 0) + 1 !== round) return 'stale'
        if (round > ROUNDS_MAX)
          return conflict(`All ${ROUNDS_MAX} rounds are used. Close the bank account and link it anew.`, 'rounds_used')
        const sendAt = nextFileAt(at)
        return {
          ...{ ...row, verificationState: 'PENDING', verificationFailedReason: null, updatedAt: at },
          dueAt: deps.banks[row.mode].isSimulated ? sendAt : at,
          microDeposits: { ...newRound(round), ...drawn, sendAt },
        }
      },
    }
  })

/** Money is neither collected from it nor withdrawn to it. @throws DomainError conflict: closed */
export const pauseBankAccount = (
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null = null,
): Promise<Changed> =>
  change(deps, principal, input, key, (_known, pauseReason) => ({
    isStop: true,
    next(row, at) {
      if (row.state === 'CLOSED') return closed()
      return row.state === 'PAUSED' ? null : { ...row, state: 'PAUSED', pauseReason, updatedAt: at }
    },
  }))

/** @throws DomainError conflict: closed; compliance_denied: its owner is on a sanctions list */
export const unpauseBankAccount = (
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null = null,
): Promise<Changed> =>
  change(deps, principal, input, key, () => ({
    ...{ isStop: false, isScreened: true },
    next(row, at) {
      if (row.state === 'CLOSED') return closed()
      return row.state === 'ENABLED' ? null : { ...row, state: 'ENABLED', pauseReason: null, updatedAt: at }
    },
  }))

/** By the service; only once its owner is on no list any more it can be unpaused. Idempotent. */
export async function pauseListed(deps: Pick<TreasuryDeps, 'commit' | 'database'>, id: string): Promise<void> {
  const [found] = await findBankAccounts(deps.database, idsOf('bankAccount', [id]))
  if (found === undefined) return
  const { _id, orgId, mode } = found
  const ref = bankAccountRef(_id)
  await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode, resourceId: _id, whileSuspended: true } as const),
    reads: () => ({ guard: [ref] }),
    decide(state: State, at: Date) {
      const row = requireRow(state, ref)
      if (row.state !== 'ENABLED') return done(null)
      return done(null, writesOf({ ...row, state: 'PAUSED', pauseReason: LISTED_OWNER, updatedAt: at }))
    },
  }))
}

/** For good. @throws DomainError conflict: payments are under way */
export const closeBankAccount = (
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null = null,
): Promise<Changed> =>
  change(deps, principal, input, key, async (known, pauseReason) => {
    // Whoever makes a payment guards the row of its bank account: one that this has not seen changes its version.
    const isBusy = await hasOpenPayments(deps.database, known._id)
    return {
      isStop: true,
      next(row, at) {
        if (row.state === 'CLOSED') return null
        if (row.v !== known.v) return 'stale'
        if (isBusy)
          return conflict(
            'Payments with this bank account are under way. Cancel them, or wait until they are settled.',
            'payments_under_way',
          )
        return closedAccount(row, pauseReason, at)
      },
    }
  })

export const closedAccount = (row: BankAccountRow, pauseReason: string | null, at: Date): BankAccountRow => ({
  ...{ ...row, state: 'CLOSED', pauseReason, dueAt: null, updatedAt: at },
})

const conflict = (message: string, reason: string) => new DomainError('conflict', message, { reason })
const closed = () => conflict('The bank account is closed for good. Link it anew.', 'bank_account_closed')
