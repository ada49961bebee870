/**
 * Who may call what, in the words of the interface: `payments/execute` is an agent token with that capability and at least
 * that scope, `any/read` one with any, `org` any organization key, `org:admin` one with that role, and viewers only where
 * nothing is changed. Written apart from the declarations in schema/, which it is compared with by requests.
 */
import { SCOPES } from '../../subgraphs/shared/principal.ts'

/** Callers -> root fields. */
const TABLE: Readonly<Record<string, string>> = {
  anyone: 'issueToken',
  'anyone; merchant': 'receiveOrderEvent',
  'any/read; org; operator': 'viewer node nodes',
  'any/read': 'me',
  'any/read; org': `agent organization events event eventType eventTypes policyCategories policyLanguage effectiveKillSwitches
    testClock productManifest`,
  'any/read; org; merchant': 'order orders',
  'payments/read; org': `paymentEvents charge checkout checkouts merchant merchants payment payments refusals transaction transactions transactionsByHash
    transactionTotals refunds ledgerTransaction ledgerTransactions ledgerTransactionsByHash ledgerTransactionTotals`,
  'payments/execute; org': `createPayment executeMandate notifyRefund createCheckout updateCheckout cancelCheckout
    authorizeCheckout payCheckout`,
  'payments,mandates/read; org': 'checkPolicy',
  'wallets/read; org': 'walletUpdated wallet wallets walletBalance balances trustScoreHistory',
  'wallets/execute; org': 'transfer faucet',
  'wallets/execute; org:admin': 'freezeWallet',
  'mandates/read; org': 'mandate mandateVersion mandates mandateVersions ap2Intent previewPolicy',
  'approvals/read; org': 'approvalsPending approval approvals',
  'approvals/execute; org': 'requestApproval',
  'holds/read; org': 'hold holds holdSettings',
  'holds/execute; org': 'createHold captureHold voidHold extendHold',
  'compliance/read; org': 'complianceStatus organizationKyb kya screening screenings screeningLists screen',
  'compliance/execute; org:admin': 'recordKyaEvidence',
  'treasury/read; org': `accountHolder accountHolders financialAccount financialAccounts externalBankAccount
    externalBankAccounts treasuryPayment treasuryPayments treasuryBalances simulatedMicroDeposits
    treasuryEvents conversionQuote conversionQuotes`,
  'treasury/execute; org': `syncAccountHolder linkExternalBankAccount verifyMicroDeposits retryMicroDeposits fundTreasury
    withdrawTreasury retryTreasuryPayment cancelTreasuryPayment createConversionQuote executeConversionQuote
    cancelConversionQuote`,
  'cards/read; org': 'card cards cardTransaction cardTransactions',
  'cards/execute; org': `issueCard changeCardLimits freezeCard unfreezeCard cancelCard simulateCardAuthorization
    simulateCardClearing simulateCardVoid simulateCardReturn`,
  'any/execute; org': 'cancelApproval',
  'any/execute; org:admin; operator': 'activateKillSwitch previewKillSwitch',
  'any/admin; org': `webhooks webhook deliveries delivery createWebhook updateWebhook deleteWebhook testWebhook
    rotateWebhookSecret replayWebhook retryDelivery`,
  'any/admin; org:admin': 'rotateAgentDid',
  org: `charges agents sessions session simulatePolicy policyTemplate reconciliationMismatches reconciliationMismatch
    complianceCase complianceCases createOwnershipChallenge reconcileWallet simulateAccountHolderReview
    simulateMicroDeposits simulateTreasuryPaymentEvent simulateTreasuryReturn treasuryMismatch treasuryMismatches
    reconcileTreasury killSwitchChanged`,
  'org; enrolment': 'registerAgent',
  'org; operator': 'killSwitches',
  'org, viewers too': 'createSession revokeSession',
  'org:admin': `enrolmentKeys organizationKeys organizationKey updateOrganization updateAgent suspendAgent
    reactivateAgent revokeAgent rotateAgentKey simulateKybReview simulateKyaExpiry createEnrolmentKey revokeEnrolmentKey
    createOrganizationKey updateOrganizationKey rotateOrganizationKey revokeOrganizationKey suspendPerson
    reactivatePerson merchantKeys createMerchantKey rotateMerchantKey revokeMerchantKey endCharge
    rotateMerchantSecret createMerchant updateMerchant createMandate updateMandate revokeMandate setPolicyTemplate
    createWallet resolveReconciliationMismatch setHoldSettings linkRefund unlinkRefund advanceTestClock
    pauseExternalBankAccount unpauseExternalBankAccount closeExternalBankAccount createBookTransfer
    resolveTreasuryMismatch`,
  'org:admin; merchant': 'setProductFeed importProductFeed',
  'org:admin; operator': 'deactivateKillSwitch',
  'org:approver': 'approveApproval denyApproval',
  'org:compliance': 'decideCase assignCase unblockDeposit',
  'org:auditor': 'auditLog auditVerification auditExport unfreezeWallet voidKyaEvidence',
}

