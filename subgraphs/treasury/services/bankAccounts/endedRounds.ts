/**
 * Rounds of micro-deposits that are over while a bank outside may have their orders: verified, failed, followed by another one, or
 * of an account that was closed. Banks return what they have taken for weeks; it is booked then, and means for a verified
 * account what any return means (domain 1.3, 1.6).
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import { microDepositsSent } from '../../../shared/ledger/usdPostings.ts'
import type { BankOrder } from '../../banks/bank.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { afterReturn, type BankAccountRow, type EarlierRound, type EndedAtBank } from '../../rules/bankAccount.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'
import { openCaseOf } from '../ach/achStep.ts'
import { forgotten } from './accountWrites.ts'
import { openAmounts } from './bankAccountSecrets.ts'
import { lossesOf } from './microDepositSteps.ts'
import { isEndOf, lossOf, ordersOf, type Told, toldOf, whenAll } from './roundOrders.ts'

type Deps = Pick<TreasuryDeps, 'banks' | 'cases' | 'commit' | 'clock' | 'database' | 'secrets'>

const DAY_MS = 86_400_000
/** Banks return what was settled for sixty days, and some days pass until it is told. */
const FOLLOWED_MS = 65 * DAY_MS
/** Most comes back within a few banking days. */
const SOON_MS = 10 * DAY_MS
/** Whether the bank has orders of a round that ended before it was seen there. */
const UNKNOWN_MS = DAY_MS
const LOOK_SOON_MS = 15 * 60_000
const LOOK_LATER_MS = 6 * 3_600_000
const ORDERS = 3

/** Whether its present round goes on by itself. What was to be sent to nobody any more has ended. */
export const hasOpenRound = ({ state, verificationState, microDeposits, review }: BankAccountRow): boolean => {
  if (state === 'CLOSED' || verificationState !== 'PENDING' || microDeposits === null) return false
  const { status } = microDeposits
  return status === 'created' ? review?.status !== 'rejected' : status === 'sent' || status === 'posted'
}

/** Of the present round that ends now. */
export const endedWith = (
  orders: readonly BankOrder[],
  told: Told,
  { accepted, now }: { readonly accepted: number; readonly now: Date },
): EndedAtBank => ({
  ...{ accepted, lost: lossOf(orders, told, accepted), times: 1, ends: endsIn(told).length },
  until: new Date(now.getTime() + FOLLOWED_MS),
})

const endsIn = (told: Told) => told.flatMap((events) => events?.find(isEndOf) ?? [])

interface Seen {
  readonly orders: readonly BankOrder[]
  readonly told: Told
}

/** @param isOpen another round goes on, which says when to look again */
export async function followEnded(deps: Deps, row: BankAccountRow, isOpen: boolean): Promise<void> {
  const { _id, orgId, mode, microDeposits: micro } = row
  const now = deps.clock.now()
  const present = micro === null || isOpen ? [] : [{ ...micro, amounts: openAmounts(deps, _id, micro) }]
  const rounds = [...(row.earlierRounds ?? []), ...present].filter(
    ({ ended }) => ended === undefined || now < ended.until,
  )
  if (rounds.length === 0 && isOpen) return
  const seen = new Map<number, Seen>()
  for (const round of rounds) {
    const orders = await ordersOf(deps, row, round)
    seen.set(Number(round.round), { orders, told: await toldOf(deps, row, orders, now) })
  }
  const ref = bankAccountRef(_id)
  await submitPrepared(deps.commit, () => {
    const caseId = openCaseOf(row)
    const open = caseId === null ? [] : [deps.cases.ref(caseId)]
    return {
      ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
      reads: () => ({ guard: [ref, usdRef(orgId, mode), ...open] }),
      decide(state: State, at: Date) {
        const found = requireRow(state, ref)
        // Another look has booked what it saw, or another round has begun: the account stays due.
        if (found.v !== row.v) return done(null)
        const booked = bookAll(found, seen, realInstant(state, { orgId, mode }, at), at)
        const dueAt = isOpen ? found.dueAt : booked.dueAt
        const next = { ...booked.row, dueAt }
        const isClosed = found.state !== 'CLOSED' && next.state === 'CLOSED'
        const dismisses = isClosed ? openCaseOf(found) : null
        if (dismisses !== null && dismisses !== caseId) return done(null)
        const isTold = next.state !== found.state || next.lastReturnReasonCode !== found.lastReturnReasonCode
        const writes: Writes = {
          set: [setRow(ref, next), ...(isClosed ? [forgotten(state, next)] : [])],
          journals: booked.journals,
          events: isTold ? [bankAccountEvent(next)] : [],
        }
        const reason = 'A return has closed the bank account.'
        return done(
          null,
          joinWrites([writes, dismisses === null ? {} : deps.cases.dismiss(state, dismisses, reason, at)]),
        )
      },
    }
  })
}

