/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, QueryNodeArgs, QueryNodesArgs, QueryAgentArgs, QueryAgentsArgs, QueryEnrolmentKeysArgs, QueryOrganizationKeysArgs, QueryMerchantKeysArgs, QueryOrganizationKeyArgs, QuerySessionsArgs, QuerySessionArgs, QueryComplianceStatusArgs, QueryOrganizationKybArgs, QueryKyaArgs, QueryOrganizationArgs, TestClock, AdvanceTestClockInput, AdvanceTestClockPayload, MutationRegisterAgentArgs, MutationUpdateOrganizationArgs, MutationAdvanceTestClockArgs, MutationUpdateAgentArgs, MutationSuspendAgentArgs, MutationReactivateAgentArgs, MutationRevokeAgentArgs, MutationRotateAgentKeyArgs, MutationRotateAgentDidArgs, MutationRecordKyaEvidenceArgs, MutationVoidKyaEvidenceArgs, MutationSimulateKybReviewArgs, MutationSimulateKyaExpiryArgs, MutationCreateEnrolmentKeyArgs, MutationRevokeEnrolmentKeyArgs, MutationCreateMerchantKeyArgs, MutationRotateMerchantKeyArgs, MutationRevokeMerchantKeyArgs, MutationCreateOrganizationKeyArgs, MutationUpdateOrganizationKeyArgs, MutationRotateOrganizationKeyArgs, MutationRevokeOrganizationKeyArgs, MutationSuspendPersonArgs, MutationReactivatePersonArgs, MutationCreateSessionArgs, MutationRevokeSessionArgs, MutationIssueTokenArgs, ViewerKind, Role, Organization, AlertThresholds, Agent, AgentStatus, Mode, OrganizationStatus, Capability, KyaLevel, KyaStatus, AgentOrder, AgentOrderField, OrderDirection, AgentDid, DidChallenge, DidProofInput, KyaEvidence, KyaEvidenceType, KybStatus, KybDecision, OrganizationKyb, AccountHolderStatus, ComplianceStatus, RecordKyaEvidenceInput, RecordKyaEvidencePayload, VoidKyaEvidenceInput, VoidKyaEvidencePayload, SimulateKyaExpiryInput, SimulateKyaExpiryPayload, SimulateKybReviewInput, SimulateKybReviewPayload, Wallet, Mandate, Payment, ComplianceCase, Approval, Transaction, LedgerTransaction, Hold, ReconciliationMismatch, MandateVersion, KillSwitch, Merchant, Checkout, Order, AccountHolder, FinancialAccount, ExternalBankAccount, TreasuryPayment, BookTransfer, ConversionQuote, TreasuryMismatch, Card, CardTransaction, Event, Webhook, WebhookDelivery, AgentEdge, PageInfo, RegisterAgentInput, OrganizationLimits, PostalAddress, PostalAddressInput, QuorumRule, QuorumRuleInput, UpdateOrganizationInput, AlertThresholdsInput, UpdateOrganizationPayload, UpdateAgentInput, UpdateAgentPayload, SuspendAgentInput, SuspendAgentPayload, ReactivateAgentInput, ReactivateAgentPayload, RevokeAgentInput, RevokeAgentPayload, RotateAgentKeyInput, RotateAgentKeyPayload, RotateAgentDidInput, RotateAgentDidPayload, EnrolmentKey, EnrolmentKeyOrder, EnrolmentKeyOrderField, EnrolmentKeyEdge, CreateEnrolmentKeyInput, CreateEnrolmentKeyPayload, RevokeEnrolmentKeyInput, RevokeEnrolmentKeyPayload, MerchantKeyStatus, MerchantKeyOrder, MerchantKeyOrderField, MerchantKeyEdge, CreateMerchantKeyInput, CreateMerchantKeyPayload, RotateMerchantKeyInput, RotateMerchantKeyPayload, RevokeMerchantKeyInput, RevokeMerchantKeyPayload, OrganizationKey, OrganizationKeyStatus, OrganizationKeyOrder, OrganizationKeyOrderField, OrganizationKeyEdge, CreateOrganizationKeyInput, CreateOrganizationKeyPayload, UpdateOrganizationKeyInput, UpdateOrganizationKeyPayload, RotateOrganizationKeyInput, RotateOrganizationKeyPayload, RevokeOrganizationKeyInput, RevokeOrganizationKeyPayload, PersonStatus, SuspendPersonInput, SuspendPersonPayload, ReactivatePersonInput, ReactivatePersonPayload, Session, SessionKind, SessionStatus, SessionOrder, SessionOrderField, SessionEdge, CreateSessionInput, CreateSessionPayload, RevokeSessionInput, RevokeSessionPayload, ExistingWalletInput, OwnershipProofInput, RegisterAgentPayload, IssueTokenInput, TokenPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AgentKyaShape, AgentShape, EnrolmentKeyShape, MerchantKeyShape, OrganizationKeyShape, OrganizationPersonShape, SessionShape, ViewerShape } from './shapes.ts';
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
  Organization: Organization;
  Agent: Agent;
  EnrolmentKey: EnrolmentKey;
  OrganizationKey: OrganizationKey;
  Session: Session;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Organization:
    ( { __typename: 'Organization' }
    & GraphQLRecursivePick<FederationTypes['Organization'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
  EnrolmentKey:
    ( { __typename: 'EnrolmentKey' }
    & GraphQLRecursivePick<FederationTypes['EnrolmentKey'], {"id":true}> );
  OrganizationKey:
    ( { __typename: 'OrganizationKey' }
    & GraphQLRecursivePick<FederationTypes['OrganizationKey'], {"id":true}> );
  Session:
    ( { __typename: 'Session' }
    & GraphQLRecursivePick<FederationTypes['Session'], {"id":true}> );
};


/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( Organization )
    | ( AgentShape )
    | ( Wallet )
    | ( Mandate )
    | ( Payment )
    | ( ComplianceCase )
    | ( Approval )
    | ( Transaction )
    | ( LedgerTransaction )
    | ( Hold )
    | ( ReconciliationMismatch )
    | ( MandateVersion )
    | ( KillSwitch )
    | ( Merchant )
    | ( Checkout )
    | ( Order )
    | ( AccountHolder )
    | ( FinancialAccount )
    | ( ExternalBankAccount )
    | ( TreasuryPayment )
    | ( BookTransfer )
    | ( ConversionQuote )
    | ( TreasuryMismatch )
    | ( Card )
    | ( CardTransaction )
    | ( Event )
    | ( Webhook )
    | ( WebhookDelivery )
    | ( EnrolmentKeyShape )
    | ( OrganizationKeyShape )
    | ( SessionShape )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  TestClock: ResolverTypeWrapper<TestClock>;
  AdvanceTestClockInput: AdvanceTestClockInput;
  AdvanceTestClockPayload: ResolverTypeWrapper<AdvanceTestClockPayload>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Viewer: ResolverTypeWrapper<ViewerShape>;
  ViewerKind: ViewerKind;
  Role: Role;
  Organization: ResolverTypeWrapper<Organization>;
  AlertThresholds: ResolverTypeWrapper<AlertThresholds>;
  Agent: ResolverTypeWrapper<AgentShape>;
  AgentStatus: AgentStatus;
  Mode: Mode;
  OrganizationStatus: OrganizationStatus;
  Capability: Capability;
  KyaLevel: KyaLevel;
  KyaStatus: KyaStatus;
  AgentOrder: AgentOrder;
  AgentOrderField: AgentOrderField;
  OrderDirection: OrderDirection;
  AgentDid: ResolverTypeWrapper<AgentDid>;
  AgentKya: ResolverTypeWrapper<AgentKyaShape>;
  DidChallenge: ResolverTypeWrapper<DidChallenge>;
  DidProofInput: DidProofInput;
  KyaEvidence: ResolverTypeWrapper<KyaEvidence>;
  KyaEvidenceType: KyaEvidenceType;
  KybStatus: KybStatus;
  KybDecision: KybDecision;
  OrganizationKyb: ResolverTypeWrapper<OrganizationKyb>;
  AccountHolderStatus: AccountHolderStatus;
  ComplianceStatus: ResolverTypeWrapper<Omit<ComplianceStatus, 'agent'> & { agent?: Maybe<ResolversTypes['AgentKya']> }>;
  RecordKyaEvidenceInput: RecordKyaEvidenceInput;
  RecordKyaEvidencePayload: ResolverTypeWrapper<Omit<RecordKyaEvidencePayload, 'kya'> & { kya: ResolversTypes['AgentKya'] }>;
  VoidKyaEvidenceInput: VoidKyaEvidenceInput;
  VoidKyaEvidencePayload: ResolverTypeWrapper<Omit<VoidKyaEvidencePayload, 'kya'> & { kya: ResolversTypes['AgentKya'] }>;
  SimulateKyaExpiryInput: SimulateKyaExpiryInput;
  SimulateKyaExpiryPayload: ResolverTypeWrapper<Omit<SimulateKyaExpiryPayload, 'kya'> & { kya: ResolversTypes['AgentKya'] }>;
  SimulateKybReviewInput: SimulateKybReviewInput;
  SimulateKybReviewPayload: ResolverTypeWrapper<SimulateKybReviewPayload>;
  Wallet: ResolverTypeWrapper<Wallet>;
  Mandate: ResolverTypeWrapper<Mandate>;
  Payment: ResolverTypeWrapper<Payment>;
  ComplianceCase: ResolverTypeWrapper<ComplianceCase>;
  Approval: ResolverTypeWrapper<Approval>;
  Transaction: ResolverTypeWrapper<Transaction>;
  LedgerTransaction: ResolverTypeWrapper<LedgerTransaction>;
  Hold: ResolverTypeWrapper<Hold>;
  ReconciliationMismatch: ResolverTypeWrapper<ReconciliationMismatch>;
  MandateVersion: ResolverTypeWrapper<MandateVersion>;
  KillSwitch: ResolverTypeWrapper<KillSwitch>;
  Merchant: ResolverTypeWrapper<Merchant>;
  Checkout: ResolverTypeWrapper<Checkout>;
  Order: ResolverTypeWrapper<Order>;
  AccountHolder: ResolverTypeWrapper<AccountHolder>;
  FinancialAccount: ResolverTypeWrapper<FinancialAccount>;
  ExternalBankAccount: ResolverTypeWrapper<ExternalBankAccount>;
  TreasuryPayment: ResolverTypeWrapper<TreasuryPayment>;
  BookTransfer: ResolverTypeWrapper<BookTransfer>;
  ConversionQuote: ResolverTypeWrapper<ConversionQuote>;
  TreasuryMismatch: ResolverTypeWrapper<TreasuryMismatch>;
  Card: ResolverTypeWrapper<Card>;
  CardTransaction: ResolverTypeWrapper<CardTransaction>;
  Event: ResolverTypeWrapper<Event>;
  Webhook: ResolverTypeWrapper<Webhook>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  AgentConnection: ResolverTypeWrapper<Connection<AgentShape>>;
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  RegisterAgentInput: RegisterAgentInput;
  OrganizationLimits: ResolverTypeWrapper<OrganizationLimits>;
  PostalAddress: ResolverTypeWrapper<PostalAddress>;
  PostalAddressInput: PostalAddressInput;
  QuorumRule: ResolverTypeWrapper<QuorumRule>;
  QuorumRuleInput: QuorumRuleInput;
  UpdateOrganizationInput: UpdateOrganizationInput;
  AlertThresholdsInput: AlertThresholdsInput;
  UpdateOrganizationPayload: ResolverTypeWrapper<UpdateOrganizationPayload>;
  UpdateAgentInput: UpdateAgentInput;
  UpdateAgentPayload: ResolverTypeWrapper<Omit<UpdateAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  SuspendAgentInput: SuspendAgentInput;
  SuspendAgentPayload: ResolverTypeWrapper<Omit<SuspendAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  ReactivateAgentInput: ReactivateAgentInput;
  ReactivateAgentPayload: ResolverTypeWrapper<Omit<ReactivateAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  RevokeAgentInput: RevokeAgentInput;
  RevokeAgentPayload: ResolverTypeWrapper<Omit<RevokeAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  RotateAgentKeyInput: RotateAgentKeyInput;
  RotateAgentKeyPayload: ResolverTypeWrapper<Omit<RotateAgentKeyPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  RotateAgentDidInput: RotateAgentDidInput;
  RotateAgentDidPayload: ResolverTypeWrapper<Omit<RotateAgentDidPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  EnrolmentKey: ResolverTypeWrapper<EnrolmentKeyShape>;
  EnrolmentKeyOrder: EnrolmentKeyOrder;
  EnrolmentKeyOrderField: EnrolmentKeyOrderField;
  EnrolmentKeyConnection: ResolverTypeWrapper<Connection<EnrolmentKeyShape>>;
  EnrolmentKeyEdge: ResolverTypeWrapper<Omit<EnrolmentKeyEdge, 'node'> & { node: ResolversTypes['EnrolmentKey'] }>;
  CreateEnrolmentKeyInput: CreateEnrolmentKeyInput;
  CreateEnrolmentKeyPayload: ResolverTypeWrapper<Omit<CreateEnrolmentKeyPayload, 'record'> & { record: ResolversTypes['EnrolmentKey'] }>;
  RevokeEnrolmentKeyInput: RevokeEnrolmentKeyInput;
  RevokeEnrolmentKeyPayload: ResolverTypeWrapper<Omit<RevokeEnrolmentKeyPayload, 'record'> & { record: ResolversTypes['EnrolmentKey'] }>;
  MerchantKey: ResolverTypeWrapper<MerchantKeyShape>;
  MerchantKeyStatus: MerchantKeyStatus;
  MerchantKeyOrder: MerchantKeyOrder;
  MerchantKeyOrderField: MerchantKeyOrderField;
  MerchantKeyConnection: ResolverTypeWrapper<Connection<MerchantKeyShape>>;
  MerchantKeyEdge: ResolverTypeWrapper<Omit<MerchantKeyEdge, 'node'> & { node: ResolversTypes['MerchantKey'] }>;
  CreateMerchantKeyInput: CreateMerchantKeyInput;
  CreateMerchantKeyPayload: ResolverTypeWrapper<Omit<CreateMerchantKeyPayload, 'record'> & { record: ResolversTypes['MerchantKey'] }>;
  RotateMerchantKeyInput: RotateMerchantKeyInput;
  RotateMerchantKeyPayload: ResolverTypeWrapper<Omit<RotateMerchantKeyPayload, 'record'> & { record: ResolversTypes['MerchantKey'] }>;
  RevokeMerchantKeyInput: RevokeMerchantKeyInput;
  RevokeMerchantKeyPayload: ResolverTypeWrapper<Omit<RevokeMerchantKeyPayload, 'record'> & { record: ResolversTypes['MerchantKey'] }>;
  OrganizationKey: ResolverTypeWrapper<OrganizationKeyShape>;
  OrganizationKeyStatus: OrganizationKeyStatus;
  OrganizationKeyOrder: OrganizationKeyOrder;
  OrganizationKeyOrderField: OrganizationKeyOrderField;
  OrganizationKeyConnection: ResolverTypeWrapper<Connection<OrganizationKeyShape>>;
  OrganizationKeyEdge: ResolverTypeWrapper<Omit<OrganizationKeyEdge, 'node'> & { node: ResolversTypes['OrganizationKey'] }>;
  CreateOrganizationKeyInput: CreateOrganizationKeyInput;
  CreateOrganizationKeyPayload: ResolverTypeWrapper<Omit<CreateOrganizationKeyPayload, 'record'> & { record: ResolversTypes['OrganizationKey'] }>;
  UpdateOrganizationKeyInput: UpdateOrganizationKeyInput;
  UpdateOrganizationKeyPayload: ResolverTypeWrapper<Omit<UpdateOrganizationKeyPayload, 'record'> & { record: ResolversTypes['OrganizationKey'] }>;
  RotateOrganizationKeyInput: RotateOrganizationKeyInput;
  RotateOrganizationKeyPayload: ResolverTypeWrapper<Omit<RotateOrganizationKeyPayload, 'record'> & { record: ResolversTypes['OrganizationKey'] }>;
  RevokeOrganizationKeyInput: RevokeOrganizationKeyInput;
  RevokeOrganizationKeyPayload: ResolverTypeWrapper<Omit<RevokeOrganizationKeyPayload, 'record'> & { record: ResolversTypes['OrganizationKey'] }>;
  OrganizationPerson: ResolverTypeWrapper<OrganizationPersonShape>;
  PersonStatus: PersonStatus;
  SuspendPersonInput: SuspendPersonInput;
  SuspendPersonPayload: ResolverTypeWrapper<Omit<SuspendPersonPayload, 'person'> & { person: ResolversTypes['OrganizationPerson'] }>;
  ReactivatePersonInput: ReactivatePersonInput;
  ReactivatePersonPayload: ResolverTypeWrapper<Omit<ReactivatePersonPayload, 'person'> & { person: ResolversTypes['OrganizationPerson'] }>;
  Session: ResolverTypeWrapper<SessionShape>;
  SessionKind: SessionKind;
  SessionStatus: SessionStatus;
  SessionOrder: SessionOrder;
  SessionOrderField: SessionOrderField;
  SessionConnection: ResolverTypeWrapper<Connection<SessionShape>>;
  SessionEdge: ResolverTypeWrapper<Omit<SessionEdge, 'node'> & { node: ResolversTypes['Session'] }>;
  CreateSessionInput: CreateSessionInput;
  CreateSessionPayload: ResolverTypeWrapper<Omit<CreateSessionPayload, 'record'> & { record: ResolversTypes['Session'] }>;
  RevokeSessionInput: RevokeSessionInput;
  RevokeSessionPayload: ResolverTypeWrapper<Omit<RevokeSessionPayload, 'record'> & { record: ResolversTypes['Session'] }>;
  ExistingWalletInput: ExistingWalletInput;
  OwnershipProofInput: OwnershipProofInput;
  RegisterAgentPayload: ResolverTypeWrapper<Omit<RegisterAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  IssueTokenInput: IssueTokenInput;
  TokenPayload: ResolverTypeWrapper<TokenPayload>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Decimal: Scalars['Decimal']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  TestClock: TestClock;
  AdvanceTestClockInput: AdvanceTestClockInput;
  AdvanceTestClockPayload: AdvanceTestClockPayload;
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Viewer: ViewerShape;
  Organization: Organization;
  AlertThresholds: AlertThresholds;
  Agent: AgentShape;
  AgentOrder: AgentOrder;
  AgentDid: AgentDid;
  AgentKya: AgentKyaShape;
  DidChallenge: DidChallenge;
  DidProofInput: DidProofInput;
  KyaEvidence: KyaEvidence;
  OrganizationKyb: OrganizationKyb;
  ComplianceStatus: Omit<ComplianceStatus, 'agent'> & { agent?: Maybe<ResolversParentTypes['AgentKya']> };
  RecordKyaEvidenceInput: RecordKyaEvidenceInput;
  RecordKyaEvidencePayload: Omit<RecordKyaEvidencePayload, 'kya'> & { kya: ResolversParentTypes['AgentKya'] };
  VoidKyaEvidenceInput: VoidKyaEvidenceInput;
  VoidKyaEvidencePayload: Omit<VoidKyaEvidencePayload, 'kya'> & { kya: ResolversParentTypes['AgentKya'] };
  SimulateKyaExpiryInput: SimulateKyaExpiryInput;
  SimulateKyaExpiryPayload: Omit<SimulateKyaExpiryPayload, 'kya'> & { kya: ResolversParentTypes['AgentKya'] };
  SimulateKybReviewInput: SimulateKybReviewInput;
  SimulateKybReviewPayload: SimulateKybReviewPayload;
  Wallet: Wallet;
  Mandate: Mandate;
  Payment: Payment;
  ComplianceCase: ComplianceCase;
  Approval: Approval;
  Transaction: Transaction;
  LedgerTransaction: LedgerTransaction;
  Hold: Hold;
  ReconciliationMismatch: ReconciliationMismatch;
  MandateVersion: MandateVersion;
  KillSwitch: KillSwitch;
  Merchant: Merchant;
  Checkout: Checkout;
  Order: Order;
  AccountHolder: AccountHolder;
  FinancialAccount: FinancialAccount;
  ExternalBankAccount: ExternalBankAccount;
  TreasuryPayment: TreasuryPayment;
  BookTransfer: BookTransfer;
  ConversionQuote: ConversionQuote;
  TreasuryMismatch: TreasuryMismatch;
  Card: Card;
  CardTransaction: CardTransaction;
  Event: Event;
  Webhook: Webhook;
  WebhookDelivery: WebhookDelivery;
  AgentConnection: Connection<AgentShape>;
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] };
  PageInfo: PageInfo;
  RegisterAgentInput: RegisterAgentInput;
  OrganizationLimits: OrganizationLimits;
  PostalAddress: PostalAddress;
  PostalAddressInput: PostalAddressInput;
  QuorumRule: QuorumRule;
  QuorumRuleInput: QuorumRuleInput;
  UpdateOrganizationInput: UpdateOrganizationInput;
  AlertThresholdsInput: AlertThresholdsInput;
  UpdateOrganizationPayload: UpdateOrganizationPayload;
  UpdateAgentInput: UpdateAgentInput;
  UpdateAgentPayload: Omit<UpdateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  SuspendAgentInput: SuspendAgentInput;
  SuspendAgentPayload: Omit<SuspendAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  ReactivateAgentInput: ReactivateAgentInput;
  ReactivateAgentPayload: Omit<ReactivateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  RevokeAgentInput: RevokeAgentInput;
  RevokeAgentPayload: Omit<RevokeAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  RotateAgentKeyInput: RotateAgentKeyInput;
  RotateAgentKeyPayload: Omit<RotateAgentKeyPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  RotateAgentDidInput: RotateAgentDidInput;
  RotateAgentDidPayload: Omit<RotateAgentDidPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  EnrolmentKey: EnrolmentKeyShape;
  EnrolmentKeyOrder: EnrolmentKeyOrder;
  EnrolmentKeyConnection: Connection<EnrolmentKeyShape>;
  EnrolmentKeyEdge: Omit<EnrolmentKeyEdge, 'node'> & { node: ResolversParentTypes['EnrolmentKey'] };
  CreateEnrolmentKeyInput: CreateEnrolmentKeyInput;
  CreateEnrolmentKeyPayload: Omit<CreateEnrolmentKeyPayload, 'record'> & { record: ResolversParentTypes['EnrolmentKey'] };
  RevokeEnrolmentKeyInput: RevokeEnrolmentKeyInput;
  RevokeEnrolmentKeyPayload: Omit<RevokeEnrolmentKeyPayload, 'record'> & { record: ResolversParentTypes['EnrolmentKey'] };
  MerchantKey: MerchantKeyShape;
  MerchantKeyOrder: MerchantKeyOrder;
  MerchantKeyConnection: Connection<MerchantKeyShape>;
  MerchantKeyEdge: Omit<MerchantKeyEdge, 'node'> & { node: ResolversParentTypes['MerchantKey'] };
  CreateMerchantKeyInput: CreateMerchantKeyInput;
  CreateMerchantKeyPayload: Omit<CreateMerchantKeyPayload, 'record'> & { record: ResolversParentTypes['MerchantKey'] };
  RotateMerchantKeyInput: RotateMerchantKeyInput;
  RotateMerchantKeyPayload: Omit<RotateMerchantKeyPayload, 'record'> & { record: ResolversParentTypes['MerchantKey'] };
  RevokeMerchantKeyInput: RevokeMerchantKeyInput;
  RevokeMerchantKeyPayload: Omit<RevokeMerchantKeyPayload, 'record'> & { record: ResolversParentTypes['MerchantKey'] };
  OrganizationKey: OrganizationKeyShape;
  OrganizationKeyOrder: OrganizationKeyOrder;
  OrganizationKeyConnection: Connection<OrganizationKeyShape>;
  OrganizationKeyEdge: Omit<OrganizationKeyEdge, 'node'> & { node: ResolversParentTypes['OrganizationKey'] };
  CreateOrganizationKeyInput: CreateOrganizationKeyInput;
  CreateOrganizationKeyPayload: Omit<CreateOrganizationKeyPayload, 'record'> & { record: ResolversParentTypes['OrganizationKey'] };
  UpdateOrganizationKeyInput: UpdateOrganizationKeyInput;
  UpdateOrganizationKeyPayload: Omit<UpdateOrganizationKeyPayload, 'record'> & { record: ResolversParentTypes['OrganizationKey'] };
  RotateOrganizationKeyInput: RotateOrganizationKeyInput;
  RotateOrganizationKeyPayload: Omit<RotateOrganizationKeyPayload, 'record'> & { record: ResolversParentTypes['OrganizationKey'] };
  RevokeOrganizationKeyInput: RevokeOrganizationKeyInput;
  RevokeOrganizationKeyPayload: Omit<RevokeOrganizationKeyPayload, 'record'> & { record: ResolversParentTypes['OrganizationKey'] };
  OrganizationPerson: OrganizationPersonShape;
  SuspendPersonInput: SuspendPersonInput;
  SuspendPersonPayload: Omit<SuspendPersonPayload, 'person'> & { person: ResolversParentTypes['OrganizationPerson'] };
  ReactivatePersonInput: ReactivatePersonInput;
  ReactivatePersonPayload: Omit<ReactivatePersonPayload, 'person'> & { person: ResolversParentTypes['OrganizationPerson'] };
  Session: SessionShape;
  SessionOrder: SessionOrder;
  SessionConnection: Connection<SessionShape>;
  SessionEdge: Omit<SessionEdge, 'node'> & { node: ResolversParentTypes['Session'] };
  CreateSessionInput: CreateSessionInput;
  CreateSessionPayload: Omit<CreateSessionPayload, 'record'> & { record: ResolversParentTypes['Session'] };
  RevokeSessionInput: RevokeSessionInput;
  RevokeSessionPayload: Omit<RevokeSessionPayload, 'record'> & { record: ResolversParentTypes['Session'] };
  ExistingWalletInput: ExistingWalletInput;
  OwnershipProofInput: OwnershipProofInput;
  RegisterAgentPayload: Omit<RegisterAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  IssueTokenInput: IssueTokenInput;
  TokenPayload: TokenPayload;
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

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  me?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>;
  agents?: Resolver<Maybe<ResolversTypes['AgentConnection']>, ParentType, ContextType, Partial<QueryAgentsArgs>>;
  enrolmentKeys?: Resolver<Maybe<ResolversTypes['EnrolmentKeyConnection']>, ParentType, ContextType, RequireFields<QueryEnrolmentKeysArgs, 'orgId'>>;
  organizationKeys?: Resolver<Maybe<ResolversTypes['OrganizationKeyConnection']>, ParentType, ContextType, RequireFields<QueryOrganizationKeysArgs, 'orgId'>>;
  merchantKeys?: Resolver<Maybe<ResolversTypes['MerchantKeyConnection']>, ParentType, ContextType, RequireFields<QueryMerchantKeysArgs, 'merchantId'>>;
  organizationKey?: Resolver<Maybe<ResolversTypes['OrganizationKey']>, ParentType, ContextType, RequireFields<QueryOrganizationKeyArgs, 'orgId' | 'keyId'>>;
  sessions?: Resolver<Maybe<ResolversTypes['SessionConnection']>, ParentType, ContextType, RequireFields<QuerySessionsArgs, 'orgId'>>;
  session?: Resolver<Maybe<ResolversTypes['Session']>, ParentType, ContextType, RequireFields<QuerySessionArgs, 'orgId' | 'sessionId'>>;
  complianceStatus?: Resolver<Maybe<ResolversTypes['ComplianceStatus']>, ParentType, ContextType, Partial<QueryComplianceStatusArgs>>;
  organizationKyb?: Resolver<Maybe<ResolversTypes['OrganizationKyb']>, ParentType, ContextType, RequireFields<QueryOrganizationKybArgs, 'orgId'>>;
  kya?: Resolver<Maybe<ResolversTypes['AgentKya']>, ParentType, ContextType, RequireFields<QueryKyaArgs, 'agentId'>>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<QueryOrganizationArgs, 'id'>>;
  testClock?: Resolver<Maybe<ResolversTypes['TestClock']>, ParentType, ContextType>;
};

