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
  DateTime: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
  Decimal: { input: string; output: string; }
  Cents: { input: number; output: number; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type Payment = {
  readonly id: Scalars['ID']['output'];
};

export type Wallet = {
  readonly id: Scalars['ID']['output'];
};

export type Agent = {
  readonly id: Scalars['ID']['output'];
};

export type Approval = {
  readonly id: Scalars['ID']['output'];
};

export type KillSwitch = {
  readonly id: Scalars['ID']['output'];
};

export type EventDetails = PaymentEventDetails | WalletEventDetails | PolicyEventDetails | HoldEventDetails | ComplianceEventDetails | OrderEventDetails | DepositEventDetails | ApprovalEventDetails | MandateEventDetails | KillSwitchEventDetails | AgentEventDetails | ApiKeyEventDetails | MerchantKeyEventDetails | PersonEventDetails | SessionEventDetails | OrganizationEventDetails | TreasuryEventDetails | CardEventDetails | ReconciliationEventDetails | AlertEventDetails;

export type PaymentEventDetails = {
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly amount?: Maybe<Scalars['Decimal']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly to?: Maybe<Scalars['String']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly sessionId?: Maybe<Scalars['ID']['output']>;
  readonly failureCode?: Maybe<Scalars['String']['output']>;
  readonly failureReason?: Maybe<Scalars['String']['output']>;
  readonly failureMessage?: Maybe<Scalars['String']['output']>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly refundedAmount?: Maybe<Scalars['Decimal']['output']>;
  readonly linkedBy?: Maybe<Scalars['String']['output']>;
  readonly unlinkedBy?: Maybe<Scalars['String']['output']>;
};

export type WalletEventDetails = {
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly source?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
};

export type PolicyEventDetails = {
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly rule?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly amount?: Maybe<Scalars['Decimal']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly occurredAt?: Maybe<Scalars['DateTime']['output']>;
  readonly violations?: Maybe<Scalars['JSON']['output']>;
  readonly cardTransactionId?: Maybe<Scalars['ID']['output']>;
};

export type HoldEventDetails = {
  readonly holdId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly amount?: Maybe<Scalars['Decimal']['output']>;
  readonly capturedAmount?: Maybe<Scalars['Decimal']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly voidReason?: Maybe<Scalars['String']['output']>;
};

export type ComplianceEventDetails = {
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly screeningId?: Maybe<Scalars['ID']['output']>;
  readonly caseId?: Maybe<Scalars['ID']['output']>;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly subjectType?: Maybe<Scalars['String']['output']>;
  readonly outcome?: Maybe<Scalars['String']['output']>;
  readonly riskScore?: Maybe<Scalars['Int']['output']>;
  readonly reasons?: Maybe<Scalars['JSON']['output']>;
  readonly createdAt?: Maybe<Scalars['DateTime']['output']>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly amount?: Maybe<Scalars['Decimal']['output']>;
  readonly to?: Maybe<Scalars['String']['output']>;
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly requestedBy?: Maybe<Scalars['String']['output']>;
  readonly blocked?: Maybe<Scalars['Decimal']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly listVersion?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly action?: Maybe<Scalars['String']['output']>;
  readonly assignee?: Maybe<Scalars['String']['output']>;
  readonly by?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
};

export type OrderEventDetails = {
  readonly orderId?: Maybe<Scalars['ID']['output']>;
  readonly sessionId?: Maybe<Scalars['ID']['output']>;
  readonly merchantId?: Maybe<Scalars['ID']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly amountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly refundedAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly currency?: Maybe<Scalars['String']['output']>;
  readonly fulfillment?: Maybe<Scalars['JSON']['output']>;
  readonly order?: Maybe<Scalars['JSON']['output']>;
  readonly paymentCompleted?: Maybe<Scalars['Boolean']['output']>;
};

export type AlertEventDetails = {
  readonly orgId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly webhookId?: Maybe<Scalars['ID']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly available?: Maybe<Scalars['Decimal']['output']>;
  readonly threshold?: Maybe<Scalars['Decimal']['output']>;
  readonly window?: Maybe<Scalars['String']['output']>;
  readonly percent?: Maybe<Scalars['Int']['output']>;
  readonly usedUsd?: Maybe<Scalars['Decimal']['output']>;
  readonly limitUsd?: Maybe<Scalars['Decimal']['output']>;
  readonly resetsAt?: Maybe<Scalars['DateTime']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly day?: Maybe<Scalars['String']['output']>;
  readonly used?: Maybe<Scalars['Decimal']['output']>;
  readonly budget?: Maybe<Scalars['Decimal']['output']>;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly subjectType?: Maybe<Scalars['String']['output']>;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly url?: Maybe<Scalars['String']['output']>;
  readonly failuresInRow?: Maybe<Scalars['Int']['output']>;
  readonly failingSince?: Maybe<Scalars['DateTime']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

export type DepositEventDetails = {
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly amount?: Maybe<Scalars['Decimal']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly from?: Maybe<Scalars['String']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly unblockedBy?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly listVersion?: Maybe<Scalars['String']['output']>;
};

export type ApprovalEventDetails = {
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly subjectType?: Maybe<Scalars['String']['output']>;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly amountUsd?: Maybe<Scalars['Decimal']['output']>;
};

export type MandateEventDetails = {
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly version?: Maybe<Scalars['Int']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly supersedes?: Maybe<Scalars['ID']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
};

export type KillSwitchEventDetails = {
  readonly switchId?: Maybe<Scalars['ID']['output']>;
  readonly scope?: Maybe<Scalars['String']['output']>;
  readonly targetId?: Maybe<Scalars['ID']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
};

export type AgentEventDetails = {
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
  readonly did?: Maybe<Scalars['String']['output']>;
  readonly previousDid?: Maybe<Scalars['String']['output']>;
  readonly evidence?: Maybe<Scalars['String']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type ApiKeyEventDetails = {
  readonly keyId?: Maybe<Scalars['ID']['output']>;
  readonly principalId?: Maybe<Scalars['ID']['output']>;
  readonly roles?: Maybe<Scalars['JSON']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
  readonly replacedBy?: Maybe<Scalars['String']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type MerchantKeyEventDetails = {
  readonly keyId?: Maybe<Scalars['ID']['output']>;
  readonly merchantId?: Maybe<Scalars['ID']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
  readonly replacedBy?: Maybe<Scalars['String']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type PersonEventDetails = {
  readonly principalId?: Maybe<Scalars['ID']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
};

export type SessionEventDetails = {
  readonly sessionId?: Maybe<Scalars['ID']['output']>;
  readonly keyId?: Maybe<Scalars['ID']['output']>;
  readonly principalId?: Maybe<Scalars['ID']['output']>;
  readonly kind?: Maybe<Scalars['String']['output']>;
  readonly roles?: Maybe<Scalars['JSON']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
};

export type OrganizationEventDetails = {
  readonly orgId?: Maybe<Scalars['ID']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly at?: Maybe<Scalars['DateTime']['output']>;
};

export type TreasuryEventDetails = {
  readonly externalBankAccountToken?: Maybe<Scalars['ID']['output']>;
  readonly state?: Maybe<Scalars['String']['output']>;
  readonly verificationState?: Maybe<Scalars['String']['output']>;
  readonly microDepositStatus?: Maybe<Scalars['String']['output']>;
  readonly verificationFailedReason?: Maybe<Scalars['String']['output']>;
  readonly lastReturnReasonCode?: Maybe<Scalars['String']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly paymentToken?: Maybe<Scalars['ID']['output']>;
  readonly eventType?: Maybe<Scalars['String']['output']>;
  readonly eventToken?: Maybe<Scalars['ID']['output']>;
  readonly direction?: Maybe<Scalars['String']['output']>;
  readonly amountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly currency?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly stage?: Maybe<Scalars['String']['output']>;
  readonly result?: Maybe<Scalars['String']['output']>;
  readonly failureCode?: Maybe<Scalars['String']['output']>;
  readonly returnReasonCode?: Maybe<Scalars['String']['output']>;
  readonly financialAccountToken?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mismatchId?: Maybe<Scalars['ID']['output']>;
  readonly kind?: Maybe<Scalars['String']['output']>;
  readonly entry?: Maybe<Scalars['String']['output']>;
  readonly traceNumber?: Maybe<Scalars['String']['output']>;
  readonly ledgerAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly bankAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly resolution?: Maybe<Scalars['String']['output']>;
  readonly quoteId?: Maybe<Scalars['ID']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly fromCurrency?: Maybe<Scalars['String']['output']>;
  readonly fromAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly feeMinor?: Maybe<Scalars['Cents']['output']>;
  readonly toToken?: Maybe<Scalars['String']['output']>;
  readonly toChain?: Maybe<Scalars['String']['output']>;
  readonly toAmount?: Maybe<Scalars['Decimal']['output']>;
  readonly rate?: Maybe<Scalars['String']['output']>;
  readonly availableAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly pendingAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly totalAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly heldAmountMinor?: Maybe<Scalars['Cents']['output']>;
};

export type CardEventDetails = {
  readonly cardId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly type?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  readonly lastFour?: Maybe<Scalars['String']['output']>;
  readonly limitPerTx?: Maybe<Scalars['Decimal']['output']>;
  readonly limitDaily?: Maybe<Scalars['Decimal']['output']>;
  readonly limitMonthly?: Maybe<Scalars['Decimal']['output']>;
  readonly cardTransactionId?: Maybe<Scalars['ID']['output']>;
  readonly kind?: Maybe<Scalars['String']['output']>;
  readonly declineReason?: Maybe<Scalars['String']['output']>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly amountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly clearedAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly refundedAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly currency?: Maybe<Scalars['String']['output']>;
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly category?: Maybe<Scalars['String']['output']>;
  readonly forcePost?: Maybe<Scalars['Boolean']['output']>;
};

export type ReconciliationEventDetails = {
  readonly mismatchId?: Maybe<Scalars['ID']['output']>;
  readonly kind?: Maybe<Scalars['String']['output']>;
  readonly state?: Maybe<Scalars['String']['output']>;
  readonly resolution?: Maybe<Scalars['String']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly expected?: Maybe<Scalars['Decimal']['output']>;
  readonly found?: Maybe<Scalars['Decimal']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
};

export type Event = {
  readonly id: Scalars['ID']['output'];
  readonly sourceEventId: Scalars['ID']['output'];
  readonly type: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly cursor: Scalars['String']['output'];
  readonly resourceId: Scalars['ID']['output'];
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly walletSeq: Scalars['Int']['output'];
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly data: Scalars['JSON']['output'];
  readonly details?: Maybe<EventDetails>;
  readonly payment?: Maybe<Payment>;
  readonly wallet?: Maybe<Wallet>;
  readonly agent?: Maybe<Agent>;
  readonly approval?: Maybe<Approval>;
  readonly deliveries: WebhookDeliveryConnection;
};


export type EventDeliveriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<WebhookOrder>;
  statuses?: InputMaybe<ReadonlyArray<DeliveryStatus>>;
};

export type EventConnection = {
  readonly edges: ReadonlyArray<EventEdge>;
  readonly nodes: ReadonlyArray<Event>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
  readonly resumeCursor?: Maybe<Scalars['String']['output']>;
};

export type EventEdge = {
  readonly node: Event;
  readonly cursor: Scalars['String']['output'];
};

export type EventOrder = {
  readonly field: EventOrderField;
  readonly direction: OrderDirection;
};

export type EventOrderField =
  | 'created_at';

export type WebhookOrder = {
  readonly field: WebhookOrderField;
  readonly direction: OrderDirection;
};

export type WebhookOrderField =
  | 'created_at';

export type WebhookDeliveryOrder = {
  readonly field: WebhookDeliveryOrderField;
  readonly direction: OrderDirection;
};

export type WebhookDeliveryOrderField =
  | 'created_at';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type EventTypeInfo = {
  readonly type: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly schema: Scalars['JSON']['output'];
  readonly optIn: Scalars['Boolean']['output'];
};

export type WebhookStatus =
  | 'active'
  | 'disabled';

export type WebhookFormat =
  | 'service'
  | 'acp';

export type WebhookState =
  | 'healthy'
  | 'failing'
  | 'disabled';

export type WebhookHealth = {
  readonly state: WebhookState;
  readonly successRate?: Maybe<Scalars['Float']['output']>;
  readonly failuresInRow: Scalars['Int']['output'];
  readonly lastFailure?: Maybe<WebhookFailure>;
  readonly lastSuccessAt?: Maybe<Scalars['DateTime']['output']>;
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
};

export type WebhookFailure = {
  readonly deliveryId: Scalars['ID']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

export type Webhook = {
  readonly id: Scalars['ID']['output'];
  readonly url: Scalars['String']['output'];
  readonly events: ReadonlyArray<Scalars['String']['output']>;
  readonly format: WebhookFormat;
  readonly merchantId?: Maybe<Scalars['ID']['output']>;
  readonly status: WebhookStatus;
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly health: WebhookHealth;
  readonly deliveries: WebhookDeliveryConnection;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


export type WebhookDeliveriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<WebhookDeliveryOrder>;
  statuses?: InputMaybe<ReadonlyArray<DeliveryStatus>>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
};

export type WebhookConnection = {
  readonly edges: ReadonlyArray<WebhookEdge>;
  readonly nodes: ReadonlyArray<Webhook>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type WebhookEdge = {
  readonly node: Webhook;
  readonly cursor: Scalars['String']['output'];
};

export type DeliveryStatus =
  | 'pending'
  | 'pending_retry'
  | 'delivered'
  | 'failed';

export type WebhookDelivery = {
  readonly id: Scalars['ID']['output'];
  readonly webhookId: Scalars['ID']['output'];
  readonly eventId: Scalars['ID']['output'];
  readonly sourceEventId: Scalars['ID']['output'];
  readonly type: Scalars['String']['output'];
  readonly status: DeliveryStatus;
  readonly test: Scalars['Boolean']['output'];
  readonly attempts: ReadonlyArray<DeliveryAttempt>;
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type DeliveryAttempt = {
  readonly number: Scalars['Int']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly durationMs: Scalars['Int']['output'];
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly responseExcerpt?: Maybe<Scalars['String']['output']>;
  readonly manual: Scalars['Boolean']['output'];
};

export type WebhookDeliveryConnection = {
  readonly edges: ReadonlyArray<WebhookDeliveryEdge>;
  readonly nodes: ReadonlyArray<WebhookDelivery>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type WebhookDeliveryEdge = {
  readonly node: WebhookDelivery;
  readonly cursor: Scalars['String']['output'];
};

export type AuditOutcome =
  | 'done'
  | 'refused';

export type AuditActorKind =
  | 'agent'
  | 'organization'
  | 'enrolment'
  | 'merchant'
  | 'operator'
  | 'command'
  | 'service';

export type AuditActor = {
  readonly kind: AuditActorKind;
  readonly actorId?: Maybe<Scalars['ID']['output']>;
  readonly personId?: Maybe<Scalars['ID']['output']>;
  readonly merchantId?: Maybe<Scalars['ID']['output']>;
  readonly sessionId?: Maybe<Scalars['ID']['output']>;
  readonly address?: Maybe<Scalars['String']['output']>;
};

export type AuditChange = {
  readonly resource: Scalars['String']['output'];
  readonly before?: Maybe<Scalars['JSON']['output']>;
  readonly after?: Maybe<Scalars['JSON']['output']>;
};

export type AuditRecord = {
  readonly recordId: Scalars['ID']['output'];
  readonly sequence: Scalars['Int']['output'];
  readonly type: Scalars['String']['output'];
  readonly operation?: Maybe<Scalars['String']['output']>;
  readonly outcome: AuditOutcome;
  readonly actor: AuditActor;
  readonly requestId?: Maybe<Scalars['ID']['output']>;
  readonly resourceId: Scalars['ID']['output'];
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly changes: ReadonlyArray<AuditChange>;
  readonly details: Scalars['JSON']['output'];
  readonly previousHash: Scalars['String']['output'];
  readonly hash: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type AuditRecordOrder = {
  readonly field: AuditRecordOrderField;
  readonly direction: OrderDirection;
};

export type AuditRecordOrderField =
  | 'created_at';

export type AuditRecordConnection = {
  readonly edges: ReadonlyArray<AuditRecordEdge>;
  readonly nodes: ReadonlyArray<AuditRecord>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type AuditRecordEdge = {
  readonly node: AuditRecord;
  readonly cursor: Scalars['String']['output'];
};

export type AuditFault =
  | 'content'
  | 'link'
  | 'sequence'
  | 'head'
  | 'seal'
  | 'checkpoint';

export type AuditVerification = {
  readonly verified: Scalars['Boolean']['output'];
  readonly records: Scalars['Int']['output'];
  readonly firstBrokenId?: Maybe<Scalars['ID']['output']>;
  readonly fault?: Maybe<AuditFault>;
  readonly headHash: Scalars['String']['output'];
  readonly headSequence: Scalars['Int']['output'];
  readonly sealedSequence: Scalars['Int']['output'];
  readonly sealedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly checkpointSequence: Scalars['Int']['output'];
  readonly complete: Scalars['Boolean']['output'];
  readonly nextCursor?: Maybe<Scalars['String']['output']>;
};

export type AuditExport = {
  readonly lines: ReadonlyArray<Scalars['String']['output']>;
  readonly nextCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  readonly auditLog?: Maybe<AuditRecordConnection>;
  readonly auditVerification?: Maybe<AuditVerification>;
  readonly auditExport?: Maybe<AuditExport>;
  readonly events?: Maybe<EventConnection>;
  readonly event?: Maybe<Event>;
  readonly eventTypes?: Maybe<ReadonlyArray<EventTypeInfo>>;
  readonly eventType?: Maybe<EventTypeInfo>;
  readonly webhooks?: Maybe<WebhookConnection>;
  readonly webhook?: Maybe<Webhook>;
  readonly deliveries?: Maybe<WebhookDeliveryConnection>;
  readonly delivery?: Maybe<WebhookDelivery>;
};


export type QueryAuditLogArgs = {
  subjectId?: InputMaybe<Scalars['ID']['input']>;
  actor?: InputMaybe<Scalars['String']['input']>;
  operation?: InputMaybe<Scalars['String']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
  outcomes?: InputMaybe<ReadonlyArray<AuditOutcome>>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<AuditRecordOrder>;
};


export type QueryAuditVerificationArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAuditExportArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<EventOrder>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  resourceId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


export type QueryEventTypeArgs = {
  type: Scalars['String']['input'];
};


export type QueryWebhooksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<WebhookOrder>;
  statuses?: InputMaybe<ReadonlyArray<WebhookStatus>>;
};


export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};


export type QueryDeliveriesArgs = {
  webhookId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<WebhookDeliveryOrder>;
  statuses?: InputMaybe<ReadonlyArray<DeliveryStatus>>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryDeliveryArgs = {
  webhookId: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};

export type Mutation = {
  readonly createWebhook?: Maybe<CreateWebhookPayload>;
  readonly updateWebhook?: Maybe<UpdateWebhookPayload>;
  readonly deleteWebhook?: Maybe<DeleteWebhookPayload>;
  readonly testWebhook?: Maybe<TestWebhookPayload>;
  readonly rotateWebhookSecret?: Maybe<RotateWebhookSecretPayload>;
  readonly replayWebhook?: Maybe<ReplayWebhookPayload>;
  readonly retryDelivery?: Maybe<RetryDeliveryPayload>;
};


export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};


export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


export type MutationReplayWebhookArgs = {
  input: ReplayWebhookInput;
};


export type MutationRetryDeliveryArgs = {
  input: RetryDeliveryInput;
};

export type Subscription = {
  readonly events: Event;
  readonly paymentEvents: Event;
  readonly walletUpdated: WalletUpdate;
  readonly approvalsPending: Event;
  readonly killSwitchChanged: KillSwitchesInForce;
  readonly deliveries: WebhookDelivery;
  readonly treasuryEvents: Event;
};


export type SubscriptionEventsArgs = {
  filter?: InputMaybe<EventFilter>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPaymentEventsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionWalletUpdatedArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionApprovalsPendingArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionDeliveriesArgs = {
  webhookId: Scalars['ID']['input'];
};


export type SubscriptionTreasuryEventsArgs = {
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type EventFilter = {
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly walletId?: InputMaybe<Scalars['ID']['input']>;
  readonly resourceId?: InputMaybe<Scalars['ID']['input']>;
};

export type WalletUpdate = {
  readonly cursor: Scalars['String']['output'];
  readonly walletSeq: Scalars['Int']['output'];
  readonly wallet: Wallet;
};

export type KillSwitchesInForce = {
  readonly switches: ReadonlyArray<KillSwitch>;
};

export type CreateWebhookInput = {
  readonly url: Scalars['String']['input'];
  readonly events: ReadonlyArray<Scalars['String']['input']>;
  readonly secret: Scalars['String']['input'];
  readonly format?: InputMaybe<WebhookFormat>;
  readonly merchantId?: InputMaybe<Scalars['ID']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWebhookPayload = {
  readonly webhook: Webhook;
  readonly secret?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type UpdateWebhookInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly url?: InputMaybe<Scalars['String']['input']>;
  readonly events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly merchantId?: InputMaybe<Scalars['ID']['input']>;
  readonly status?: InputMaybe<WebhookStatus>;
  readonly missedEvents?: InputMaybe<MissedEvents>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
};

export type MissedEvents =
  | 'deliver'
  | 'skip';

export type UpdateWebhookPayload = {
  readonly webhook: Webhook;
};

export type DeleteWebhookInput = {
  readonly webhookId: Scalars['ID']['input'];
};

export type DeleteWebhookPayload = {
  readonly deletedWebhookId: Scalars['ID']['output'];
};

export type TestWebhookInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly type?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type TestWebhookPayload = {
  readonly delivery: WebhookDelivery;
  readonly replayed: Scalars['Boolean']['output'];
};

export type SigningChoice =
  | 'new'
  | 'previous';

export type RotateWebhookSecretInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly secret?: InputMaybe<Scalars['String']['input']>;
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly signWith?: InputMaybe<SigningChoice>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateWebhookSecretPayload = {
  readonly webhook: Webhook;
  readonly secret?: Maybe<Scalars['String']['output']>;
  readonly previousSecretExpiresAt: Scalars['DateTime']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type ReplayWebhookInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly since: Scalars['DateTime']['input'];
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
  readonly types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly after?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ReplayWebhookPayload = {
  readonly replayId: Scalars['ID']['output'];
  readonly scheduled: Scalars['Int']['output'];
  readonly delivered: Scalars['Int']['output'];
  readonly underWay: Scalars['Int']['output'];
  readonly complete: Scalars['Boolean']['output'];
  readonly nextCursor?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type RetryDeliveryInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly deliveryId: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RetryDeliveryPayload = {
  readonly delivery: WebhookDelivery;
  readonly replayed: Scalars['Boolean']['output'];
};
