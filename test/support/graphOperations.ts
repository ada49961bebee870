/**
 * Every operation as a client of the graph would write it: documents of the tests' own, so that they also hold the schema
 * to its names. Aliases give the identifiers the names of the specification.
 */
import { CARD_OPERATIONS } from './cardOperations.ts'
import { type GraphOperation, list, mutation, one } from './graphDocuments.ts'
import { TREASURY_OPERATIONS } from './treasuryOperations.ts'

const AGENT = `agentId: id walletId: wallet { id } name description capabilities framework model metadata did status statusReason mode
  ownerOrgId: organization { id } mandateId: mandate { id } didHistory { did validFrom validTo }
  kya { level status validUntil } createdAt updatedAt`
const ENROLMENT_KEY = `keyId: id orgId label capabilities maxUses uses isUsable createdBy expiresAt lastUsedAt revokedAt
  createdAt`
const ADDRESS = 'address { street city region postalCode country }'
const ORGANIZATION = `orgId: id name legalName ${ADDRESS} did mode status limitTimezone policyTemplate
  approvalQuorum { minAmountUsd required } strictApprovals withdrawalApprovals minimumTrustScore
  alertThresholds { walletLow limitPercent gasPercent mandateEndsHours approvalEndsMinutes endpointFailures }
  limits { requestsPerMinute paymentsPerAgentPerMinute } createdAt`
const TEST_CLOCK = 'now aheadSeconds advancingTo'
const ORGANIZATION_KEY = `keyId: id orgId name principalId roles mode status createdBy issuer validUntil lastUsedAt revokedAt
  createdAt`
const MERCHANT_KEY = 'keyId: id merchantId name mode status createdBy validUntil lastUsedAt revokedAt createdAt'
const PERSON = `principalId orgId name status statusReason keys { ${ORGANIZATION_KEY} }`
const SESSION = `sessionId: id orgId kind status isUsable roles mode keyId principalId expiresAt lastUsedAt revokedAt createdAt`
const POLICY = `maxPerTransaction dailyLimit monthlyLimit allowedMerchants allowedCategories blockedCategories
  approvalThreshold timeWindows { days start end tz }`
const RULE = `rule passed reason limit { usd text } actual { usd text } remaining window { start end timezone } resetsAt
  nextSteps`
const DECISION = `outcome message rules { ${RULE} } category usdAmount mandateId mandateVersion evaluatedAt`
const PAYMENT = `paymentId: id status stage txHash walletId agentId mandateId mandateVersion to merchant: merchantDomain
  merchantId: merchant { id } category amount token chain usdAmount purpose failureCode failureReason failureMessage screeningId caseId reviewReasons originator { name ${ADDRESS} } beneficiary { name country } approvalId holdId refundedAmount decision { ${DECISION} } simulated
  metadata policyEvaluatedAt createdAt updatedAt completedAt`
const REFUND = 'paymentId depositId status amount token chain from txHash linkedBy createdAt'
const MISMATCH = `mismatchId: id kind state resolution resolvedBy { personId name } resolvedByKeyId reason nextStep walletId paymentId depositId txHash token chain expected found
  missing openedAt resolvedAt updatedAt`
const RECONCILED = `walletId: id reconciliation { token chain state ledger onChain difference asOfBlock checkedAt }
  openMismatches { ${MISMATCH} }`
const HOLD = `holdId: id status walletId agentId mandateId mandateVersion amount capturedAmount releasedAmount token chain
  usdAmount merchant to purpose originator { name ${ADDRESS} } beneficiary { name country } voidReason voidNote paymentId paymentStatus approvalId metadata expiresAt createdAt updatedAt capturedAt
  voidedAt`
const HUMAN = '{ personId name }'
const ATTEMPT = `attempt { amount token chain to merchant requestedBy requester ${HUMAN} }`
const REFUSED_ATTEMPT = `refusalId operation type rule message details ${ATTEMPT} agentId walletId requestId omittedBefore createdAt`
const AUDIT_RECORD = `recordId sequence type operation outcome actor { kind actorId personId merchantId sessionId address } requestId resourceId
  walletId agentId changes { resource before after } details previousHash hash createdAt`
const AUDIT_VERIFICATION = `verified records firstBrokenId fault headHash headSequence sealedSequence checkpointSequence sealedAt complete
  nextCursor`
