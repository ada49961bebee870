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
  /** An instant in ISO 8601, UTC, with milliseconds and Z. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Reading agents and organizations. */
export type Query = {
  /** The agent whose access token is used. */
  me?: Maybe<Agent>;
  /** One agent: any of the caller's organization, or the calling agent itself. */
  agent?: Maybe<Agent>;
  /** Agents of the calling organization, newest first. */
  agents?: Maybe<AgentConnection>;
  /** The caller's own organization. */
  organization?: Maybe<Organization>;
};


/** Reading agents and organizations. */
export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
};


/** Reading agents and organizations. */
export type QueryAgentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Scalars['String']['input']>;
  capability?: InputMaybe<Scalars['String']['input']>;
};


/** Reading agents and organizations. */
export type QueryOrganizationArgs = {
  id: Scalars['ID']['input'];
};

/** Registering agents and getting tokens. */
export type Mutation = {
  /** Registers an agent with an API key, a wallet, a DID and a default mandate. Needs a key of the owning organization. */
  registerAgent?: Maybe<RegisterAgentPayload>;
  /** Exchanges an agent API key, or a refresh token, for a short-lived access token. Needs no other credential. */
  issueToken?: Maybe<TokenPayload>;
};


/** Registering agents and getting tokens. */
export type MutationRegisterAgentArgs = {
  input: RegisterAgentInput;
};


/** Registering agents and getting tokens. */
export type MutationIssueTokenArgs = {
  input: IssueTokenInput;
};

/** Who owns agents, wallets and mandates. */
export type Organization = {
  /** Identifier, org_ and a suffix. */
  id: Scalars['ID']['output'];
  /** Human-readable name. */
  name: Scalars['String']['output'];
  /** did:key of the organization; its key signs AP2 intents. */
  did: Scalars['String']['output'];
  /** Mode of the credential that asks: test or live. */
  mode: Scalars['String']['output'];
  /** active, or suspended: it reads and stops, and does nothing else. */
  status: Scalars['String']['output'];
  /** IANA time zone in which limits of new mandates count their days. */
  limitTimezone: Scalars['String']['output'];
  /** Policy text of default mandates; null is the built-in template. */
  policyTemplate?: Maybe<Scalars['String']['output']>;
  /** When the organization was made. */
  createdAt: Scalars['DateTime']['output'];
};

