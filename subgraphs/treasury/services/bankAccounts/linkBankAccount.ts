/**
 * Links an external bank account (domain 1.3): its owner is screened, its number is sealed, and two small amounts are made
 * by whose knowledge the owner verifies it. Where compliance has to look at the owner, it is paused until that has decided.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../../shared/errors.ts'
import type { BankAccountId } from '../../../shared/ids.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { bankAccountRef, findLastOfNumber } from '../../models/bankAccounts.ts'
import { financialAccountRef, findAccountsOf } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { nextFileAt } from '../../rules/achCalendar.ts'
import { type BankAccountRow, type MicroDeposits, turnOf, underReview, usedRounds } from '../../rules/bankAccount.ts'
import { type BankAccountInput, behaviourOf, parseBankAccount } from '../../rules/bankAccountFields.ts'
import { OPEN_ACCOUNTS_MAX, ROUNDS_MAX } from '../../rules/bankAccountStates.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { accountRefusal } from '../ach/preparePayment.ts'
import { actorReads, actRefusal } from '../actors.ts'
import { noFinancialAccount, requireFound, visible } from '../readTreasury.ts'
import { drawAmounts, hashOfNumber, numberAad, sealOwner } from './bankAccountSecrets.ts'
import { screenOwner } from './screenOwner.ts'

export interface Changed {
  readonly row: BankAccountRow
  readonly replayed: boolean
}

/** @throws DomainError invalid_request, not_found (financial account), compliance_denied, conflict (duplicate, too many) */
export async function linkBankAccount(
  deps: TreasuryDeps,
  principal: Principal,
  input: BankAccountInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const id = deps.newId('bankAccount')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const prepared = await prepareRow(deps, caller, id, input)
    const screened = await screenOwner(deps, prepared.row, caller, () => false)
    return {
      ...({ priority: 'control', orgId: caller.orgId, mode: caller.mode, resourceId: id } as const),
      resource: { type: 'external bank account', id },
      ...linkPart(deps, caller, prepared, screened),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { row: settled.answer, replayed: false }
  const [row = null] = await visible.bankAccounts(deps, principal, [settled.replayedId])
  return { row: requireFound(row, 'external bank account'), replayed: true }
}

interface PreparedRow {
  /** All but the times, which the commit gives. */
  readonly row: Omit<BankAccountRow, 'createdAt' | 'updatedAt'>
  /** The same account as it was linked before; null: it never was. */
  readonly last: BankAccountRow | null
}

async function prepareRow(
  deps: TreasuryDeps,
  { orgId, mode }: Caller,
  id: BankAccountId,
  input: BankAccountInput,
): Promise<PreparedRow> {
  const { accountNumber, financialAccountToken, dob, address, ...fields } = parseBankAccount(input, mode === 'test')
  const accounts = await findAccountsOf(deps.database, orgId, mode)
  const account = accounts.find(({ _id, type }) =>
    financialAccountToken === null ? type === 'OPERATING' : _id === financialAccountToken,
  )
  if (account === undefined) throw noFinancialAccount(accounts)
  const isVerified = fields.verificationMethod !== 'MICRO_DEPOSIT'
  const numberHash = hashOfNumber(deps, fields.routingNumber, accountNumber)
  const last = await findLastOfNumber(deps.database, { orgId, mode, numberHash })
  const sentBefore = last === null ? 0 : usedRounds(last)
  const round = 1 + sentBefore
  const row: PreparedRow['row'] = {
    ...{ _id: id, v: 1, orgId, mode, ...fields, financialAccountId: account._id },
    sealedAccountNumber: deps.secrets.seal(accountNumber, numberAad(id)),
    sealedOwner: sealOwner(deps, id, { dob, address }),
    numberHash,
    lastFour: accountNumber.slice(-4),
    ...{ state: 'ENABLED', verificationState: isVerified ? 'ENABLED' : 'PENDING', verificationFailedReason: null },
    microDeposits: isVerified ? null : { ...newRound(round, sentBefore), ...drawAmounts(deps, id, round) },
    ...{ pauseReason: null, lastReturnReasonCode: null, externalToken: null },
    behaviour: mode === 'test' ? behaviourOf(accountNumber) : null,
    dueAt: null,
  }
  return { row, last }
}

/** Before its amounts are drawn and its file is known. */
export const newRound = (round: number, sentBefore: number): Omit<MicroDeposits, 'sealedAmounts' | 'sum'> => ({
  ...{ status: 'created', round, sentBefore, attempts: 0, traceNumber: null },
  ...{ sendAt: new Date(0), sentAt: null, postAt: null, expiresAt: null },
})

function linkPart(
  deps: TreasuryDeps,
  caller: Caller,
  { row: prepared, last }: PreparedRow,
  screened: Awaited<ReturnType<typeof screenOwner>>,
): IntentPart<BankAccountRow> {
  const position = usdRef(caller.orgId, caller.mode)
  const [ref, account] = [bankAccountRef(prepared._id), financialAccountRef(prepared.financialAccountId)]
  const before = last === null ? null : bankAccountRef(last._id)
  return {
    reads(at) {
      const { guard, newIds = [] } = screened.reads(at)
      const rows = [account, position, ...(before === null ? [] : [before])]
      return { guard: [...guard, ...actorReads(caller), ...rows], newIds: [...newIds, ref] }
    },
    decide(state: State, at: Date): Verdict<BankAccountRow> {
      const passed = screened.decide(state, at)
      if (passed.kind !== 'done') return passed
      const error = actRefusal(deps, state, caller, at) ?? accountRefusal(requireRow(state, account))
      if (error !== null) return refused(error)
      const held = state.get(position)
      if (held === null) return refused(notFound('financial account'))
      const taken = held.bankAccounts.find(({ hash }) => hash === prepared.numberHash)
      if (taken !== undefined) return refused(duplicate(taken.id))
      if (held.bankAccounts.length >= OPEN_ACCOUNTS_MAX) return refused(tooMany())
      if (before !== null && requireRow(state, before).v !== last?.v) return { kind: 'stale' }
      const micro = prepared.microDeposits
      if (micro !== null && turnOf(micro) > ROUNDS_MAX) return refused(roundsUsed())
      if (micro !== null && isLastForPeople(caller, turnOf(micro))) return refused(lastRound())
      const sendAt = nextFileAt(at)
      const row: BankAccountRow = {
        ...(passed.answer === null ? prepared : underReview(prepared, passed.answer)),
        microDeposits: micro === null ? null : { ...micro, sendAt },
        // A bank outside has to know it first.
        dueAt: !deps.banks[caller.mode].isSimulated ? realInstant(state, caller, at) : micro === null ? null : sendAt,
        ...{ createdAt: at, updatedAt: at },
      }
      const bankAccounts = [...held.bankAccounts, { id: row._id, hash: row.numberHash }]
      const linked = {
        insert: [insertRow(ref, row)],
        set: [setRow(position, { ...held, bankAccounts })],
        events: [bankAccountEvent(row)],
      }
      return done(row, joinWrites([passed.writes, linked]))
    },
  }
}

function duplicate(existing: string): DomainError {
  const message = `This bank account is linked already, as ${existing}. Use that one, or close it first.`
  return new DomainError('conflict', message, { reason: 'duplicate', existing_token: existing })
}

function tooMany(): DomainError {
  const message = `An organization has at most ${OPEN_ACCOUNTS_MAX} external bank accounts. Close one first.`
  return new DomainError('conflict', message, { reason: 'too_many_bank_accounts', max: OPEN_ACCOUNTS_MAX })
}

/** No agent uses up all rounds of an account, by guesses or for want of care: after that nobody could ever verify it. */
export const isLastForPeople = ({ kind }: Pick<Caller, 'kind'>, turn: number): boolean =>
  kind === 'agent' && turn >= ROUNDS_MAX

export function lastRound(): DomainError {
  const message = `This is the last of ${ROUNDS_MAX} rounds of amounts, which is left to people: ask somebody with a key of the organization to start it and to tell its amounts.`
  return new DomainError('conflict', message, { reason: 'last_round', required: 'organization', max: ROUNDS_MAX })
}

export function roundsUsed(): DomainError {
  const message = `All ${ROUNDS_MAX} rounds of amounts are used for this bank account, also where it was closed and linked anew. Link another one.`
  return new DomainError('conflict', message, { reason: 'rounds_used', max: ROUNDS_MAX })
}
