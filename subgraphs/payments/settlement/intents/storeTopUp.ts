/** Stores the transaction that gives a wallet native coins, and reserves its cost in the organization's gas budget. */

import { orgRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { type NonceSlotRow, slotRef } from '../../models/nonceSlots.ts'
import { changeGas, gasSpent } from '../../rules/gasBudget.ts'
import type { Network } from '../network/network.ts'
import { guardedIntent } from './settlementIntent.ts'
import type { NewSlot } from './storeSigned.ts'

export type TopUpAnswer = 'stored' | 'nonceTaken' | 'uncovered'

/** @param costWei what it gives and what it may cost itself */
export function storeTopUpIntent(
  network: Pick<Network, 'mode' | 'chain' | 'gasBudgetWei'>,
  orgId: OrgId,
  { account, nonce, fence, bytes, subjectId }: NewSlot & { readonly subjectId: string },
  costWei: bigint,
): Intent<TopUpAnswer> {
  const [ref, org] = [slotRef(account, nonce), orgRef(orgId)]
  const { gasBudgetWei } = network
  return guardedIntent<TopUpAnswer>({ orgId, mode: network.mode }, [ref, org], (state, at) => {
    const taken = state.get(ref)
    if (taken !== null) return done(taken.bytes.some(({ hash }) => hash === bytes.hash) ? 'stored' : 'nonceTaken')
    const position = requireRow(state, org)
    const { used, reserved } = gasSpent(position, network, at)
    if (gasBudgetWei !== undefined && used + reserved + costWei > gasBudgetWei) return done('uncovered')
    const row: Omit<NonceSlotRow, '_id' | 'v'> = {
      ...{ account, nonce, orgId, subjectId, authorizationNonce: null, gasReservedWei: String(costWei) },
      ...{ state: 'signed', fence, bytes: [bytes], mined: null },
      at: realInstant(state, { orgId, mode: network.mode }, at),
    }
    return done('stored', {
      set: [setRow(org, changeGas(position, network, at, { reserved: costWei }))],
      insert: [insertRow(ref, row)],
    })
  })
}
