/** The gates of the one table that a spend by card passes: neither a chain nor the balance of a wallet is asked for. */
import type { CardSpendGates } from '../shared/cardSpends.ts'
import type { CardSpend, Gate } from '../shared/spend.ts'
import { approvalGate } from './approvalGate.ts'
import { complianceWith } from './complianceGate.ts'
import { organizationStanding, ownership, walletState } from './gates.ts'
import type { SpendGates } from './ports.ts'

/** A merchant without a domain was not looked up. */
const merchants: Gate<CardSpend> = {
  name: 'merchants',
  reads: () => [],
  decide: ({ org }, { merchant, merchantsVersion }) =>
    merchant?.domain == null || org.merchantsVersion === merchantsVersion ? { kind: 'pass' } : { kind: 'stale' },
}

/** The card network orders them. Cards are for verified agents, whatever the amount, with each purchase anew (domain 4.1). */
export function cardSpendGates(gates: SpendGates): CardSpendGates {
  const { agentStanding, killSwitch, mandateState, policy, verified } = gates
  return {
    ...{ organizationStanding, agentStanding, killSwitch, ownership, walletState, mandateState, merchants },
    ...{ policy, compliance: complianceWith({ ...gates, kya: verified }), approval: approvalGate(gates) },
  }
}
