/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, PageInfo, Payment, Wallet, Agent, Approval, KillSwitch, Event, EventDeliveriesArgs, EventEdge, EventOrder, EventOrderField, WebhookOrder, WebhookOrderField, WebhookDeliveryOrder, WebhookDeliveryOrderField, OrderDirection, EventTypeInfo, WebhookStatus, WebhookFormat, Webhook, WebhookEdge, DeliveryStatus, WebhookDelivery, DeliveryAttempt, WebhookDeliveryEdge, AuditOutcome, AuditActorKind, AuditActor, AuditChange, AuditRecord, AuditRecordOrder, AuditRecordOrderField, AuditRecordEdge, AuditFault, AuditVerification, AuditExport, QueryAuditLogArgs, QueryAuditVerificationArgs, QueryAuditExportArgs, QueryEventsArgs, QueryEventArgs, QueryEventTypeArgs, QueryWebhooksArgs, QueryWebhookArgs, QueryDeliveriesArgs, QueryDeliveryArgs, MutationCreateWebhookArgs, MutationUpdateWebhookArgs, MutationDeleteWebhookArgs, MutationTestWebhookArgs, MutationRotateWebhookSecretArgs, MutationRetryDeliveryArgs, SubscriptionEventsArgs, SubscriptionPaymentEventsArgs, SubscriptionWalletUpdatedArgs, SubscriptionApprovalsPendingArgs, SubscriptionDeliveriesArgs, SubscriptionTreasuryEventsArgs, EventFilter, WalletUpdate, KillSwitchesInForce, CreateWebhookInput, CreateWebhookPayload, UpdateWebhookInput, MissedEvents, UpdateWebhookPayload, DeleteWebhookInput, DeleteWebhookPayload, TestWebhookInput, TestWebhookPayload, SigningChoice, RotateWebhookSecretInput, RotateWebhookSecretPayload, RetryDeliveryInput, RetryDeliveryPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { EventShape } from './shapes.ts';
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



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Payment: ResolverTypeWrapper<Payment>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Wallet: ResolverTypeWrapper<Wallet>;
  Agent: ResolverTypeWrapper<Agent>;
  Approval: ResolverTypeWrapper<Approval>;
  KillSwitch: ResolverTypeWrapper<KillSwitch>;
  Event: ResolverTypeWrapper<EventShape>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
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
  Webhook: ResolverTypeWrapper<Webhook>;
  WebhookConnection: ResolverTypeWrapper<Connection<Webhook>>;
  WebhookEdge: ResolverTypeWrapper<WebhookEdge>;
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
  CreateWebhookPayload: ResolverTypeWrapper<CreateWebhookPayload>;
  UpdateWebhookInput: UpdateWebhookInput;
  MissedEvents: MissedEvents;
  UpdateWebhookPayload: ResolverTypeWrapper<UpdateWebhookPayload>;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: ResolverTypeWrapper<DeleteWebhookPayload>;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: ResolverTypeWrapper<TestWebhookPayload>;
  SigningChoice: SigningChoice;
  RotateWebhookSecretInput: RotateWebhookSecretInput;
  RotateWebhookSecretPayload: ResolverTypeWrapper<RotateWebhookSecretPayload>;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryDeliveryPayload: ResolverTypeWrapper<RetryDeliveryPayload>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  String: Scalars['String']['output'];
  Payment: Payment;
  ID: Scalars['ID']['output'];
  Wallet: Wallet;
  Agent: Agent;
  Approval: Approval;
  KillSwitch: KillSwitch;
  Event: EventShape;
  Int: Scalars['Int']['output'];
  EventConnection: Connection<EventShape>;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventOrder: EventOrder;
  WebhookOrder: WebhookOrder;
  WebhookDeliveryOrder: WebhookDeliveryOrder;
  EventTypeInfo: EventTypeInfo;
  Webhook: Webhook;
  WebhookConnection: Connection<Webhook>;
  WebhookEdge: WebhookEdge;
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
  CreateWebhookPayload: CreateWebhookPayload;
  UpdateWebhookInput: UpdateWebhookInput;
  UpdateWebhookPayload: UpdateWebhookPayload;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: DeleteWebhookPayload;
  TestWebhookInput: TestWebhookInput;
  TestWebhookPayload: TestWebhookPayload;
  RotateWebhookSecretInput: RotateWebhookSecretInput;
  RotateWebhookSecretPayload: RotateWebhookSecretPayload;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryDeliveryPayload: RetryDeliveryPayload;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
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

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook'], FederationReferenceType extends FederationReferenceTypes['Webhook'] = FederationReferenceTypes['Webhook']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Webhook']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  format?: Resolver<ResolversTypes['WebhookFormat'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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

export type RetryDeliveryPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RetryDeliveryPayload'] = ResolversParentTypes['RetryDeliveryPayload']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  PageInfo?: PageInfoResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  KillSwitch?: KillSwitchResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  EventTypeInfo?: EventTypeInfoResolvers<ContextType>;
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
  RetryDeliveryPayload?: RetryDeliveryPayloadResolvers<ContextType>;
};
