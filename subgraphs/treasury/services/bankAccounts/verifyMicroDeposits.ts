/**
 * Verifies an external bank account by its two amounts (domain 1.3). Each wrong pair is counted in the commit that refuses
 * it, so that guesses at the same time are no more than those one after the other.
 */
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { asStored, type RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { nextState } from '../../../shared/transitions.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { type BankAccountRow, followedAt, type MicroDeposits, turnOf } from '../../rules/bankAccount.ts'
import { ATTEMPTS_MAX, MICRO_DEPOSITS, type MicroDepositStep } from '../../rules/bankAccountStates.ts'
import { actorReads, actRefusal } from '../actors.ts'
import { requireFound, visible } from '../readTreasury.ts'
import { writesOf } from './accountWrites.ts'
import { isPair, openAmounts, parsePair } from './bankAccountSecrets.ts'
import { type Changed, isLastForPeople, lastRound } from './linkBankAccount.ts'

/**
 * @throws DomainError invalid_request, not_found, micro_deposit_mismatch, micro_deposit_attempts_exceeded,
 * micro_deposit_expired, conflict (not sent yet, returned, closed, the last round and an agent)
 */
export async function verifyMicroDeposits(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string; readonly microDeposits: unknown },
  key: RequestKey | null = null,
): Promise<Changed> {
  const find = async () => {
    const [row = null] = await visible.bankAccounts(deps, principal, [input.id])
    return requireFound(row, 'external bank account')
  }
  const prepare = async () => {
    const caller = requireCaller(principal)
    const told = parsePair(input.microDeposits)
    const row = await find()
    const micro = row.microDeposits
    const isRight = micro !== null && isPair(told, openAmounts(deps, row._id, micro))
    const ref = bankAccountRef(row._id)
    return {
      ...({ priority: 'control', orgId: row.orgId, mode: row.mode, resourceId: row._id } as const),
      resource: { type: 'external bank account', id: row._id },
      reads: () => ({ guard: [...actorReads(caller), ref] }),
      decide: (state: State, at: Date) =>
        decide(deps, caller, requireRow(state, ref), { isRight, round: micro?.round ?? 0 }, state, at),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, await asStored(deps.commit, key))
  return 'answer' in settled ? { row: settled.answer, replayed: false } : { row: await find(), replayed: true }
}

function decide(
  deps: TreasuryDeps,
  caller: Caller,
  row: BankAccountRow,
  guess: { readonly isRight: boolean; readonly round: number },
  state: State,
  at: Date,
): Verdict<BankAccountRow> {
  const stopped = actRefusal(deps, state, caller, at)
  if (stopped !== null) return refused(stopped)
  const micro = row.microDeposits
  if (row.state !== 'CLOSED' && row.verificationState === 'ENABLED') return done(row)
  const error = verifiableRefusal(row)
  if (error !== null || micro === null) return refused(error ?? notByAmounts())
  if (micro.round !== guess.round) return { kind: 'stale' }
  if (isLastForPeople(caller, turnOf(micro))) return refused(lastRound())
  // A bank outside has sent them in real time, whatever the organization's own is.
  const now = deps.banks[row.mode].isSimulated ? at : realInstant(state, row, at)
  if (micro.expiresAt !== null && now >= micro.expiresAt) {
    const expired = endedRound(row, micro, 'expire', at)
    return refused(expiredRound(), writesOf(expired))
  }
  if (guess.isRight) {
    const next = endedRound(row, micro, 'verify', at)
    return done({ ...next, v: row.v + 1 }, writesOf(next))
  }
  const attempts = Number(micro.attempts) + 1
  const counted = { ...micro, attempts }
  if (attempts >= ATTEMPTS_MAX) return refused(exceeded(), writesOf(endedRound(row, counted, 'fail', at)))
  const left = ATTEMPTS_MAX - attempts
  const next: BankAccountRow = { ...row, microDeposits: counted, updatedAt: at }
  return refused(mismatch(left), writesOf(next))
}

const REASONS = { fail: 'max_attempts_exceeded', expire: 'expired' } as const

/** The round has ended: right, wrong too often, or too late. */
export function endedRound(
  row: BankAccountRow,
  micro: MicroDeposits,
  step: Extract<MicroDepositStep, 'verify' | 'fail' | 'expire'>,
  at: Date,
): BankAccountRow {
  const status = nextState(MICRO_DEPOSITS, micro.status, step)
  if (status === null) return row
  return {
    ...row,
    verificationState: step === 'verify' ? 'ENABLED' : 'FAILED_VERIFICATION',
    verificationFailedReason: step === 'verify' ? null : REASONS[step],
    microDeposits: { ...micro, status },
    ...{ dueAt: followedAt(row), updatedAt: at },
  }
}

/** They go with a file of the bank. */
export function notSent({ sendAt }: Pick<MicroDeposits, 'sendAt'>, next: string): DomainError {
  const expectedAt = sendAt.toISOString()
  const message = `The amounts are not sent yet: they go with the file of ${expectedAt}. ${next}`
  return new DomainError('conflict', message, { reason: 'micro_deposits_not_sent', expected_at: expectedAt })
}

/** Why no pair can verify it now; null: one can. */
function verifiableRefusal({ state, microDeposits, verificationState }: BankAccountRow): DomainError | null {
  const refuse = (message: string, reason: string) => new DomainError('conflict', message, { reason })
  if (state === 'CLOSED') return refuse('The bank account is closed for good. Link it anew.', 'bank_account_closed')
  switch (microDeposits?.status) {
    case 'created':
      return verificationState === 'INSUFFICIENT_FUNDS'
        ? refuse('The operating account could not pay the amounts. Fund it, then start a new round.', 'not_paid')
        : notSent(microDeposits, 'Wait until they are on the statement of the bank account.')
    case 'failed':
      return exceeded()
    case 'expired':
      return expiredRound()
    case 'returned':
      return refuse('The bank has returned the amounts. Check the account, then start a new round.', 'returned')
    default:
      return null
  }
}

function notByAmounts(): DomainError {
  return new DomainError('conflict', 'This bank account is not verified by amounts.', { reason: 'no_micro_deposits' })
}

const NEXT_ROUND = 'Start a new round with retry-micro-deposits.'

function exceeded(): DomainError {
  const message = `The amounts were told wrongly ${ATTEMPTS_MAX} times. ${NEXT_ROUND}`
  return new DomainError('micro_deposit_attempts_exceeded', message, { attempts_remaining: 0 })
}

function expiredRound(): DomainError {
  return new DomainError('micro_deposit_expired', `The amounts were not told within ten days. ${NEXT_ROUND}`)
}

function mismatch(left: number): DomainError {
  const message = `These are not the two amounts. Look at the statement of the bank account: ${left} more tries.`
  return new DomainError('micro_deposit_mismatch', message, { attempts_remaining: left })
}
