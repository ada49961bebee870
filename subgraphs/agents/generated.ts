/** Types of this contract, written by scripts/compose.ts. Never edit by hand. */
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  Decimal: { input: string; output: string; }
  DateTime: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  readonly viewer?: Maybe<Viewer>;
  readonly node?: Maybe<Node>;
  readonly nodes?: Maybe<ReadonlyArray<Maybe<Node>>>;
  readonly me?: Maybe<Agent>;
  readonly agent?: Maybe<Agent>;
  readonly agents?: Maybe<AgentConnection>;
  readonly enrolmentKeys?: Maybe<EnrolmentKeyConnection>;
  readonly organizationKeys?: Maybe<OrganizationKeyConnection>;
  readonly merchantKeys?: Maybe<MerchantKeyConnection>;
  readonly organizationKey?: Maybe<OrganizationKey>;
  readonly sessions?: Maybe<SessionConnection>;
  readonly session?: Maybe<Session>;
  readonly complianceStatus?: Maybe<ComplianceStatus>;
  readonly organizationKyb?: Maybe<OrganizationKyb>;
  readonly kya?: Maybe<AgentKya>;
  readonly organization?: Maybe<Organization>;
  readonly testClock?: Maybe<TestClock>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAgentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<AgentOrder>;
  statuses?: InputMaybe<ReadonlyArray<AgentStatus>>;
  capabilities?: InputMaybe<ReadonlyArray<Capability>>;
};


export type QueryEnrolmentKeysArgs = {
  orgId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<EnrolmentKeyOrder>;
};


export type QueryOrganizationKeysArgs = {
  orgId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<OrganizationKeyOrder>;
  statuses?: InputMaybe<ReadonlyArray<OrganizationKeyStatus>>;
};


export type QueryMerchantKeysArgs = {
  merchantId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MerchantKeyOrder>;
  statuses?: InputMaybe<ReadonlyArray<MerchantKeyStatus>>;
};


export type QueryOrganizationKeyArgs = {
  orgId: Scalars['ID']['input'];
  keyId: Scalars['ID']['input'];
};


export type QuerySessionsArgs = {
  orgId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<SessionOrder>;
  statuses?: InputMaybe<ReadonlyArray<SessionStatus>>;
  kinds?: InputMaybe<ReadonlyArray<SessionKind>>;
};


export type QuerySessionArgs = {
  orgId: Scalars['ID']['input'];
  sessionId: Scalars['ID']['input'];
};


export type QueryComplianceStatusArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryOrganizationKybArgs = {
  orgId: Scalars['ID']['input'];
};


export type QueryKyaArgs = {
  agentId: Scalars['ID']['input'];
};


export type QueryOrganizationArgs = {
  id: Scalars['ID']['input'];
};

export type TestClock = {
  readonly now: Scalars['DateTime']['output'];
  readonly aheadSeconds: Scalars['Int']['output'];
  readonly advancingTo?: Maybe<Scalars['DateTime']['output']>;
};

