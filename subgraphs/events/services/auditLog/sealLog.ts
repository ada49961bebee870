/**
 * Moves the seal of an organization's log to its last row. It goes on only from a genuine seal whose row is still there: a
 * history that was exchanged is never sealed.
 */
import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../../../shared/database.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { findHashAt, findLogHead } from '../../models/auditLog.ts'
import { findSeal, moveSeal } from '../../models/auditSeals.ts'
import type { Sealer } from './sealKey.ts'

/** broken: the sealed part of the log is not what it was. */
export type Sealing = 'sealed' | 'unchanged' | 'broken'

/** @param last the number that this process has sealed last, which a stored seal is never below */
export async function sealLog(
  deps: { readonly database: Database; readonly clock: Clock; readonly sealer: Sealer },
  orgId: OrgId,
  last = 0,
): Promise<{ readonly result: Sealing; readonly sequence: number }> {
  const { database, clock, sealer } = deps
  // The seal first: it is never ahead of a head that is read after it.
  const seal = await findSeal(database, orgId)
  const head = await findLogHead(database, orgId)
  const sequence = Math.max(last, Number(seal?.sequence ?? 0))
  if (Number(seal?.sequence ?? 0) < last || head.sequence < sequence) return { result: 'broken', sequence }
  if (seal !== null) {
    const isWhole = sealer.isGenuine(seal) && (await findHashAt(database, orgId, seal.sequence)) === seal.hash
    if (!isWhole) return { result: 'broken', sequence }
  }
  if (head.sequence === sequence) return { result: 'unchanged', sequence }
  const moved = await moveSeal(database, sealer.sign({ _id: orgId, ...head, at: clock.now() }))
  return { result: moved ? 'sealed' : 'unchanged', sequence: moved ? head.sequence : sequence }
}