const LEDGER_TRANSACTION = `transactionId: id type status direction amount currency token chain walletId agentId
  financialAccountToken: financialAccountId paymentId holdId depositId paymentToken: treasuryPaymentId cardTransactionId
  bookTransferToken: bookTransferId quoteId counterparty txHash journalId
  balanceChanges { available pending held inFlight blocked total } lines { account name direction amount } postedAt open`
const TRANSACTION_FILTERS = `$walletId: ID, $agentId: ID, $paymentId: ID, $holdId: ID,
  $type>types: [TransactionType!], $status>statuses: [TransactionStatus!], $token: String, $chain: String,
  $postedFrom: DateTime, $postedUntil: DateTime, $amountMin: Decimal, $amountMax: Decimal, $address: String,
  $txHash: String, $open: Boolean`
const LIMIT = 'limit spent reserved remaining resetsAt'
const USAGE = `usage { day { ${LIMIT} } month { ${LIMIT} } }`
const BALANCE = 'token chain available held inFlight blocked total onChain asOfBlock'
const COMPLIANCE_FREEZE = 'complianceFreeze { cause depositId message at }'
const WALLET = `walletId: id agentId orgId name type custody address status policy { ${POLICY} } mandateId
  balances { ${BALANCE} } frozenReason frozenBy frozenSource frozenAt ${COMPLIANCE_FREEZE}
  ${USAGE} createdAt updatedAt`
const MANDATE = `mandateId: id agentId walletId status policy { ${POLICY} } ap2IntentRef expiresAt createdBy version
  policyText canonicalText policyHash limitTimezone supersedes effectiveFrom supersededAt revokedAt revokedReason
  ${USAGE} createdAt updatedAt`
const VALUE = '{ usd names timeWindows { days start end tz } }'
const CHANGES = `changes { field before ${VALUE} after ${VALUE} change }`
const VERSION = `version policy { ${POLICY} } policyText canonicalText policyHash limitTimezone ${CHANGES} effectiveFrom
  supersededAt createdBy`
const AT_VERSION = `status version policy { ${POLICY} } policyText canonicalText policyHash limitTimezone ap2IntentRef
  effectiveFrom supersededAt ${USAGE}`
const TEMPLATE = `orgId policyText policy { ${POLICY} } canonicalText expiresInDays builtin`
const COUNTS = 'allowed approvalRequired denied'
const CHECK = 'name outcome score evidence'
const TRUST_SCORE = `walletId agentId score normalized tier minimum meetsMinimum
  signals { name weight value contribution explanation } capsApplied computedAt validUntil`
const KYA = `agentId level status validUntil
  evidence { type level source recordedBy reference comment validFrom validUntil }`
const SCREENING = `screeningId subjectType subjectId walletId agentId ${ATTEMPT} outcome riskScore riskLevel checks { ${CHECK} }
  listVersions { list version } createdAt`
const CASE = `caseId: id status severity riskScore checks { ${CHECK} } screeningId subjectType subjectId paymentId walletId agentId requestedBy
  requester ${HUMAN} notes { event by person ${HUMAN} text to at } assignee decision decidedBy dueAt openedAt: createdAt updatedAt closedAt`
const APPROVAL = `approvalId: id status subjectType subjectId subjectHash requestedBy requester ${HUMAN} orgId walletId agentId reason reasonMessage amount
  token chain to merchant amountUsd requiredApprovals fundsAvailable decisions { decidedBy person { personId name } decision comment at counts } mandateId
  mandateVersion purpose comment expiresAt createdAt resolvedAt`
const SWITCH = `switchId: id scope targetId orgId state reason reasonCode activatedBy activatedAt autoDeactivateAt
  deactivatedBy deactivatedAt deactivateReason affected { queued parked broadcast cards }`
const FROZEN_WALLET = `walletId: id agentId status frozenReason frozenBy frozenSource frozenAt ${COMPLIANCE_FREEZE}`
const MERCHANT = `merchantId: id name legalName domain mcc category country payoutAddresses { chain address } metadata
  status createdAt`
const MANIFEST = `productFeed { productId title description price { amountMinor currency } availability merchantId }
  merchant { merchantId: id name domain }`