/** A registered AI agent. */
export type Agent = {
  /** Identifier, agt_ and a suffix; claim sub of its tokens. */
  id: Scalars['ID']['output'];
  /** Human-readable name. */
  name: Scalars['String']['output'];
  /** What the agent does. */
  description?: Maybe<Scalars['String']['output']>;
  /** API areas that the agent may use. */
  capabilities: Array<Scalars['String']['output']>;
  /** AI framework, free text. */
  framework?: Maybe<Scalars['String']['output']>;
  /** Underlying model, free text. */
  model?: Maybe<Scalars['String']['output']>;
  /** Key-value pairs given at registration. */
  metadata?: Maybe<Scalars['JSON']['output']>;
  /** Whether the agent may act. */
  status: AgentStatus;
  /** test or live: that of the organization key that registered the agent. */
  mode: Scalars['String']['output'];
  /** did:key of the agent, for the TAP identity protocol. */
  did: Scalars['String']['output'];
  /** Every DID that the agent has had, the current one last. */
  didHistory: Array<AgentDid>;
  /** Know-your-agent standing. */
  kya: AgentKya;
  /** The organization that owns the agent. */
  organization: Organization;
  /** The wallet that the agent spends from. */
  wallet: Wallet;
  /** The mandate in force on that wallet. */
  mandate: Mandate;
  /** When the agent was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Standings of an agent. */
export type AgentStatus =
  /** May act. */
  | 'active'
  /** Stopped by its organization until it is reactivated. */
  | 'suspended'
  /** Stopped for good. */
  | 'revoked';

/** A DID and the time in which it named the agent. */
export type AgentDid = {
  /** The did:key. */
  did: Scalars['String']['output'];
  /** From when. */
  validFrom: Scalars['DateTime']['output'];
  /** Until when; null for the current one. */
  validTo?: Maybe<Scalars['DateTime']['output']>;
};

/** Know-your-agent level and how long its evidence holds. */
export type AgentKya = {
  /** none, basic, verified or attested. */
  level: Scalars['String']['output'];
  /** valid, incomplete, or expired when the evidence no longer holds. */
  status: Scalars['String']['output'];
  /** When the evidence expires. */
  validUntil?: Maybe<Scalars['DateTime']['output']>;
};

/** A wallet; its fields belong to payments. */
export type Wallet = {
  /** Identifier, wal_ and a suffix. */
  id: Scalars['ID']['output'];
};

/** A spending mandate; its fields belong to mandates. */
export type Mandate = {
  /** Identifier, mnd_ and a suffix. */
  id: Scalars['ID']['output'];
};

/** A page of agents. */
export type AgentConnection = {
  /** The agents of this page with their cursors. */
  edges: Array<AgentEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** An agent in a page. */
export type AgentEdge = {
  /** The agent. */
  node: Agent;
  /** Give it as after to continue behind this agent. */
  cursor: Scalars['String']['output'];
};

/** Where a page stands in its list. */
export type PageInfo = {
  /** Whether more follow. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there were some before. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A registration request. */
export type RegisterAgentInput = {
  /** Human-readable name, 1 to 100 characters. */
  name: Scalars['String']['input'];
  /** What the agent does, at most 1000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Capabilities that the agent needs: payments, wallets, cards, holds, treasury, mandates, approvals, compliance. */
  capabilities: Array<Scalars['String']['input']>;
  /** AI framework, free text. */
  framework?: InputMaybe<Scalars['String']['input']>;
  /** Underlying model, free text. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** Organization that owns the agent: that of the key used. */
  ownerOrgId: Scalars['ID']['input'];
  /** Any key-value pairs, at most 50 keys and 16 KiB. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** An existing wallet of the organization that has no agent; without it a new wallet is made. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
  /** Repeats with the same key make no second agent. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** A new agent with its API key. */
export type RegisterAgentPayload = {
  /** The agent. */
  agent: Agent;
  /** Its API key, shown this once; null when replayed. */
  apiKey?: Maybe<Scalars['String']['output']>;
  /** Whether an Idempotency-Key had made this agent before. */
  replayed: Scalars['Boolean']['output'];
};

/** A credential to exchange for an access token. */
export type IssueTokenInput = {
  /** api_key (default) or refresh_token. */
  grantType?: InputMaybe<Scalars['String']['input']>;
  /** The agent that the credential belongs to. */
  agentId: Scalars['ID']['input'];
  /** The agent's API key, for grant type api_key. */
  apiKey?: InputMaybe<Scalars['String']['input']>;
  /** The refresh token, for grant type refresh_token. */
  refreshToken?: InputMaybe<Scalars['String']['input']>;
  /** agent:read, agent:execute (default) or agent:admin. */
  scope?: InputMaybe<Scalars['String']['input']>;
};

/** An access token and what replaces it. */
export type TokenPayload = {
  /** JWT for the header Authorization: Bearer. */
  accessToken: Scalars['String']['output'];
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output'];
  /** Always Bearer. */
  tokenType: Scalars['String']['output'];
  /** Gets the next pair once; good for 30 days. */
  refreshToken: Scalars['String']['output'];
  /** Scope of the access token. */
  scope: Scalars['String']['output'];
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
  Organization: Organization;
  Agent: Agent;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Organization:
    ( { __typename: 'Organization' }
    & GraphQLRecursivePick<FederationTypes['Organization'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Partial<Scalars['DateTime']['output']>>;
  JSON: ResolverTypeWrapper<Partial<Scalars['JSON']['output']>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Partial<Scalars['ID']['output']>>;
  Int: ResolverTypeWrapper<Partial<Scalars['Int']['output']>>;
  String: ResolverTypeWrapper<Partial<Scalars['String']['output']>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Organization: ResolverTypeWrapper<Partial<Organization>>;
  Agent: ResolverTypeWrapper<Partial<Agent>>;
  AgentStatus: ResolverTypeWrapper<Partial<AgentStatus>>;
  AgentDid: ResolverTypeWrapper<Partial<AgentDid>>;
  AgentKya: ResolverTypeWrapper<Partial<AgentKya>>;
  Wallet: ResolverTypeWrapper<Partial<Wallet>>;
  Mandate: ResolverTypeWrapper<Partial<Mandate>>;
  AgentConnection: ResolverTypeWrapper<Partial<AgentConnection>>;
  AgentEdge: ResolverTypeWrapper<Partial<AgentEdge>>;
  PageInfo: ResolverTypeWrapper<Partial<PageInfo>>;
  Boolean: ResolverTypeWrapper<Partial<Scalars['Boolean']['output']>>;
  RegisterAgentInput: ResolverTypeWrapper<Partial<RegisterAgentInput>>;
  RegisterAgentPayload: ResolverTypeWrapper<Partial<RegisterAgentPayload>>;
  IssueTokenInput: ResolverTypeWrapper<Partial<IssueTokenInput>>;
  TokenPayload: ResolverTypeWrapper<Partial<TokenPayload>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Partial<Scalars['DateTime']['output']>;
  JSON: Partial<Scalars['JSON']['output']>;
  Query: Record<PropertyKey, never>;
  ID: Partial<Scalars['ID']['output']>;
  Int: Partial<Scalars['Int']['output']>;
  String: Partial<Scalars['String']['output']>;
  Mutation: Record<PropertyKey, never>;
  Organization: Partial<Organization | FederationReferenceTypes['Organization']>;
  Agent: Partial<Agent | FederationReferenceTypes['Agent']>;
  AgentDid: Partial<AgentDid>;
  AgentKya: Partial<AgentKya>;
  Wallet: Partial<Wallet>;
  Mandate: Partial<Mandate>;
  AgentConnection: Partial<AgentConnection>;
  AgentEdge: Partial<AgentEdge>;
  PageInfo: Partial<PageInfo>;
  Boolean: Partial<Scalars['Boolean']['output']>;
  RegisterAgentInput: Partial<RegisterAgentInput>;
  RegisterAgentPayload: Partial<RegisterAgentPayload>;
  IssueTokenInput: Partial<IssueTokenInput>;
  TokenPayload: Partial<TokenPayload>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  me?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>;
  agents?: Resolver<Maybe<ResolversTypes['AgentConnection']>, ParentType, ContextType, RequireFields<QueryAgentsArgs, 'first'>>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<QueryOrganizationArgs, 'id'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  registerAgent?: Resolver<Maybe<ResolversTypes['RegisterAgentPayload']>, ParentType, ContextType, RequireFields<MutationRegisterAgentArgs, 'input'>>;
  issueToken?: Resolver<Maybe<ResolversTypes['TokenPayload']>, ParentType, ContextType, RequireFields<MutationIssueTokenArgs, 'input'>>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization'], FederationReferenceType extends FederationReferenceTypes['Organization'] = FederationReferenceTypes['Organization']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Organization']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policyTemplate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  framework?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AgentStatus'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  didHistory?: Resolver<Array<ResolversTypes['AgentDid']>, ParentType, ContextType>;
  kya?: Resolver<ResolversTypes['AgentKya'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  mandate?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AgentDidResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentDid'] = ResolversParentTypes['AgentDid']> = {
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  validFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  validTo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AgentKyaResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentKya'] = ResolversParentTypes['AgentKya']> = {
  level?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MandateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mandate'] = ResolversParentTypes['Mandate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AgentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AgentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AgentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentEdge'] = ResolversParentTypes['AgentEdge']> = {
  node?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RegisterAgentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RegisterAgentPayload'] = ResolversParentTypes['RegisterAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TokenPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TokenPayload'] = ResolversParentTypes['TokenPayload']> = {
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refreshToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentDid?: AgentDidResolvers<ContextType>;
  AgentKya?: AgentKyaResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  Mandate?: MandateResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  RegisterAgentPayload?: RegisterAgentPayloadResolvers<ContextType>;
  TokenPayload?: TokenPayloadResolvers<ContextType>;
};