export type TestClockResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TestClock'] = ResolversParentTypes['TestClock']> = {
  now?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  aheadSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  advancingTo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AdvanceTestClockPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AdvanceTestClockPayload'] = ResolversParentTypes['AdvanceTestClockPayload']> = {
  clock?: Resolver<ResolversTypes['TestClock'], ParentType, ContextType>;
  dueLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  registerAgent?: Resolver<Maybe<ResolversTypes['RegisterAgentPayload']>, ParentType, ContextType, RequireFields<MutationRegisterAgentArgs, 'input'>>;
  updateOrganization?: Resolver<Maybe<ResolversTypes['UpdateOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizationArgs, 'input'>>;
  advanceTestClock?: Resolver<Maybe<ResolversTypes['AdvanceTestClockPayload']>, ParentType, ContextType, RequireFields<MutationAdvanceTestClockArgs, 'input'>>;
  updateAgent?: Resolver<Maybe<ResolversTypes['UpdateAgentPayload']>, ParentType, ContextType, RequireFields<MutationUpdateAgentArgs, 'input'>>;
  suspendAgent?: Resolver<Maybe<ResolversTypes['SuspendAgentPayload']>, ParentType, ContextType, RequireFields<MutationSuspendAgentArgs, 'input'>>;
  reactivateAgent?: Resolver<Maybe<ResolversTypes['ReactivateAgentPayload']>, ParentType, ContextType, RequireFields<MutationReactivateAgentArgs, 'input'>>;
  revokeAgent?: Resolver<Maybe<ResolversTypes['RevokeAgentPayload']>, ParentType, ContextType, RequireFields<MutationRevokeAgentArgs, 'input'>>;
  rotateAgentKey?: Resolver<Maybe<ResolversTypes['RotateAgentKeyPayload']>, ParentType, ContextType, RequireFields<MutationRotateAgentKeyArgs, 'input'>>;
  rotateAgentDid?: Resolver<Maybe<ResolversTypes['RotateAgentDidPayload']>, ParentType, ContextType, RequireFields<MutationRotateAgentDidArgs, 'input'>>;
  recordKyaEvidence?: Resolver<Maybe<ResolversTypes['RecordKyaEvidencePayload']>, ParentType, ContextType, RequireFields<MutationRecordKyaEvidenceArgs, 'input'>>;
  voidKyaEvidence?: Resolver<Maybe<ResolversTypes['VoidKyaEvidencePayload']>, ParentType, ContextType, RequireFields<MutationVoidKyaEvidenceArgs, 'input'>>;
  simulateKybReview?: Resolver<Maybe<ResolversTypes['SimulateKybReviewPayload']>, ParentType, ContextType, RequireFields<MutationSimulateKybReviewArgs, 'input'>>;
  simulateKyaExpiry?: Resolver<Maybe<ResolversTypes['SimulateKyaExpiryPayload']>, ParentType, ContextType, RequireFields<MutationSimulateKyaExpiryArgs, 'input'>>;
  createEnrolmentKey?: Resolver<Maybe<ResolversTypes['CreateEnrolmentKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateEnrolmentKeyArgs, 'input'>>;
  revokeEnrolmentKey?: Resolver<Maybe<ResolversTypes['RevokeEnrolmentKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeEnrolmentKeyArgs, 'input'>>;
  createMerchantKey?: Resolver<Maybe<ResolversTypes['CreateMerchantKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateMerchantKeyArgs, 'input'>>;
  rotateMerchantKey?: Resolver<Maybe<ResolversTypes['RotateMerchantKeyPayload']>, ParentType, ContextType, RequireFields<MutationRotateMerchantKeyArgs, 'input'>>;
  revokeMerchantKey?: Resolver<Maybe<ResolversTypes['RevokeMerchantKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeMerchantKeyArgs, 'input'>>;
  createOrganizationKey?: Resolver<Maybe<ResolversTypes['CreateOrganizationKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateOrganizationKeyArgs, 'input'>>;
  updateOrganizationKey?: Resolver<Maybe<ResolversTypes['UpdateOrganizationKeyPayload']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizationKeyArgs, 'input'>>;
  rotateOrganizationKey?: Resolver<Maybe<ResolversTypes['RotateOrganizationKeyPayload']>, ParentType, ContextType, RequireFields<MutationRotateOrganizationKeyArgs, 'input'>>;
  revokeOrganizationKey?: Resolver<Maybe<ResolversTypes['RevokeOrganizationKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeOrganizationKeyArgs, 'input'>>;
  suspendPerson?: Resolver<Maybe<ResolversTypes['SuspendPersonPayload']>, ParentType, ContextType, RequireFields<MutationSuspendPersonArgs, 'input'>>;
  reactivatePerson?: Resolver<Maybe<ResolversTypes['ReactivatePersonPayload']>, ParentType, ContextType, RequireFields<MutationReactivatePersonArgs, 'input'>>;
  createSession?: Resolver<Maybe<ResolversTypes['CreateSessionPayload']>, ParentType, ContextType, RequireFields<MutationCreateSessionArgs, 'input'>>;
  revokeSession?: Resolver<Maybe<ResolversTypes['RevokeSessionPayload']>, ParentType, ContextType, RequireFields<MutationRevokeSessionArgs, 'input'>>;
  issueToken?: Resolver<Maybe<ResolversTypes['TokenPayload']>, ParentType, ContextType, RequireFields<MutationIssueTokenArgs, 'input'>>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Organization' | 'Agent' | 'Wallet' | 'Mandate' | 'Payment' | 'ComplianceCase' | 'Approval' | 'Transaction' | 'LedgerTransaction' | 'Hold' | 'ReconciliationMismatch' | 'MandateVersion' | 'KillSwitch' | 'Merchant' | 'Checkout' | 'Order' | 'AccountHolder' | 'FinancialAccount' | 'ExternalBankAccount' | 'TreasuryPayment' | 'BookTransfer' | 'ConversionQuote' | 'TreasuryMismatch' | 'Card' | 'CardTransaction' | 'Event' | 'Webhook' | 'WebhookDelivery' | 'EnrolmentKey' | 'OrganizationKey' | 'Session', ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  kind?: Resolver<ResolversTypes['ViewerKind'], ParentType, ContextType>;
  mode?: Resolver<Maybe<ResolversTypes['Mode']>, ParentType, ContextType>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  keyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sessionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['Role']>, ParentType, ContextType>;
  capabilities?: Resolver<ReadonlyArray<ResolversTypes['Capability']>, ParentType, ContextType>;
  scope?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization'], FederationReferenceType extends FederationReferenceTypes['Organization'] = FederationReferenceTypes['Organization']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Organization']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['PostalAddress']>, ParentType, ContextType>;
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['OrganizationStatus'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policyTemplate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approvalQuorum?: Resolver<Maybe<ReadonlyArray<ResolversTypes['QuorumRule']>>, ParentType, ContextType>;
  strictApprovals?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  withdrawalApprovals?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  minimumTrustScore?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  alertThresholds?: Resolver<Maybe<ResolversTypes['AlertThresholds']>, ParentType, ContextType>;
  limits?: Resolver<ResolversTypes['OrganizationLimits'], ParentType, ContextType>;
  testClock?: Resolver<Maybe<ResolversTypes['TestClock']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AlertThresholdsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertThresholds'] = ResolversParentTypes['AlertThresholds']> = {
  walletLow?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gasPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  mandateEndsHours?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approvalEndsMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  endpointFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<ReadonlyArray<ResolversTypes['Capability']>, ParentType, ContextType>;
  framework?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AgentStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  didHistory?: Resolver<ReadonlyArray<ResolversTypes['AgentDid']>, ParentType, ContextType>;
  kya?: Resolver<ResolversTypes['AgentKya'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mandateId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentDidResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentDid'] = ResolversParentTypes['AgentDid']> = {
  did?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  validFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  validTo?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AgentKyaResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentKya'] = ResolversParentTypes['AgentKya']> = {
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['KyaLevel'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['KyaStatus'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  evidence?: Resolver<ReadonlyArray<ResolversTypes['KyaEvidence']>, ParentType, ContextType>;
  didChallenge?: Resolver<ResolversTypes['DidChallenge'], ParentType, ContextType>;
};

export type DidChallengeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DidChallenge'] = ResolversParentTypes['DidChallenge']> = {
  nonce?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type KyaEvidenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KyaEvidence'] = ResolversParentTypes['KyaEvidence']> = {
  type?: Resolver<ResolversTypes['KyaEvidenceType'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['KyaLevel'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recordedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type OrganizationKybResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationKyb'] = ResolversParentTypes['OrganizationKyb']> = {
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['KybStatus'], ParentType, ContextType>;
  checkedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  accountHolderStatus?: Resolver<Maybe<ResolversTypes['AccountHolderStatus']>, ParentType, ContextType>;
};

export type ComplianceStatusResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceStatus'] = ResolversParentTypes['ComplianceStatus']> = {
  organization?: Resolver<ResolversTypes['OrganizationKyb'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['AgentKya']>, ParentType, ContextType>;
};

export type RecordKyaEvidencePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RecordKyaEvidencePayload'] = ResolversParentTypes['RecordKyaEvidencePayload']> = {
  kya?: Resolver<ResolversTypes['AgentKya'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type VoidKyaEvidencePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VoidKyaEvidencePayload'] = ResolversParentTypes['VoidKyaEvidencePayload']> = {
  kya?: Resolver<ResolversTypes['AgentKya'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SimulateKyaExpiryPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulateKyaExpiryPayload'] = ResolversParentTypes['SimulateKyaExpiryPayload']> = {
  kya?: Resolver<ResolversTypes['AgentKya'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SimulateKybReviewPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulateKybReviewPayload'] = ResolversParentTypes['SimulateKybReviewPayload']> = {
  kyb?: Resolver<ResolversTypes['OrganizationKyb'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MandateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mandate'] = ResolversParentTypes['Mandate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ComplianceCaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceCase'] = ResolversParentTypes['ComplianceCase']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LedgerTransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransaction'] = ResolversParentTypes['LedgerTransaction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type HoldResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Hold'] = ResolversParentTypes['Hold']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReconciliationMismatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatch'] = ResolversParentTypes['ReconciliationMismatch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MandateVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersion'] = ResolversParentTypes['MandateVersion']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type KillSwitchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitch'] = ResolversParentTypes['KillSwitch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MerchantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Merchant'] = ResolversParentTypes['Merchant']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CheckoutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Checkout'] = ResolversParentTypes['Checkout']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AccountHolderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountHolder'] = ResolversParentTypes['AccountHolder']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FinancialAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinancialAccount'] = ResolversParentTypes['FinancialAccount']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ExternalBankAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccount'] = ResolversParentTypes['ExternalBankAccount']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TreasuryPaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPayment'] = ResolversParentTypes['TreasuryPayment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BookTransferResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BookTransfer'] = ResolversParentTypes['BookTransfer']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConversionQuoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConversionQuote'] = ResolversParentTypes['ConversionQuote']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TreasuryMismatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryMismatch'] = ResolversParentTypes['TreasuryMismatch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CardResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Card'] = ResolversParentTypes['Card']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CardTransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransaction'] = ResolversParentTypes['CardTransaction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AgentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Agent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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

export type OrganizationLimitsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationLimits'] = ResolversParentTypes['OrganizationLimits']> = {
  requestsPerMinute?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  paymentsPerAgentPerMinute?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type PostalAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PostalAddress'] = ResolversParentTypes['PostalAddress']> = {
  street?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  city?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postalCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QuorumRuleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['QuorumRule'] = ResolversParentTypes['QuorumRule']> = {
  minAmountUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UpdateOrganizationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateOrganizationPayload'] = ResolversParentTypes['UpdateOrganizationPayload']> = {
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};

export type UpdateAgentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateAgentPayload'] = ResolversParentTypes['UpdateAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type SuspendAgentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SuspendAgentPayload'] = ResolversParentTypes['SuspendAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReactivateAgentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReactivateAgentPayload'] = ResolversParentTypes['ReactivateAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeAgentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeAgentPayload'] = ResolversParentTypes['RevokeAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RotateAgentKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateAgentKeyPayload'] = ResolversParentTypes['RotateAgentKeyPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RotateAgentDidPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateAgentDidPayload'] = ResolversParentTypes['RotateAgentDidPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  previousDid?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rotatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type EnrolmentKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrolmentKey'] = ResolversParentTypes['EnrolmentKey'], FederationReferenceType extends FederationReferenceTypes['EnrolmentKey'] = FederationReferenceTypes['EnrolmentKey']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['EnrolmentKey']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Capability']>>, ParentType, ContextType>;
  maxUses?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  uses?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isUsable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EnrolmentKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrolmentKeyConnection'] = ResolversParentTypes['EnrolmentKeyConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['EnrolmentKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['EnrolmentKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type EnrolmentKeyEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrolmentKeyEdge'] = ResolversParentTypes['EnrolmentKeyEdge']> = {
  node?: Resolver<ResolversTypes['EnrolmentKey'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateEnrolmentKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateEnrolmentKeyPayload'] = ResolversParentTypes['CreateEnrolmentKeyPayload']> = {
  record?: Resolver<ResolversTypes['EnrolmentKey'], ParentType, ContextType>;
  enrolmentKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeEnrolmentKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeEnrolmentKeyPayload'] = ResolversParentTypes['RevokeEnrolmentKeyPayload']> = {
  record?: Resolver<ResolversTypes['EnrolmentKey'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MerchantKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantKey'] = ResolversParentTypes['MerchantKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  merchantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MerchantKeyStatus'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MerchantKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantKeyConnection'] = ResolversParentTypes['MerchantKeyConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MerchantKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['MerchantKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MerchantKeyEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantKeyEdge'] = ResolversParentTypes['MerchantKeyEdge']> = {
  node?: Resolver<ResolversTypes['MerchantKey'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateMerchantKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateMerchantKeyPayload'] = ResolversParentTypes['CreateMerchantKeyPayload']> = {
  record?: Resolver<ResolversTypes['MerchantKey'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RotateMerchantKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateMerchantKeyPayload'] = ResolversParentTypes['RotateMerchantKeyPayload']> = {
  record?: Resolver<ResolversTypes['MerchantKey'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeMerchantKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeMerchantKeyPayload'] = ResolversParentTypes['RevokeMerchantKeyPayload']> = {
  record?: Resolver<ResolversTypes['MerchantKey'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type OrganizationKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationKey'] = ResolversParentTypes['OrganizationKey'], FederationReferenceType extends FederationReferenceTypes['OrganizationKey'] = FederationReferenceTypes['OrganizationKey']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['OrganizationKey']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  principalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['Role']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['OrganizationKeyStatus'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  issuer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizationKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationKeyConnection'] = ResolversParentTypes['OrganizationKeyConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['OrganizationKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['OrganizationKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type OrganizationKeyEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationKeyEdge'] = ResolversParentTypes['OrganizationKeyEdge']> = {
  node?: Resolver<ResolversTypes['OrganizationKey'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateOrganizationKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateOrganizationKeyPayload'] = ResolversParentTypes['CreateOrganizationKeyPayload']> = {
  record?: Resolver<ResolversTypes['OrganizationKey'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateOrganizationKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateOrganizationKeyPayload'] = ResolversParentTypes['UpdateOrganizationKeyPayload']> = {
  record?: Resolver<ResolversTypes['OrganizationKey'], ParentType, ContextType>;
};

export type RotateOrganizationKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateOrganizationKeyPayload'] = ResolversParentTypes['RotateOrganizationKeyPayload']> = {
  record?: Resolver<ResolversTypes['OrganizationKey'], ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeOrganizationKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeOrganizationKeyPayload'] = ResolversParentTypes['RevokeOrganizationKeyPayload']> = {
  record?: Resolver<ResolversTypes['OrganizationKey'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type OrganizationPersonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationPerson'] = ResolversParentTypes['OrganizationPerson']> = {
  principalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PersonStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  keys?: Resolver<ReadonlyArray<ResolversTypes['OrganizationKey']>, ParentType, ContextType>;
};

export type SuspendPersonPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SuspendPersonPayload'] = ResolversParentTypes['SuspendPersonPayload']> = {
  person?: Resolver<ResolversTypes['OrganizationPerson'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReactivatePersonPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReactivatePersonPayload'] = ResolversParentTypes['ReactivatePersonPayload']> = {
  person?: Resolver<ResolversTypes['OrganizationPerson'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SessionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session'], FederationReferenceType extends FederationReferenceTypes['Session'] = FederationReferenceTypes['Session']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Session']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['SessionKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SessionStatus'], ParentType, ContextType>;
  isUsable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['Role']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  principalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SessionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SessionConnection'] = ResolversParentTypes['SessionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SessionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Session']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SessionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SessionEdge'] = ResolversParentTypes['SessionEdge']> = {
  node?: Resolver<ResolversTypes['Session'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateSessionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateSessionPayload'] = ResolversParentTypes['CreateSessionPayload']> = {
  record?: Resolver<ResolversTypes['Session'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeSessionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeSessionPayload'] = ResolversParentTypes['RevokeSessionPayload']> = {
  record?: Resolver<ResolversTypes['Session'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  TestClock?: TestClockResolvers<ContextType>;
  AdvanceTestClockPayload?: AdvanceTestClockPayloadResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  AlertThresholds?: AlertThresholdsResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentDid?: AgentDidResolvers<ContextType>;
  AgentKya?: AgentKyaResolvers<ContextType>;
  DidChallenge?: DidChallengeResolvers<ContextType>;
  KyaEvidence?: KyaEvidenceResolvers<ContextType>;
  OrganizationKyb?: OrganizationKybResolvers<ContextType>;
  ComplianceStatus?: ComplianceStatusResolvers<ContextType>;
  RecordKyaEvidencePayload?: RecordKyaEvidencePayloadResolvers<ContextType>;
  VoidKyaEvidencePayload?: VoidKyaEvidencePayloadResolvers<ContextType>;
  SimulateKyaExpiryPayload?: SimulateKyaExpiryPayloadResolvers<ContextType>;
  SimulateKybReviewPayload?: SimulateKybReviewPayloadResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  Mandate?: MandateResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
  ComplianceCase?: ComplianceCaseResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  LedgerTransaction?: LedgerTransactionResolvers<ContextType>;
  Hold?: HoldResolvers<ContextType>;
  ReconciliationMismatch?: ReconciliationMismatchResolvers<ContextType>;
  MandateVersion?: MandateVersionResolvers<ContextType>;
  KillSwitch?: KillSwitchResolvers<ContextType>;
  Merchant?: MerchantResolvers<ContextType>;
  Checkout?: CheckoutResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  AccountHolder?: AccountHolderResolvers<ContextType>;
  FinancialAccount?: FinancialAccountResolvers<ContextType>;
  ExternalBankAccount?: ExternalBankAccountResolvers<ContextType>;
  TreasuryPayment?: TreasuryPaymentResolvers<ContextType>;
  BookTransfer?: BookTransferResolvers<ContextType>;
  ConversionQuote?: ConversionQuoteResolvers<ContextType>;
  TreasuryMismatch?: TreasuryMismatchResolvers<ContextType>;
  Card?: CardResolvers<ContextType>;
  CardTransaction?: CardTransactionResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  OrganizationLimits?: OrganizationLimitsResolvers<ContextType>;
  PostalAddress?: PostalAddressResolvers<ContextType>;
  QuorumRule?: QuorumRuleResolvers<ContextType>;
  UpdateOrganizationPayload?: UpdateOrganizationPayloadResolvers<ContextType>;
  UpdateAgentPayload?: UpdateAgentPayloadResolvers<ContextType>;
  SuspendAgentPayload?: SuspendAgentPayloadResolvers<ContextType>;
  ReactivateAgentPayload?: ReactivateAgentPayloadResolvers<ContextType>;
  RevokeAgentPayload?: RevokeAgentPayloadResolvers<ContextType>;
  RotateAgentKeyPayload?: RotateAgentKeyPayloadResolvers<ContextType>;
  RotateAgentDidPayload?: RotateAgentDidPayloadResolvers<ContextType>;
  EnrolmentKey?: EnrolmentKeyResolvers<ContextType>;
  EnrolmentKeyConnection?: EnrolmentKeyConnectionResolvers<ContextType>;
  EnrolmentKeyEdge?: EnrolmentKeyEdgeResolvers<ContextType>;
  CreateEnrolmentKeyPayload?: CreateEnrolmentKeyPayloadResolvers<ContextType>;
  RevokeEnrolmentKeyPayload?: RevokeEnrolmentKeyPayloadResolvers<ContextType>;
  MerchantKey?: MerchantKeyResolvers<ContextType>;
  MerchantKeyConnection?: MerchantKeyConnectionResolvers<ContextType>;
  MerchantKeyEdge?: MerchantKeyEdgeResolvers<ContextType>;
  CreateMerchantKeyPayload?: CreateMerchantKeyPayloadResolvers<ContextType>;
  RotateMerchantKeyPayload?: RotateMerchantKeyPayloadResolvers<ContextType>;
  RevokeMerchantKeyPayload?: RevokeMerchantKeyPayloadResolvers<ContextType>;
  OrganizationKey?: OrganizationKeyResolvers<ContextType>;
  OrganizationKeyConnection?: OrganizationKeyConnectionResolvers<ContextType>;
  OrganizationKeyEdge?: OrganizationKeyEdgeResolvers<ContextType>;
  CreateOrganizationKeyPayload?: CreateOrganizationKeyPayloadResolvers<ContextType>;
  UpdateOrganizationKeyPayload?: UpdateOrganizationKeyPayloadResolvers<ContextType>;
  RotateOrganizationKeyPayload?: RotateOrganizationKeyPayloadResolvers<ContextType>;
  RevokeOrganizationKeyPayload?: RevokeOrganizationKeyPayloadResolvers<ContextType>;
  OrganizationPerson?: OrganizationPersonResolvers<ContextType>;
  SuspendPersonPayload?: SuspendPersonPayloadResolvers<ContextType>;
  ReactivatePersonPayload?: ReactivatePersonPayloadResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SessionConnection?: SessionConnectionResolvers<ContextType>;
  SessionEdge?: SessionEdgeResolvers<ContextType>;
  CreateSessionPayload?: CreateSessionPayloadResolvers<ContextType>;
  RevokeSessionPayload?: RevokeSessionPayloadResolvers<ContextType>;
  RegisterAgentPayload?: RegisterAgentPayloadResolvers<ContextType>;
  TokenPayload?: TokenPayloadResolvers<ContextType>;
};