/** What a caller is, as the table speaks of callers. */
export type CallerKind =
  | { readonly kind: 'nobody' | 'operator' | 'enrolment' | 'merchant' }
  | { readonly kind: 'agent'; readonly capabilities: readonly string[]; readonly scope: string }
  | { readonly kind: 'org'; readonly roles: readonly string[] }

/** The rest of a role that includes others. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  admin: ['admin'],
  approver: ['approver', 'admin'],
  compliance: ['compliance'],
  auditor: ['admin', 'compliance'],
}

const ROWS = new Map(
  Object.entries(TABLE).flatMap(([callers, fields]) =>
    fields.split(/\s+/).map((field) => [field, callers.split('; ')] as const),
  ),
)

/** The root fields that the table knows. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set(ROWS.keys())

/** `let in`, or the type of the refusal. @param at `Query.payments` */
export function promisedAccess(at: string, caller: CallerKind): string {
  const [type = '', field = ''] = at.split('.')
  const callers = ROWS.get(field)
  if (callers === undefined) throw new Error(`${at} is not in the table`)
  if (callers.includes('anyone')) return 'let in'
  switch (caller.kind) {
    case 'nobody':
      return 'authentication_error'
    case 'operator':
      return callers.includes('operator') ? 'let in' : 'authentication_error'
    case 'enrolment':
      return callers.includes('enrolment') ? 'let in' : 'capability_denied'
    case 'merchant':
      return callers.includes('merchant') ? 'let in' : 'capability_denied'
    case 'agent':
      return promisedAgent(callers, caller)
    case 'org':
      return promisedKey(callers, caller.roles, type === 'Mutation')
  }
}

function promisedAgent(
  callers: readonly string[],
  { capabilities, scope }: { readonly capabilities: readonly string[]; readonly scope: string },
): string {
  const row = callers.find((one) => one.includes('/'))
  if (row === undefined) return 'capability_denied'
  const [areas = '', least = ''] = row.split('/')
  if (areas !== 'any' && !areas.split(',').some((area) => capabilities.includes(area))) return 'capability_denied'
  const order: readonly string[] = SCOPES
  return order.indexOf(scope) >= order.indexOf(`agent:${least}`) ? 'let in' : 'insufficient_scope'
}

function promisedKey(callers: readonly string[], roles: readonly string[], changes: boolean): string {
  const row = callers.find((one) => one.startsWith('org'))
  if (row === undefined) return 'capability_denied'
  if (changes && roles.includes('viewer') && !row.endsWith('viewers too')) return 'insufficient_scope'
  const [, role] = row.split(':')
  return role === undefined || HOLDERS[role]?.some((one) => roles.includes(one)) ? 'let in' : 'insufficient_scope'
}
