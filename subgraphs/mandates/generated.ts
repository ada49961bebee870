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

export type Mandate = {
  readonly id: Scalars['ID']['output'];
  readonly agentId: Scalars['ID']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly agent: Agent;
  readonly wallet?: Maybe<Wallet>;
  readonly status: MandateStatus;
  readonly version: Scalars['Int']['output'];
  readonly policy: Policy;
  readonly policyText: Scalars['String']['output'];
  readonly canonicalText: Scalars['String']['output'];
  readonly policyHash: Scalars['String']['output'];
  readonly limitTimezone: Scalars['String']['output'];
  readonly ap2IntentRef: Scalars['String']['output'];
  readonly supersedes?: Maybe<Scalars['ID']['output']>;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly effectiveFrom: Scalars['DateTime']['output'];
  readonly supersededAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedReason?: Maybe<Scalars['String']['output']>;
  readonly createdBy: Scalars['ID']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly usage: MandateUsage;
  readonly versions?: Maybe<MandateVersionConnection>;
};


export type MandateVersionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MandateVersionOrder>;
};

export type MandateVersion = {
  readonly id: Scalars['ID']['output'];
  readonly mandate?: Maybe<Mandate>;
  readonly version: Scalars['Int']['output'];
  readonly status: MandateStatus;
  readonly policy: Policy;
  readonly policyText: Scalars['String']['output'];
  readonly canonicalText: Scalars['String']['output'];
  readonly policyHash: Scalars['String']['output'];
  readonly limitTimezone: Scalars['String']['output'];
  readonly ap2IntentRef: Scalars['String']['output'];
  readonly changes: ReadonlyArray<PolicyChange>;
  readonly usage: MandateUsage;
  readonly effectiveFrom: Scalars['DateTime']['output'];
  readonly supersededAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdBy: Scalars['ID']['output'];
};

export type PolicyChange = {
  readonly field: PolicyField;
  readonly before?: Maybe<PolicyFieldValue>;
  readonly after?: Maybe<PolicyFieldValue>;
  readonly change: PolicyChangeDirection;
};

export type PolicyField =
  | 'max_per_transaction'
  | 'daily_limit'
  | 'monthly_limit'
  | 'allowed_merchants'
  | 'allowed_categories'
  | 'blocked_categories'
  | 'approval_threshold'
  | 'time_windows';

export type PolicyFieldValue = {
  readonly usd?: Maybe<Scalars['Decimal']['output']>;
  readonly names?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly timeWindows?: Maybe<ReadonlyArray<TimeWindow>>;
};

export type PolicyChangeDirection =
  | 'looser'
  | 'tighter'
  | 'different';

export type MandateVersionOrder = {
  readonly field: MandateVersionOrderField;
  readonly direction: OrderDirection;
};

export type MandateVersionOrderField =
  | 'created_at';

