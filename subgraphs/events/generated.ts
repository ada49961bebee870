/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
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
  /** An instant: ISO 8601 in UTC with milliseconds. */
  DateTime: { input: string; output: string; }
  /** Any JSON value; inside, names are as on the wire (snake_case). */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Where a page of a connection stands. */
export type PageInfo = {
  /** Whether a further page follows. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether a page comes before. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A payment, owned by another part of the graph. */
export type Payment = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
};

/** A wallet, owned by another part of the graph. */
export type Wallet = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
};

/** An agent, owned by another part of the graph. */
export type Agent = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
};

/** One fact of the event log. Webhooks, subscriptions and lists all carry this one row. */
export type Event = {
  /** The event itself: the same everywhere, whatever carries it. */
  id: Scalars['ID']['output'];
  /** The same value as `id`, under the name that the webhook envelope uses. */
  sourceEventId: Scalars['ID']['output'];
  /** What happened, for example payment.completed. */
  type: Scalars['String']['output'];
  /** When it was committed. */
  createdAt: Scalars['DateTime']['output'];
  /** The place in the organization's log; resume after it in `events` and `paymentEvents` alike. */
  cursor: Scalars['String']['output'];
  /** What it happened to. */
  resourceId: Scalars['ID']['output'];
  /** The wallet concerned, if one is. */
  walletId?: Maybe<Scalars['ID']['output']>;
  /** 1, 2, 3 ... without gaps for each wallet, so that a receiver notices a missing one; 0 without a wallet. */
  walletSeq: Scalars['Int']['output'];
  /** The agent concerned, if one is. */
  agentId?: Maybe<Scalars['ID']['output']>;
  /** What varies by type; `eventTypes` has the schema of each. */
  data: Scalars['JSON']['output'];
  /** The payment, if the event is about one. */
  payment?: Maybe<Payment>;
  /** The wallet, if one is concerned. */
  wallet?: Maybe<Wallet>;
  /** The agent, if one is concerned. */
  agent?: Maybe<Agent>;
  /** How it was carried to the caller's webhook endpoints; empty for a token without the scope agent:admin. */
  deliveries: Array<WebhookDelivery>;
};

