/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { RequestContext } from '../shared/principal.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
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
  readonly deliveries: ReadonlyArray<WebhookDelivery>;
};

export type EventConnection = {
  readonly edges: ReadonlyArray<EventEdge>;
  readonly nodes: ReadonlyArray<Event>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
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

export type Webhook = {
  readonly id: Scalars['ID']['output'];
  readonly url: Scalars['String']['output'];
  readonly events: ReadonlyArray<Scalars['String']['output']>;
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

export type Query = {
  readonly events?: Maybe<EventConnection>;
  readonly event?: Maybe<Event>;
  readonly eventTypes?: Maybe<ReadonlyArray<EventTypeInfo>>;
  readonly webhooks?: Maybe<WebhookConnection>;
  readonly webhook?: Maybe<Webhook>;
  readonly deliveries?: Maybe<WebhookDeliveryConnection>;
  readonly delivery?: Maybe<WebhookDelivery>;
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
  readonly paymentEvents: Event;
};


export type SubscriptionPaymentEventsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWebhookInput = {
  readonly url: Scalars['String']['input'];
  readonly events: ReadonlyArray<Scalars['String']['input']>;
  readonly secret: Scalars['String']['input'];
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
  Event: ResolverTypeWrapper<Event>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  EventConnection: ResolverTypeWrapper<Connection<Event>>;
  EventEdge: ResolverTypeWrapper<EventEdge>;
  EventOrder: EventOrder;
  EventOrderField: EventOrderField;
  WebhookOrder: WebhookOrder;
  WebhookOrderField: WebhookOrderField;
  WebhookDeliveryOrder: WebhookDeliveryOrder;
  WebhookDeliveryOrderField: WebhookDeliveryOrderField;
  OrderDirection: OrderDirection;
  EventTypeInfo: ResolverTypeWrapper<EventTypeInfo>;
  WebhookStatus: WebhookStatus;
  Webhook: ResolverTypeWrapper<Webhook>;
  WebhookConnection: ResolverTypeWrapper<Connection<Webhook>>;
  WebhookEdge: ResolverTypeWrapper<WebhookEdge>;
  DeliveryStatus: DeliveryStatus;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttempt>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Connection<WebhookDelivery>>;
  WebhookDeliveryEdge: ResolverTypeWrapper<WebhookDeliveryEdge>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Event: Event;
  Int: Scalars['Int']['output'];
  EventConnection: Connection<Event>;
  EventEdge: EventEdge;
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
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
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
  deliveries?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, Partial<QueryEventsArgs>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  eventTypes?: Resolver<Maybe<ReadonlyArray<ResolversTypes['EventTypeInfo']>>, ParentType, ContextType>;
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
  paymentEvents?: SubscriptionResolver<ResolversTypes['Event'], "paymentEvents", ParentType, ContextType, Partial<SubscriptionPaymentEventsArgs>>;
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
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  CreateWebhookPayload?: CreateWebhookPayloadResolvers<ContextType>;
  UpdateWebhookPayload?: UpdateWebhookPayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
  TestWebhookPayload?: TestWebhookPayloadResolvers<ContextType>;
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>;
  RetryDeliveryPayload?: RetryDeliveryPayloadResolvers<ContextType>;
};
