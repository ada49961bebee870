/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, PageInfo, Payment, Wallet, Agent, Approval, KillSwitch, PaymentEventDetails, WalletEventDetails, PolicyEventDetails, HoldEventDetails, ComplianceEventDetails, OrderEventDetails, AlertEventDetails, DepositEventDetails, ApprovalEventDetails, MandateEventDetails, KillSwitchEventDetails, AgentEventDetails, ApiKeyEventDetails, MerchantKeyEventDetails, PersonEventDetails, SessionEventDetails, OrganizationEventDetails, TreasuryEventDetails, CardEventDetails, ReconciliationEventDetails, Event, EventDeliveriesArgs, EventEdge, EventOrder, EventOrderField, WebhookOrder, WebhookOrderField, WebhookDeliveryOrder, WebhookDeliveryOrderField, OrderDirection, EventTypeInfo, WebhookStatus, WebhookFormat, WebhookState, WebhookHealth, WebhookFailure, Webhook, WebhookDeliveriesArgs, WebhookEdge, DeliveryStatus, WebhookDelivery, DeliveryAttempt, WebhookDeliveryEdge, AuditOutcome, AuditActorKind, AuditActor, AuditChange, AuditRecord, AuditRecordOrder, AuditRecordOrderField, AuditRecordEdge, AuditFault, AuditVerification, AuditExport, QueryAuditLogArgs, QueryAuditVerificationArgs, QueryAuditExportArgs, QueryEventsArgs, QueryEventArgs, QueryEventTypeArgs, QueryWebhooksArgs, QueryWebhookArgs, QueryDeliveriesArgs, QueryDeliveryArgs, MutationCreateWebhookArgs, MutationUpdateWebhookArgs, MutationDeleteWebhookArgs, MutationTestWebhookArgs, MutationRotateWebhookSecretArgs, MutationReplayWebhookArgs, MutationRetryDeliveryArgs, SubscriptionEventsArgs, SubscriptionPaymentEventsArgs, SubscriptionWalletUpdatedArgs, SubscriptionApprovalsPendingArgs, SubscriptionDeliveriesArgs, SubscriptionTreasuryEventsArgs, EventFilter, WalletUpdate, KillSwitchesInForce, CreateWebhookInput, CreateWebhookPayload, UpdateWebhookInput, MissedEvents, UpdateWebhookPayload, DeleteWebhookInput, DeleteWebhookPayload, TestWebhookInput, TestWebhookPayload, SigningChoice, RotateWebhookSecretInput, RotateWebhookSecretPayload, ReplayWebhookInput, ReplayWebhookPayload, RetryDeliveryInput, RetryDeliveryPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { EventShape, WebhookShape } from './shapes.ts';
import type { RequestContext } from '../shared/principal.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<unknown, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, unknown, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: unknown[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Event: Event;
  Webhook: Webhook;
  WebhookDelivery: WebhookDelivery;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Event:
    ( { __typename: 'Event' }
    & GraphQLRecursivePick<FederationTypes['Event'], {"id":true}> );
  Webhook:
    ( { __typename: 'Webhook' }
    & GraphQLRecursivePick<FederationTypes['Webhook'], {"id":true}> );
  WebhookDelivery:
    ( { __typename: 'WebhookDelivery' }
    & GraphQLRecursivePick<FederationTypes['WebhookDelivery'], {"id":true}> );
};

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  EventDetails:
    | ( PaymentEventDetails )
    | ( WalletEventDetails )
    | ( PolicyEventDetails )
    | ( HoldEventDetails )
    | ( ComplianceEventDetails )
    | ( OrderEventDetails )
    | ( DepositEventDetails )
    | ( ApprovalEventDetails )
    | ( MandateEventDetails )
    | ( KillSwitchEventDetails )
    | ( AgentEventDetails )
    | ( ApiKeyEventDetails )
    | ( MerchantKeyEventDetails )
    | ( PersonEventDetails )
    | ( SessionEventDetails )
    | ( OrganizationEventDetails )
    | ( TreasuryEventDetails )
    | ( CardEventDetails )
    | ( ReconciliationEventDetails )
    | ( AlertEventDetails )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  Cents: ResolverTypeWrapper<Scalars['Cents']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Payment: ResolverTypeWrapper<Payment>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Wallet: ResolverTypeWrapper<Wallet>;
  Agent: ResolverTypeWrapper<Agent>;
  Approval: ResolverTypeWrapper<Approval>;
  KillSwitch: ResolverTypeWrapper<KillSwitch>;
  EventDetails: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['EventDetails']>;
  PaymentEventDetails: ResolverTypeWrapper<PaymentEventDetails>;
  WalletEventDetails: ResolverTypeWrapper<WalletEventDetails>;
  PolicyEventDetails: ResolverTypeWrapper<PolicyEventDetails>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  HoldEventDetails: ResolverTypeWrapper<HoldEventDetails>;
  ComplianceEventDetails: ResolverTypeWrapper<ComplianceEventDetails>;
  OrderEventDetails: ResolverTypeWrapper<OrderEventDetails>;
  AlertEventDetails: ResolverTypeWrapper<AlertEventDetails>;
  DepositEventDetails: ResolverTypeWrapper<DepositEventDetails>;
  ApprovalEventDetails: ResolverTypeWrapper<ApprovalEventDetails>;
  MandateEventDetails: ResolverTypeWrapper<MandateEventDetails>;
  KillSwitchEventDetails: ResolverTypeWrapper<KillSwitchEventDetails>;
  AgentEventDetails: ResolverTypeWrapper<AgentEventDetails>;
  ApiKeyEventDetails: ResolverTypeWrapper<ApiKeyEventDetails>;
  MerchantKeyEventDetails: ResolverTypeWrapper<MerchantKeyEventDetails>;
  PersonEventDetails: ResolverTypeWrapper<PersonEventDetails>;
  SessionEventDetails: ResolverTypeWrapper<SessionEventDetails>;
  OrganizationEventDetails: ResolverTypeWrapper<OrganizationEventDetails>;
  TreasuryEventDetails: ResolverTypeWrapper<TreasuryEventDetails>;
  CardEventDetails: ResolverTypeWrapper<CardEventDetails>;
  ReconciliationEventDetails: ResolverTypeWrapper<ReconciliationEventDetails>;
  Event: ResolverTypeWrapper<EventShape>;
  EventConnection: ResolverTypeWrapper<Connection<EventShape>>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventOrder: EventOrder;
  EventOrderField: EventOrderField;
  WebhookOrder: WebhookOrder;
  WebhookOrderField: WebhookOrderField;
  WebhookDeliveryOrder: WebhookDeliveryOrder;
  WebhookDeliveryOrderField: WebhookDeliveryOrderField;
  OrderDirection: OrderDirection;
  EventTypeInfo: ResolverTypeWrapper<EventTypeInfo>;
  WebhookStatus: WebhookStatus;
  WebhookFormat: WebhookFormat;
  WebhookState: WebhookState;
  WebhookHealth: ResolverTypeWrapper<WebhookHealth>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  WebhookFailure: ResolverTypeWrapper<WebhookFailure>;
  Webhook: ResolverTypeWrapper<WebhookShape>;
  WebhookConnection: ResolverTypeWrapper<Connection<WebhookShape>>;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  DeliveryStatus: DeliveryStatus;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttempt>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Connection<WebhookDelivery>>;
  WebhookDeliveryEdge: ResolverTypeWrapper<WebhookDeliveryEdge>;
  AuditOutcome: AuditOutcome;
  AuditActorKind: AuditActorKind;
  AuditActor: ResolverTypeWrapper<AuditActor>;
  AuditChange: ResolverTypeWrapper<AuditChange>;
  AuditRecord: ResolverTypeWrapper<AuditRecord>;
  AuditRecordOrder: AuditRecordOrder;
  AuditRecordOrderField: AuditRecordOrderField;
  AuditRecordConnection: ResolverTypeWrapper<Connection<AuditRecord>>;
  AuditRecordEdge: ResolverTypeWrapper<AuditRecordEdge>;
  AuditFault: AuditFault;
  AuditVerification: ResolverTypeWrapper<AuditVerification>;
  AuditExport: ResolverTypeWrapper<AuditExport>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  EventFilter: EventFilter;
  WalletUpdate: ResolverTypeWrapper<WalletUpdate>;
  KillSwitchesInForce: ResolverTypeWrapper<KillSwitchesInForce>;
  CreateWebhookInput: CreateWebhookInput;
  CreateWebhookPayload: ResolverTypeWrapper<Omit<CreateWebhookPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  UpdateWebhookInput: UpdateWebhookInput;
  MissedEvents: MissedEvents;
  UpdateWebhookPayload: ResolverTypeWrapper<Omit<UpdateWebhookPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: ResolverTypeWrapper<DeleteWebhookPayload>;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: ResolverTypeWrapper<TestWebhookPayload>;
  SigningChoice: SigningChoice;
  RotateWebhookSecretInput: RotateWebhookSecretInput;
  RotateWebhookSecretPayload: ResolverTypeWrapper<Omit<RotateWebhookSecretPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  ReplayWebhookInput: ReplayWebhookInput;
  ReplayWebhookPayload: ResolverTypeWrapper<ReplayWebhookPayload>;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryDeliveryPayload: ResolverTypeWrapper<RetryDeliveryPayload>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Decimal: Scalars['Decimal']['output'];
  Cents: Scalars['Cents']['output'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  String: Scalars['String']['output'];
  Payment: Payment;
  ID: Scalars['ID']['output'];
  Wallet: Wallet;
  Agent: Agent;
  Approval: Approval;
  KillSwitch: KillSwitch;
  EventDetails: ResolversUnionTypes<ResolversParentTypes>['EventDetails'];
  PaymentEventDetails: PaymentEventDetails;
  WalletEventDetails: WalletEventDetails;
  PolicyEventDetails: PolicyEventDetails;
  Int: Scalars['Int']['output'];
  HoldEventDetails: HoldEventDetails;
  ComplianceEventDetails: ComplianceEventDetails;
  OrderEventDetails: OrderEventDetails;
  AlertEventDetails: AlertEventDetails;
  DepositEventDetails: DepositEventDetails;
  ApprovalEventDetails: ApprovalEventDetails;
  MandateEventDetails: MandateEventDetails;
  KillSwitchEventDetails: KillSwitchEventDetails;
  AgentEventDetails: AgentEventDetails;
  ApiKeyEventDetails: ApiKeyEventDetails;
  MerchantKeyEventDetails: MerchantKeyEventDetails;
  PersonEventDetails: PersonEventDetails;
  SessionEventDetails: SessionEventDetails;
  OrganizationEventDetails: OrganizationEventDetails;
  TreasuryEventDetails: TreasuryEventDetails;
  CardEventDetails: CardEventDetails;
  ReconciliationEventDetails: ReconciliationEventDetails;
  Event: EventShape;
  EventConnection: Connection<EventShape>;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventOrder: EventOrder;
  WebhookOrder: WebhookOrder;
  WebhookDeliveryOrder: WebhookDeliveryOrder;
  EventTypeInfo: EventTypeInfo;
  WebhookHealth: WebhookHealth;
  Float: Scalars['Float']['output'];
  WebhookFailure: WebhookFailure;
  Webhook: WebhookShape;
  WebhookConnection: Connection<WebhookShape>;
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
  WebhookDelivery: WebhookDelivery;
  DeliveryAttempt: DeliveryAttempt;
  WebhookDeliveryConnection: Connection<WebhookDelivery>;
  WebhookDeliveryEdge: WebhookDeliveryEdge;
  AuditActor: AuditActor;
  AuditChange: AuditChange;
  AuditRecord: AuditRecord;
  AuditRecordOrder: AuditRecordOrder;
  AuditRecordConnection: Connection<AuditRecord>;
  AuditRecordEdge: AuditRecordEdge;
  AuditVerification: AuditVerification;
  AuditExport: AuditExport;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  EventFilter: EventFilter;
  WalletUpdate: WalletUpdate;
  KillSwitchesInForce: KillSwitchesInForce;
  CreateWebhookInput: CreateWebhookInput;
  CreateWebhookPayload: Omit<CreateWebhookPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
  UpdateWebhookInput: UpdateWebhookInput;
  UpdateWebhookPayload: Omit<UpdateWebhookPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: DeleteWebhookPayload;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: TestWebhookPayload;
  RotateWebhookSecretInput: RotateWebhookSecretInput;
  RotateWebhookSecretPayload: Omit<RotateWebhookSecretPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
  ReplayWebhookInput: ReplayWebhookInput;
  ReplayWebhookPayload: ReplayWebhookPayload;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryDeliveryPayload: RetryDeliveryPayload;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], unknown> {
  name: 'Decimal';
}

