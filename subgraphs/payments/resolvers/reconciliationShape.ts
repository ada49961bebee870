/** What a reconciliation found, as the graph shows it. */
import { formatUnits } from '../../shared/money.ts'
import type { MismatchRow } from '../models/mismatches.ts'
import type { ReconciliationRow } from '../models/reconciliations.ts'

/** @param open assets of the wallet that have an open mismatch: equal figures alone do not settle what happened */
export function shapeReconciliation(
  { token, chain, state, ledger, onChain, block, at }: ReconciliationRow,
  open: readonly Pick<MismatchRow, 'token' | 'chain'>[],
) {
  const [expected, found] = [BigInt(ledger), onChain === null ? null : BigInt(onChain)]
  const isOpen = open.some((one) => one.token === token && one.chain === chain)
  return {
    state: state === 'agrees' && isOpen ? ('mismatch_open' as const) : state,
    ...{ token, chain, ledger: formatUnits(expected, token), asOfBlock: Number(block) },
    onChain: found === null ? null : formatUnits(found, token),
    difference: found === null ? null : formatUnits(expected - found, token),
    checkedAt: at.toISOString(),
  }
}