const ITEMS = 'items { productId title quantity unitAmountMinor totalMinor }'
const CHARGE =
  'chargeId: id status sessionId amountMinor currency tries waitsFor nextAskAt lastError createdAt updatedAt'
const CHECKOUT = `id sessionId: id url status ${ITEMS} totalAmountMinor currency charge { ${CHARGE} } merchant { merchantId: id name domain }
  agentId orderId pendingApprovalId metadata expiresAt createdAt updatedAt`
const ORDER = `orderId: id status sessionId merchantId paymentId paymentCompleted amountMinor refundedAmountMinor currency ${ITEMS}
  fulfillment { carrier tracking fulfilledAt } refunds { refundId amountMinor arrived createdAt }
  unpaid orderNotes purchaseOrderNumber createdAt updatedAt`
const WEBHOOK = `webhookId: id url events merchantId status description metadata agentId: agent { id } createdAt updatedAt
  health { state successRate failuresInRow lastFailure { deliveryId at statusCode error } lastSuccessAt nextAttemptAt }`
const DELIVERY = `deliveryId: id webhookId eventId sourceEventId type status test nextAttemptAt createdAt
  attempts { number at statusCode durationMs error manual }`
const EVENT = `sourceEventId: id type createdAt cursor resourceId walletId walletSeq agentId data
  deliveries(first: 20) { nodes { webhookId eventId deliveryId: id status } }`

