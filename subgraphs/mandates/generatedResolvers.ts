/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, Mandate, MandateVersionsArgs, MandateVersion, PolicyChange, PolicyField, PolicyFieldValue, PolicyChangeDirection, MandateVersionOrder, MandateVersionOrderField, MandateVersionEdge, MandateStatus, Policy, TimeWindow, Weekday, MandateUsage, LimitUsage, Ap2IntentFormat, PolicyPreview, PolicySpan, PolicyNote, PolicyNoteCode, PolicySimulation, SimulationCounts, SimulatedPayment, PolicyReason, SimulationOutcome, SimulatedPaymentEdge, PolicyTemplate, PolicyCategory, PolicyLanguage, PolicyConstruction, PolicyWording, PolicyFreeRule, PolicyRole, PolicyCategoryWords, PolicyCategoryGroup, Agent, AgentMandatesArgs, Wallet, MandateOrder, MandateOrderField, OrderDirection, MandateEdge, PageInfo, QueryMandateArgs, QueryMandateVersionArgs, QueryMandatesArgs, QueryMandateVersionsArgs, QueryAp2IntentArgs, QueryPreviewPolicyArgs, QuerySimulatePolicyArgs, QueryPolicyTemplateArgs, QueryKillSwitchesArgs, QueryEffectiveKillSwitchesArgs, QueryPreviewKillSwitchArgs, PreviewPolicyInput, MutationCreateMandateArgs, MutationUpdateMandateArgs, MutationRevokeMandateArgs, MutationSetPolicyTemplateArgs, MutationActivateKillSwitchArgs, MutationDeactivateKillSwitchArgs, SimulatePolicyInput, CreateMandateInput, CreateMandatePayload, UpdateMandateInput, UpdateMandatePayload, RevokeMandateInput, RevokeMandatePayload, SetPolicyTemplateInput, SetPolicyTemplatePayload, KillSwitch, KillSwitchEffect, EffectiveKillSwitches, EffectiveKillSwitch, KillSwitchScope, KillSwitchState, KillSwitchLevel, KillSwitchReasonCode, KillSwitchOrder, KillSwitchOrderField, KillSwitchEdge, ActivateKillSwitchInput, ActivateKillSwitchPayload, DeactivateKillSwitchInput, DeactivateKillSwitchPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { MandateShape, MandateVersionShape } from './resolvers/shapes.ts';
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
  Mandate: Mandate;
  MandateVersion: MandateVersion;
  Agent: Agent;
  KillSwitch: KillSwitch;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Mandate:
    ( { __typename: 'Mandate' }
    & GraphQLRecursivePick<FederationTypes['Mandate'], {"id":true}> );
  MandateVersion:
    ( { __typename: 'MandateVersion' }
    & GraphQLRecursivePick<FederationTypes['MandateVersion'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
  KillSwitch:
    ( { __typename: 'KillSwitch' }
    & GraphQLRecursivePick<FederationTypes['KillSwitch'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Mandate: ResolverTypeWrapper<MandateShape>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  MandateVersion: ResolverTypeWrapper<MandateVersionShape>;
  PolicyChange: ResolverTypeWrapper<PolicyChange>;
  PolicyField: PolicyField;
  PolicyFieldValue: ResolverTypeWrapper<PolicyFieldValue>;
  PolicyChangeDirection: PolicyChangeDirection;
  MandateVersionOrder: MandateVersionOrder;
  MandateVersionOrderField: MandateVersionOrderField;
  MandateVersionConnection: ResolverTypeWrapper<Connection<MandateVersionShape>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  MandateVersionEdge: ResolverTypeWrapper<Omit<MandateVersionEdge, 'node'> & { node: ResolversTypes['MandateVersion'] }>;
  MandateStatus: MandateStatus;
  Policy: ResolverTypeWrapper<Policy>;
  TimeWindow: ResolverTypeWrapper<TimeWindow>;
  Weekday: Weekday;
  MandateUsage: ResolverTypeWrapper<MandateUsage>;
  LimitUsage: ResolverTypeWrapper<LimitUsage>;
  Ap2IntentFormat: Ap2IntentFormat;
  PolicyPreview: ResolverTypeWrapper<PolicyPreview>;
  PolicySpan: ResolverTypeWrapper<PolicySpan>;
  PolicyNote: ResolverTypeWrapper<PolicyNote>;
  PolicyNoteCode: PolicyNoteCode;
  PolicySimulation: ResolverTypeWrapper<Omit<PolicySimulation, 'changes'> & { changes: ResolversTypes['SimulatedPaymentConnection'] }>;
  SimulationCounts: ResolverTypeWrapper<SimulationCounts>;
  SimulatedPayment: ResolverTypeWrapper<SimulatedPayment>;
  PolicyReason: PolicyReason;
  SimulationOutcome: SimulationOutcome;
  SimulatedPaymentConnection: ResolverTypeWrapper<Connection<SimulatedPayment>>;
  SimulatedPaymentEdge: ResolverTypeWrapper<SimulatedPaymentEdge>;
  PolicyTemplate: ResolverTypeWrapper<PolicyTemplate>;
  PolicyCategory: ResolverTypeWrapper<PolicyCategory>;
  PolicyLanguage: ResolverTypeWrapper<PolicyLanguage>;
  PolicyConstruction: ResolverTypeWrapper<PolicyConstruction>;
  PolicyWording: ResolverTypeWrapper<PolicyWording>;
  PolicyFreeRule: ResolverTypeWrapper<PolicyFreeRule>;
  PolicyRole: ResolverTypeWrapper<PolicyRole>;
  PolicyCategoryWords: ResolverTypeWrapper<PolicyCategoryWords>;
  PolicyCategoryGroup: ResolverTypeWrapper<PolicyCategoryGroup>;
  Agent: ResolverTypeWrapper<Omit<Agent, 'mandates'> & { mandates?: Maybe<ResolversTypes['MandateConnection']> }>;
  Wallet: ResolverTypeWrapper<Wallet>;
  MandateOrder: MandateOrder;
  MandateOrderField: MandateOrderField;
  OrderDirection: OrderDirection;
  MandateConnection: ResolverTypeWrapper<Connection<MandateShape>>;
  MandateEdge: ResolverTypeWrapper<Omit<MandateEdge, 'node'> & { node: ResolversTypes['Mandate'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  PreviewPolicyInput: PreviewPolicyInput;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SimulatePolicyInput: SimulatePolicyInput;
  CreateMandateInput: CreateMandateInput;
  CreateMandatePayload: ResolverTypeWrapper<Omit<CreateMandatePayload, 'mandate'> & { mandate: ResolversTypes['Mandate'] }>;
  UpdateMandateInput: UpdateMandateInput;
  UpdateMandatePayload: ResolverTypeWrapper<Omit<UpdateMandatePayload, 'mandate' | 'mandateVersion'> & { mandate?: Maybe<ResolversTypes['Mandate']>, mandateVersion: ResolversTypes['MandateVersion'] }>;
  RevokeMandateInput: RevokeMandateInput;
  RevokeMandatePayload: ResolverTypeWrapper<Omit<RevokeMandatePayload, 'mandate'> & { mandate: ResolversTypes['Mandate'] }>;
  SetPolicyTemplateInput: SetPolicyTemplateInput;
  SetPolicyTemplatePayload: ResolverTypeWrapper<SetPolicyTemplatePayload>;
  KillSwitch: ResolverTypeWrapper<KillSwitch>;
  KillSwitchEffect: ResolverTypeWrapper<KillSwitchEffect>;
  EffectiveKillSwitches: ResolverTypeWrapper<EffectiveKillSwitches>;
  EffectiveKillSwitch: ResolverTypeWrapper<EffectiveKillSwitch>;
  KillSwitchScope: KillSwitchScope;
  KillSwitchState: KillSwitchState;
  KillSwitchLevel: KillSwitchLevel;
  KillSwitchReasonCode: KillSwitchReasonCode;
  KillSwitchOrder: KillSwitchOrder;
  KillSwitchOrderField: KillSwitchOrderField;
  KillSwitchConnection: ResolverTypeWrapper<Connection<KillSwitch>>;
  KillSwitchEdge: ResolverTypeWrapper<KillSwitchEdge>;
  ActivateKillSwitchInput: ActivateKillSwitchInput;
  ActivateKillSwitchPayload: ResolverTypeWrapper<ActivateKillSwitchPayload>;
  DeactivateKillSwitchInput: DeactivateKillSwitchInput;
  DeactivateKillSwitchPayload: ResolverTypeWrapper<DeactivateKillSwitchPayload>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Decimal: Scalars['Decimal']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Mandate: MandateShape;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  MandateVersion: MandateVersionShape;
  PolicyChange: PolicyChange;
  PolicyFieldValue: PolicyFieldValue;
  MandateVersionOrder: MandateVersionOrder;
  MandateVersionConnection: Connection<MandateVersionShape>;
  Boolean: Scalars['Boolean']['output'];
  MandateVersionEdge: Omit<MandateVersionEdge, 'node'> & { node: ResolversParentTypes['MandateVersion'] };
  Policy: Policy;
  TimeWindow: TimeWindow;
  MandateUsage: MandateUsage;
  LimitUsage: LimitUsage;
  PolicyPreview: PolicyPreview;
  PolicySpan: PolicySpan;
  PolicyNote: PolicyNote;
  PolicySimulation: Omit<PolicySimulation, 'changes'> & { changes: ResolversParentTypes['SimulatedPaymentConnection'] };
  SimulationCounts: SimulationCounts;
  SimulatedPayment: SimulatedPayment;
  SimulatedPaymentConnection: Connection<SimulatedPayment>;
  SimulatedPaymentEdge: SimulatedPaymentEdge;
  PolicyTemplate: PolicyTemplate;
  PolicyCategory: PolicyCategory;
  PolicyLanguage: PolicyLanguage;
  PolicyConstruction: PolicyConstruction;
  PolicyWording: PolicyWording;
  PolicyFreeRule: PolicyFreeRule;
  PolicyRole: PolicyRole;
  PolicyCategoryWords: PolicyCategoryWords;
  PolicyCategoryGroup: PolicyCategoryGroup;
  Agent: Omit<Agent, 'mandates'> & { mandates?: Maybe<ResolversParentTypes['MandateConnection']> };
  Wallet: Wallet;
  MandateOrder: MandateOrder;
  MandateConnection: Connection<MandateShape>;
  MandateEdge: Omit<MandateEdge, 'node'> & { node: ResolversParentTypes['Mandate'] };
  PageInfo: PageInfo;
  Query: Record<PropertyKey, never>;
  PreviewPolicyInput: PreviewPolicyInput;
  Mutation: Record<PropertyKey, never>;
  SimulatePolicyInput: SimulatePolicyInput;
  CreateMandateInput: CreateMandateInput;
  CreateMandatePayload: Omit<CreateMandatePayload, 'mandate'> & { mandate: ResolversParentTypes['Mandate'] };
  UpdateMandateInput: UpdateMandateInput;
  UpdateMandatePayload: Omit<UpdateMandatePayload, 'mandate' | 'mandateVersion'> & { mandate?: Maybe<ResolversParentTypes['Mandate']>, mandateVersion: ResolversParentTypes['MandateVersion'] };
  RevokeMandateInput: RevokeMandateInput;
  RevokeMandatePayload: Omit<RevokeMandatePayload, 'mandate'> & { mandate: ResolversParentTypes['Mandate'] };
  SetPolicyTemplateInput: SetPolicyTemplateInput;
  SetPolicyTemplatePayload: SetPolicyTemplatePayload;
  KillSwitch: KillSwitch;
  KillSwitchEffect: KillSwitchEffect;
  EffectiveKillSwitches: EffectiveKillSwitches;
  EffectiveKillSwitch: EffectiveKillSwitch;
  KillSwitchOrder: KillSwitchOrder;
  KillSwitchConnection: Connection<KillSwitch>;
  KillSwitchEdge: KillSwitchEdge;
  ActivateKillSwitchInput: ActivateKillSwitchInput;
  ActivateKillSwitchPayload: ActivateKillSwitchPayload;
  DeactivateKillSwitchInput: DeactivateKillSwitchInput;
  DeactivateKillSwitchPayload: DeactivateKillSwitchPayload;
};

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], unknown> {
  name: 'Decimal';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export type MandateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mandate'] = ResolversParentTypes['Mandate'], FederationReferenceType extends FederationReferenceTypes['Mandate'] = FederationReferenceTypes['Mandate']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Mandate']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MandateStatus'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  policyText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policyHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ap2IntentRef?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  supersedes?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  supersededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['MandateUsage'], ParentType, ContextType>;
  versions?: Resolver<Maybe<ResolversTypes['MandateVersionConnection']>, ParentType, ContextType, Partial<MandateVersionsArgs>>;
};

export type MandateVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersion'] = ResolversParentTypes['MandateVersion'], FederationReferenceType extends FederationReferenceTypes['MandateVersion'] = FederationReferenceTypes['MandateVersion']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['MandateVersion']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MandateStatus'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  policyText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policyHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ap2IntentRef?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['PolicyChange']>, ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['MandateUsage'], ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  supersededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PolicyChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyChange'] = ResolversParentTypes['PolicyChange']> = {
  field?: Resolver<ResolversTypes['PolicyField'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['PolicyFieldValue']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['PolicyFieldValue']>, ParentType, ContextType>;
  change?: Resolver<ResolversTypes['PolicyChangeDirection'], ParentType, ContextType>;
};

export type PolicyFieldValueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyFieldValue'] = ResolversParentTypes['PolicyFieldValue']> = {
  usd?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  names?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  timeWindows?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TimeWindow']>>, ParentType, ContextType>;
};

export type MandateVersionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersionConnection'] = ResolversParentTypes['MandateVersionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MandateVersionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['MandateVersion']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MandateVersionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersionEdge'] = ResolversParentTypes['MandateVersionEdge']> = {
  node?: Resolver<ResolversTypes['MandateVersion'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PolicyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Policy'] = ResolversParentTypes['Policy']> = {
  maxPerTransaction?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  dailyLimit?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  monthlyLimit?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  allowedMerchants?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  allowedCategories?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  blockedCategories?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  approvalThreshold?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  timeWindows?: Resolver<ReadonlyArray<ResolversTypes['TimeWindow']>, ParentType, ContextType>;
};

export type TimeWindowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TimeWindow'] = ResolversParentTypes['TimeWindow']> = {
  days?: Resolver<ReadonlyArray<ResolversTypes['Weekday']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tz?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MandateUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateUsage'] = ResolversParentTypes['MandateUsage']> = {
  day?: Resolver<ResolversTypes['LimitUsage'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['LimitUsage'], ParentType, ContextType>;
};

export type LimitUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LimitUsage'] = ResolversParentTypes['LimitUsage']> = {
  limit?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  spent?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  reserved?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  remaining?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  resetsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PolicyPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyPreview'] = ResolversParentTypes['PolicyPreview']> = {
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  spans?: Resolver<ReadonlyArray<ResolversTypes['PolicySpan']>, ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<ReadonlyArray<ResolversTypes['PolicyNote']>, ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['PolicyChange']>, ParentType, ContextType>;
};

export type PolicySpanResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicySpan'] = ResolversParentTypes['PolicySpan']> = {
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  field?: Resolver<ResolversTypes['PolicyField'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['PolicyFieldValue']>, ParentType, ContextType>;
  sentence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PolicyNoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyNote'] = ResolversParentTypes['PolicyNote']> = {
  code?: Resolver<ResolversTypes['PolicyNoteCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PolicySimulationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicySimulation'] = ResolversParentTypes['PolicySimulation']> = {
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  payments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['SimulationCounts'], ParentType, ContextType>;
  after?: Resolver<ResolversTypes['SimulationCounts'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<ResolversTypes['SimulatedPaymentConnection'], ParentType, ContextType>;
};

export type SimulationCountsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulationCounts'] = ResolversParentTypes['SimulationCounts']> = {
  allowed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approvalRequired?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  denied?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SimulatedPaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulatedPayment'] = ResolversParentTypes['SimulatedPayment']> = {
  paymentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  usdAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['SimulationOutcome'], ParentType, ContextType>;
  after?: Resolver<ResolversTypes['SimulationOutcome'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['PolicyReason']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SimulatedPaymentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulatedPaymentConnection'] = ResolversParentTypes['SimulatedPaymentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SimulatedPaymentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['SimulatedPayment']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SimulatedPaymentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulatedPaymentEdge'] = ResolversParentTypes['SimulatedPaymentEdge']> = {
  node?: Resolver<ResolversTypes['SimulatedPayment'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PolicyTemplateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyTemplate'] = ResolversParentTypes['PolicyTemplate']> = {
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  policyText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresInDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  builtin?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PolicyCategoryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCategory'] = ResolversParentTypes['PolicyCategory']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  aliases?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  highRisk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  defaultBlocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PolicyLanguageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyLanguage'] = ResolversParentTypes['PolicyLanguage']> = {
  constructions?: Resolver<ReadonlyArray<ResolversTypes['PolicyConstruction']>, ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['PolicyWording']>, ParentType, ContextType>;
  freeRules?: Resolver<ReadonlyArray<ResolversTypes['PolicyFreeRule']>, ParentType, ContextType>;
  slots?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  categories?: Resolver<ReadonlyArray<ResolversTypes['PolicyCategoryWords']>, ParentType, ContextType>;
  groups?: Resolver<ReadonlyArray<ResolversTypes['PolicyCategoryGroup']>, ParentType, ContextType>;
};

export type PolicyConstructionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyConstruction'] = ResolversParentTypes['PolicyConstruction']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wordings?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyWordingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyWording'] = ResolversParentTypes['PolicyWording']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wordings?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyFreeRuleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyFreeRule'] = ResolversParentTypes['PolicyFreeRule']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slots?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['PolicyRole']>, ParentType, ContextType>;
};

export type PolicyRoleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyRole'] = ResolversParentTypes['PolicyRole']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  words?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyCategoryWordsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCategoryWords'] = ResolversParentTypes['PolicyCategoryWords']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  aliases?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  namedOnly?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyCategoryGroupResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCategoryGroup'] = ResolversParentTypes['PolicyCategoryGroup']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  categories?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mandates?: Resolver<Maybe<ResolversTypes['MandateConnection']>, ParentType, ContextType, Partial<AgentMandatesArgs>>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MandateConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateConnection'] = ResolversParentTypes['MandateConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MandateEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Mandate']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MandateEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateEdge'] = ResolversParentTypes['MandateEdge']> = {
  node?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType, RequireFields<QueryMandateArgs, 'id'>>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['MandateVersion']>, ParentType, ContextType, RequireFields<QueryMandateVersionArgs, 'mandateId'>>;
  mandates?: Resolver<Maybe<ResolversTypes['MandateConnection']>, ParentType, ContextType, Partial<QueryMandatesArgs>>;
  policyCategories?: Resolver<Maybe<ReadonlyArray<ResolversTypes['PolicyCategory']>>, ParentType, ContextType>;
  policyLanguage?: Resolver<Maybe<ResolversTypes['PolicyLanguage']>, ParentType, ContextType>;
  mandateVersions?: Resolver<Maybe<ResolversTypes['MandateVersionConnection']>, ParentType, ContextType, RequireFields<QueryMandateVersionsArgs, 'mandateId'>>;
  ap2Intent?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<QueryAp2IntentArgs, 'mandateId' | 'format'>>;
  previewPolicy?: Resolver<Maybe<ResolversTypes['PolicyPreview']>, ParentType, ContextType, RequireFields<QueryPreviewPolicyArgs, 'input'>>;
  simulatePolicy?: Resolver<Maybe<ResolversTypes['PolicySimulation']>, ParentType, ContextType, RequireFields<QuerySimulatePolicyArgs, 'input'>>;
  policyTemplate?: Resolver<Maybe<ResolversTypes['PolicyTemplate']>, ParentType, ContextType, RequireFields<QueryPolicyTemplateArgs, 'orgId'>>;
  killSwitches?: Resolver<Maybe<ResolversTypes['KillSwitchConnection']>, ParentType, ContextType, Partial<QueryKillSwitchesArgs>>;
  effectiveKillSwitches?: Resolver<Maybe<ResolversTypes['EffectiveKillSwitches']>, ParentType, ContextType, Partial<QueryEffectiveKillSwitchesArgs>>;
  previewKillSwitch?: Resolver<Maybe<ResolversTypes['KillSwitchEffect']>, ParentType, ContextType, RequireFields<QueryPreviewKillSwitchArgs, 'scope' | 'targetId'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createMandate?: Resolver<Maybe<ResolversTypes['CreateMandatePayload']>, ParentType, ContextType, RequireFields<MutationCreateMandateArgs, 'input'>>;
  updateMandate?: Resolver<Maybe<ResolversTypes['UpdateMandatePayload']>, ParentType, ContextType, RequireFields<MutationUpdateMandateArgs, 'input'>>;
  revokeMandate?: Resolver<Maybe<ResolversTypes['RevokeMandatePayload']>, ParentType, ContextType, RequireFields<MutationRevokeMandateArgs, 'input'>>;
  setPolicyTemplate?: Resolver<Maybe<ResolversTypes['SetPolicyTemplatePayload']>, ParentType, ContextType, RequireFields<MutationSetPolicyTemplateArgs, 'input'>>;
  activateKillSwitch?: Resolver<Maybe<ResolversTypes['ActivateKillSwitchPayload']>, ParentType, ContextType, RequireFields<MutationActivateKillSwitchArgs, 'input'>>;
  deactivateKillSwitch?: Resolver<Maybe<ResolversTypes['DeactivateKillSwitchPayload']>, ParentType, ContextType, RequireFields<MutationDeactivateKillSwitchArgs, 'input'>>;
};