export interface CentsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Cents'], unknown> {
  name: 'Cents';
}

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type KillSwitchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitch'] = ResolversParentTypes['KillSwitch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type EventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventDetails'] = ResolversParentTypes['EventDetails']> = {
  __resolveType: TypeResolveFn<'PaymentEventDetails' | 'WalletEventDetails' | 'PolicyEventDetails' | 'HoldEventDetails' | 'ComplianceEventDetails' | 'OrderEventDetails' | 'DepositEventDetails' | 'ApprovalEventDetails' | 'MandateEventDetails' | 'KillSwitchEventDetails' | 'AgentEventDetails' | 'ApiKeyEventDetails' | 'MerchantKeyEventDetails' | 'PersonEventDetails' | 'SessionEventDetails' | 'OrganizationEventDetails' | 'TreasuryEventDetails' | 'CardEventDetails' | 'ReconciliationEventDetails' | 'AlertEventDetails', ParentType, ContextType>;
};

export type PaymentEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentEventDetails'] = ResolversParentTypes['PaymentEventDetails']> = {
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sessionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failureReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failureMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  refundedAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  linkedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unlinkedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WalletEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletEventDetails'] = ResolversParentTypes['WalletEventDetails']> = {
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PolicyEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyEventDetails'] = ResolversParentTypes['PolicyEventDetails']> = {
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  violations?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  cardTransactionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type HoldEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['HoldEventDetails'] = ResolversParentTypes['HoldEventDetails']> = {
  holdId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  capturedAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  voidReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ComplianceEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceEventDetails'] = ResolversParentTypes['ComplianceEventDetails']> = {
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  screeningId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  caseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  subjectType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  riskScore?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  blocked?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  listVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  action?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  assignee?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  by?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrderEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderEventDetails'] = ResolversParentTypes['OrderEventDetails']> = {
  orderId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sessionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  merchantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  refundedAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fulfillment?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  paymentCompleted?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AlertEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertEventDetails'] = ResolversParentTypes['AlertEventDetails']> = {
  orgId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  webhookId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  available?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  threshold?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  window?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  percent?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  usedUsd?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitUsd?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  resetsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  day?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  used?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  budget?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  subjectType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failuresInRow?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DepositEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DepositEventDetails'] = ResolversParentTypes['DepositEventDetails']> = {
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unblockedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  listVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalEventDetails'] = ResolversParentTypes['ApprovalEventDetails']> = {
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  subjectType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amountUsd?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MandateEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateEventDetails'] = ResolversParentTypes['MandateEventDetails']> = {
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supersedes?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type KillSwitchEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitchEventDetails'] = ResolversParentTypes['KillSwitchEventDetails']> = {
  switchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  scope?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  targetId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentEventDetails'] = ResolversParentTypes['AgentEventDetails']> = {
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  did?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  previousDid?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  evidence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApiKeyEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKeyEventDetails'] = ResolversParentTypes['ApiKeyEventDetails']> = {
  keyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  principalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  roles?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replacedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MerchantKeyEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantKeyEventDetails'] = ResolversParentTypes['MerchantKeyEventDetails']> = {
  keyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  merchantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replacedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PersonEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PersonEventDetails'] = ResolversParentTypes['PersonEventDetails']> = {
  principalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SessionEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SessionEventDetails'] = ResolversParentTypes['SessionEventDetails']> = {
  sessionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  keyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  principalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  roles?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizationEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationEventDetails'] = ResolversParentTypes['OrganizationEventDetails']> = {
  orgId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TreasuryEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryEventDetails'] = ResolversParentTypes['TreasuryEventDetails']> = {
  externalBankAccountToken?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  verificationState?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  microDepositStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  verificationFailedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastReturnReasonCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentToken?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  eventType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventToken?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  direction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  returnReasonCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  financialAccountToken?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mismatchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  traceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ledgerAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  bankAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  resolution?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quoteId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  fromCurrency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fromAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  feeMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  toToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toChain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  rate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  availableAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  pendingAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  totalAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  heldAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CardEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardEventDetails'] = ResolversParentTypes['CardEventDetails']> = {
  cardId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastFour?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  limitPerTx?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitDaily?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitMonthly?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  cardTransactionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  declineReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  clearedAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  refundedAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forcePost?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReconciliationEventDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationEventDetails'] = ResolversParentTypes['ReconciliationEventDetails']> = {
  mismatchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resolution?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expected?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  found?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event'], FederationReferenceType extends FederationReferenceTypes['Event'] = FederationReferenceTypes['Event']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Event']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sourceEventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  resourceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletSeq?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['EventDetails']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, Partial<EventDeliveriesArgs>>;
};