interface Booked {
  readonly row: BankAccountRow
  readonly journals: readonly JournalEntry[]
  readonly dueAt: Date | null
}

/** What the bank has told of each round that is over, once. */
function bookAll(found: BankAccountRow, seen: ReadonlyMap<number, Seen>, real: Date, at: Date): Booked {
  let row = found
  const journals: JournalEntry[] = []
  const dues: Date[] = []
  const follow = <R extends Omit<EarlierRound, 'amounts'>>(round: R): R => {
    const told = seen.get(Number(round.round))
    if (told === undefined) return round
    const booked = bookRound(row, round, told, { real, at })
    row = booked.row
    journals.push(...booked.journals)
    if (booked.dueAt !== null) dues.push(booked.dueAt)
    return { ...round, sentAt: booked.sentAt, ended: booked.ended }
  }
  const earlierRounds = found.earlierRounds?.map(follow)
  const isOver = found.microDeposits !== null && !hasOpenRound(found)
  const microDeposits = isOver && found.microDeposits !== null ? follow(found.microDeposits) : found.microDeposits
  const first = dues.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  return { row: { ...row, microDeposits, ...(earlierRounds && { earlierRounds }) }, journals, dueAt: first }
}

/** @param before as it was when the round was looked at last */
function bookRound(
  before: BankAccountRow,
  round: Omit<EarlierRound, 'amounts'>,
  { orders, told }: Seen,
  { real, at }: { readonly real: Date; readonly at: Date },
) {
  const { mode, financialAccountId: financialAccount } = before
  const isSent = round.sentAt !== null
  const known = round.ended ?? firstEnd(isSent, real)
  const ends = endsIn(told)
  const accepted = Math.max(Number(known.accepted), told.filter((events) => events !== null).length)
  const lost = lossOf(orders, told, Number(known.accepted))
  const more = lost - BigInt(known.lost)
  const isNews = more !== 0n || ends.length > Number(known.ends ?? ends.length)
  const ended: EndedAtBank = {
    ...{ accepted, lost, times: Number(known.times) + (more === 0n ? 0 : 1), ends: ends.length },
    until: accepted > Number(known.accepted) ? new Date(real.getTime() + FOLLOWED_MS) : known.until,
  }
  const code = ends.findLast(({ returnCode }) => returnCode !== undefined)?.returnCode
  const isConcerned = isNews && code !== undefined && before.verificationState === 'ENABLED'
  const row = isConcerned ? afterReturn(before, code, at) : before
  const sentAt = round.sentAt ?? whenAll(told, 'ACH_ORIGINATION_PROCESSED')
  const sum = orders.at(-1)?.amount ?? 0n
  const sent =
    isSent || sentAt === null
      ? []
      : [microDepositsSent(before._id, Number(round.round), { mode, financialAccount, amount: sum })]
  return {
    ...{ ended, sentAt, dueAt: nextLook(ended, real) },
    row: more === 0n ? row : { ...row, lostCents: BigInt(row.lostCents ?? 0n) + more },
    journals: [...sent, ...lossesOf(before, round, Number(known.times), more)],
  }
}

/** Of a round that was over without the bank: it has all orders of what was sent, and perhaps some of what was not. */
const firstEnd = (isSent: boolean, real: Date): EndedAtBank => ({
  ...{ accepted: isSent ? ORDERS : 0, lost: 0n, times: 0, ends: 0 },
  until: new Date(real.getTime() + (isSent ? FOLLOWED_MS : UNKNOWN_MS)),
})

function nextLook({ until }: EndedAtBank, real: Date): Date | null {
  const left = until.getTime() - real.getTime()
  if (left <= 0) return null
  const isLate = left > UNKNOWN_MS && left < FOLLOWED_MS - SOON_MS
  return new Date(real.getTime() + (isLate ? LOOK_LATER_MS : LOOK_SOON_MS))
}