export type CreateMandatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateMandatePayload'] = ResolversParentTypes['CreateMandatePayload']> = {
  mandate?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateMandatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateMandatePayload'] = ResolversParentTypes['UpdateMandatePayload']> = {
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  mandateVersion?: Resolver<ResolversTypes['MandateVersion'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeMandatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeMandatePayload'] = ResolversParentTypes['RevokeMandatePayload']> = {
  mandate?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SetPolicyTemplatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetPolicyTemplatePayload'] = ResolversParentTypes['SetPolicyTemplatePayload']> = {
  policyTemplate?: Resolver<ResolversTypes['PolicyTemplate'], ParentType, ContextType>;
};

export type KillSwitchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitch'] = ResolversParentTypes['KillSwitch'], FederationReferenceType extends FederationReferenceTypes['KillSwitch'] = FederationReferenceTypes['KillSwitch']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['KillSwitch']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['KillSwitchScope'], ParentType, ContextType>;
  targetId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orgId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['KillSwitchState'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reasonCode?: Resolver<ResolversTypes['KillSwitchReasonCode'], ParentType, ContextType>;
  activatedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  activatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  autoDeactivateAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deactivatedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deactivatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deactivateReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  affected?: Resolver<Maybe<ResolversTypes['KillSwitchEffect']>, ParentType, ContextType>;
};