export type EventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  resumeCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EventTypeInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventTypeInfo'] = ResolversParentTypes['EventTypeInfo']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  optIn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WebhookHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookHealth'] = ResolversParentTypes['WebhookHealth']> = {
  state?: Resolver<ResolversTypes['WebhookState'], ParentType, ContextType>;
  successRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  failuresInRow?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFailure?: Resolver<Maybe<ResolversTypes['WebhookFailure']>, ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WebhookFailureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookFailure'] = ResolversParentTypes['WebhookFailure']> = {
  deliveryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook'], FederationReferenceType extends FederationReferenceTypes['Webhook'] = FederationReferenceTypes['Webhook']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Webhook']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  format?: Resolver<ResolversTypes['WebhookFormat'], ParentType, ContextType>;
  merchantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  health?: Resolver<ResolversTypes['WebhookHealth'], ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, Partial<WebhookDeliveriesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WebhookEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery'], FederationReferenceType extends FederationReferenceTypes['WebhookDelivery'] = FederationReferenceTypes['WebhookDelivery']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['WebhookDelivery']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sourceEventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DeliveryStatus'], ParentType, ContextType>;
  test?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['DeliveryAttempt']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DeliveryAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeliveryAttempt'] = ResolversParentTypes['DeliveryAttempt']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseExcerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manual?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditActorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditActor'] = ResolversParentTypes['AuditActor']> = {
  kind?: Resolver<ResolversTypes['AuditActorKind'], ParentType, ContextType>;
  actorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  personId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  merchantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sessionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditChange'] = ResolversParentTypes['AuditChange']> = {
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type AuditRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditRecord'] = ResolversParentTypes['AuditRecord']> = {
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  resourceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['AuditChange']>, ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  previousHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AuditRecordConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditRecordConnection'] = ResolversParentTypes['AuditRecordConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AuditRecordEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AuditRecord']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AuditRecordEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditRecordEdge'] = ResolversParentTypes['AuditRecordEdge']> = {
  node?: Resolver<ResolversTypes['AuditRecord'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditVerificationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditVerification'] = ResolversParentTypes['AuditVerification']> = {
  verified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  records?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstBrokenId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  fault?: Resolver<Maybe<ResolversTypes['AuditFault']>, ParentType, ContextType>;
  headHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  headSequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sealedSequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sealedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  checkpointSequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditExportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditExport'] = ResolversParentTypes['AuditExport']> = {
  lines?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  auditLog?: Resolver<Maybe<ResolversTypes['AuditRecordConnection']>, ParentType, ContextType, Partial<QueryAuditLogArgs>>;
  auditVerification?: Resolver<Maybe<ResolversTypes['AuditVerification']>, ParentType, ContextType, Partial<QueryAuditVerificationArgs>>;
  auditExport?: Resolver<Maybe<ResolversTypes['AuditExport']>, ParentType, ContextType, Partial<QueryAuditExportArgs>>;
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, Partial<QueryEventsArgs>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  eventTypes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['EventTypeInfo']>>, ParentType, ContextType>;
  eventType?: Resolver<Maybe<ResolversTypes['EventTypeInfo']>, ParentType, ContextType, RequireFields<QueryEventTypeArgs, 'type'>>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, Partial<QueryWebhooksArgs>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  deliveries?: Resolver<Maybe<ResolversTypes['WebhookDeliveryConnection']>, ParentType, ContextType, RequireFields<QueryDeliveriesArgs, 'webhookId'>>;
  delivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<QueryDeliveryArgs, 'webhookId' | 'id'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createWebhook?: Resolver<Maybe<ResolversTypes['CreateWebhookPayload']>, ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  updateWebhook?: Resolver<Maybe<ResolversTypes['UpdateWebhookPayload']>, ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'input'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['DeleteWebhookPayload']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'input'>>;
  testWebhook?: Resolver<Maybe<ResolversTypes['TestWebhookPayload']>, ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'input'>>;
  rotateWebhookSecret?: Resolver<Maybe<ResolversTypes['RotateWebhookSecretPayload']>, ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'input'>>;
  replayWebhook?: Resolver<Maybe<ResolversTypes['ReplayWebhookPayload']>, ParentType, ContextType, RequireFields<MutationReplayWebhookArgs, 'input'>>;
  retryDelivery?: Resolver<Maybe<ResolversTypes['RetryDeliveryPayload']>, ParentType, ContextType, RequireFields<MutationRetryDeliveryArgs, 'input'>>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  events?: SubscriptionResolver<ResolversTypes['Event'], "events", ParentType, ContextType, Partial<SubscriptionEventsArgs>>;
  paymentEvents?: SubscriptionResolver<ResolversTypes['Event'], "paymentEvents", ParentType, ContextType, Partial<SubscriptionPaymentEventsArgs>>;
  walletUpdated?: SubscriptionResolver<ResolversTypes['WalletUpdate'], "walletUpdated", ParentType, ContextType, Partial<SubscriptionWalletUpdatedArgs>>;
  approvalsPending?: SubscriptionResolver<ResolversTypes['Event'], "approvalsPending", ParentType, ContextType, Partial<SubscriptionApprovalsPendingArgs>>;
  killSwitchChanged?: SubscriptionResolver<ResolversTypes['KillSwitchesInForce'], "killSwitchChanged", ParentType, ContextType>;
  deliveries?: SubscriptionResolver<ResolversTypes['WebhookDelivery'], "deliveries", ParentType, ContextType, RequireFields<SubscriptionDeliveriesArgs, 'webhookId'>>;
  treasuryEvents?: SubscriptionResolver<ResolversTypes['Event'], "treasuryEvents", ParentType, ContextType, Partial<SubscriptionTreasuryEventsArgs>>;
};

export type WalletUpdateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletUpdate'] = ResolversParentTypes['WalletUpdate']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletSeq?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
};

