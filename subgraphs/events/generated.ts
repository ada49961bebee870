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

export type Webhook = {
  readonly id: Scalars['ID']['output'];
  readonly url: Scalars['String']['output'];
  readonly events: ReadonlyArray<Scalars['String']['output']>;
  readonly format: WebhookFormat;
  readonly status: WebhookStatus;
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
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
  | 'operator'
  | 'command'
  | 'service';

export type AuditActor = {
  readonly kind: AuditActorKind;
  readonly actorId?: Maybe<Scalars['ID']['output']>;
  readonly personId?: Maybe<Scalars['ID']['output']>;
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
  | 'seal';

export type AuditVerification = {
  readonly verified: Scalars['Boolean']['output'];
  readonly records: Scalars['Int']['output'];
  readonly firstBrokenId?: Maybe<Scalars['ID']['output']>;
  readonly fault?: Maybe<AuditFault>;
  readonly headHash: Scalars['String']['output'];
  readonly headSequence: Scalars['Int']['output'];
  readonly sealedSequence: Scalars['Int']['output'];
  readonly sealedAt?: Maybe<Scalars['DateTime']['output']>;
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

export type RetryDeliveryInput = {
  readonly webhookId: Scalars['ID']['input'];
  readonly deliveryId: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RetryDeliveryPayload = {
  readonly delivery: WebhookDelivery;
  readonly replayed: Scalars['Boolean']['output'];
};
