/**
 * A reorganization deeper than the marks of the cursor. The blocks of what was booked are marks, too: while the newest of
 * them below is in the chain, the chain is read again from there. Otherwise nobody knows how much has changed: nothing is
 * booked, signed or sent on that chain until an operator names the block to read it again from (`npm run reconcile`).
 */
import { type ChainCursorRow, endReread, findCursor } from '../../models/chainCursors.ts'
import { findLastDepositBelow } from '../../models/deposits.ts'
import { blockOf, findLastMinedBelow } from '../../models/minedPayments.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { mismatchOfDeposit } from '../intents/creditDeposit.ts'
import {
  type MismatchSubject,
  mismatchOfPayment,
  openMismatchIntent,
  resolveMismatchIntent,
} from '../intents/mismatches.ts'
import { isGone } from '../network/isInChain.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'
import { resendAllPending } from '../network/relayerAccounts.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { reopenTopUps } from '../recovery/reopenTopUps.ts'

interface BookedMark {
  readonly number: number
  readonly hash: string
  readonly subject: MismatchSubject
  readonly amount: bigint
}

/** The newest block below this one that something was booked from; null: nothing was. */
export async function findBookedBelow(network: Network, block: number): Promise<BookedMark | null> {
  const [deposit, payment] = await Promise.all([
    findLastDepositBelow(network.database, network, block),
    findLastMinedBelow(network.database, network, block),
  ])
  const marks: BookedMark[] = []
  if (deposit !== null) {
    const { block: number, blockHash: hash, amount } = deposit
    marks.push({ number: Number(number), hash, amount, subject: mismatchOfDeposit(deposit) })
  }
  const mined = payment === null ? null : blockOf(payment)
  if (payment !== null && mined !== null) {
    const subject = mismatchOfPayment(payment)
    marks.push({ number: Number(mined.block), hash: mined.blockHash, amount: payment.amount, subject })
  }
  return marks.sort((a, b) => b.number - a.number)[0] ?? null
}

/** Stops the chain, or goes on as the operator has asked. @returns the cursor to read on from */
export async function haltOrReread(
  network: Network,
  cursor: ChainCursorRow,
  lost: BookedMark,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  const from = (await findCursor(network.database, network.id))?.rereadFrom
  const below = from === undefined ? lost : await findBookedBelow(network, Number(from))
  const isDeepEnough = from !== undefined && (below === null || !(await isGone(network, below)))
  if (isDeepEnough) return reread(network, cursor, Number(from), lost, signal)
  const facts = { network: network.id, booked: below?.number, blockHash: below?.hash }
  if (network.reading !== 'halted' || from !== undefined) {
    const text =
      'the chain was reorganized deeper than is remembered, and blocks that were booked are gone: nothing of it is booked or sent until an operator has it read again from a lower block (npm run reconcile)'
    network.log.error(facts, text)
  }
  network.reading = 'halted'
  if (from !== undefined) await endReread(network.database, cursor)
  const reason = `The chain was reorganized below block ${lost.number}, deeper than the service remembers: nothing of ${network.chain} is booked until an operator has it read again.`
  const finding = { kind: 'chain_reorganized', expected: lost.amount, found: 0n, missing: 0n, reason } as const
  // Its commits may not come through, and whether the chain is to be read again is asked with every look.
  await submitInTime(network, openMismatchIntent(lost.subject, { ...finding, corrected: false }), signal).catch(
    (err: unknown) => network.log.warn({ err, network: network.id }, 'a mismatch is opened later'),
  )
  return cursor
}

/** What was booked above is looked for again, and booked again where it is: twice has no effect. */
async function reread(
  network: Network,
  cursor: ChainCursorRow,
  from: number,
  lost: BookedMark,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  network.log.warn({ network: network.id, from }, 'the chain is read again as an operator has asked')
  const task = {
    network: network.id,
    orgId: '',
    subjectId: String(cursor.number),
    occurrence: `reread:${from}`,
  } as const
  const work = { kind: 'reorganized', from, to: Number(cursor.number) } as const
  await addTasks(network.database, [{ ...task, work }], network.clock.now())
  // Not awaited: the commits of this organization may not come through, and the chain is that of all.
  void submitUntilKnown(network, resolveMismatchIntent('chain_reorganized', lost.subject, 'read_again'), signal).catch(
    (err: unknown) => network.log.error({ err, network: network.id }, 'a mismatch that is over stays open'),
  )
  const next = { _id: network.id, number: from - 1, recent: [], at: network.clock.now() }
  await reopenTopUps(network, next.number, signal)
  await endReread(network.database, next)
  network.readUpTo = next.number
  network.reading = 'following'
  resendAllPending(network)
  return next
}
