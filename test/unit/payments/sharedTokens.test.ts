// Specification 6.2: a shared token is scoped to one checkout session. Whoever asks for the charge has looked at that before; so
// does the charge itself.
import { expect, test } from 'vitest'
import { prepareCharge } from '../../../subgraphs/payments/services/sharedTokens/chargeToken.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'

const caller = { kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test' } as unknown as AgentPrincipal
const hold = { _id: 'hld_1', orgId: 'org_1', mode: 'test', agentId: 'agt_1', sessionId: 'cks_1', amount: 10n }
type Deps = Parameters<typeof prepareCharge>[0]
const deps = { database: { collection: () => ({ findOne: async () => hold }) } } as unknown as Deps
const request = { holdId: 'hld_1', paymentId: 'pay_1', orderId: 'ord_1', amountMinor: 1 } as const

test('a token of another session is as one that does not exist', async () => {
  const asked = prepareCharge(deps, caller, { ...request, sessionId: 'cks_2' })
  await expect(asked).rejects.toMatchObject({ type: 'shared_token_invalid', details: { reason: 'unknown_token' } })
})

test('so is one of another agent', async () => {
  const asked = prepareCharge(deps, { ...caller, agentId: 'agt_2' }, { ...request, sessionId: 'cks_1' })
  await expect(asked).rejects.toMatchObject({ type: 'not_found' })
})
