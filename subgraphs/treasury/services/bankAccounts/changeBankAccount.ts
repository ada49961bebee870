/** A new round of micro-deposits, and what an administrator does to an external bank account: pause, unpause, close (A.9). */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { STOP } from '../../../shared/commit/stop.ts'
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
import {
  type BankAccountRow,
  closedAccount,
  type EarlierRound,
  IN_REVIEW,
  LISTED_OWNER,
  type MicroDeposits,
  underReview,
  usedRounds,
} from '../../rules/bankAccount.ts'
import { ROUNDS_MAX, TRIED_ROUNDS_MAX } from '../../rules/bankAccountStates.ts'
import { actorReads, actRefusal } from '../actors.ts'
import { requireFound, visible } from '../readTreasury.ts'
import { forgotten, writesOf } from './accountWrites.ts'
import { drawAmounts, openAmounts } from './bankAccountSecrets.ts'
import { type Changed, isLastForPeople, lastRound, newRound, roundsUsed } from './linkBankAccount.ts'
import { screenOwner } from './screenOwner.ts'

interface ChangeInput {
  readonly id: string
  readonly reason?: string | null | undefined
}

/** What the change makes of the row; a refusal; or null, where it is so already. */
type Next = BankAccountRow | DomainError | null | 'stale'

interface Change {
  /** It stops something: also while the organization is suspended, and whatever switches there are. */
  readonly isStop: boolean
  /** Its owner is screened by the lists of now before: where compliance has to look, it is paused instead. */
  readonly isScreened?: boolean
  /** It ends the case about the account, whose row is read. */
  readonly dismisses?: boolean
  next(row: BankAccountRow, at: Date, real: Date): Next
}

async function change(
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null,
  prepareChange: (row: BankAccountRow, reason: string | null, caller: Caller) => Change | Promise<Change>,
): Promise<Changed> {
  const find = async () => {
    const [row = null] = await visible.bankAccounts(deps, principal, [input.id])
    return requireFound(row, 'external bank account')
  }
  const prepare = async () => {
    const caller = requireCaller(principal)
    const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const row = await find()
    const asked = await prepareChange(row, reason, caller)
    const screened = asked.isScreened === true ? await screenOwner(deps, row, caller) : null
    const resource = { type: 'external bank account', id: row._id }
    return { ...changeIntent(deps, caller, row, asked, screened), resource }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return 'answer' in settled ? { row: settled.answer, replayed: false } : { row: await find(), replayed: true }
}

function changeIntent(
  deps: TreasuryDeps,
  caller: Caller,
  { _id, orgId, mode, review }: BankAccountRow,
  { isStop, dismisses, next }: Change,
  screened: Awaited<ReturnType<typeof screenOwner>> | null,
): Intent<BankAccountRow> {
  const [ref, position] = [bankAccountRef(_id), usdRef(orgId, mode)]
  const caseId = dismisses === true && review?.status === 'open' ? review.caseId : null
  return {
    ...({ priority: 'control', orgId, mode, resourceId: _id } as const),
    ...(isStop && STOP),
    reads(at) {
      const { guard, newIds = [] } = screened?.reads(at) ?? { guard: [] }
      const open = caseId === null ? [] : [deps.cases.ref(caseId)]
      return { guard: [...guard, ...actorReads(caller), ref, position, ...open], newIds }
    },
    decide(state: State, at: Date): Verdict<BankAccountRow> {
      const error = isStop ? null : actRefusal(deps, state, caller, at)
      if (error !== null) return refused(error)
      const row = requireRow(state, ref)
      const passed = screened?.decide(state, at) ?? done(null)
      if (passed.kind !== 'done') return passed
      const asked = next(row, at, realInstant(state, { orgId, mode }, at))
      if (asked === 'stale') return { kind: 'stale' }
      if (asked instanceof DomainError) return refused(asked)
      const changed = asked ?? row
      const found = passed.answer === null ? asked : { ...underReview(changed, passed.answer), updatedAt: at }
      if (found === null) return done(row, passed.writes)
      const forgets = found.state === 'CLOSED' ? { set: [forgotten(state, found)] } : {}
      const dismissed = caseId === null ? {} : deps.cases.dismiss(state, caseId, 'The bank account was closed.', at)
      return done({ ...found, v: row.v + 1 }, joinWrites([passed.writes, writesOf(found), forgets, dismissed]))
    },
  }
}

/** @throws DomainError conflict: it needs no round, has had all, or the last is left to people */
export const retryMicroDeposits = (
  deps: TreasuryDeps,
  principal: Principal,
  input: ChangeInput,
  key: RequestKey | null = null,
): Promise<Changed> =>
  change(deps, principal, input, key, (known, _reason, caller) => {
    const round = Number(known.microDeposits?.round ?? 0) + 1
    const drawn = drawAmounts(deps, known._id, round)
    const last = known.microDeposits
    const earlier = last === null || known.externalToken === null ? [] : [earlierRound(deps, known._id, last)]
    return {
      isStop: false,
      next(row, at, real) {
        if (row.state === 'CLOSED') return closed()
        if (row.verificationState !== 'FAILED_VERIFICATION' && row.verificationState !== 'INSUFFICIENT_FUNDS')
          return conflict('Only a verification that has failed is tried again.', 'verification_not_failed')
        if (Number(row.microDeposits?.round ?? 0) + 1 !== round) return 'stale'
        const sentBefore = usedRounds(row)
        if (sentBefore >= ROUNDS_MAX) return roundsUsed()
        if (round > TRIED_ROUNDS_MAX) return neverSent()
        if (isLastForPeople(caller, sentBefore + 1)) return lastRound()
        const sendAt = nextFileAt(at)
        return {
          ...{ ...row, verificationState: 'PENDING', verificationFailedReason: null, updatedAt: at },
          dueAt: deps.banks[row.mode].isSimulated ? sendAt : real,
          microDeposits: { ...newRound(round, sentBefore), ...drawn, sendAt },
          earlierRounds: [...(row.earlierRounds ?? []), ...earlier.map((one) => ({ ...one, ...endOf(row, one) }))],
        }
      },
    }
  })

const earlierRound = (deps: TreasuryDeps, id: BankAccountRow['_id'], micro: MicroDeposits): EarlierRound => ({
  ...{ round: micro.round, sentAt: micro.sentAt, amounts: openAmounts(deps, id, micro) },
})

/** How it has ended at the bank, as the commit sees it. */
const endOf = (
  { microDeposits }: BankAccountRow,
  { sentAt }: EarlierRound,
): Pick<EarlierRound, 'sentAt' | 'ended'> => ({
  ...{ sentAt: microDeposits?.sentAt ?? sentAt },
  ...(microDeposits?.ended && { ended: microDeposits.ended }),
})

/** Money is neither collected from it nor withdrawn to it, and what has not left for the bank ends at its file. @throws DomainError conflict: closed */
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
      // Who pauses what waits for compliance keeps it paused when that is over.
      const isOwn = row.state === 'PAUSED' && row.pauseReason !== IN_REVIEW
      return isOwn ? null : { ...row, state: 'PAUSED', pauseReason, updatedAt: at }
    },
  }))