/** A page of events. */
export type EventConnection = {
  /** The events of this page. */
  edges: Array<EventEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** One event of a page. */
export type EventEdge = {
  /** The event. */
  node: Event;
  /** The place in the log, usable as `after`. */
  cursor: Scalars['String']['output'];
};

/** Which end of the log a list starts from. */
export type EventOrder =
  /** The latest first: `after` leads back in time. */
  | 'NEWEST_FIRST'
  /** In commit order: `after` resumes where a reader stopped. */
  | 'OLDEST_FIRST';

/** An entry of the event catalogue. */
export type EventTypeInfo = {
  /** Name of the type. */
  type: Scalars['String']['output'];
  /** What it means. */
  description: Scalars['String']['output'];
  /** JSON Schema of `data`. */
  schema: Scalars['JSON']['output'];
  /** Whether it is an extension, delivered only where it was asked for by name. */
  optIn: Scalars['Boolean']['output'];
};

/** Whether an endpoint is served. */
export type WebhookStatus =
  /** Events are delivered. */
  | 'active'
  /** Nothing is sent. Events wait in the log and are not lost. */
  | 'disabled';

/** An endpoint that receives events. */
export type Webhook = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
  /** Where deliveries are posted. */
  url: Scalars['String']['output'];
  /** The event types it receives; no others are sent. */
  events: Array<Scalars['String']['output']>;
  /** Whether it is served. */
  status: WebhookStatus;
  /** Free text of the owner. */
  description?: Maybe<Scalars['String']['output']>;
  /** Free key-value pairs of the owner. */
  metadata?: Maybe<Scalars['JSON']['output']>;
  /** The agent that registered it; null for an endpoint of the organization. */
  agent?: Maybe<Agent>;
  /** When the secret before the last rotation stops signing; null when there is none. */
  previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** When it was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A page of endpoints. */
export type WebhookConnection = {
  /** The endpoints of this page. */
  edges: Array<WebhookEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** One endpoint of a page. */
export type WebhookEdge = {
  /** The endpoint. */
  node: Webhook;
  /** The place in the list. */
  cursor: Scalars['String']['output'];
};

/** State of a delivery. */
export type DeliveryStatus =
  /** Not attempted yet. */
  | 'pending'
  /** An attempt failed; the next one is planned. */
  | 'pending_retry'
  /** The endpoint answered 2xx. */
  | 'delivered'
  /** All attempts failed, or the endpoint was deleted. */
  | 'failed';

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
  /** The endpoint. */
  webhookId: Scalars['ID']['output'];
  /** `event_id` of the envelope: unique for the event and endpoint, the same over all attempts. */
  eventId: Scalars['ID']['output'];
  /** The event in the log; for a test delivery, a sample that is in no log. */
  sourceEventId: Scalars['ID']['output'];
  /** Event type. */
  type: Scalars['String']['output'];
  /** Where it stands. */
  status: DeliveryStatus;
  /** Whether it carries a sample event. */
  test: Scalars['Boolean']['output'];
  /** What was tried, oldest first; at most the last 50. */
  attempts: Array<DeliveryAttempt>;
  /** When the next attempt is due; null when none is planned. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
};

/** One POST to an endpoint. */
export type DeliveryAttempt = {
  /** 1, 2, 3 ... within the delivery. */
  number: Scalars['Int']['output'];
  /** When it began. */
  at: Scalars['DateTime']['output'];
  /** HTTP status of the answer; null when there was none. */
  statusCode?: Maybe<Scalars['Int']['output']>;
  /** How long it took. */
  durationMs: Scalars['Int']['output'];
  /** Why it failed; null when it did not. */
  error?: Maybe<Scalars['String']['output']>;
  /** Start of the answer's body, at most 16 KiB. */
  responseExcerpt?: Maybe<Scalars['String']['output']>;
  /** Whether somebody asked for it; such an attempt does not count in the schedule. */
  manual: Scalars['Boolean']['output'];
};

/** A page of deliveries. */
export type WebhookDeliveryConnection = {
  /** The deliveries of this page. */
  edges: Array<WebhookDeliveryEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** One delivery of a page. */
export type WebhookDeliveryEdge = {
  /** The delivery. */
  node: WebhookDelivery;
  /** The place in the list. */
  cursor: Scalars['String']['output'];
};

/** Reading the event log, endpoints and deliveries. */
export type Query = {
  /** The event log of the caller, kept 30 days. */
  events?: Maybe<EventConnection>;
  /** One event, by its own identifier or by the `event_id` of a delivery. */
  event?: Maybe<Event>;
  /** The event catalogue. */
  eventTypes?: Maybe<Array<EventTypeInfo>>;
  /** The caller's endpoints, newest first. */
  webhooks?: Maybe<WebhookConnection>;
  /** One endpoint. */
  webhook?: Maybe<Webhook>;
  /** Deliveries to one endpoint, newest first. */
  deliveries?: Maybe<WebhookDeliveryConnection>;
  /** One delivery. */
  delivery?: Maybe<WebhookDelivery>;
};


/** Reading the event log, endpoints and deliveries. */
export type QueryEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<EventOrder>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  resourceId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Reading the event log, endpoints and deliveries. */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/** Reading the event log, endpoints and deliveries. */
export type QueryWebhooksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Reading the event log, endpoints and deliveries. */
export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};


/** Reading the event log, endpoints and deliveries. */
export type QueryDeliveriesArgs = {
  webhookId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<DeliveryStatus>;
  type?: InputMaybe<Scalars['String']['input']>;
};


/** Reading the event log, endpoints and deliveries. */
export type QueryDeliveryArgs = {
  webhookId: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};

/** Managing endpoints and deliveries. */
export type Mutation = {
  /** Registers an endpoint; it receives what is committed from now on. */
  createWebhook?: Maybe<CreateWebhookPayload>;
  /** Changes an endpoint; fields left out stay. */
  updateWebhook?: Maybe<UpdateWebhookPayload>;
  /** Removes an endpoint; its open deliveries end as failed. */
  deleteWebhook?: Maybe<DeleteWebhookPayload>;
  /** Sends a sample event to an endpoint, signed and retried like any other. */
  testWebhook?: Maybe<TestWebhookPayload>;
  /** Gives an endpoint a new secret, with a time of overlap. */
  rotateWebhookSecret?: Maybe<RotateWebhookSecretPayload>;
  /** Makes one more attempt now; the schedule does not restart. */
  retryDelivery?: Maybe<RetryDeliveryPayload>;
};


/** Managing endpoints and deliveries. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** Managing endpoints and deliveries. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};


/** Managing endpoints and deliveries. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** Managing endpoints and deliveries. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** Managing endpoints and deliveries. */
export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


/** Managing endpoints and deliveries. */
export type MutationRetryDeliveryArgs = {
  input: RetryDeliveryInput;
};

/** Events as they happen. */
export type Subscription = {
  /** Payment events as they are committed: without `after` from now on, with it from there, without gap or duplicate. */
  paymentEvents: Event;
};


/** Events as they happen. */
export type SubscriptionPaymentEventsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** An endpoint to register. */
export type CreateWebhookInput = {
  /** Publicly reachable HTTPS address, port 443 or 8443. */
  url: Scalars['String']['input'];
  /** Event types to receive. */
  events: Array<Scalars['String']['input']>;
  /** Signing secret: 16 to 256 characters, or after whsec_ the base64 of 16 to 64 bytes. */
  secret: Scalars['String']['input'];
  /** Free text. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Free key-value pairs. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The registered endpoint. */
export type CreateWebhookPayload = {
  /** The endpoint. */
  webhook: Webhook;
  /** The signing secret, shown this once; null when replayed. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** Changes to an endpoint. */
export type UpdateWebhookInput = {
  /** The endpoint. */
  webhookId: Scalars['ID']['input'];
  /** A new address. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** A new list of event types. */
  events?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether it is served. */
  status?: InputMaybe<WebhookStatus>;
  /** On enabling: what to do with the events that waited. By default they are delivered. */
  missedEvents?: InputMaybe<MissedEvents>;
  /** Free text; null clears it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Free key-value pairs; null clears them. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
};

/** What happens on enabling to the events of the time in which an endpoint was disabled. */
export type MissedEvents =
  /** They are delivered. */
  | 'deliver'
  /** They are passed over. */
  | 'skip';

/** The changed endpoint. */
export type UpdateWebhookPayload = {
  /** The endpoint. */
  webhook: Webhook;
};

/** The endpoint to remove. */
export type DeleteWebhookInput = {
  /** The endpoint. */
  webhookId: Scalars['ID']['input'];
};

/** The removed endpoint. */
export type DeleteWebhookPayload = {
  /** Its identifier, which now names nothing. */
  deletedWebhookId: Scalars['ID']['output'];
};

/** A sample to send. */
export type TestWebhookInput = {
  /** The endpoint. */
  webhookId: Scalars['ID']['input'];
  /** Event type of the sample. */
  type?: InputMaybe<Scalars['String']['input']>;
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The delivery of the sample. */
export type TestWebhookPayload = {
  /** The delivery, not attempted yet. */
  delivery: WebhookDelivery;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** Which secret makes X-Service-Signature during the overlap. */
export type SigningChoice =
  /** The new secret. */
  | 'new'
  /** The secret before. */
  | 'previous';

/** A change of secret. */
export type RotateWebhookSecretInput = {
  /** The endpoint. */
  webhookId: Scalars['ID']['input'];
  /** The new secret, as at creation; one is made when it is left out. */
  secret?: InputMaybe<Scalars['String']['input']>;
  /** How long the secret before stays in use, 0 to 604800. */
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Which secret makes X-Service-Signature during the overlap. */
  signWith?: InputMaybe<SigningChoice>;
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The changed secret. */
export type RotateWebhookSecretPayload = {
  /** The endpoint. */
  webhook: Webhook;
  /** The new signing secret, shown this once; null when replayed. */
  secret?: Maybe<Scalars['String']['output']>;
  /** When the secret before stops signing. */
  previousSecretExpiresAt: Scalars['DateTime']['output'];
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** The delivery to attempt again. */
export type RetryDeliveryInput = {
  /** The endpoint. */
  webhookId: Scalars['ID']['input'];
  /** The delivery. */
  deliveryId: Scalars['ID']['input'];
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The delivery, before the new attempt. */
export type RetryDeliveryPayload = {
  /** The delivery. */
  delivery: WebhookDelivery;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
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
  DateTime: ResolverTypeWrapper<Partial<Scalars['DateTime']['output']>>;
  JSON: ResolverTypeWrapper<Partial<Scalars['JSON']['output']>>;
  PageInfo: ResolverTypeWrapper<Partial<PageInfo>>;
  Boolean: ResolverTypeWrapper<Partial<Scalars['Boolean']['output']>>;
  String: ResolverTypeWrapper<Partial<Scalars['String']['output']>>;
  Payment: ResolverTypeWrapper<Partial<Payment>>;
  ID: ResolverTypeWrapper<Partial<Scalars['ID']['output']>>;
  Wallet: ResolverTypeWrapper<Partial<Wallet>>;
  Agent: ResolverTypeWrapper<Partial<Agent>>;
  Event: ResolverTypeWrapper<Partial<Event>>;
  Int: ResolverTypeWrapper<Partial<Scalars['Int']['output']>>;
  EventConnection: ResolverTypeWrapper<Partial<EventConnection>>;
  EventEdge: ResolverTypeWrapper<Partial<EventEdge>>;
  EventOrder: ResolverTypeWrapper<Partial<EventOrder>>;
  EventTypeInfo: ResolverTypeWrapper<Partial<EventTypeInfo>>;
  WebhookStatus: ResolverTypeWrapper<Partial<WebhookStatus>>;
  Webhook: ResolverTypeWrapper<Partial<Webhook>>;
  WebhookConnection: ResolverTypeWrapper<Partial<WebhookConnection>>;
  WebhookEdge: ResolverTypeWrapper<Partial<WebhookEdge>>;
  DeliveryStatus: ResolverTypeWrapper<Partial<DeliveryStatus>>;
  WebhookDelivery: ResolverTypeWrapper<Partial<WebhookDelivery>>;
  DeliveryAttempt: ResolverTypeWrapper<Partial<DeliveryAttempt>>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Partial<WebhookDeliveryConnection>>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Partial<WebhookDeliveryEdge>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  CreateWebhookInput: ResolverTypeWrapper<Partial<CreateWebhookInput>>;
  CreateWebhookPayload: ResolverTypeWrapper<Partial<CreateWebhookPayload>>;
  UpdateWebhookInput: ResolverTypeWrapper<Partial<UpdateWebhookInput>>;
  MissedEvents: ResolverTypeWrapper<Partial<MissedEvents>>;
  UpdateWebhookPayload: ResolverTypeWrapper<Partial<UpdateWebhookPayload>>;
  DeleteWebhookInput: ResolverTypeWrapper<Partial<DeleteWebhookInput>>;
  DeleteWebhookPayload: ResolverTypeWrapper<Partial<DeleteWebhookPayload>>;
  TestWebhookInput: ResolverTypeWrapper<Partial<TestWebhookInput>>;
  TestWebhookPayload: ResolverTypeWrapper<Partial<TestWebhookPayload>>;
  SigningChoice: ResolverTypeWrapper<Partial<SigningChoice>>;
  RotateWebhookSecretInput: ResolverTypeWrapper<Partial<RotateWebhookSecretInput>>;
  RotateWebhookSecretPayload: ResolverTypeWrapper<Partial<RotateWebhookSecretPayload>>;
  RetryDeliveryInput: ResolverTypeWrapper<Partial<RetryDeliveryInput>>;
  RetryDeliveryPayload: ResolverTypeWrapper<Partial<RetryDeliveryPayload>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Partial<Scalars['DateTime']['output']>;
  JSON: Partial<Scalars['JSON']['output']>;
  PageInfo: Partial<PageInfo>;
  Boolean: Partial<Scalars['Boolean']['output']>;
  String: Partial<Scalars['String']['output']>;
  Payment: Partial<Payment>;
  ID: Partial<Scalars['ID']['output']>;
  Wallet: Partial<Wallet>;
  Agent: Partial<Agent>;
  Event: Partial<Event | FederationReferenceTypes['Event']>;
  Int: Partial<Scalars['Int']['output']>;
  EventConnection: Partial<EventConnection>;
  EventEdge: Partial<EventEdge>;
  EventTypeInfo: Partial<EventTypeInfo>;
  Webhook: Partial<Webhook | FederationReferenceTypes['Webhook']>;
  WebhookConnection: Partial<WebhookConnection>;
  WebhookEdge: Partial<WebhookEdge>;
  WebhookDelivery: Partial<WebhookDelivery | FederationReferenceTypes['WebhookDelivery']>;
  DeliveryAttempt: Partial<DeliveryAttempt>;
  WebhookDeliveryConnection: Partial<WebhookDeliveryConnection>;
  WebhookDeliveryEdge: Partial<WebhookDeliveryEdge>;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  CreateWebhookInput: Partial<CreateWebhookInput>;
  CreateWebhookPayload: Partial<CreateWebhookPayload>;
  UpdateWebhookInput: Partial<UpdateWebhookInput>;
  UpdateWebhookPayload: Partial<UpdateWebhookPayload>;
  DeleteWebhookInput: Partial<DeleteWebhookInput>;
  DeleteWebhookPayload: Partial<DeleteWebhookPayload>;
  TestWebhookInput: Partial<TestWebhookInput>;
  TestWebhookPayload: Partial<TestWebhookPayload>;
  RotateWebhookSecretInput: Partial<RotateWebhookSecretInput>;
  RotateWebhookSecretPayload: Partial<RotateWebhookSecretPayload>;
  RetryDeliveryInput: Partial<RetryDeliveryInput>;
  RetryDeliveryPayload: Partial<RetryDeliveryPayload>;
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
  deliveries?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  events?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  attempts?: Resolver<Array<ResolversTypes['DeliveryAttempt']>, ParentType, ContextType>;
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
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'first' | 'order'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  eventTypes?: Resolver<Maybe<Array<ResolversTypes['EventTypeInfo']>>, ParentType, ContextType>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'first'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  deliveries?: Resolver<Maybe<ResolversTypes['WebhookDeliveryConnection']>, ParentType, ContextType, RequireFields<QueryDeliveriesArgs, 'webhookId' | 'first'>>;
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