export type KillSwitchEffectResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitchEffect'] = ResolversParentTypes['KillSwitchEffect']> = {
  queued?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  parked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  broadcast?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cards?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EffectiveKillSwitchesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EffectiveKillSwitches'] = ResolversParentTypes['EffectiveKillSwitches']> = {
  blocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  switches?: Resolver<ReadonlyArray<ResolversTypes['EffectiveKillSwitch']>, ParentType, ContextType>;
};

export type EffectiveKillSwitchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EffectiveKillSwitch'] = ResolversParentTypes['EffectiveKillSwitch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['KillSwitchScope'], ParentType, ContextType>;
  targetId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['KillSwitchLevel'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  activatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  autoDeactivateAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type KillSwitchConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitchConnection'] = ResolversParentTypes['KillSwitchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['KillSwitchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['KillSwitch']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type KillSwitchEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitchEdge'] = ResolversParentTypes['KillSwitchEdge']> = {
  node?: Resolver<ResolversTypes['KillSwitch'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ActivateKillSwitchPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ActivateKillSwitchPayload'] = ResolversParentTypes['ActivateKillSwitchPayload']> = {
  killSwitch?: Resolver<ResolversTypes['KillSwitch'], ParentType, ContextType>;
  alreadyActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DeactivateKillSwitchPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeactivateKillSwitchPayload'] = ResolversParentTypes['DeactivateKillSwitchPayload']> = {
  killSwitch?: Resolver<ResolversTypes['KillSwitch'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Mandate?: MandateResolvers<ContextType>;
  MandateVersion?: MandateVersionResolvers<ContextType>;
  PolicyChange?: PolicyChangeResolvers<ContextType>;
  PolicyFieldValue?: PolicyFieldValueResolvers<ContextType>;
  MandateVersionConnection?: MandateVersionConnectionResolvers<ContextType>;
  MandateVersionEdge?: MandateVersionEdgeResolvers<ContextType>;
  Policy?: PolicyResolvers<ContextType>;
  TimeWindow?: TimeWindowResolvers<ContextType>;
  MandateUsage?: MandateUsageResolvers<ContextType>;
  LimitUsage?: LimitUsageResolvers<ContextType>;
  PolicyPreview?: PolicyPreviewResolvers<ContextType>;
  PolicySpan?: PolicySpanResolvers<ContextType>;
  PolicyNote?: PolicyNoteResolvers<ContextType>;
  PolicySimulation?: PolicySimulationResolvers<ContextType>;
  SimulationCounts?: SimulationCountsResolvers<ContextType>;
  SimulatedPayment?: SimulatedPaymentResolvers<ContextType>;
  SimulatedPaymentConnection?: SimulatedPaymentConnectionResolvers<ContextType>;
  SimulatedPaymentEdge?: SimulatedPaymentEdgeResolvers<ContextType>;
  PolicyTemplate?: PolicyTemplateResolvers<ContextType>;
  PolicyCategory?: PolicyCategoryResolvers<ContextType>;
  PolicyLanguage?: PolicyLanguageResolvers<ContextType>;
  PolicyConstruction?: PolicyConstructionResolvers<ContextType>;
  PolicyWording?: PolicyWordingResolvers<ContextType>;
  PolicyFreeRule?: PolicyFreeRuleResolvers<ContextType>;
  PolicyRole?: PolicyRoleResolvers<ContextType>;
  PolicyCategoryWords?: PolicyCategoryWordsResolvers<ContextType>;
  PolicyCategoryGroup?: PolicyCategoryGroupResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  MandateConnection?: MandateConnectionResolvers<ContextType>;
  MandateEdge?: MandateEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  CreateMandatePayload?: CreateMandatePayloadResolvers<ContextType>;
  UpdateMandatePayload?: UpdateMandatePayloadResolvers<ContextType>;
  RevokeMandatePayload?: RevokeMandatePayloadResolvers<ContextType>;
  SetPolicyTemplatePayload?: SetPolicyTemplatePayloadResolvers<ContextType>;
  KillSwitch?: KillSwitchResolvers<ContextType>;
  KillSwitchEffect?: KillSwitchEffectResolvers<ContextType>;
  EffectiveKillSwitches?: EffectiveKillSwitchesResolvers<ContextType>;
  EffectiveKillSwitch?: EffectiveKillSwitchResolvers<ContextType>;
  KillSwitchConnection?: KillSwitchConnectionResolvers<ContextType>;
  KillSwitchEdge?: KillSwitchEdgeResolvers<ContextType>;
  ActivateKillSwitchPayload?: ActivateKillSwitchPayloadResolvers<ContextType>;
  DeactivateKillSwitchPayload?: DeactivateKillSwitchPayloadResolvers<ContextType>;
};