/** @throws DomainError conflict: closed, compliance has not decided; compliance_denied: rejected, its owner is on a sanctions list */
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
      const waits = reviewRefusal(row)
      if (waits !== null) return waits
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
    ...({ priority: 'control', orgId, mode, resourceId: _id, ...STOP } as const),
    reads: () => ({ guard: [ref] }),
    decide(state: State, at: Date) {
      const row = requireRow(state, ref)
      // Whoever has paused it before may unpause it; of this one the lists decide.
      if (row.state === 'CLOSED' || row.pauseReason === LISTED_OWNER) return done(null)
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
      ...{ isStop: true, dismisses: true },
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

/** Why it cannot be used again yet, or ever; null: compliance has nothing against it. */
function reviewRefusal({ review }: BankAccountRow): DomainError | null {
  const details = { case_id: review?.caseId ?? null }
  if (review?.status === 'open') {
    const message = `Its owner has a name like one on a list: compliance has to decide case ${review.caseId} first.`
    return new DomainError('conflict', message, { reason: IN_REVIEW, ...details })
  }
  if (review?.status !== 'rejected') return null
  const message = `Compliance has rejected its owner in case ${review.caseId}. Close it, and link another bank account.`
  return new DomainError('compliance_denied', message, { reason: 'review_rejected', ...details })
}

const neverSent = () =>
  conflict(
    `The bank has not sent the amounts in ${TRIED_ROUNDS_MAX} rounds. Close the bank account and link it anew once it can.`,
    'rounds_not_sent',
  )
const conflict = (message: string, reason: string) => new DomainError('conflict', message, { reason })
const closed = () => conflict('The bank account is closed for good. Link it anew.', 'bank_account_closed')
