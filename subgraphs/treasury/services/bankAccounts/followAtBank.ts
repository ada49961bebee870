/**
 * What a bank outside has to do with an external bank account: it gets to know it, and moves the amounts by which the owner
 * verifies it, two to the account and then their sum back. Our references are its idempotency tokens, so each step may be repeated.
 */
import { usdRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import type { Bank, BankOrder } from '../../banks/bank.ts'
import { findAccountHolders } from '../../models/accountHolders.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import { findFinancialAccounts } from '../../models/financialAccounts.ts'
import { findUsdPosition } from '../../models/usdPositions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { BankEvent } from '../../rules/achStates.ts'
import type { BankAccountRow, EndedAtBank, MicroDeposits } from '../../rules/bankAccount.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { heldRefusal, lookReads, prepareLook, railRefusal } from '../ach/lastLook.ts'
import { numberAad, openAmounts, openOwner } from './bankAccountSecrets.ts'
import { type BankStep, lossesOf, microDepositPart } from './microDepositSteps.ts'

type Deps = Pick<
  TreasuryDeps,
  'banks' | 'commit' | 'clock' | 'database' | 'findNamedOwners' | 'gates' | 'screening' | 'secrets'
>

const LOOK_EVERY_MS = 5 * 60_000
const REFUSED = 'refused_by_bank'
/** Longer than what the bank has taken may come back: a few banking days. */
const FOLLOWED_MS = 10 * 86_400_000

/** @throws DomainError all_adapters_exhausted: it does not answer */
export async function followAtBank(deps: Deps, row: BankAccountRow): Promise<void> {
  if (row.state === 'CLOSED') return putOff(deps, row, null)
  if (row.externalToken === null) return linkAtBank(deps, row)
  const micro = row.microDeposits
  if (micro?.ended !== undefined) return followEnded(deps, row, micro, micro.ended)
  if (micro === null || !['created', 'sent', 'posted'].includes(micro.status)) return putOff(deps, row, null)
  const now = deps.clock.now()
  const orders = await ordersOf(deps, row, micro)
  if (micro.status === 'created' && (await isStopped(deps, row))) return putOff(deps, row, now)
  if (micro.status === 'created') {
    const { outcome, accepted } = await originateInTurn(deps.banks[row.mode], orders)
    if (outcome === 'unknown') return putOff(deps, row, now)
    if (outcome === 'refused') {
      const told = await toldOf(deps, row, orders.slice(0, accepted), now)
      return take(deps, row, { step: 'return', at: now, reason: REFUSED, ended: endedWith(orders, told, now) })
    }
  }
  const told = await toldOf(deps, row, orders, now)
  const step = nextTold(micro, told, now)
  if (step === null) return putOff(deps, row, now)
  return take(deps, row, step.step === 'return' ? { ...step, ended: endedWith(orders, told, now) } : step)
}

type Told = readonly (readonly BankEvent[])[]

const toldOf = (deps: Deps, { mode }: BankAccountRow, orders: readonly BankOrder[], now: Date): Promise<Told> =>
  Promise.all(orders.map(({ reference }) => deps.banks[mode].eventsOf({ _id: reference }, now)))

/** The sum is taken back only once the bank has both amounts: of a round that ends between, nobody has paid for what did not come. */
async function originateInTurn(bank: Bank, orders: readonly BankOrder[]) {
  for (const [accepted, order] of orders.entries()) {
    const outcome = await bank.originate(order, false)
    if (outcome !== 'accepted') return { outcome, accepted }
  }
  return { outcome: 'accepted', accepted: orders.length } as const
}

const isEndOf = ({ type, result }: BankEvent): boolean => type === 'ACH_RETURN_PROCESSED' || result === 'DECLINED'

/** What was taken by the bank moves money unless it is declined or comes back. @param told of those that it has taken */
function lossOf(orders: readonly BankOrder[], told: Told): bigint {
  return told.reduce((lost, events, index) => {
    const { direction, amount } = orders[index] as BankOrder
    if (events.some(isEndOf)) return lost
    return direction === 'CREDIT' ? lost + amount : lost - amount
  }, 0n)
}

const endedWith = (orders: readonly BankOrder[], told: Told, now: Date): EndedAtBank => ({
  ...{ accepted: told.length, lost: lossOf(orders, told), times: 1 },
  until: new Date(now.getTime() + FOLLOWED_MS),
})

/** Its orders end one by one: whatever more comes back is booked, too. */
async function followEnded(deps: Deps, row: BankAccountRow, micro: MicroDeposits, before: EndedAtBank): Promise<void> {
  const now = deps.clock.now()
  const orders = await ordersOf(deps, row, micro)
  const told = await toldOf(deps, row, orders.slice(0, Number(before.accepted)), now)
  const lost = lossOf(orders, told)
  const dueAt = now < before.until ? new Date(now.getTime() + LOOK_EVERY_MS) : null
  await change(deps, row, (found) => {
    const known = found.microDeposits?.ended
    if (found.microDeposits === null || known === undefined) return found
    if (BigInt(known.lost) === lost) return { ...found, dueAt }
    const more = lost - BigInt(known.lost)
    const ended = { ...known, lost, times: known.times + 1 }
    const next = { ...found, microDeposits: { ...found.microDeposits, ended }, dueAt }
    return [
      { ...next, lostCents: (found.lostCents ?? 0n) + more },
      lossesOf(found, found.microDeposits, known.times, more),
    ]
  })
}

/** A stop holds back what the bank may not have yet. */
async function isStopped(deps: Deps, bankAccount: BankAccountRow): Promise<boolean> {
  const { _id, orgId, mode } = bankAccount
  const leaving = { orgId, mode, walletId: null }
  const ref = bankAccountRef(_id)
  const settled = await submitPrepared<boolean>(deps.commit, async () => {
    const look = await prepareLook(deps, { orgId, mode, agentId: null }, bankAccount)
    return {
      ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
      reads: () => ({ guard: [ref, ...lookReads(leaving)] }),
      decide(state, at) {
        const listed = look(state)
        if (listed === 'stale') return { kind: 'stale' }
        const stopped = heldRefusal(requireRow(state, ref)) ?? railRefusal(deps, state, leaving, at) ?? listed
        return done((stopped ?? deps.screening.unavailable(mode)) !== null)
      },
    }
  })
  return 'answer' in settled && settled.answer
}

/** The step that the events of the three orders are, the first two being those to the account. */
function nextTold(micro: MicroDeposits, told: Told, now: Date) {
  const ended = told.flat().find(isEndOf)
  if (ended !== undefined)
    return { step: 'return', at: ended.createdAt, reason: ended.returnCode ?? REFUSED } satisfies TakenStep
  const all = (type: BankEvent['type'], of: typeof told): Date | null => {
    const instants = of.map((events) => events.find((event) => event.type === type)?.createdAt.getTime())
    return instants.includes(undefined) ? null : new Date(Math.max(...instants.map(Number)))
  }
  const sentAt = all('ACH_ORIGINATION_PROCESSED', told)
  if (micro.status === 'created') return sentAt === null ? null : ({ step: 'send', at: sentAt, reason: null } as const)
  const postedAt = micro.status === 'sent' ? all('ACH_ORIGINATION_SETTLED', told.slice(0, 2)) : null
  if (postedAt !== null) return { step: 'post', at: postedAt, reason: null } as const
  const isOver = micro.expiresAt !== null && now >= micro.expiresAt
  return isOver ? ({ step: 'expire', at: now, reason: null } as const) : null
}

interface TakenStep {
  readonly step: BankStep
  readonly at: Date
  readonly reason: string | null
  readonly ended?: EndedAtBank
}

async function take(deps: Deps, row: BankAccountRow, { step, ...told }: TakenStep): Promise<void> {
  const { orgId, mode, _id } = row
  const lookAt = new Date(deps.clock.now().getTime() + LOOK_EVERY_MS)
  await submitPrepared(deps.commit, async () => ({
    ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
    ...(await microDepositPart(deps, row, step, { ...told, lookAt })),
  }))
}

/** @param now null: nothing more happens by itself */
async function putOff(deps: Deps, row: BankAccountRow, now: Date | null): Promise<void> {
  const dueAt = now === null ? null : new Date(now.getTime() + LOOK_EVERY_MS)
  await change(deps, row, (found) => ({ ...found, dueAt: found.dueAt === null ? null : dueAt }))
}

type Changed = BankAccountRow | readonly [BankAccountRow, readonly JournalEntry[]]

async function change(deps: Deps, row: BankAccountRow, next: (row: BankAccountRow, real: Date) => Changed) {
  const { orgId, mode, _id } = row
  const ref = bankAccountRef(_id)
  await submitPrepared(deps.commit, () => ({
    ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
    reads: () => ({ guard: [ref, usdRef(orgId, mode)] }),
    decide(state, at) {
      const found = requireRow(state, ref)
      // It was closed while the bank was asked: nothing happens to it by itself any more.
      const isOver = found.state === 'CLOSED'
      const made = isOver ? { ...found, dueAt: null } : next(found, realInstant(state, { orgId, mode }, at))
      const [changed, journals] = '_id' in made ? [made, []] : made
      const isTold = changed.verificationState !== found.verificationState
      return done(null, { set: [setRow(ref, changed)], journals, events: isTold ? [bankAccountEvent(changed)] : [] })
    },
  }))
}

async function linkAtBank(deps: Deps, row: BankAccountRow): Promise<void> {
  const { _id, orgId, mode } = row
  const position = await findUsdPosition(deps.database, orgId, mode)
  const [holder] = position === null ? [] : await findAccountHolders(deps.database, [position.holderId])
  invariant(holder !== undefined, `the owner of ${_id} has no account holder`)
  const accountNumber = deps.secrets.open(row.sealedAccountNumber, numberAad(_id))
  const account = { ...row, ...openOwner(deps, row), accountNumber, reference: _id, holderToken: holder.externalToken }
  const linked = await deps.banks[mode].link(account)
  if (linked === 'unknown') return putOff(deps, row, deps.clock.now())
  await change(deps, row, (found, real) => {
    if (linked !== 'refused')
      return { ...found, externalToken: linked.token, dueAt: found.microDeposits === null ? null : real }
    const failed = { verificationState: 'FAILED_VERIFICATION', verificationFailedReason: REFUSED, dueAt: null } as const
    return { ...found, ...failed, microDeposits: withEnd(found.microDeposits) }
  })
}

const withEnd = (micro: MicroDeposits | null): MicroDeposits | null =>
  micro === null ? null : { ...micro, status: 'returned' }

async function ordersOf(deps: Deps, row: BankAccountRow, micro: MicroDeposits): Promise<readonly BankOrder[]> {
  const { _id, externalToken, financialAccountId, ownerType } = row
  const [account] = await findFinancialAccounts(deps.database, [financialAccountId])
  invariant(account !== undefined && externalToken !== null, `the bank does not know the accounts of ${_id}`)
  const [first, second] = openAmounts(deps, _id, micro)
  const order = (part: string, direction: BankOrder['direction'], amount: number): BankOrder => ({
    ...{ reference: `${_id}.micro.${micro.round}.${part}`, direction, amount: BigInt(amount), memo: 'ACCTVERIFY' },
    ...{ method: 'ACH_NEXT_DAY', secCode: ownerType === 'BUSINESS' ? 'CCD' : 'PPD', holdDays: 1 },
    ...{ financialAccountToken: account.externalToken, bankAccountToken: externalToken },
  })
  return [order('first', 'CREDIT', first), order('second', 'CREDIT', second), order('sum', 'DEBIT', first + second)]
}
