// Domain 7.3: a key that has made a resource never makes another, so what keys were stored under is for ever. The texts
// stand here as the first versions wrote them.
import { expect, it } from 'vitest'
import { openKey } from '../../../subgraphs/shared/commit/requestKey.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'

const principal: AgentPrincipal = {
  ...{ kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test', walletId: 'wal_1' },
  ...{ capabilities: ['payments'], scope: 'agent:execute' },
}

it.each([
  ['createPayment', [], 'POST /api/v2/payments'],
  ['transfer', ['wal_1'], 'POST /api/v2/wallets/wal_1/transfer'],
  ['executeMandate', [], 'POST /api/v2/mandates/execute'],
  ['freezeWallet', ['wal_1'], 'POST /api/v2/wallets/wal_1/freeze'],
  ['unfreezeWallet', ['wal_1'], 'POST /api/v2/wallets/wal_1/unfreeze'],
  ['faucet', [], 'POST /api/v2/test/faucet'],
  ['requestApproval', [], 'POST /api/v2/approvals'],
  ['approveApproval', ['apr_1'], 'POST /api/v2/approvals/apr_1/approve'],
  ['denyApproval', ['apr_1'], 'POST /api/v2/approvals/apr_1/deny'],
  ['cancelApproval', ['apr_1'], 'POST /api/v2/approvals/apr_1/cancel'],
  ['activateKillSwitch', [], 'POST /api/v2/kill-switches'],
  ['deactivateKillSwitch', ['kil_1'], 'POST /api/v2/kill-switches/kil_1/deactivate'],
  ['createWebhook', [], 'POST /api/v2/webhooks'],
  ['testWebhook', ['whk_1'], 'POST /api/v2/webhooks/whk_1/test'],
  ['rotateWebhookSecret', ['whk_1'], 'POST /api/v2/webhooks/whk_1/rotate-secret'],
  ['retryDelivery', ['whk_{}', 'dlv_$&'], 'POST /api/v2/webhooks/whk_{}/deliveries/dlv_$&/retry'],
  ['registerAgent', [], 'registerAgent'],
  ['suspendAgent', ['agt_1'], 'suspendAgent agt_1'],
  ['reactivateAgent', ['agt_1'], 'reactivateAgent agt_1'],
  ['revokeAgent', ['agt_1'], 'revokeAgent agt_1'],
  ['rotateAgentKey', ['agt_1'], 'rotateAgentKey agt_1'],
  ['rotateAgentDid', ['agt_1'], 'rotateAgentDid agt_1'],
  ['decideCase', ['cas_1'], 'decideCase cas_1'],
  ['assignCase', ['cas_1'], 'assignCase cas_1'],
  ['recordKyaEvidence', ['agt_1'], 'recordKyaEvidence agt_1'],
  ['voidKyaEvidence', ['agt_1'], 'voidKyaEvidence agt_1'],
  ['simulateKyaExpiry', ['agt_1'], 'simulateKyaExpiry agt_1'],
  ['simulateKybReview', [], 'simulateKybReview'],
  ['createMandate', [], 'createMandate'],
  ['updateMandate', ['mnd_1'], 'updateMandate mnd_1'],
  ['revokeMandate', ['mnd_1'], 'revokeMandate mnd_1'],
  ['createMerchant', [], 'createMerchant'],
  ['createWallet', [], 'createWallet'],
  ['createEnrolmentKey', ['org_1'], 'createEnrolmentKey org_1'],
  ['revokeEnrolmentKey', ['org_1', 'key_1'], 'revokeEnrolmentKey org_1 key_1'],
  ['createMerchantKey', ['mrc_1'], 'createMerchantKey mrc_1'],
  ['rotateMerchantKey', ['mrc_1', 'key_1'], 'rotateMerchantKey mrc_1 key_1'],
  ['revokeMerchantKey', ['mrc_1', 'key_1'], 'revokeMerchantKey mrc_1 key_1'],
  ['createOrganizationKey', ['org_1'], 'createOrganizationKey org_1'],
  ['rotateOrganizationKey', ['org_1', 'key_1'], 'rotateOrganizationKey org_1 key_1'],
  ['suspendPerson', ['org_1', 'person_1'], 'suspendPerson org_1 person_1'],
  ['reactivatePerson', ['org_1', 'person_1'], 'reactivatePerson org_1 person_1'],
  ['createSession', ['org_1'], 'createSession org_1'],
  ['revokeSession', ['org_1', 'ses_1'], 'revokeSession org_1 ses_1'],
  ['revokeOrganizationKey', ['org_1', 'key_1'], 'revokeOrganizationKey org_1 key_1'],
  ['createOwnershipChallenge', [], 'createOwnershipChallenge'],
  ['resolveReconciliationMismatch', ['mis_1'], 'resolveReconciliationMismatch mis_1'],
  ['reconcileWallet', ['wal_1'], 'reconcileWallet wal_1'],
  ['linkRefund', ['pay_1'], 'linkRefund pay_1'],
  ['notifyRefund', ['pay_1'], 'notifyRefund pay_1'],
  ['unblockDeposit', ['dep_1'], 'unblockDeposit dep_1'],
  ['unlinkRefund', ['pay_1', 'dep_1'], 'unlinkRefund pay_1 dep_1'],
  ['createHold', [], 'createHold'],
  ['captureHold', ['hld_1'], 'captureHold hld_1'],
  ['voidHold', ['hld_1'], 'voidHold hld_1'],
  ['extendHold', ['hld_1'], 'extendHold hld_1'],
  ['updateMandate', ['x'.repeat(400)], `updateMandate ${'x'.repeat(186)}`],
])('the keys of %s on %j stand under %s', (operation, on, stored) => {
  expect(openKey({ principal }, { operation, on, input: { idempotencyKey: 'k' } })?.id).toBe(`agt_1|${stored}|k`)
})

it('a session that was part of the scope of an earlier release is looked for there, too', () => {
  const input = { sessionId: 'cks_1', token: 'spt_1', idempotencyKey: 'k' }
  const asked = openKey({ principal }, { operation: 'payCheckout', input, earlierOn: ['cks_1'] })
  expect([asked?.id, asked?.earlier?.id]).toEqual(['agt_1|payCheckout|k', 'agt_1|payCheckout cks_1|k'])
  expect(asked?.earlier?.fingerprint).toBe(asked?.fingerprint)
})
