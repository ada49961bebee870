/**
 * Finds deposits and payments in blocks that have left the chain, once the cursor has read as far again, and adds a task
 * for each.
 */
import type { MismatchId, OrgId, PaymentId } from '../../../shared/ids.ts'
import { findCursor } from '../../models/chainCursors.ts'
import { findDepositsIn } from '../../models/deposits.ts'
import { BLOCK_FIELDS, findMinedIn } from '../../models/minedPayments.ts'
import { findOutflowsIn } from '../../models/mismatches.ts'
import { addTasks, type NewTask } from '../../models/settlementTasks.ts'
import { isInChain } from '../network/isInChain.ts'
import type { Network, TaskOutcome } from '../network/network.ts'
import { reopenWallets } from '../network/walletAccounts.ts'

const PAGE = 500

interface Held<Id = string> {
  readonly _id: Id
  readonly orgId: OrgId
  readonly block: number
  readonly blockHash: string
}

export async function findReorganized(
  network: Network,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TaskOutcome> {
  const cursor = await findCursor(network.database, network.id)
  if (cursor === null || cursor.number < to) return 'later'
  await reopenWallets(network, { from, to })
  const range = { chain: network.chain, mode: network.mode, from, to }
  const isThere = memoizeIsInChain(network, from, to)
  await addLost(network, 'lostDeposit', isThere, (page) => findDepositsIn(network.database, range, page))
  await addLost<MismatchId>(network, 'lostOutflow', isThere, (page) => findOutflowsIn(network.database, range, page))
  for (const field of BLOCK_FIELDS)
    await addLost<PaymentId>(network, 'lostPayment', isThere, (page) =>
      findMinedIn(network.database, { ...range, field }, page),
    )
  return 'done'
}

/** The first attempt to book something of a block that is gone may have come through after the block was looked for. */
export function lookAgain(network: Network, { block, blockHash }: Pick<Held, 'block' | 'blockHash'>): Promise<void> {
  const [from, to] = [Number(block), Number(block)]
  const task = { network: network.id, orgId: '', subjectId: String(to), occurrence: `late:${blockHash}` } as const
  return addTasks(network.database, [{ ...task, work: { kind: 'reorganized', from, to } }], network.clock.now())
}

/** One check for each block that contains something. */
function memoizeIsInChain(network: Network, from: number, to: number): (held: Held) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>()
  return ({ block, blockHash }) => {
    if (block < from || block > to) return Promise.resolve(true)
    const found = asked.get(blockHash) ?? isInChain(network, block, blockHash)
    asked.set(blockHash, found)
    return found
  }
}

async function addLost<Id extends string>(
  network: Network,
  kind: 'lostDeposit' | 'lostOutflow' | 'lostPayment',
  isThere: (held: Held) => Promise<boolean>,
  find: (page: { after: { block: number; id: Id } | null; limit: number }) => Promise<Held<Id>[]>,
): Promise<void> {
  for (let after: { block: number; id: Id } | null = null; ; ) {
    const found: Held<Id>[] = await find({ after, limit: PAGE })
    const lost: NewTask[] = []
    for (const held of found)
      if (!(await isThere(held))) {
        const { _id: subjectId, orgId, blockHash } = held
        lost.push({ network: network.id, orgId, subjectId, occurrence: blockHash, work: { kind } })
      }
    await addTasks(network.database, lost, network.clock.now())
    const last = found.at(-1)
    if (found.length < PAGE || last === undefined) return
    after = { block: last.block, id: last._id }
  }
}
