/** What a reconciliation found, as the graph shows it. */
import { formatUnits } from '../../shared/money.ts'
import type { ReconciliationRow } from '../models/reconciliations.ts'

export function shapeReconciliation({ token, chain, state, ledger, onChain, block, at }: ReconciliationRow) {
  const [expected, found] = [BigInt(ledger), onChain === null ? null : BigInt(onChain)]
  return {
    ...{ token, chain, state, ledger: formatUnits(expected, token), asOfBlock: Number(block) },
    onChain: found === null ? null : formatUnits(found, token),
    difference: found === null ? null : formatUnits(expected - found, token),
    checkedAt: at.toISOString(),
  }
}