export type MandateVersionConnection = {
  readonly edges: ReadonlyArray<MandateVersionEdge>;
  readonly nodes: ReadonlyArray<MandateVersion>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type MandateVersionEdge = {
  readonly node: MandateVersion;
  readonly cursor: Scalars['String']['output'];
};

export type MandateStatus =
  | 'active'
  | 'superseded'
  | 'revoked'
  | 'expired';

export type Policy = {
  readonly maxPerTransaction?: Maybe<Scalars['Decimal']['output']>;
  readonly dailyLimit?: Maybe<Scalars['Decimal']['output']>;
  readonly monthlyLimit?: Maybe<Scalars['Decimal']['output']>;
  readonly allowedMerchants: ReadonlyArray<Scalars['String']['output']>;
  readonly allowedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly blockedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly approvalThreshold?: Maybe<Scalars['Decimal']['output']>;
  readonly timeWindows: ReadonlyArray<TimeWindow>;
};

export type TimeWindow = {
  readonly days: ReadonlyArray<Weekday>;
  readonly start: Scalars['String']['output'];
  readonly end: Scalars['String']['output'];
  readonly tz: Scalars['String']['output'];
};

export type Weekday =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun';

export type MandateUsage = {
  readonly day: LimitUsage;
  readonly month: LimitUsage;
};

export type LimitUsage = {
  readonly limit?: Maybe<Scalars['Decimal']['output']>;
  readonly spent: Scalars['Decimal']['output'];
  readonly reserved: Scalars['Decimal']['output'];
  readonly remaining?: Maybe<Scalars['Decimal']['output']>;
  readonly resetsAt: Scalars['DateTime']['output'];
};

export type Ap2IntentFormat =
  | 'json'
  | 'jws'
  | 'ap2_v0_1';

export type PolicyPreview = {
  readonly policy: Policy;
  readonly spans: ReadonlyArray<PolicySpan>;
  readonly canonicalText: Scalars['String']['output'];
  readonly notes: ReadonlyArray<PolicyNote>;
  readonly changes: ReadonlyArray<PolicyChange>;
};

export type PolicySpan = {
  readonly start: Scalars['Int']['output'];
  readonly end: Scalars['Int']['output'];
  readonly text: Scalars['String']['output'];
  readonly field: PolicyField;
  readonly value?: Maybe<PolicyFieldValue>;
  readonly sentence: Scalars['String']['output'];
};

export type PolicyNote = {
  readonly code: PolicyNoteCode;
  readonly message: Scalars['String']['output'];
};

export type PolicyNoteCode =
  | 'strict_bound'
  | 'closes_the_rest'
  | 'hours_of_payments'
  | 'approver_by_role'
  | 'purpose_named'
  | 'whole_category'
  | 'path_dropped'
  | 'mixed_alphabets'
  | 'public_suffix'
  | 'inverted_zone'
  | 'default_time_zone'
  | 'overnight_window'
  | 'blocked_within_allowed'
  | 'approval_always'
  | 'daily_below_per_transaction'
  | 'monthly_below_per_transaction'
  | 'monthly_below_daily'
  | 'threshold_above_limit'
  | 'no_limit_of_any_kind'
  | 'unlimited'
  | 'nothing_blocked'
  | 'looser'
  | 'tighter'
  | 'different';

export type PolicySimulation = {
  readonly walletId: Scalars['ID']['output'];
  readonly from: Scalars['DateTime']['output'];
  readonly until: Scalars['DateTime']['output'];
  readonly policy: Policy;
  readonly canonicalText: Scalars['String']['output'];
  readonly limitTimezone: Scalars['String']['output'];
  readonly payments: Scalars['Int']['output'];
  readonly before: SimulationCounts;
  readonly after: SimulationCounts;
  readonly changed: Scalars['Int']['output'];
  readonly changes: SimulatedPaymentConnection;
};

export type SimulationCounts = {
  readonly allowed: Scalars['Int']['output'];
  readonly approvalRequired: Scalars['Int']['output'];
  readonly denied: Scalars['Int']['output'];
};

export type SimulatedPayment = {
  readonly paymentId: Scalars['ID']['output'];
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly usdAmount: Scalars['Decimal']['output'];
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly category: Scalars['String']['output'];
  readonly before: SimulationOutcome;
  readonly after: SimulationOutcome;
  readonly reason?: Maybe<PolicyReason>;
  readonly message: Scalars['String']['output'];
};

export type PolicyReason =
  | 'mandate_missing'
  | 'mandate_revoked'
  | 'mandate_expired'
  | 'merchant_unresolvable'
  | 'merchant_not_allowed'
  | 'category_blocked'
  | 'category_not_allowed'
  | 'outside_time_window'
  | 'per_transaction_limit_exceeded'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded'
  | 'approval_required';

export type SimulationOutcome =
  | 'allow'
  | 'approval_required'
  | 'deny';

export type SimulatedPaymentConnection = {
  readonly edges: ReadonlyArray<SimulatedPaymentEdge>;
  readonly nodes: ReadonlyArray<SimulatedPayment>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type SimulatedPaymentEdge = {
  readonly node: SimulatedPayment;
  readonly cursor: Scalars['String']['output'];
};

export type PolicyTemplate = {
  readonly orgId: Scalars['ID']['output'];
  readonly policyText: Scalars['String']['output'];
  readonly policy: Policy;
  readonly canonicalText: Scalars['String']['output'];
  readonly expiresInDays: Scalars['Int']['output'];
  readonly builtin: Scalars['Boolean']['output'];
};

export type PolicyCategory = {
  readonly name: Scalars['String']['output'];
  readonly label: Scalars['String']['output'];
  readonly group: Scalars['String']['output'];
  readonly aliases: ReadonlyArray<Scalars['String']['output']>;
  readonly highRisk: Scalars['Boolean']['output'];
  readonly defaultBlocked: Scalars['Boolean']['output'];
};

export type PolicyLanguage = {
  readonly constructions: ReadonlyArray<PolicyConstruction>;
  readonly rules: ReadonlyArray<PolicyWording>;
  readonly freeRules: ReadonlyArray<PolicyFreeRule>;
  readonly slots: ReadonlyArray<Scalars['String']['output']>;
  readonly categories: ReadonlyArray<PolicyCategoryWords>;
  readonly groups: ReadonlyArray<PolicyCategoryGroup>;
};

export type PolicyConstruction = {
  readonly name: Scalars['String']['output'];
  readonly topic: Scalars['String']['output'];
  readonly wordings: ReadonlyArray<Scalars['String']['output']>;
};

export type PolicyWording = {
  readonly name: Scalars['String']['output'];
  readonly wordings: ReadonlyArray<Scalars['String']['output']>;
};

export type PolicyFreeRule = {
  readonly name: Scalars['String']['output'];
  readonly slots: ReadonlyArray<Scalars['String']['output']>;
  readonly roles: ReadonlyArray<PolicyRole>;
};

export type PolicyRole = {
  readonly name: Scalars['String']['output'];
  readonly words: ReadonlyArray<Scalars['String']['output']>;
};

export type PolicyCategoryWords = {
  readonly name: Scalars['String']['output'];
  readonly label: Scalars['String']['output'];
  readonly group: Scalars['String']['output'];
  readonly aliases: ReadonlyArray<Scalars['String']['output']>;
  readonly namedOnly: ReadonlyArray<Scalars['String']['output']>;
};

export type PolicyCategoryGroup = {
  readonly name: Scalars['String']['output'];
  readonly categories: ReadonlyArray<Scalars['String']['output']>;
};

export type Agent = {
  readonly id: Scalars['ID']['output'];
  readonly mandates?: Maybe<MandateConnection>;
};


export type AgentMandatesArgs = {
  statuses?: InputMaybe<ReadonlyArray<MandateStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MandateOrder>;
};

export type Wallet = {
  readonly id: Scalars['ID']['output'];
};

export type MandateOrder = {
  readonly field: MandateOrderField;
  readonly direction: OrderDirection;
};

export type MandateOrderField =
  | 'created_at';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type MandateConnection = {
  readonly edges: ReadonlyArray<MandateEdge>;
  readonly nodes: ReadonlyArray<Mandate>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type MandateEdge = {
  readonly node: Mandate;
  readonly cursor: Scalars['String']['output'];
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  readonly mandate?: Maybe<Mandate>;
  readonly mandateVersion?: Maybe<MandateVersion>;
  readonly mandates?: Maybe<MandateConnection>;
  readonly policyCategories?: Maybe<ReadonlyArray<PolicyCategory>>;
  readonly policyLanguage?: Maybe<PolicyLanguage>;
  readonly mandateVersions?: Maybe<MandateVersionConnection>;
  readonly ap2Intent?: Maybe<Scalars['JSON']['output']>;
  readonly previewPolicy?: Maybe<PolicyPreview>;
  readonly simulatePolicy?: Maybe<PolicySimulation>;
  readonly policyTemplate?: Maybe<PolicyTemplate>;
  readonly killSwitches?: Maybe<KillSwitchConnection>;
  readonly effectiveKillSwitches?: Maybe<EffectiveKillSwitches>;
  readonly previewKillSwitch?: Maybe<KillSwitchEffect>;
};


export type QueryMandateArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMandateVersionArgs = {
  mandateId: Scalars['ID']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryMandatesArgs = {
  statuses?: InputMaybe<ReadonlyArray<MandateStatus>>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MandateOrder>;
};


export type QueryMandateVersionsArgs = {
  mandateId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MandateVersionOrder>;
};


export type QueryAp2IntentArgs = {
  mandateId: Scalars['ID']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
  format?: InputMaybe<Ap2IntentFormat>;
};


export type QueryPreviewPolicyArgs = {
  input: PreviewPolicyInput;
};


export type QuerySimulatePolicyArgs = {
  input: SimulatePolicyInput;
};


export type QueryPolicyTemplateArgs = {
  orgId: Scalars['ID']['input'];
};


export type QueryKillSwitchesArgs = {
  states?: InputMaybe<ReadonlyArray<KillSwitchState>>;
  scopes?: InputMaybe<ReadonlyArray<KillSwitchScope>>;
  targetId?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<KillSwitchOrder>;
};


export type QueryEffectiveKillSwitchesArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  token?: InputMaybe<Scalars['String']['input']>;
  rail?: InputMaybe<Scalars['String']['input']>;
  protocol?: InputMaybe<Scalars['String']['input']>;
  capability?: InputMaybe<Scalars['String']['input']>;
  merchant?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPreviewKillSwitchArgs = {
  scope: KillSwitchScope;
  targetId: Scalars['String']['input'];
};

export type PreviewPolicyInput = {
  readonly policy: Scalars['String']['input'];
  readonly limitTimezone?: InputMaybe<Scalars['String']['input']>;
  readonly mandateId?: InputMaybe<Scalars['ID']['input']>;
};

export type Mutation = {
  readonly createMandate?: Maybe<CreateMandatePayload>;
  readonly updateMandate?: Maybe<UpdateMandatePayload>;
  readonly revokeMandate?: Maybe<RevokeMandatePayload>;
  readonly setPolicyTemplate?: Maybe<SetPolicyTemplatePayload>;
  readonly activateKillSwitch?: Maybe<ActivateKillSwitchPayload>;
  readonly deactivateKillSwitch?: Maybe<DeactivateKillSwitchPayload>;
};


export type MutationCreateMandateArgs = {
  input: CreateMandateInput;
};


export type MutationUpdateMandateArgs = {
  input: UpdateMandateInput;
};


export type MutationRevokeMandateArgs = {
  input: RevokeMandateInput;
};


export type MutationSetPolicyTemplateArgs = {
  input: SetPolicyTemplateInput;
};


export type MutationActivateKillSwitchArgs = {
  input: ActivateKillSwitchInput;
};


export type MutationDeactivateKillSwitchArgs = {
  input: DeactivateKillSwitchInput;
};

export type SimulatePolicyInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly policy?: InputMaybe<Scalars['String']['input']>;
  readonly mandateId?: InputMaybe<Scalars['ID']['input']>;
  readonly version?: InputMaybe<Scalars['Int']['input']>;
  readonly limitTimezone?: InputMaybe<Scalars['String']['input']>;
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
  readonly first?: InputMaybe<Scalars['Int']['input']>;
  readonly after?: InputMaybe<Scalars['String']['input']>;
  readonly last?: InputMaybe<Scalars['Int']['input']>;
  readonly before?: InputMaybe<Scalars['String']['input']>;
};

export type CreateMandateInput = {
  readonly agentId: Scalars['ID']['input'];
  readonly walletId: Scalars['ID']['input'];
  readonly policy: Scalars['String']['input'];
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly limitTimezone?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateMandatePayload = {
  readonly mandate: Mandate;
  readonly replayed: Scalars['Boolean']['output'];
};

export type UpdateMandateInput = {
  readonly id: Scalars['ID']['input'];
  readonly policy: Scalars['String']['input'];
  readonly expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  readonly limitTimezone?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateMandatePayload = {
  readonly mandate?: Maybe<Mandate>;
  readonly mandateVersion: MandateVersion;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RevokeMandateInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RevokeMandatePayload = {
  readonly mandate: Mandate;
  readonly replayed: Scalars['Boolean']['output'];
};

export type SetPolicyTemplateInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly policy: Scalars['String']['input'];
  readonly expiresInDays?: InputMaybe<Scalars['Int']['input']>;
};

export type SetPolicyTemplatePayload = {
  readonly policyTemplate: PolicyTemplate;
};

export type KillSwitch = {
  readonly id: Scalars['ID']['output'];
  readonly scope: KillSwitchScope;
  readonly targetId: Scalars['String']['output'];
  readonly orgId?: Maybe<Scalars['ID']['output']>;
  readonly state: KillSwitchState;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly reasonCode: KillSwitchReasonCode;
  readonly activatedBy: Scalars['String']['output'];
  readonly activatedAt: Scalars['DateTime']['output'];
  readonly autoDeactivateAt?: Maybe<Scalars['DateTime']['output']>;
  readonly deactivatedBy?: Maybe<Scalars['String']['output']>;
  readonly deactivatedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly deactivateReason?: Maybe<Scalars['String']['output']>;
  readonly affected?: Maybe<KillSwitchEffect>;
};

export type KillSwitchEffect = {
  readonly queued: Scalars['Int']['output'];
  readonly parked: Scalars['Int']['output'];
  readonly broadcast: Scalars['Int']['output'];
  readonly cards: Scalars['Int']['output'];
};

export type EffectiveKillSwitches = {
  readonly blocked: Scalars['Boolean']['output'];
  readonly switches: ReadonlyArray<EffectiveKillSwitch>;
};

export type EffectiveKillSwitch = {
  readonly id: Scalars['ID']['output'];
  readonly scope: KillSwitchScope;
  readonly targetId: Scalars['String']['output'];
  readonly level: KillSwitchLevel;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly activatedAt: Scalars['DateTime']['output'];
  readonly autoDeactivateAt?: Maybe<Scalars['DateTime']['output']>;
};

export type KillSwitchScope =
  | 'global'
  | 'rail'
  | 'chain'
  | 'token'
  | 'protocol'
  | 'organization'
  | 'capability'
  | 'merchant'
  | 'wallet'
  | 'agent';

export type KillSwitchState =
  | 'active'
  | 'inactive';

export type KillSwitchLevel =
  | 'platform'
  | 'organization';

export type KillSwitchReasonCode =
  | 'security_incident'
  | 'compliance'
  | 'provider_outage'
  | 'suspected_compromise'
  | 'budget'
  | 'test';

export type KillSwitchOrder = {
  readonly field: KillSwitchOrderField;
  readonly direction: OrderDirection;
};

export type KillSwitchOrderField =
  | 'created_at';

export type KillSwitchConnection = {
  readonly edges: ReadonlyArray<KillSwitchEdge>;
  readonly nodes: ReadonlyArray<KillSwitch>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type KillSwitchEdge = {
  readonly node: KillSwitch;
  readonly cursor: Scalars['String']['output'];
};

export type ActivateKillSwitchInput = {
  readonly scope: KillSwitchScope;
  readonly targetId: Scalars['String']['input'];
  readonly reason: Scalars['String']['input'];
  readonly reasonCode: KillSwitchReasonCode;
  readonly autoDeactivateAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ActivateKillSwitchPayload = {
  readonly killSwitch: KillSwitch;
  readonly alreadyActive: Scalars['Boolean']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type DeactivateKillSwitchInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type DeactivateKillSwitchPayload = {
  readonly killSwitch: KillSwitch;
  readonly replayed: Scalars['Boolean']['output'];
};