export const GRAPH_OPERATIONS = {
  ...CARD_OPERATIONS,
  ...TREASURY_OPERATIONS,
  register: mutation('registerAgent', 'RegisterAgentInput', { take: 'agent', of: AGENT, beside: 'apiKey replayed' }),
  token: {
    root: 'issueToken',
    input: true,
    document: `mutation ($input: IssueTokenInput!) {
      issueToken(input: $input) { accessToken expiresIn tokenType refreshToken scope }
    }`,
  },
  createEnrolmentKey: mutation('createEnrolmentKey', 'CreateEnrolmentKeyInput', {
    take: 'record',
    of: ENROLMENT_KEY,
    beside: 'enrolmentKey replayed',
  }),
  listEnrolmentKeys: list('enrolmentKeys', '$orgId: ID!', ENROLMENT_KEY),
  revokeEnrolmentKey: mutation('revokeEnrolmentKey', 'RevokeEnrolmentKeyInput', {
    take: 'record',
    of: ENROLMENT_KEY,
    beside: 'replayed',
  }),
  getOrganization: one('organization', '$id: ID!', ORGANIZATION, { org_id: 'id' }),
  updateOrganization: {
    ...mutation('updateOrganization', 'UpdateOrganizationInput', {
      ...{ take: 'organization', of: ORGANIZATION, beside: '' },
    }),
    names: { org_id: 'id' },
  },
  createKey: changeOfKey('createOrganizationKey', 'apiKey replayed'),
  listKeys: list('organizationKeys', '$orgId: ID!, $status>statuses: [OrganizationKeyStatus!]', ORGANIZATION_KEY),
  getKey: one('organizationKey', '$orgId: ID!, $keyId: ID!', ORGANIZATION_KEY),
  updateKey: changeOfKey('updateOrganizationKey', ''),
  rotateKey: changeOfKey('rotateOrganizationKey', 'apiKey replayed'),
  revokeKey: changeOfKey('revokeOrganizationKey'),
  suspendPerson: mutation('suspendPerson', 'SuspendPersonInput', { take: 'person', of: PERSON, beside: 'replayed' }),
  reactivatePerson: mutation('reactivatePerson', 'ReactivatePersonInput', {
    ...{ take: 'person', of: PERSON, beside: 'replayed' },
  }),
  createMerchantKey: changeOfMerchantKey('createMerchantKey', 'apiKey replayed'),
  listMerchantKeys: list('merchantKeys', '$merchantId: ID!, $status>statuses: [MerchantKeyStatus!]', MERCHANT_KEY),
  rotateMerchantKey: changeOfMerchantKey('rotateMerchantKey', 'apiKey replayed'),
  revokeMerchantKey: changeOfMerchantKey('revokeMerchantKey'),
  createSession: mutation('createSession', 'CreateSessionInput', {
    ...{ take: 'record', of: SESSION, beside: 'secret replayed' },
  }),
  listSessions: list(
    'sessions',
    '$orgId: ID!, $status>statuses: [SessionStatus!], $kind>kinds: [SessionKind!]',
    SESSION,
  ),
  getSession: one('session', '$orgId: ID!, $sessionId: ID!', SESSION),
  revokeSession: mutation('revokeSession', 'RevokeSessionInput', {
    ...{ take: 'record', of: SESSION, beside: 'replayed' },
  }),
  listAgents: list('agents', '$status>statuses: [AgentStatus!], $capability>capabilities: [Capability!]', AGENT),
  me: one('me', '', AGENT),
  getAgent: one('agent', '$id: ID!', AGENT, { agent_id: 'id' }),
  updateAgent: changeOfAgent('updateAgent', ''),
  suspendAgent: changeOfAgent('suspendAgent'),
  reactivateAgent: changeOfAgent('reactivateAgent'),
  revokeAgent: changeOfAgent('revokeAgent'),
  rotateAgentKey: changeOfAgent('rotateAgentKey', 'apiKey replayed'),
  rotateAgentDid: changeOfAgent('rotateAgentDid', 'previousDid rotatedAt replayed'),
  createPayment: mutation('createPayment', 'CreatePaymentInput', { take: 'payment', of: PAYMENT, beside: 'replayed' }),
  createHold: mutation('createHold', 'CreateHoldInput', {
    take: 'hold',
    of: HOLD,
    beside: `approval { ${APPROVAL} } replayed`,
  }),
  listHolds: list('holds', '$walletId: ID, $agentId: ID, $status>statuses: [HoldStatus!]', HOLD),
  getHold: one('hold', '$id: ID!', HOLD, { hold_id: 'id' }),
  captureHold: mutation('captureHold', 'CaptureHoldInput', { take: 'hold', of: HOLD, beside: 'replayed' }),
  voidHold: mutation('voidHold', 'VoidHoldInput', { take: 'hold', of: HOLD, beside: 'replayed' }),
  extendHold: mutation('extendHold', 'ExtendHoldInput', { take: 'hold', of: HOLD, beside: 'replayed' }),
  getPayment: one('payment', '$id: ID!, $wait: Int', PAYMENT, { payment_id: 'id' }),
  listPayments: list(
    'payments',
    `$walletId: ID, $agentId: ID, $status>statuses: [PaymentStatus!], $stage>stages: [PaymentStage!], $merchant: String, $token: String,
    $chain: String, $createdFrom: DateTime, $createdUntil: DateTime`,
    PAYMENT,
  ),
  reconcileWallet: mutation('reconcileWallet', 'ReconcileWalletInput', {
    take: 'wallet',
    of: RECONCILED,
    beside: 'replayed',
  }),
  getReconciliation: one('wallet', '$id: ID!', RECONCILED, { wallet_id: 'id' }),
  listRefunds: list('refunds', '$paymentId: ID!, $status>statuses: [RefundStatus!]', REFUND),
  linkRefund: mutation('linkRefund', 'LinkRefundInput', {
    take: 'refund',
    of: REFUND,
    beside: 'alreadyLinked replayed',
  }),
  unlinkRefund: mutation('unlinkRefund', 'UnlinkRefundInput', { take: 'payment', of: PAYMENT, beside: 'replayed' }),
  notifyRefund: mutation('notifyRefund', 'NotifyRefundInput', {
    take: 'refund',
    of: REFUND,
    beside: 'alreadyLinked replayed',
  }),
  unblockDeposit: mutation('unblockDeposit', 'UnblockDepositInput', {
    take: 'release',
    of: 'depositId walletId amount token chain from txHash listedIn listVersion unblockedBy reason unblockedAt',
    beside: 'alreadyUnblocked replayed',
  }),
  listTransactions: list('ledgerTransactions', TRANSACTION_FILTERS, LEDGER_TRANSACTION),
  transactionTotals: one(
    'ledgerTransactionTotals',
    TRANSACTION_FILTERS,
    'totals { type status direction currency token chain count amount } isExact',
  ),
  transactionsByHash: list(
    'ledgerTransactionsByHash',
    '$txHash: String!, $chain: String, $type>types: [TransactionType!], $status>statuses: [TransactionStatus!]',
    LEDGER_TRANSACTION,
  ),
  getTransaction: one('ledgerTransaction', '$id: ID!', LEDGER_TRANSACTION, { transaction_id: 'id' }),
  transfer: mutation('transfer', 'TransferInput', {
    take: 'payment',
    of: 'txId: id paymentId: id status txHash stage approvalId',
    beside: 'success amount destination replayed',
  }),
  balance: one('walletBalance', '$walletId: ID!, $token: String, $chain: String', 'balance held token chain'),
  getWallet: one('wallet', '$id: ID!', WALLET, { wallet_id: 'id' }),
  ownershipChallenge: mutation('createOwnershipChallenge', 'CreateOwnershipChallengeInput', {
    beside: 'nonce message expiresAt replayed',
  }),
  createWallet: mutation('createWallet', 'CreateWalletInput', { take: 'wallet', of: WALLET, beside: 'replayed' }),
  listWallets: list('wallets', '$agentId: ID, $status>statuses: [WalletStatus!], $unbound: Boolean', WALLET),
  balances: one('wallet', '$id: ID!', `walletId: id balances { ${BALANCE} } totalUsd asOf`, { wallet_id: 'id' }),
  trustScore: {
    ...one('wallet', '$id: ID!', `trustScore { ${TRUST_SCORE} }`, { wallet_id: 'id' }),
    take: 'trustScore',
  },
  trustHistory: list(
    'trustScoreHistory',
    '$walletId: ID!',
    'walletId agentId score previousScore signals { name before after } cause resourceId at',
  ),
  listBalances: list('balances', '$token: String, $chain: String', `walletId ${BALANCE}`),
  faucet: {
    root: 'faucet',
    input: true,
    document:
      'mutation ($input: FaucetInput!) { faucet(input: $input) { walletId token chain amount txHash depositId } }',
  },
  testClock: { root: 'testClock', document: `query { testClock { ${TEST_CLOCK} } }` },
  advanceTestClock: mutation('advanceTestClock', 'AdvanceTestClockInput', {
    ...{ take: 'clock', of: TEST_CLOCK, beside: 'dueLeft' },
  }),
  checkPolicy: {
    root: 'checkPolicy',
    input: true,
    numbers: ['amount'],
    document: `query ($input: CheckPolicyInput!) { checkPolicy(input: $input) {
      allowed amount merchant limitPerTx message outcome errorType rules { ${RULE} } mandateId mandateVersion evaluatedAt category
      usdAmount remaining { day month }
    } }`,
  },
  policyLanguage: one(
    'policyLanguage',
    '',
    'constructions { name topic wordings } rules { name wordings } freeRules { name slots roles { name words } } slots categories { name label group aliases namedOnly } groups { name categories }',
  ),
  categories: one('policyCategories', '', 'name label group aliases highRisk defaultBlocked'),
  getMandate: {
    ...one('mandateVersion', '$mandateId: ID!, $version: Int', `mandate { ${MANDATE} } ${AT_VERSION}`),
    take: 'mandate',
  },
  listMandates: list('mandates', '$status>statuses: [MandateStatus!], $agentId: ID, $walletId: ID', MANDATE),
  createMandate: mutation('createMandate', 'CreateMandateInput', { take: 'mandate', of: MANDATE, beside: 'replayed' }),
  updateMandate: {
    ...mutation('updateMandate', 'UpdateMandateInput', { take: 'mandate', of: MANDATE, beside: 'replayed' }),
    names: { mandate_id: 'id' },
  },
  revokeMandate: {
    ...mutation('revokeMandate', 'RevokeMandateInput', { take: 'mandate', of: MANDATE, beside: 'replayed' }),
    names: { mandate_id: 'id' },
  },
  mandateVersions: list('mandateVersions', '$mandateId: ID!', VERSION),
  ap2Intent: {
    root: 'ap2Intent',
    document: `query ($mandateId: ID!, $version: Int, $format: Ap2IntentFormat) {
      ap2Intent(mandateId: $mandateId, version: $version, format: $format)
    }`,
  },
  previewPolicy: {
    root: 'previewPolicy',
    input: true,
    document: `query ($input: PreviewPolicyInput!) { previewPolicy(input: $input) {
      policy { ${POLICY} } spans { start end text field value ${VALUE} sentence } canonicalText notes { code message } ${CHANGES}
    } }`,
  },
  executeMandate: mutation('executeMandate', 'ExecuteMandateInput', {
    take: 'payment',
    of: 'paymentId: id status txHash stage approvalId',
    beside: 'replayed',
  }),
  simulatePolicy: {
    root: 'simulatePolicy',
    input: true,
    document: `query ($input: SimulatePolicyInput!) { simulatePolicy(input: $input) {
      walletId from until policy { ${POLICY} } canonicalText limitTimezone payments before { ${COUNTS} }
      after { ${COUNTS} } changed changes {
        edges { node { paymentId evaluatedAt usdAmount merchant category before after reason message } }
        pageInfo { hasNextPage endCursor }
      }
    } }`,
  },
  getTemplate: one('policyTemplate', '$orgId: ID!', TEMPLATE),
  setTemplate: mutation('setPolicyTemplate', 'SetPolicyTemplateInput', {
    take: 'policyTemplate',
    of: TEMPLATE,
    beside: '',
  }),
  holdSettings: one('holdSettings', '$orgId: ID!', 'orgId honorOpenHolds'),
  setHoldSettings: mutation('setHoldSettings', 'SetHoldSettingsInput', {
    take: 'holdSettings',
    of: 'orgId honorOpenHolds',
    beside: '',
  }),
  requestApproval: approvalMutation('requestApproval', 'RequestApprovalInput'),
  listApprovals: list(
    'approvals',
    '$status>statuses: [ApprovalStatus!], $agentId: ID, $subjectType>subjectTypes: [ApprovalSubjectType!]',
    APPROVAL,
  ),
  getApproval: one('approval', '$id: ID!', `${APPROVAL} deciders ${HUMAN}`, { approval_id: 'id' }),
  approve: approvalMutation('approveApproval', 'DecideApprovalInput'),
  deny: approvalMutation('denyApproval', 'DecideApprovalInput'),
  cancelApproval: approvalMutation('cancelApproval', 'DecideApprovalInput'),
  complianceStatus: one(
    'complianceStatus',
    '$agentId: ID',
    'organization { orgId kybStatus: status accountHolderStatus } agent { agentId kyaLevel: level kyaStatus: status validUntil }',
  ),
  getKyb: one('organizationKyb', '$orgId: ID!', 'orgId status accountHolderStatus checkedAt'),
  getKya: one('kya', '$agentId: ID!', `${KYA} didChallenge { nonce message expiresAt }`),
  recordEvidence: mutation('recordKyaEvidence', 'RecordKyaEvidenceInput', { take: 'kya', of: KYA, beside: 'replayed' }),
  voidEvidence: mutation('voidKyaEvidence', 'VoidKyaEvidenceInput', { take: 'kya', of: KYA, beside: 'replayed' }),
  simulateKyaExpiry: mutation('simulateKyaExpiry', 'SimulateKyaExpiryInput', {
    ...{ take: 'kya', of: KYA, beside: 'replayed' },
  }),
  simulateKyb: mutation('simulateKybReview', 'SimulateKybReviewInput', {
    ...{ take: 'kyb', of: 'orgId status accountHolderStatus checkedAt', beside: 'replayed' },
  }),
  screen: {
    root: 'screen',
    input: true,
    document: `query ($input: ScreenInput!) { screen(input: $input) { ${SCREENING} } }`,
  },
  listScreenings: list(
    'screenings',
    '$subjectType>subjectTypes: [ScreeningSubjectType!], $subjectId: ID, $outcome>outcomes: [ScreeningOutcome!], $walletId: ID, $agentId: ID, $createdFrom: DateTime, $createdUntil: DateTime',
    SCREENING,
  ),
  getScreening: one('screening', '$screeningId: ID!', SCREENING),
  screeningLists: one('screeningLists', '', 'list category version entries effectiveAt importedAt validUntil'),
  listRefusals: list(
    'refusals',
    '$walletId: ID, $agentId: ID, $rule: String, $createdFrom: DateTime, $createdUntil: DateTime',
    REFUSED_ATTEMPT,
  ),
  listAudit: list(
    'auditLog',
    '$subjectId: ID, $actor: String, $operation: String, $requestId: ID, $outcome>outcomes: [AuditOutcome!], $from: DateTime, $until: DateTime',
    AUDIT_RECORD,
  ),
  verifyAudit: one('auditVerification', '$after: String', AUDIT_VERIFICATION),
  exportAudit: one('auditExport', '$after: String', 'lines nextCursor'),
  listCases: list(
    'complianceCases',
    '$status>statuses: [CaseStatus!], $severity>severities: [RiskLevel!], $subjectType>subjectTypes: [CaseSubject!], $subjectId: ID, $assignee: ID',
    CASE,
  ),
  getCase: one('complianceCase', '$id: ID!', CASE, { case_id: 'id' }),
  decideCase: mutation('decideCase', 'DecideCaseInput', { take: 'complianceCase', of: CASE, beside: 'replayed' }),
  assignCase: mutation('assignCase', 'AssignCaseInput', { take: 'complianceCase', of: CASE, beside: 'replayed' }),
  activateSwitch: mutation('activateKillSwitch', 'ActivateKillSwitchInput', {
    take: 'killSwitch',
    of: SWITCH,
    beside: '',
  }),
  deactivateSwitch: {
    ...mutation('deactivateKillSwitch', 'DeactivateKillSwitchInput', { take: 'killSwitch', of: SWITCH, beside: '' }),
    names: { switch_id: 'id' },
  },
  listSwitches: list(
    'killSwitches',
    '$state>states: [KillSwitchState!], $scope>scopes: [KillSwitchScope!], $targetId: String',
    SWITCH,
  ),
  effectiveSwitches: one(
    'effectiveKillSwitches',
    `$agentId: ID, $walletId: ID, $chain: String, $token: String, $rail: String, $protocol: String, $capability: String,
    $merchant: String`,
    'blocked switches { switchId: id scope targetId level reason activatedAt autoDeactivateAt }',
  ),
  previewSwitch: one(
    'previewKillSwitch',
    '$scope: KillSwitchScope!, $targetId: String!',
    'queued parked broadcast cards',
  ),
  freezeWallet: mutation('freezeWallet', 'FreezeWalletInput', { take: 'wallet', of: FROZEN_WALLET, beside: '' }),
  unfreezeWallet: mutation('unfreezeWallet', 'UnfreezeWalletInput', { take: 'wallet', of: FROZEN_WALLET, beside: '' }),
  resolveMismatch: {
    ...mutation('resolveReconciliationMismatch', 'ResolveReconciliationMismatchInput', {
      take: 'mismatch',
      of: 'mismatchId: id kind state resolution resolvedAt',
      beside: 'replayed',
    }),
    names: { mismatch_id: 'id' },
  },
  productManifest: one('productManifest', '$merchant: String', MANIFEST),
  setProductFeed: mutation('setProductFeed', 'SetProductFeedInput', { take: 'manifest', of: MANIFEST, beside: '' }),
  importProductFeed: mutation('importProductFeed', 'ImportProductFeedInput', {
    ...{ take: 'manifest', of: MANIFEST, beside: 'skipped { count reasons { path code message } }' },
  }),
  listCharges: list('charges', '$status>statuses: [ChargeStatus!]', CHARGE),
  getCharge: one('charge', '$id: ID!', CHARGE, { charge_id: 'id' }),
  endCharge: mutation('endCharge', 'EndChargeInput', { take: 'charge', of: CHARGE, beside: 'replayed' }),
  createCheckout: mutation('createCheckout', 'CreateCheckoutInput', {
    ...{ take: 'checkout', of: CHECKOUT, beside: 'replayed' },
  }),
  listCheckouts: list('checkouts', '$agentId: ID, $status>statuses: [CheckoutStatus!]', CHECKOUT),
  getCheckout: one('checkout', '$id: ID!', CHECKOUT),
  updateCheckout: mutation('updateCheckout', 'UpdateCheckoutInput', {
    ...{ take: 'checkout', of: CHECKOUT, beside: 'replayed' },
  }),
  cancelCheckout: mutation('cancelCheckout', 'CancelCheckoutInput', {
    ...{ take: 'checkout', of: CHECKOUT, beside: 'replayed' },
  }),
  authorizeCheckout: {
    root: 'authorizeCheckout',
    input: true,
    document: `mutation ($input: AuthorizeCheckoutInput!) {
      authorizeCheckout(input: $input) { sharedToken sessionId maxAmountMinor currency expiresAt }
    }`,
  },
  payCheckout: mutation('payCheckout', 'PayCheckoutInput', {
    ...{ take: 'order', of: 'orderId: id status paymentId amountMinor currency', beside: 'replayed' },
  }),
  listOrders: list('orders', '$agentId: ID, $status>statuses: [OrderStatus!]', ORDER),
  getOrder: one('order', '$id: ID!', ORDER),
  rotateMerchantSecret: mutation('rotateMerchantSecret', 'RotateMerchantSecretInput', {
    ...{ take: 'merchant', of: MERCHANT, beside: 'secret replayed' },
  }),
  createMerchant: mutation('createMerchant', 'CreateMerchantInput', {
    take: 'merchant',
    of: MERCHANT,
    beside: 'replayed',
  }),
  getMerchant: one('merchant', '$id: ID!', MERCHANT, { merchant_id: 'id' }),
  listMerchants: list('merchants', '$domain: String, $category: String, $status>statuses: [MerchantStatus!]', MERCHANT),
  updateMerchant: {
    ...mutation('updateMerchant', 'UpdateMerchantInput', { take: 'merchant', of: MERCHANT, beside: '' }),
    names: { merchant_id: 'id' },
  },
  createWebhook: mutation('createWebhook', 'CreateWebhookInput', { take: 'webhook', of: WEBHOOK, beside: 'secret' }),
  getWebhook: one('webhook', '$id: ID!', WEBHOOK, { webhook_id: 'id' }),
  listWebhooks: list('webhooks', '', WEBHOOK),
  updateWebhook: mutation('updateWebhook', 'UpdateWebhookInput', { take: 'webhook', of: WEBHOOK, beside: '' }),
  deleteWebhook: mutation('deleteWebhook', 'DeleteWebhookInput', { beside: 'deletedWebhookId' }),
  testWebhook: mutation('testWebhook', 'TestWebhookInput', { take: 'delivery', of: DELIVERY, beside: '' }),
  rotateSecret: mutation('rotateWebhookSecret', 'RotateWebhookSecretInput', {
    take: 'webhook',
    of: WEBHOOK,
    beside: 'secret previousSecretExpiresAt',
  }),
  listDeliveries: list(
    'deliveries',
    `$webhookId: ID!, $status>statuses: [DeliveryStatus!], $type>types: [String!], $createdFrom: DateTime,
    $createdUntil: DateTime`,
    DELIVERY,
  ),
  replayWebhook: mutation('replayWebhook', 'ReplayWebhookInput', {
    beside: 'replayId scheduled delivered underWay complete nextCursor',
  }),
  getDelivery: one('delivery', '$webhookId: ID!, $id: ID!', DELIVERY, { delivery_id: 'id' }),
  retryDelivery: mutation('retryDelivery', 'RetryDeliveryInput', { take: 'delivery', of: DELIVERY, beside: '' }),
  listEvents: list(
    'events',
    `$types: [String!], $resourceId: ID, $walletId: ID, $since: DateTime, $until: DateTime,
    $order>orderBy: EventOrder`,
    EVENT,
  ),
  getEvent: one('event', '$id: ID!', EVENT, { event_id: 'id' }),
  eventTypes: one('eventTypes', '', 'type description schema optIn'),
  eventSchema: one('eventType', '$type: String!', 'schema'),
} satisfies Record<string, GraphOperation>

function approvalMutation(root: string, input: string): GraphOperation {
  return mutation(root, input, { take: 'approval', of: APPROVAL, beside: 'replayed' })
}

function changeOfKey(root: string, beside = 'replayed'): GraphOperation {
  const input = `${root[0]?.toUpperCase()}${root.slice(1)}Input`
  return mutation(root, input, { take: 'record', of: ORGANIZATION_KEY, beside })
}

function changeOfMerchantKey(root: string, beside = 'replayed'): GraphOperation {
  const input = `${root[0]?.toUpperCase()}${root.slice(1)}Input`
  return mutation(root, input, { take: 'record', of: MERCHANT_KEY, beside })
}

function changeOfAgent(root: string, beside = 'replayed'): GraphOperation {
  const input = `${root[0]?.toUpperCase()}${root.slice(1)}Input`
  return { ...mutation(root, input, { take: 'agent', of: AGENT, beside }), names: { agent_id: 'id' } }
}