export type KillSwitchesInForceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitchesInForce'] = ResolversParentTypes['KillSwitchesInForce']> = {
  switches?: Resolver<ReadonlyArray<ResolversTypes['KillSwitch']>, ParentType, ContextType>;
};

export type CreateWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateWebhookPayload'] = ResolversParentTypes['CreateWebhookPayload']> = {
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateWebhookPayload'] = ResolversParentTypes['UpdateWebhookPayload']> = {
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type DeleteWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload']> = {
  deletedWebhookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type TestWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TestWebhookPayload'] = ResolversParentTypes['TestWebhookPayload']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RotateWebhookSecretPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateWebhookSecretPayload'] = ResolversParentTypes['RotateWebhookSecretPayload']> = {
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReplayWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReplayWebhookPayload'] = ResolversParentTypes['ReplayWebhookPayload']> = {
  replayId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scheduled?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  delivered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  underWay?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  complete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RetryDeliveryPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RetryDeliveryPayload'] = ResolversParentTypes['RetryDeliveryPayload']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Decimal?: GraphQLScalarType;
  Cents?: GraphQLScalarType;
  PageInfo?: PageInfoResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  KillSwitch?: KillSwitchResolvers<ContextType>;
  EventDetails?: EventDetailsResolvers<ContextType>;
  PaymentEventDetails?: PaymentEventDetailsResolvers<ContextType>;
  WalletEventDetails?: WalletEventDetailsResolvers<ContextType>;
  PolicyEventDetails?: PolicyEventDetailsResolvers<ContextType>;
  HoldEventDetails?: HoldEventDetailsResolvers<ContextType>;
  ComplianceEventDetails?: ComplianceEventDetailsResolvers<ContextType>;
  OrderEventDetails?: OrderEventDetailsResolvers<ContextType>;
  AlertEventDetails?: AlertEventDetailsResolvers<ContextType>;
  DepositEventDetails?: DepositEventDetailsResolvers<ContextType>;
  ApprovalEventDetails?: ApprovalEventDetailsResolvers<ContextType>;
  MandateEventDetails?: MandateEventDetailsResolvers<ContextType>;
  KillSwitchEventDetails?: KillSwitchEventDetailsResolvers<ContextType>;
  AgentEventDetails?: AgentEventDetailsResolvers<ContextType>;
  ApiKeyEventDetails?: ApiKeyEventDetailsResolvers<ContextType>;
  MerchantKeyEventDetails?: MerchantKeyEventDetailsResolvers<ContextType>;
  PersonEventDetails?: PersonEventDetailsResolvers<ContextType>;
  SessionEventDetails?: SessionEventDetailsResolvers<ContextType>;
  OrganizationEventDetails?: OrganizationEventDetailsResolvers<ContextType>;
  TreasuryEventDetails?: TreasuryEventDetailsResolvers<ContextType>;
  CardEventDetails?: CardEventDetailsResolvers<ContextType>;
  ReconciliationEventDetails?: ReconciliationEventDetailsResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  EventTypeInfo?: EventTypeInfoResolvers<ContextType>;
  WebhookHealth?: WebhookHealthResolvers<ContextType>;
  WebhookFailure?: WebhookFailureResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  AuditActor?: AuditActorResolvers<ContextType>;
  AuditChange?: AuditChangeResolvers<ContextType>;
  AuditRecord?: AuditRecordResolvers<ContextType>;
  AuditRecordConnection?: AuditRecordConnectionResolvers<ContextType>;
  AuditRecordEdge?: AuditRecordEdgeResolvers<ContextType>;
  AuditVerification?: AuditVerificationResolvers<ContextType>;
  AuditExport?: AuditExportResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  WalletUpdate?: WalletUpdateResolvers<ContextType>;
  KillSwitchesInForce?: KillSwitchesInForceResolvers<ContextType>;
  CreateWebhookPayload?: CreateWebhookPayloadResolvers<ContextType>;
  UpdateWebhookPayload?: UpdateWebhookPayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
  TestWebhookPayload?: TestWebhookPayloadResolvers<ContextType>;
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>;
  ReplayWebhookPayload?: ReplayWebhookPayloadResolvers<ContextType>;
  RetryDeliveryPayload?: RetryDeliveryPayloadResolvers<ContextType>;
};