export type AdvanceTestClockInput = {
  readonly seconds?: InputMaybe<Scalars['Int']['input']>;
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type AdvanceTestClockPayload = {
  readonly clock: TestClock;
  readonly dueLeft: Scalars['Int']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type Mutation = {
  readonly registerAgent?: Maybe<RegisterAgentPayload>;
  readonly updateOrganization?: Maybe<UpdateOrganizationPayload>;
  readonly advanceTestClock?: Maybe<AdvanceTestClockPayload>;
  readonly updateAgent?: Maybe<UpdateAgentPayload>;
  readonly suspendAgent?: Maybe<SuspendAgentPayload>;
  readonly reactivateAgent?: Maybe<ReactivateAgentPayload>;
  readonly revokeAgent?: Maybe<RevokeAgentPayload>;
  readonly rotateAgentKey?: Maybe<RotateAgentKeyPayload>;
  readonly rotateAgentDid?: Maybe<RotateAgentDidPayload>;
  readonly recordKyaEvidence?: Maybe<RecordKyaEvidencePayload>;
  readonly voidKyaEvidence?: Maybe<VoidKyaEvidencePayload>;
  readonly simulateKybReview?: Maybe<SimulateKybReviewPayload>;
  readonly simulateKyaExpiry?: Maybe<SimulateKyaExpiryPayload>;
  readonly createEnrolmentKey?: Maybe<CreateEnrolmentKeyPayload>;
  readonly revokeEnrolmentKey?: Maybe<RevokeEnrolmentKeyPayload>;
  readonly createMerchantKey?: Maybe<CreateMerchantKeyPayload>;
  readonly rotateMerchantKey?: Maybe<RotateMerchantKeyPayload>;
  readonly revokeMerchantKey?: Maybe<RevokeMerchantKeyPayload>;
  readonly createOrganizationKey?: Maybe<CreateOrganizationKeyPayload>;
  readonly updateOrganizationKey?: Maybe<UpdateOrganizationKeyPayload>;
  readonly rotateOrganizationKey?: Maybe<RotateOrganizationKeyPayload>;
  readonly revokeOrganizationKey?: Maybe<RevokeOrganizationKeyPayload>;
  readonly suspendPerson?: Maybe<SuspendPersonPayload>;
  readonly reactivatePerson?: Maybe<ReactivatePersonPayload>;
  readonly createSession?: Maybe<CreateSessionPayload>;
  readonly revokeSession?: Maybe<RevokeSessionPayload>;
  readonly issueToken?: Maybe<TokenPayload>;
};


export type MutationRegisterAgentArgs = {
  input: RegisterAgentInput;
};


export type MutationUpdateOrganizationArgs = {
  input: UpdateOrganizationInput;
};


export type MutationAdvanceTestClockArgs = {
  input: AdvanceTestClockInput;
};


export type MutationUpdateAgentArgs = {
  input: UpdateAgentInput;
};


export type MutationSuspendAgentArgs = {
  input: SuspendAgentInput;
};


export type MutationReactivateAgentArgs = {
  input: ReactivateAgentInput;
};


export type MutationRevokeAgentArgs = {
  input: RevokeAgentInput;
};


export type MutationRotateAgentKeyArgs = {
  input: RotateAgentKeyInput;
};


export type MutationRotateAgentDidArgs = {
  input: RotateAgentDidInput;
};


export type MutationRecordKyaEvidenceArgs = {
  input: RecordKyaEvidenceInput;
};


export type MutationVoidKyaEvidenceArgs = {
  input: VoidKyaEvidenceInput;
};


export type MutationSimulateKybReviewArgs = {
  input: SimulateKybReviewInput;
};


export type MutationSimulateKyaExpiryArgs = {
  input: SimulateKyaExpiryInput;
};


export type MutationCreateEnrolmentKeyArgs = {
  input: CreateEnrolmentKeyInput;
};


export type MutationRevokeEnrolmentKeyArgs = {
  input: RevokeEnrolmentKeyInput;
};


export type MutationCreateMerchantKeyArgs = {
  input: CreateMerchantKeyInput;
};


export type MutationRotateMerchantKeyArgs = {
  input: RotateMerchantKeyInput;
};


export type MutationRevokeMerchantKeyArgs = {
  input: RevokeMerchantKeyInput;
};


export type MutationCreateOrganizationKeyArgs = {
  input: CreateOrganizationKeyInput;
};


export type MutationUpdateOrganizationKeyArgs = {
  input: UpdateOrganizationKeyInput;
};


export type MutationRotateOrganizationKeyArgs = {
  input: RotateOrganizationKeyInput;
};


export type MutationRevokeOrganizationKeyArgs = {
  input: RevokeOrganizationKeyInput;
};


export type MutationSuspendPersonArgs = {
  input: SuspendPersonInput;
};


export type MutationReactivatePersonArgs = {
  input: ReactivatePersonInput;
};


export type MutationCreateSessionArgs = {
  input: CreateSessionInput;
};


export type MutationRevokeSessionArgs = {
  input: RevokeSessionInput;
};


export type MutationIssueTokenArgs = {
  input: IssueTokenInput;
};

export type Node = {
  readonly id: Scalars['ID']['output'];
};

export type Viewer = {
  readonly kind: ViewerKind;
  readonly mode?: Maybe<Mode>;
  readonly organization?: Maybe<Organization>;
  readonly agent?: Maybe<Agent>;
  readonly keyId?: Maybe<Scalars['ID']['output']>;
  readonly sessionId?: Maybe<Scalars['ID']['output']>;
  readonly roles: ReadonlyArray<Role>;
  readonly capabilities: ReadonlyArray<Capability>;
  readonly scope?: Maybe<Scalars['String']['output']>;
};

export type ViewerKind =
  | 'agent'
  | 'organization'
  | 'operator';

export type Role =
  | 'admin'
  | 'approver'
  | 'compliance'
  | 'viewer';

export type Organization = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly legalName?: Maybe<Scalars['String']['output']>;
  readonly address?: Maybe<PostalAddress>;
  readonly did: Scalars['String']['output'];
  readonly mode: Mode;
  readonly status: OrganizationStatus;
  readonly limitTimezone: Scalars['String']['output'];
  readonly policyTemplate?: Maybe<Scalars['String']['output']>;
  readonly approvalQuorum?: Maybe<ReadonlyArray<QuorumRule>>;
  readonly strictApprovals?: Maybe<Scalars['Boolean']['output']>;
  readonly withdrawalApprovals?: Maybe<Scalars['Boolean']['output']>;
  readonly minimumTrustScore: Scalars['Int']['output'];
  readonly alertThresholds?: Maybe<AlertThresholds>;
  readonly limits: OrganizationLimits;
  readonly testClock?: Maybe<TestClock>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type AlertThresholds = {
  readonly walletLow?: Maybe<Scalars['Decimal']['output']>;
  readonly limitPercent: Scalars['Int']['output'];
  readonly gasPercent: Scalars['Int']['output'];
  readonly mandateEndsHours: Scalars['Int']['output'];
  readonly approvalEndsMinutes: Scalars['Int']['output'];
  readonly endpointFailures: Scalars['Int']['output'];
};

export type Agent = Node & {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly capabilities: ReadonlyArray<Capability>;
  readonly framework?: Maybe<Scalars['String']['output']>;
  readonly model?: Maybe<Scalars['String']['output']>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly status: AgentStatus;
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly did: Scalars['String']['output'];
  readonly didHistory: ReadonlyArray<AgentDid>;
  readonly kya: AgentKya;
  readonly organization: Organization;
  readonly walletId: Scalars['ID']['output'];
  readonly mandateId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly mandate?: Maybe<Mandate>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type AgentStatus =
  | 'active'
  | 'suspended'
  | 'revoked';

export type Mode =
  | 'test'
  | 'live';

export type OrganizationStatus =
  | 'active'
  | 'suspended';

export type Capability =
  | 'payments'
  | 'wallets'
  | 'cards'
  | 'holds'
  | 'treasury'
  | 'mandates'
  | 'approvals'
  | 'compliance';

export type KyaLevel =
  | 'none'
  | 'basic'
  | 'verified'
  | 'attested';

export type KyaStatus =
  | 'valid'
  | 'incomplete'
  | 'expired';

export type AgentOrder = {
  readonly field: AgentOrderField;
  readonly direction: OrderDirection;
};

export type AgentOrderField =
  | 'created_at'
  | 'name';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type AgentDid = {
  readonly did: Scalars['String']['output'];
  readonly validFrom: Scalars['DateTime']['output'];
  readonly validTo?: Maybe<Scalars['DateTime']['output']>;
};

export type AgentKya = {
  readonly agentId: Scalars['ID']['output'];
  readonly level: KyaLevel;
  readonly status: KyaStatus;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly evidence: ReadonlyArray<KyaEvidence>;
  readonly didChallenge: DidChallenge;
};

export type DidChallenge = {
  readonly nonce: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
};

export type DidProofInput = {
  readonly nonce: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

export type KyaEvidence = {
  readonly type: KyaEvidenceType;
  readonly level: KyaLevel;
  readonly source?: Maybe<Scalars['String']['output']>;
  readonly recordedBy?: Maybe<Scalars['ID']['output']>;
  readonly reference?: Maybe<Scalars['String']['output']>;
  readonly comment?: Maybe<Scalars['String']['output']>;
  readonly validFrom: Scalars['DateTime']['output'];
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type KyaEvidenceType =
  | 'did_control'
  | 'purpose_review'
  | 'attestation'
  | 'earlier_release';

export type KybStatus =
  | 'pending'
  | 'accepted'
  | 'rejected';

export type KybDecision =
  | 'accepted'
  | 'rejected';

export type OrganizationKyb = {
  readonly orgId: Scalars['ID']['output'];
  readonly status: KybStatus;
  readonly checkedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly accountHolderStatus?: Maybe<AccountHolderStatus>;
};

export type AccountHolderStatus =
  | 'ACCEPTED'
  | 'PENDING_REVIEW'
  | 'PENDING_DOCUMENT'
  | 'PENDING_RESUBMIT'
  | 'REJECTED';

export type ComplianceStatus = {
  readonly organization: OrganizationKyb;
  readonly agent?: Maybe<AgentKya>;
};

export type RecordKyaEvidenceInput = {
  readonly agentId: Scalars['ID']['input'];
  readonly type: KyaEvidenceType;
  readonly attestation?: InputMaybe<Scalars['String']['input']>;
  readonly proof?: InputMaybe<DidProofInput>;
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RecordKyaEvidencePayload = {
  readonly kya: AgentKya;
  readonly replayed: Scalars['Boolean']['output'];
};

export type VoidKyaEvidenceInput = {
  readonly agentId: Scalars['ID']['input'];
  readonly type: KyaEvidenceType;
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type VoidKyaEvidencePayload = {
  readonly kya: AgentKya;
  readonly replayed: Scalars['Boolean']['output'];
};

export type SimulateKyaExpiryInput = {
  readonly agentId: Scalars['ID']['input'];
  readonly type: KyaEvidenceType;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateKyaExpiryPayload = {
  readonly kya: AgentKya;
  readonly replayed: Scalars['Boolean']['output'];
};

export type SimulateKybReviewInput = {
  readonly status: KybDecision;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateKybReviewPayload = {
  readonly kyb: OrganizationKyb;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Wallet = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Mandate = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Payment = Node & {
  readonly id: Scalars['ID']['output'];
};

export type ComplianceCase = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Approval = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Transaction = Node & {
  readonly id: Scalars['ID']['output'];
};

export type LedgerTransaction = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Hold = Node & {
  readonly id: Scalars['ID']['output'];
};

export type ReconciliationMismatch = Node & {
  readonly id: Scalars['ID']['output'];
};

export type MandateVersion = Node & {
  readonly id: Scalars['ID']['output'];
};

export type KillSwitch = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Merchant = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Checkout = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Order = Node & {
  readonly id: Scalars['ID']['output'];
};

export type AccountHolder = Node & {
  readonly id: Scalars['ID']['output'];
};

export type FinancialAccount = Node & {
  readonly id: Scalars['ID']['output'];
};

export type ExternalBankAccount = Node & {
  readonly id: Scalars['ID']['output'];
};

export type TreasuryPayment = Node & {
  readonly id: Scalars['ID']['output'];
};

export type BookTransfer = Node & {
  readonly id: Scalars['ID']['output'];
};

export type ConversionQuote = Node & {
  readonly id: Scalars['ID']['output'];
};

export type TreasuryMismatch = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Card = Node & {
  readonly id: Scalars['ID']['output'];
};

export type CardTransaction = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Event = Node & {
  readonly id: Scalars['ID']['output'];
};

export type Webhook = Node & {
  readonly id: Scalars['ID']['output'];
};

export type WebhookDelivery = Node & {
  readonly id: Scalars['ID']['output'];
};

export type AgentConnection = {
  readonly edges: ReadonlyArray<AgentEdge>;
  readonly nodes: ReadonlyArray<Agent>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type AgentEdge = {
  readonly node: Agent;
  readonly cursor: Scalars['String']['output'];
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type RegisterAgentInput = {
  readonly name: Scalars['String']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly capabilities: ReadonlyArray<Scalars['String']['input']>;
  readonly framework?: InputMaybe<Scalars['String']['input']>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
  readonly ownerOrgId: Scalars['ID']['input'];
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly walletId?: InputMaybe<Scalars['ID']['input']>;
  readonly existingWallet?: InputMaybe<ExistingWalletInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type OrganizationLimits = {
  readonly requestsPerMinute?: Maybe<Scalars['Int']['output']>;
  readonly paymentsPerAgentPerMinute?: Maybe<Scalars['Int']['output']>;
};

export type PostalAddress = {
  readonly street: Scalars['String']['output'];
  readonly city: Scalars['String']['output'];
  readonly region?: Maybe<Scalars['String']['output']>;
  readonly postalCode?: Maybe<Scalars['String']['output']>;
  readonly country: Scalars['String']['output'];
};

export type PostalAddressInput = {
  readonly street: Scalars['String']['input'];
  readonly city: Scalars['String']['input'];
  readonly region?: InputMaybe<Scalars['String']['input']>;
  readonly postalCode?: InputMaybe<Scalars['String']['input']>;
  readonly country: Scalars['String']['input'];
};

export type QuorumRule = {
  readonly minAmountUsd: Scalars['Decimal']['output'];
  readonly required: Scalars['Int']['output'];
};

export type QuorumRuleInput = {
  readonly minAmountUsd: Scalars['Decimal']['input'];
  readonly required: Scalars['Int']['input'];
};

export type UpdateOrganizationInput = {
  readonly id: Scalars['ID']['input'];
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly legalName?: InputMaybe<Scalars['String']['input']>;
  readonly address?: InputMaybe<PostalAddressInput>;
  readonly limitTimezone?: InputMaybe<Scalars['String']['input']>;
  readonly approvalQuorum?: InputMaybe<ReadonlyArray<QuorumRuleInput>>;
  readonly strictApprovals?: InputMaybe<Scalars['Boolean']['input']>;
  readonly withdrawalApprovals?: InputMaybe<Scalars['Boolean']['input']>;
  readonly minimumTrustScore?: InputMaybe<Scalars['Int']['input']>;
  readonly alertThresholds?: InputMaybe<AlertThresholdsInput>;
};

export type AlertThresholdsInput = {
  readonly walletLow?: InputMaybe<Scalars['Decimal']['input']>;
  readonly limitPercent?: InputMaybe<Scalars['Int']['input']>;
  readonly gasPercent?: InputMaybe<Scalars['Int']['input']>;
  readonly mandateEndsHours?: InputMaybe<Scalars['Int']['input']>;
  readonly approvalEndsMinutes?: InputMaybe<Scalars['Int']['input']>;
  readonly endpointFailures?: InputMaybe<Scalars['Int']['input']>;
};

export type UpdateOrganizationPayload = {
  readonly organization: Organization;
};

export type UpdateAgentInput = {
  readonly id: Scalars['ID']['input'];
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly capabilities?: InputMaybe<ReadonlyArray<Capability>>;
  readonly framework?: InputMaybe<Scalars['String']['input']>;
  readonly model?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
};

export type UpdateAgentPayload = {
  readonly agent: Agent;
};

export type SuspendAgentInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SuspendAgentPayload = {
  readonly agent: Agent;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ReactivateAgentInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ReactivateAgentPayload = {
  readonly agent: Agent;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeAgentInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeAgentPayload = {
  readonly agent: Agent;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RotateAgentKeyInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateAgentKeyPayload = {
  readonly agent: Agent;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RotateAgentDidInput = {
  readonly id: Scalars['ID']['input'];
  readonly publicKeyMultibase?: InputMaybe<Scalars['String']['input']>;
  readonly proof?: InputMaybe<DidProofInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateAgentDidPayload = {
  readonly agent: Agent;
  readonly previousDid: Scalars['String']['output'];
  readonly rotatedAt: Scalars['DateTime']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type EnrolmentKey = Node & {
  readonly id: Scalars['ID']['output'];
  readonly orgId: Scalars['ID']['output'];
  readonly label?: Maybe<Scalars['String']['output']>;
  readonly capabilities?: Maybe<ReadonlyArray<Capability>>;
  readonly maxUses: Scalars['Int']['output'];
  readonly uses: Scalars['Int']['output'];
  readonly isUsable: Scalars['Boolean']['output'];
  readonly createdBy: Scalars['ID']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type EnrolmentKeyOrder = {
  readonly field: EnrolmentKeyOrderField;
  readonly direction: OrderDirection;
};

export type EnrolmentKeyOrderField =
  | 'created_at';

export type EnrolmentKeyConnection = {
  readonly edges: ReadonlyArray<EnrolmentKeyEdge>;
  readonly nodes: ReadonlyArray<EnrolmentKey>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type EnrolmentKeyEdge = {
  readonly node: EnrolmentKey;
  readonly cursor: Scalars['String']['output'];
};

export type CreateEnrolmentKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly capabilities?: InputMaybe<ReadonlyArray<Capability>>;
  readonly label?: InputMaybe<Scalars['String']['input']>;
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly maxUses?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateEnrolmentKeyPayload = {
  readonly record: EnrolmentKey;
  readonly enrolmentKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeEnrolmentKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeEnrolmentKeyPayload = {
  readonly record: EnrolmentKey;
  readonly replayed: Scalars['Boolean']['output'];
};

export type MerchantKey = {
  readonly id: Scalars['ID']['output'];
  readonly merchantId: Scalars['ID']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly status: MerchantKeyStatus;
  readonly createdBy: Scalars['ID']['output'];
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type MerchantKeyStatus =
  | 'active'
  | 'revoked';

export type MerchantKeyOrder = {
  readonly field: MerchantKeyOrderField;
  readonly direction: OrderDirection;
};

export type MerchantKeyOrderField =
  | 'created_at';

export type MerchantKeyConnection = {
  readonly edges: ReadonlyArray<MerchantKeyEdge>;
  readonly nodes: ReadonlyArray<MerchantKey>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type MerchantKeyEdge = {
  readonly node: MerchantKey;
  readonly cursor: Scalars['String']['output'];
};

export type CreateMerchantKeyInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateMerchantKeyPayload = {
  readonly record: MerchantKey;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RotateMerchantKeyInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateMerchantKeyPayload = {
  readonly record: MerchantKey;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeMerchantKeyInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeMerchantKeyPayload = {
  readonly record: MerchantKey;
  readonly replayed: Scalars['Boolean']['output'];
};

export type OrganizationKey = Node & {
  readonly id: Scalars['ID']['output'];
  readonly orgId: Scalars['ID']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly principalId: Scalars['ID']['output'];
  readonly roles: ReadonlyArray<Role>;
  readonly mode: Mode;
  readonly status: OrganizationKeyStatus;
  readonly createdBy?: Maybe<Scalars['ID']['output']>;
  readonly issuer?: Maybe<Scalars['String']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type OrganizationKeyStatus =
  | 'active'
  | 'suspended'
  | 'revoked';

export type OrganizationKeyOrder = {
  readonly field: OrganizationKeyOrderField;
  readonly direction: OrderDirection;
};

export type OrganizationKeyOrderField =
  | 'created_at';

export type OrganizationKeyConnection = {
  readonly edges: ReadonlyArray<OrganizationKeyEdge>;
  readonly nodes: ReadonlyArray<OrganizationKey>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type OrganizationKeyEdge = {
  readonly node: OrganizationKey;
  readonly cursor: Scalars['String']['output'];
};

export type CreateOrganizationKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly name: Scalars['String']['input'];
  readonly roles: ReadonlyArray<Role>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateOrganizationKeyPayload = {
  readonly record: OrganizationKey;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type UpdateOrganizationKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly roles: ReadonlyArray<Role>;
};

export type UpdateOrganizationKeyPayload = {
  readonly record: OrganizationKey;
};

export type RotateOrganizationKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateOrganizationKeyPayload = {
  readonly record: OrganizationKey;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeOrganizationKeyInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly keyId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeOrganizationKeyPayload = {
  readonly record: OrganizationKey;
  readonly replayed: Scalars['Boolean']['output'];
};

export type OrganizationPerson = {
  readonly principalId: Scalars['ID']['output'];
  readonly orgId: Scalars['ID']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly status: PersonStatus;
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  readonly keys: ReadonlyArray<OrganizationKey>;
};

export type PersonStatus =
  | 'active'
  | 'suspended';

export type SuspendPersonInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly principalId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SuspendPersonPayload = {
  readonly person: OrganizationPerson;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ReactivatePersonInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly principalId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ReactivatePersonPayload = {
  readonly person: OrganizationPerson;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Session = Node & {
  readonly id: Scalars['ID']['output'];
  readonly orgId: Scalars['ID']['output'];
  readonly kind: SessionKind;
  readonly status: SessionStatus;
  readonly isUsable: Scalars['Boolean']['output'];
  readonly roles: ReadonlyArray<Role>;
  readonly mode: Mode;
  readonly keyId: Scalars['ID']['output'];
  readonly principalId: Scalars['ID']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type SessionKind =
  | 'browser'
  | 'token';

export type SessionStatus =
  | 'pending'
  | 'active'
  | 'expired'
  | 'revoked';

export type SessionOrder = {
  readonly field: SessionOrderField;
  readonly direction: OrderDirection;
};

export type SessionOrderField =
  | 'created_at';

export type SessionConnection = {
  readonly edges: ReadonlyArray<SessionEdge>;
  readonly nodes: ReadonlyArray<Session>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type SessionEdge = {
  readonly node: Session;
  readonly cursor: Scalars['String']['output'];
};

export type CreateSessionInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly kind: SessionKind;
  readonly roles?: InputMaybe<ReadonlyArray<Role>>;
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSessionPayload = {
  readonly record: Session;
  readonly secret?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeSessionInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly sessionId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeSessionPayload = {
  readonly record: Session;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ExistingWalletInput = {
  readonly address: Scalars['String']['input'];
  readonly chain: Scalars['String']['input'];
  readonly proof: OwnershipProofInput;
};

export type OwnershipProofInput = {
  readonly nonce: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

export type RegisterAgentPayload = {
  readonly agent: Agent;
  readonly apiKey?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type IssueTokenInput = {
  readonly grantType?: InputMaybe<Scalars['String']['input']>;
  readonly agentId: Scalars['ID']['input'];
  readonly apiKey?: InputMaybe<Scalars['String']['input']>;
  readonly refreshToken?: InputMaybe<Scalars['String']['input']>;
  readonly scope?: InputMaybe<Scalars['String']['input']>;
};

export type TokenPayload = {
  readonly accessToken: Scalars['String']['output'];
  readonly expiresIn: Scalars['Int']['output'];
  readonly tokenType: Scalars['String']['output'];
  readonly refreshToken: Scalars['String']['output'];
  readonly scope: Scalars['String']['output'];
};
