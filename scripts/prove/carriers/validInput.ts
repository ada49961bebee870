/** Input with which each operation is decided by whom it concerns, not by its form; by root field, in the names of the graph. */
import type { Given } from './operations.ts'

const ADDRESS = `0x${'a1'.repeat(20)}`
const POLICY = { policy: 'Max $1 per day.' }
const REASON = { reason: 'A drill.' }
/** Above what agents may spend without an approval. */
const SPEND = { to: ADDRESS, merchant: ADDRESS, amount: '30.00', token: 'USDC', chain: 'base' }

const ITEMS = [{ productId: 'book', quantity: 1 }]

const INPUTS: Readonly<Record<string, Given>> = {
  registerAgent: { name: 'x', capabilities: ['payments'] },
  updateOrganization: { name: 'Mine now' },
  updateAgent: { name: 'Mine now' },
  ...{ suspendAgent: REASON, reactivateAgent: REASON, revokeAgent: REASON },
  ...{ suspendPerson: REASON, reactivatePerson: REASON, freezeWallet: REASON, unfreezeWallet: REASON },
  ...{ deactivateKillSwitch: REASON, unblockDeposit: REASON },
  voidKyaEvidence: { type: 'attestation', ...REASON },
  recordKyaEvidence: { type: 'attestation', attestation: 'x' },
  createOrganizationKey: { name: 'x', roles: [] },
  updateOrganizationKey: { roles: [] },
  createSession: { kind: 'token' },
  updateMerchant: { name: 'Mine now' },
  createWebhook: { url: 'https://hook.example/', events: ['checkout.completed'], secret: 'a secret of its own' },
  updateWebhook: { status: 'disabled' },
  ...{ createMandate: POLICY, updateMandate: POLICY, setPolicyTemplate: POLICY },
  ...{ previewPolicy: POLICY, simulatePolicy: POLICY },
  activateKillSwitch: { scope: 'agent', reasonCode: 'test', ...REASON },
  previewKillSwitch: { scope: 'agent' },
  executeMandate: { pspDomain: 'a.example', amount: '30.00' },
  ...{ createPayment: SPEND, transfer: SPEND, createHold: SPEND, requestApproval: SPEND, checkPolicy: SPEND },
  createWallet: { name: 'Spare' },
  resolveReconciliationMismatch: { resolution: 'Looked at.' },
  assignCase: { action: 'hand_over' },
  decideCase: { decision: 'clear', comment: 'Mine now.' },
  extendHold: { expiresInSeconds: 86_400 },
  setHoldSettings: { honorOpenHolds: false },
  linkExternalBankAccount: {
    ...{
      routingNumber: '021000021',
      accountNumber: '987654321',
      type: 'CHECKING',
      owner: 'Acme',
      ownerType: 'BUSINESS',
    },
  },
  verifyMicroDeposits: { microDeposits: [1, 2] },
  ...{ fundTreasury: { amountMinor: 100 }, withdrawTreasury: { amountMinor: 100 } },
  createBookTransfer: { amountMinor: 1 },
  createConversionQuote: { fromAmountMinor: 100, toToken: 'USDC', toChain: 'base' },
  resolveTreasuryMismatch: { resolution: 'Looked at.' },
  ...{ pauseExternalBankAccount: REASON, unpauseExternalBankAccount: REASON, closeExternalBankAccount: REASON },
  simulateMicroDeposits: { event: 'sent' },
  simulateAccountHolderReview: { status: 'ACCEPTED' },
  simulateTreasuryReturn: { returnReasonCode: 'R01' },
  changeCardLimits: { limitDaily: '10' },
  ...{ freezeCard: REASON, unfreezeCard: REASON, cancelCard: REASON },
  simulateCardAuthorization: { amountMinor: 100 },
  ...{ createCheckout: { items: ITEMS }, updateCheckout: { items: ITEMS }, authorizeCheckout: { maxAmountMinor: 100 } },
  payCheckout: { token: `spt_${'A'.repeat(43)}` },
  setProductFeed: { products: [{ productId: 'book', title: 'A book', amountMinor: 100 }] },
  ...{ importProductFeed: { url: 'https://192.0.2.1/feed.json' }, endCharge: REASON },
  notifyRefund: { txHash: `0x${'0'.repeat(64)}`, signature: '0x' },
}

/** @param at `Mutation.createPayment` */
export const validInput = (at: string): Given => INPUTS[at.split('.')[1] ?? ''] ?? {}
