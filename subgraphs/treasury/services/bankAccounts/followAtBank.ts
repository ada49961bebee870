/**
 * What a bank outside has to do with an external bank account: it gets to know it, and moves the amounts by which the owner
 * verifies it, two to the account and then their sum back. Our references are its idempotency tokens, so each step may be repeated.
 */
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { Bank, BankOrder } from '../../banks/bank.ts'
import { findAccountHolders } from '../../models/accountHolders.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import { findUsdPosition } from '../../models/usdPositions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { BankEvent } from '../../rules/achStates.ts'
import type { BankAccountRow, EndedAtBank, MicroDeposits } from '../../rules/bankAccount.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { heldRefusal, lookReads, prepareLook, railRefusal } from '../ach/lastLook.ts'
import { numberAad, openAmounts, openOwner } from './bankAccountSecrets.ts'
import { endedWith, followEnded, hasOpenRound } from './endedRounds.ts'
import { type BankStep, microDepositPart } from './microDepositSteps.ts'
import { isEndOf, ordersOf, type Told, toldOf, whenAll } from './roundOrders.ts'

type Deps = Pick<
  TreasuryDeps,
  'banks' | 'cases' | 'commit' | 'clock' | 'database' | 'findNamedOwners' | 'gates' | 'screening' | 'secrets'
>

const LOOK_EVERY_MS = 5 * 60_000
const REFUSED = 'refused_by_bank'

/** @throws DomainError all_adapters_exhausted: it does not answer */
export async function followAtBank(deps: Deps, row: BankAccountRow): Promise<void> {
  if (row.externalToken === null) return row.state === 'CLOSED' ? putOff(deps, row, null) : linkAtBank(deps, row)
  const isOpen = hasOpenRound(row)
  await followEnded(deps, row, isOpen)
  if (!isOpen || row.microDeposits === null) return
  const micro = row.microDeposits
  const now = deps.clock.now()
  const orders = await ordersOf(deps, row, { round: micro.round, amounts: openAmounts(deps, row._id, micro) })
  if (micro.status === 'created' && (await isStopped(deps, row))) return putOff(deps, row, now)
  let accepted = orders.length
  if (micro.status === 'created') {
    const asked = await originateInTurn(deps.banks[row.mode], orders)
    if (asked.outcome === 'unknown') return putOff(deps, row, now)
    accepted = asked.accepted
  }
  const told = await toldOf(deps, row, orders, now)
  const ended = () => endedWith(orders, told, { accepted, now })
  if (accepted < orders.length) return take(deps, row, { step: 'return', at: now, reason: REFUSED, ended: ended() })
  const step = nextTold(micro, told, now)
  if (step === null) return putOff(deps, row, now)
  return take(deps, row, step.step === 'return' || step.step === 'lack' ? { ...step, ended: ended() } : step)
}

/** The sum is taken back only once the bank has both amounts: of a round that ends between, nobody has paid for what did not come. */
async function originateInTurn(bank: Bank, orders: readonly BankOrder[]) {
  for (const [accepted, order] of orders.entries()) {
    const outcome = await bank.originate(order, false)
    if (outcome !== 'accepted') return { outcome, accepted }
  }
  return { outcome: 'accepted', accepted: orders.length } as const
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
  const ended = told.flatMap((events) => events ?? []).find(isEndOf)
  const unpaid = told
    .slice(0, AMOUNTS)
    .flatMap((events) => events ?? [])
    .find(isUnpaid)
  if (unpaid !== undefined && micro.status === 'created')
    return { step: 'lack', at: unpaid.createdAt, reason: null } satisfies TakenStep
  if (ended !== undefined)
    return { step: 'return', at: ended.createdAt, reason: ended.returnCode ?? REFUSED } satisfies TakenStep
  const sentAt = whenAll(told, 'ACH_ORIGINATION_PROCESSED')
  if (micro.status === 'created') return sentAt === null ? null : ({ step: 'send', at: sentAt, reason: null } as const)
  const postedAt = micro.status === 'sent' ? whenAll(told.slice(0, 2), 'ACH_ORIGINATION_SETTLED') : null
  if (postedAt !== null) return { step: 'post', at: postedAt, reason: null } as const
  const isOver = micro.expiresAt !== null && now >= micro.expiresAt
  return isOver ? ({ step: 'expire', at: now, reason: null } as const) : null
}

/** Of the three orders the first two go to the account; the operating account pays them. */
const AMOUNTS = 2
const isUnpaid = ({ result, detailedResults }: BankEvent): boolean =>
  result === 'DECLINED' && detailedResults.includes('FUNDS_INSUFFICIENT')

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

async function change(deps: Deps, row: BankAccountRow, next: (row: BankAccountRow, real: Date) => BankAccountRow) {
  const { orgId, mode, _id } = row
  const ref = bankAccountRef(_id)
  await submitPrepared(deps.commit, () => ({
    ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const found = requireRow(state, ref)
      // It was closed before the bank knew it: nothing happens to it by itself any more.
      const isOver = found.state === 'CLOSED' && found.externalToken === null
      const changed = isOver ? { ...found, dueAt: null } : next(found, realInstant(state, { orgId, mode }, at))
      const isTold = changed.verificationState !== found.verificationState
      return done(null, { set: [setRow(ref, changed)], events: isTold ? [bankAccountEvent(changed)] : [] })
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
