/**
 * The scope under which the Idempotency-Keys of an operation are stored. Keys are stored for ever, so scopes never change:
 * the first operations are stored under their REST routes, every later one under its own name.
 */

const STORED_SCOPES: Readonly<Record<string, string>> = {
  createPayment: 'POST /api/v2/payments',
  transfer: 'POST /api/v2/wallets/{}/transfer',
  executeMandate: 'POST /api/v2/mandates/execute',
  freezeWallet: 'POST /api/v2/wallets/{}/freeze',
  unfreezeWallet: 'POST /api/v2/wallets/{}/unfreeze',
  faucet: 'POST /api/v2/test/faucet',
  requestApproval: 'POST /api/v2/approvals',
  approveApproval: 'POST /api/v2/approvals/{}/approve',
  denyApproval: 'POST /api/v2/approvals/{}/deny',
  cancelApproval: 'POST /api/v2/approvals/{}/cancel',
  activateKillSwitch: 'POST /api/v2/kill-switches',
  deactivateKillSwitch: 'POST /api/v2/kill-switches/{}/deactivate',
  createWebhook: 'POST /api/v2/webhooks',
  testWebhook: 'POST /api/v2/webhooks/{}/test',
  rotateWebhookSecret: 'POST /api/v2/webhooks/{}/rotate-secret',
  retryDelivery: 'POST /api/v2/webhooks/{}/deliveries/{}/retry',
}

const LENGTH_MAX = 200

/** @param ids of the resources in the path of the operation, as the caller wrote them */
export function keyScope(operation: string, ids: readonly string[] = []): string {
  const stored = STORED_SCOPES[operation]
  if (stored === undefined) return [operation, ...ids].join(' ').slice(0, LENGTH_MAX)
  const rest = [...ids]
  return stored.replaceAll('{}', () => rest.shift() ?? '').slice(0, LENGTH_MAX)
}
