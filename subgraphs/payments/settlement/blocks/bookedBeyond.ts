/**
 * What was booked from blocks beyond the cursor: its process has ended, or could not save the cursor, before it counted as
 * read. Such a block may have left the chain since, and nobody else would notice: the one in its place follows the cursor, too.
 */
import type { ChainCursorRow } from '../../models/chainCursors.ts'
import { findLastDeposit } from '../../models/deposits.ts'
import { findLastMined } from '../../models/minedPayments.ts'
import { findLastOutflow } from '../../models/mismatches.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import type { Network } from '../network/network.ts'

/** Before anything is read: these blocks are looked for once the cursor has passed them (findReorganized). */
export async function recheckBeyond(network: Network, cursor: ChainCursorRow): Promise<void> {
  const { database, id } = network
  const found = [findLastDeposit, findLastOutflow, findLastMined].map((find) => find(database, network))
  const last = Math.max(-1, ...(await Promise.all(found)).map((block) => block ?? -1))
  if (last <= cursor.number) return
  const from = cursor.number + 1
  const task = { network: id, orgId: '', subjectId: String(last), occurrence: `beyond:${from}` } as const
  await addTasks(database, [{ ...task, work: { kind: 'reorganized', from, to: last } }], network.clock.now())
}
