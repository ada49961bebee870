/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, Payment, PaymentEntriesArgs, PaymentRefundsArgs, PaymentStatus, PaymentStage, FxRate, PaymentAttempt, Wallet, WalletPaymentsArgs, WalletHoldsArgs, WalletEntriesArgs, WalletAddress, WalletStatus, WalletType, WalletCustody, FreezeSource, ComplianceFreeze, ComplianceFreezeCause, BalanceOrder, BalanceOrderField, BalanceEdge, WalletReconciliation, ReconciliationState, WalletBalance, Policy, TimeWindow, Weekday, PolicyDecision, PolicyOutcome, PolicyRuleResult, PolicyRuleFigure, PolicyLimitWindow, PolicyRule, PolicyReason, PolicyNextStep, MandateUsage, LimitUsage, Agent, AgentPaymentsArgs, Mandate, MandateVersion, Checkout, Order, Merchant, Organization, PaymentOrder, PaymentOrderField, OrderDirection, PaymentEdge, ReconciliationMismatch, MismatchKind, MismatchState, ReconciliationMismatchOrder, ReconciliationMismatchOrderField, ReconciliationMismatchEdge, WalletOrder, WalletOrderField, WalletEdge, PageInfo, CreatePaymentInput, Originator, PostalAddress, Beneficiary, BeneficiaryInput, CreatePaymentPayload, ExecuteMandateInput, ExecuteMandatePayload, TransferInput, TransferPayload, CheckPolicyInput, SpendKind, PolicyCheck, RemainingBudget, FaucetInput, FaucetPayload, QueryWalletArgs, QueryWalletsArgs, QueryWalletBalanceArgs, QueryBalancesArgs, QueryPaymentArgs, QueryPaymentsArgs, QueryReconciliationMismatchesArgs, QueryReconciliationMismatchArgs, QueryCheckPolicyArgs, QueryApprovalArgs, QueryApprovalsArgs, QueryTrustScoreHistoryArgs, QueryComplianceCaseArgs, QueryComplianceCasesArgs, QueryRefusalsArgs, QueryScreeningArgs, QueryScreeningsArgs, QueryScreenArgs, QueryHoldArgs, QueryHoldsArgs, QueryHoldSettingsArgs, QueryTransactionArgs, QueryTransactionsArgs, QueryLedgerTransactionArgs, QueryLedgerTransactionsArgs, QueryLedgerTransactionTotalsArgs, QueryTransactionsByHashArgs, QueryLedgerTransactionsByHashArgs, QueryTransactionTotalsArgs, QueryRefundsArgs, MutationCreatePaymentArgs, MutationTransferArgs, MutationExecuteMandateArgs, MutationFaucetArgs, MutationCreateOwnershipChallengeArgs, MutationCreateWalletArgs, MutationFreezeWalletArgs, MutationUnfreezeWalletArgs, MutationReconcileWalletArgs, MutationResolveReconciliationMismatchArgs, MutationRequestApprovalArgs, MutationApproveApprovalArgs, MutationDenyApprovalArgs, MutationCancelApprovalArgs, MutationDecideCaseArgs, MutationAssignCaseArgs, MutationCreateHoldArgs, MutationCaptureHoldArgs, MutationVoidHoldArgs, MutationExtendHoldArgs, MutationSetHoldSettingsArgs, MutationUnblockDepositArgs, MutationLinkRefundArgs, MutationUnlinkRefundArgs, MutationNotifyRefundArgs, CreateWalletInput, CreateWalletPayload, CreateOwnershipChallengeInput, CreateOwnershipChallengePayload, FreezeWalletInput, FreezeWalletPayload, UnfreezeWalletInput, UnfreezeWalletPayload, ReconcileWalletInput, ReconcileWalletPayload, ResolveReconciliationMismatchInput, ResolveReconciliationMismatchPayload, Approval, Person, ApprovalVerdict, ApprovalStatus, ApprovalSubjectType, ApprovalReason, ApprovalOrder, ApprovalOrderField, ApprovalEdge, RequestApprovalInput, DecideApprovalInput, ApprovalPayload, TrustScore, TrustScoreChange, TrustSignalChange, TrustScoreChangeOrder, TrustScoreChangeOrderField, TrustScoreChangeEdge, TrustSignal, TrustSignalName, TrustCap, TrustTier, ScreeningOutcome, RiskLevel, ScreeningSubjectType, ScreeningCheck, ScreeningListVersion, ScreeningList, ScreeningListCategory, Screening, ScreeningOrder, ScreeningOrderField, ScreeningEdge, CaseStatus, CaseEvent, CaseAction, CaseDecision, CaseNote, CaseSubject, ExternalBankAccount, ComplianceCase, CaseOrder, CaseOrderField, AttemptedSpend, RefusedAttempt, RefusedOperation, RefusedAttemptOrder, RefusedAttemptOrderField, RefusedAttemptEdge, ComplianceCaseEdge, DecideCaseInput, AssignCaseInput, CasePayload, ScreenInput, Hold, HoldEntriesArgs, HoldStatus, HoldVoidReason, HoldOrder, HoldOrderField, HoldEdge, CreateHoldInput, CreateHoldPayload, CaptureHoldInput, VoidHoldInput, ExtendHoldInput, HoldSettings, SetHoldSettingsInput, SetHoldSettingsPayload, HoldPayload, Transaction, TransactionType, TransactionStatus, PostingDirection, BalanceChanges, LedgerLine, LedgerTransaction, LedgerBalanceChanges, LedgerTransactionEdge, LedgerTransactionTotals, LedgerTransactionTotal, TreasuryCurrency, FinancialAccount, TreasuryPayment, CardTransaction, TransactionOrder, TransactionOrderField, TransactionEdge, TransactionTotals, TransactionTotal, RefundStatus, RefundOrder, RefundOrderField, RefundEdge, LinkRefundInput, LinkRefundPayload, UnlinkRefundInput, UnlinkRefundPayload, NotifyRefundInput, UnblockDepositInput, UnblockDepositPayload, DepositRelease, ErrorType } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { PaymentShape, LedgerTransactionShape, ComplianceCaseShape, HoldShape, WalletShape, ReconciliationMismatchShape, RefundShape, ApprovalShape, ApprovalDecisionShape, BalanceShape, TransactionShape } from './resolvers/shapes.ts';
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
  Payment: Payment;
  Wallet: Wallet;
  Agent: Agent;
  ReconciliationMismatch: ReconciliationMismatch;
  Approval: Approval;
  ComplianceCase: ComplianceCase;
  Hold: Hold;
  Transaction: Transaction;
  LedgerTransaction: LedgerTransaction;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Payment:
    ( { __typename: 'Payment' }
    & GraphQLRecursivePick<FederationTypes['Payment'], {"id":true}> );
  Wallet:
    ( { __typename: 'Wallet' }
    & GraphQLRecursivePick<FederationTypes['Wallet'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
  ReconciliationMismatch:
    ( { __typename: 'ReconciliationMismatch' }
    & GraphQLRecursivePick<FederationTypes['ReconciliationMismatch'], {"id":true}> );
  Approval:
    ( { __typename: 'Approval' }
    & GraphQLRecursivePick<FederationTypes['Approval'], {"id":true}> );
  ComplianceCase:
    ( { __typename: 'ComplianceCase' }
    & GraphQLRecursivePick<FederationTypes['ComplianceCase'], {"id":true}> );
  Hold:
    ( { __typename: 'Hold' }
    & GraphQLRecursivePick<FederationTypes['Hold'], {"id":true}> );
  Transaction:
    ( { __typename: 'Transaction' }
    & GraphQLRecursivePick<FederationTypes['Transaction'], {"id":true}> );
  LedgerTransaction:
    ( { __typename: 'LedgerTransaction' }
    & GraphQLRecursivePick<FederationTypes['LedgerTransaction'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Payment: ResolverTypeWrapper<PaymentShape>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  PaymentStatus: PaymentStatus;
  PaymentStage: PaymentStage;
  FxRate: ResolverTypeWrapper<FxRate>;
  PaymentAttempt: ResolverTypeWrapper<PaymentAttempt>;
  Wallet: ResolverTypeWrapper<WalletShape>;
  WalletAddress: ResolverTypeWrapper<WalletAddress>;
  WalletStatus: WalletStatus;
  WalletType: WalletType;
  WalletCustody: WalletCustody;
  FreezeSource: FreezeSource;
  ComplianceFreeze: ResolverTypeWrapper<ComplianceFreeze>;
  ComplianceFreezeCause: ComplianceFreezeCause;
  Balance: ResolverTypeWrapper<BalanceShape>;
  BalanceOrder: BalanceOrder;
  BalanceOrderField: BalanceOrderField;
  BalanceConnection: ResolverTypeWrapper<Connection<BalanceShape>>;
  BalanceEdge: ResolverTypeWrapper<Omit<BalanceEdge, 'node'> & { node: ResolversTypes['Balance'] }>;
  WalletReconciliation: ResolverTypeWrapper<WalletReconciliation>;
  ReconciliationState: ReconciliationState;
  WalletBalance: ResolverTypeWrapper<WalletBalance>;
  Policy: ResolverTypeWrapper<Policy>;
  TimeWindow: ResolverTypeWrapper<TimeWindow>;
  Weekday: Weekday;
  PolicyDecision: ResolverTypeWrapper<PolicyDecision>;
  PolicyOutcome: PolicyOutcome;
  PolicyRuleResult: ResolverTypeWrapper<PolicyRuleResult>;
  PolicyRuleFigure: ResolverTypeWrapper<PolicyRuleFigure>;
  PolicyLimitWindow: ResolverTypeWrapper<PolicyLimitWindow>;
  PolicyRule: PolicyRule;
  PolicyReason: PolicyReason;
  PolicyNextStep: PolicyNextStep;
  MandateUsage: ResolverTypeWrapper<MandateUsage>;
  LimitUsage: ResolverTypeWrapper<LimitUsage>;
  Agent: ResolverTypeWrapper<Omit<Agent, 'payments'> & { payments?: Maybe<ResolversTypes['PaymentConnection']> }>;
  Mandate: ResolverTypeWrapper<Mandate>;
  MandateVersion: ResolverTypeWrapper<MandateVersion>;
  Checkout: ResolverTypeWrapper<Checkout>;
  Order: ResolverTypeWrapper<Order>;
  Merchant: ResolverTypeWrapper<Merchant>;
  Organization: ResolverTypeWrapper<Organization>;
  PaymentOrder: PaymentOrder;
  PaymentOrderField: PaymentOrderField;
  OrderDirection: OrderDirection;
  PaymentConnection: ResolverTypeWrapper<Connection<PaymentShape>>;
  PaymentEdge: ResolverTypeWrapper<Omit<PaymentEdge, 'node'> & { node: ResolversTypes['Payment'] }>;
  ReconciliationMismatch: ResolverTypeWrapper<ReconciliationMismatchShape>;
  MismatchKind: MismatchKind;
  MismatchState: MismatchState;
  ReconciliationMismatchOrder: ReconciliationMismatchOrder;
  ReconciliationMismatchOrderField: ReconciliationMismatchOrderField;
  ReconciliationMismatchConnection: ResolverTypeWrapper<Connection<ReconciliationMismatchShape>>;
  ReconciliationMismatchEdge: ResolverTypeWrapper<Omit<ReconciliationMismatchEdge, 'node'> & { node: ResolversTypes['ReconciliationMismatch'] }>;
  WalletOrder: WalletOrder;
  WalletOrderField: WalletOrderField;
  WalletConnection: ResolverTypeWrapper<Connection<WalletShape>>;
  WalletEdge: ResolverTypeWrapper<Omit<WalletEdge, 'node'> & { node: ResolversTypes['Wallet'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  CreatePaymentInput: CreatePaymentInput;
  Originator: ResolverTypeWrapper<Originator>;
  PostalAddress: ResolverTypeWrapper<PostalAddress>;
  Beneficiary: ResolverTypeWrapper<Beneficiary>;
  BeneficiaryInput: BeneficiaryInput;
  CreatePaymentPayload: ResolverTypeWrapper<Omit<CreatePaymentPayload, 'payment'> & { payment: ResolversTypes['Payment'] }>;
  ExecuteMandateInput: ExecuteMandateInput;
  ExecuteMandatePayload: ResolverTypeWrapper<Omit<ExecuteMandatePayload, 'payment'> & { payment: ResolversTypes['Payment'] }>;
  TransferInput: TransferInput;
  TransferPayload: ResolverTypeWrapper<Omit<TransferPayload, 'payment'> & { payment: ResolversTypes['Payment'] }>;
  CheckPolicyInput: CheckPolicyInput;
  SpendKind: SpendKind;
  PolicyCheck: ResolverTypeWrapper<PolicyCheck>;
  RemainingBudget: ResolverTypeWrapper<RemainingBudget>;
  FaucetInput: FaucetInput;
  FaucetPayload: ResolverTypeWrapper<FaucetPayload>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  CreateWalletInput: CreateWalletInput;
  CreateWalletPayload: ResolverTypeWrapper<Omit<CreateWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  CreateOwnershipChallengeInput: CreateOwnershipChallengeInput;
  CreateOwnershipChallengePayload: ResolverTypeWrapper<CreateOwnershipChallengePayload>;
  FreezeWalletInput: FreezeWalletInput;
  FreezeWalletPayload: ResolverTypeWrapper<Omit<FreezeWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  UnfreezeWalletInput: UnfreezeWalletInput;
  UnfreezeWalletPayload: ResolverTypeWrapper<Omit<UnfreezeWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  ReconcileWalletInput: ReconcileWalletInput;
  ReconcileWalletPayload: ResolverTypeWrapper<Omit<ReconcileWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  ResolveReconciliationMismatchInput: ResolveReconciliationMismatchInput;
  ResolveReconciliationMismatchPayload: ResolverTypeWrapper<Omit<ResolveReconciliationMismatchPayload, 'mismatch'> & { mismatch: ResolversTypes['ReconciliationMismatch'] }>;
  Approval: ResolverTypeWrapper<ApprovalShape>;
  ApprovalDecision: ResolverTypeWrapper<ApprovalDecisionShape>;
  Person: ResolverTypeWrapper<Person>;
  ApprovalVerdict: ApprovalVerdict;
  ApprovalStatus: ApprovalStatus;
  ApprovalSubjectType: ApprovalSubjectType;
  ApprovalReason: ApprovalReason;
  ApprovalOrder: ApprovalOrder;
  ApprovalOrderField: ApprovalOrderField;
  ApprovalConnection: ResolverTypeWrapper<Connection<ApprovalShape>>;
  ApprovalEdge: ResolverTypeWrapper<Omit<ApprovalEdge, 'node'> & { node: ResolversTypes['Approval'] }>;
  RequestApprovalInput: RequestApprovalInput;
  DecideApprovalInput: DecideApprovalInput;
  ApprovalPayload: ResolverTypeWrapper<Omit<ApprovalPayload, 'approval'> & { approval?: Maybe<ResolversTypes['Approval']> }>;
  TrustScore: ResolverTypeWrapper<TrustScore>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  TrustScoreChange: ResolverTypeWrapper<TrustScoreChange>;
  TrustSignalChange: ResolverTypeWrapper<TrustSignalChange>;
  TrustScoreChangeOrder: TrustScoreChangeOrder;
  TrustScoreChangeOrderField: TrustScoreChangeOrderField;
  TrustScoreChangeConnection: ResolverTypeWrapper<Connection<TrustScoreChange>>;
  TrustScoreChangeEdge: ResolverTypeWrapper<TrustScoreChangeEdge>;
  TrustSignal: ResolverTypeWrapper<TrustSignal>;
  TrustSignalName: TrustSignalName;
  TrustCap: TrustCap;
  TrustTier: TrustTier;
  ScreeningOutcome: ScreeningOutcome;
  RiskLevel: RiskLevel;
  ScreeningSubjectType: ScreeningSubjectType;
  ScreeningCheck: ResolverTypeWrapper<ScreeningCheck>;
  ScreeningListVersion: ResolverTypeWrapper<ScreeningListVersion>;
  ScreeningList: ResolverTypeWrapper<ScreeningList>;
  ScreeningListCategory: ScreeningListCategory;
  Screening: ResolverTypeWrapper<Screening>;
  ScreeningOrder: ScreeningOrder;
  ScreeningOrderField: ScreeningOrderField;
  ScreeningConnection: ResolverTypeWrapper<Connection<Screening>>;
  ScreeningEdge: ResolverTypeWrapper<ScreeningEdge>;
  CaseStatus: CaseStatus;
  CaseEvent: CaseEvent;
  CaseAction: CaseAction;
  CaseDecision: CaseDecision;
  CaseNote: ResolverTypeWrapper<CaseNote>;
  CaseSubject: CaseSubject;
  ExternalBankAccount: ResolverTypeWrapper<ExternalBankAccount>;
  ComplianceCase: ResolverTypeWrapper<ComplianceCaseShape>;
  CaseOrder: CaseOrder;
  CaseOrderField: CaseOrderField;
  AttemptedSpend: ResolverTypeWrapper<AttemptedSpend>;
  RefusedAttempt: ResolverTypeWrapper<RefusedAttempt>;
  RefusedOperation: RefusedOperation;
  RefusedAttemptOrder: RefusedAttemptOrder;
  RefusedAttemptOrderField: RefusedAttemptOrderField;
  RefusedAttemptConnection: ResolverTypeWrapper<Connection<RefusedAttempt>>;
  RefusedAttemptEdge: ResolverTypeWrapper<RefusedAttemptEdge>;
  ComplianceCaseConnection: ResolverTypeWrapper<Connection<ComplianceCaseShape>>;
  ComplianceCaseEdge: ResolverTypeWrapper<Omit<ComplianceCaseEdge, 'node'> & { node: ResolversTypes['ComplianceCase'] }>;
  DecideCaseInput: DecideCaseInput;
  AssignCaseInput: AssignCaseInput;
  CasePayload: ResolverTypeWrapper<Omit<CasePayload, 'complianceCase'> & { complianceCase?: Maybe<ResolversTypes['ComplianceCase']> }>;
  ScreenInput: ScreenInput;
  Hold: ResolverTypeWrapper<HoldShape>;
  HoldStatus: HoldStatus;
  HoldVoidReason: HoldVoidReason;
  HoldOrder: HoldOrder;
  HoldOrderField: HoldOrderField;
  HoldConnection: ResolverTypeWrapper<Connection<HoldShape>>;
  HoldEdge: ResolverTypeWrapper<Omit<HoldEdge, 'node'> & { node: ResolversTypes['Hold'] }>;
  CreateHoldInput: CreateHoldInput;
  CreateHoldPayload: ResolverTypeWrapper<Omit<CreateHoldPayload, 'hold' | 'approval'> & { hold?: Maybe<ResolversTypes['Hold']>, approval?: Maybe<ResolversTypes['Approval']> }>;
  CaptureHoldInput: CaptureHoldInput;
  VoidHoldInput: VoidHoldInput;
  ExtendHoldInput: ExtendHoldInput;
  HoldSettings: ResolverTypeWrapper<HoldSettings>;
  SetHoldSettingsInput: SetHoldSettingsInput;
  SetHoldSettingsPayload: ResolverTypeWrapper<SetHoldSettingsPayload>;
  HoldPayload: ResolverTypeWrapper<Omit<HoldPayload, 'hold'> & { hold: ResolversTypes['Hold'] }>;
  Transaction: ResolverTypeWrapper<TransactionShape>;
  TransactionType: TransactionType;
  TransactionStatus: TransactionStatus;
  PostingDirection: PostingDirection;
  BalanceChanges: ResolverTypeWrapper<BalanceChanges>;
  LedgerLine: ResolverTypeWrapper<LedgerLine>;
  LedgerTransaction: ResolverTypeWrapper<LedgerTransactionShape>;
  LedgerBalanceChanges: ResolverTypeWrapper<LedgerBalanceChanges>;
  LedgerTransactionConnection: ResolverTypeWrapper<Connection<LedgerTransactionShape>>;
  LedgerTransactionEdge: ResolverTypeWrapper<Omit<LedgerTransactionEdge, 'node'> & { node: ResolversTypes['LedgerTransaction'] }>;
  LedgerTransactionTotals: ResolverTypeWrapper<LedgerTransactionTotals>;
  LedgerTransactionTotal: ResolverTypeWrapper<LedgerTransactionTotal>;
  TreasuryCurrency: TreasuryCurrency;
  FinancialAccount: ResolverTypeWrapper<FinancialAccount>;
  TreasuryPayment: ResolverTypeWrapper<TreasuryPayment>;
  CardTransaction: ResolverTypeWrapper<CardTransaction>;
  TransactionOrder: TransactionOrder;
  TransactionOrderField: TransactionOrderField;
  TransactionConnection: ResolverTypeWrapper<Connection<TransactionShape>>;
  TransactionEdge: ResolverTypeWrapper<Omit<TransactionEdge, 'node'> & { node: ResolversTypes['Transaction'] }>;
  TransactionTotals: ResolverTypeWrapper<TransactionTotals>;
  TransactionTotal: ResolverTypeWrapper<TransactionTotal>;
  Refund: ResolverTypeWrapper<RefundShape>;
  RefundStatus: RefundStatus;
  RefundOrder: RefundOrder;
  RefundOrderField: RefundOrderField;
  RefundConnection: ResolverTypeWrapper<Connection<RefundShape>>;
  RefundEdge: ResolverTypeWrapper<Omit<RefundEdge, 'node'> & { node: ResolversTypes['Refund'] }>;
  LinkRefundInput: LinkRefundInput;
  LinkRefundPayload: ResolverTypeWrapper<Omit<LinkRefundPayload, 'refund'> & { refund: ResolversTypes['Refund'] }>;
  UnlinkRefundInput: UnlinkRefundInput;
  UnlinkRefundPayload: ResolverTypeWrapper<Omit<UnlinkRefundPayload, 'payment'> & { payment: ResolversTypes['Payment'] }>;
  NotifyRefundInput: NotifyRefundInput;
  UnblockDepositInput: UnblockDepositInput;
  UnblockDepositPayload: ResolverTypeWrapper<UnblockDepositPayload>;
  DepositRelease: ResolverTypeWrapper<DepositRelease>;
  ErrorType: ErrorType;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Decimal: Scalars['Decimal']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Payment: PaymentShape;
  ID: Scalars['ID']['output'];
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Boolean: Scalars['Boolean']['output'];
  FxRate: FxRate;
  PaymentAttempt: PaymentAttempt;
  Wallet: WalletShape;
  WalletAddress: WalletAddress;
  ComplianceFreeze: ComplianceFreeze;
  Balance: BalanceShape;
  BalanceOrder: BalanceOrder;
  BalanceConnection: Connection<BalanceShape>;
  BalanceEdge: Omit<BalanceEdge, 'node'> & { node: ResolversParentTypes['Balance'] };
  WalletReconciliation: WalletReconciliation;
  WalletBalance: WalletBalance;
  Policy: Policy;
  TimeWindow: TimeWindow;
  PolicyDecision: PolicyDecision;
  PolicyRuleResult: PolicyRuleResult;
  PolicyRuleFigure: PolicyRuleFigure;
  PolicyLimitWindow: PolicyLimitWindow;
  MandateUsage: MandateUsage;
  LimitUsage: LimitUsage;
  Agent: Omit<Agent, 'payments'> & { payments?: Maybe<ResolversParentTypes['PaymentConnection']> };
  Mandate: Mandate;
  MandateVersion: MandateVersion;
  Checkout: Checkout;
  Order: Order;
  Merchant: Merchant;
  Organization: Organization;
  PaymentOrder: PaymentOrder;
  PaymentConnection: Connection<PaymentShape>;
  PaymentEdge: Omit<PaymentEdge, 'node'> & { node: ResolversParentTypes['Payment'] };
  ReconciliationMismatch: ReconciliationMismatchShape;
  ReconciliationMismatchOrder: ReconciliationMismatchOrder;
  ReconciliationMismatchConnection: Connection<ReconciliationMismatchShape>;
  ReconciliationMismatchEdge: Omit<ReconciliationMismatchEdge, 'node'> & { node: ResolversParentTypes['ReconciliationMismatch'] };
  WalletOrder: WalletOrder;
  WalletConnection: Connection<WalletShape>;
  WalletEdge: Omit<WalletEdge, 'node'> & { node: ResolversParentTypes['Wallet'] };
  PageInfo: PageInfo;
  CreatePaymentInput: CreatePaymentInput;
  Originator: Originator;
  PostalAddress: PostalAddress;
  Beneficiary: Beneficiary;
  BeneficiaryInput: BeneficiaryInput;
  CreatePaymentPayload: Omit<CreatePaymentPayload, 'payment'> & { payment: ResolversParentTypes['Payment'] };
  ExecuteMandateInput: ExecuteMandateInput;
  ExecuteMandatePayload: Omit<ExecuteMandatePayload, 'payment'> & { payment: ResolversParentTypes['Payment'] };
  TransferInput: TransferInput;
  TransferPayload: Omit<TransferPayload, 'payment'> & { payment: ResolversParentTypes['Payment'] };
  CheckPolicyInput: CheckPolicyInput;
  PolicyCheck: PolicyCheck;
  RemainingBudget: RemainingBudget;
  FaucetInput: FaucetInput;
  FaucetPayload: FaucetPayload;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  CreateWalletInput: CreateWalletInput;
  CreateWalletPayload: Omit<CreateWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  CreateOwnershipChallengeInput: CreateOwnershipChallengeInput;
  CreateOwnershipChallengePayload: CreateOwnershipChallengePayload;
  FreezeWalletInput: FreezeWalletInput;
  FreezeWalletPayload: Omit<FreezeWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  UnfreezeWalletInput: UnfreezeWalletInput;
  UnfreezeWalletPayload: Omit<UnfreezeWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  ReconcileWalletInput: ReconcileWalletInput;
  ReconcileWalletPayload: Omit<ReconcileWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  ResolveReconciliationMismatchInput: ResolveReconciliationMismatchInput;
  ResolveReconciliationMismatchPayload: Omit<ResolveReconciliationMismatchPayload, 'mismatch'> & { mismatch: ResolversParentTypes['ReconciliationMismatch'] };
  Approval: ApprovalShape;
  ApprovalDecision: ApprovalDecisionShape;
  Person: Person;
  ApprovalOrder: ApprovalOrder;
  ApprovalConnection: Connection<ApprovalShape>;
  ApprovalEdge: Omit<ApprovalEdge, 'node'> & { node: ResolversParentTypes['Approval'] };
  RequestApprovalInput: RequestApprovalInput;
  DecideApprovalInput: DecideApprovalInput;
  ApprovalPayload: Omit<ApprovalPayload, 'approval'> & { approval?: Maybe<ResolversParentTypes['Approval']> };
  TrustScore: TrustScore;
  Float: Scalars['Float']['output'];
  TrustScoreChange: TrustScoreChange;
  TrustSignalChange: TrustSignalChange;
  TrustScoreChangeOrder: TrustScoreChangeOrder;
  TrustScoreChangeConnection: Connection<TrustScoreChange>;
  TrustScoreChangeEdge: TrustScoreChangeEdge;
  TrustSignal: TrustSignal;
  ScreeningCheck: ScreeningCheck;
  ScreeningListVersion: ScreeningListVersion;
  ScreeningList: ScreeningList;
  Screening: Screening;
  ScreeningOrder: ScreeningOrder;
  ScreeningConnection: Connection<Screening>;
  ScreeningEdge: ScreeningEdge;
  CaseNote: CaseNote;
  ExternalBankAccount: ExternalBankAccount;
  ComplianceCase: ComplianceCaseShape;
  CaseOrder: CaseOrder;
  AttemptedSpend: AttemptedSpend;
  RefusedAttempt: RefusedAttempt;
  RefusedAttemptOrder: RefusedAttemptOrder;
  RefusedAttemptConnection: Connection<RefusedAttempt>;
  RefusedAttemptEdge: RefusedAttemptEdge;
  ComplianceCaseConnection: Connection<ComplianceCaseShape>;
  ComplianceCaseEdge: Omit<ComplianceCaseEdge, 'node'> & { node: ResolversParentTypes['ComplianceCase'] };
  DecideCaseInput: DecideCaseInput;
  AssignCaseInput: AssignCaseInput;
  CasePayload: Omit<CasePayload, 'complianceCase'> & { complianceCase?: Maybe<ResolversParentTypes['ComplianceCase']> };
  ScreenInput: ScreenInput;
  Hold: HoldShape;
  HoldOrder: HoldOrder;
  HoldConnection: Connection<HoldShape>;
  HoldEdge: Omit<HoldEdge, 'node'> & { node: ResolversParentTypes['Hold'] };
  CreateHoldInput: CreateHoldInput;
  CreateHoldPayload: Omit<CreateHoldPayload, 'hold' | 'approval'> & { hold?: Maybe<ResolversParentTypes['Hold']>, approval?: Maybe<ResolversParentTypes['Approval']> };
  CaptureHoldInput: CaptureHoldInput;
  VoidHoldInput: VoidHoldInput;
  ExtendHoldInput: ExtendHoldInput;
  HoldSettings: HoldSettings;
  SetHoldSettingsInput: SetHoldSettingsInput;
  SetHoldSettingsPayload: SetHoldSettingsPayload;
  HoldPayload: Omit<HoldPayload, 'hold'> & { hold: ResolversParentTypes['Hold'] };
  Transaction: TransactionShape;
  BalanceChanges: BalanceChanges;
  LedgerLine: LedgerLine;
  LedgerTransaction: LedgerTransactionShape;
  LedgerBalanceChanges: LedgerBalanceChanges;
  LedgerTransactionConnection: Connection<LedgerTransactionShape>;
  LedgerTransactionEdge: Omit<LedgerTransactionEdge, 'node'> & { node: ResolversParentTypes['LedgerTransaction'] };
  LedgerTransactionTotals: LedgerTransactionTotals;
  LedgerTransactionTotal: LedgerTransactionTotal;
  FinancialAccount: FinancialAccount;
  TreasuryPayment: TreasuryPayment;
  CardTransaction: CardTransaction;
  TransactionOrder: TransactionOrder;
  TransactionConnection: Connection<TransactionShape>;
  TransactionEdge: Omit<TransactionEdge, 'node'> & { node: ResolversParentTypes['Transaction'] };
  TransactionTotals: TransactionTotals;
  TransactionTotal: TransactionTotal;
  Refund: RefundShape;
  RefundOrder: RefundOrder;
  RefundConnection: Connection<RefundShape>;
  RefundEdge: Omit<RefundEdge, 'node'> & { node: ResolversParentTypes['Refund'] };
  LinkRefundInput: LinkRefundInput;
  LinkRefundPayload: Omit<LinkRefundPayload, 'refund'> & { refund: ResolversParentTypes['Refund'] };
  UnlinkRefundInput: UnlinkRefundInput;
  UnlinkRefundPayload: Omit<UnlinkRefundPayload, 'payment'> & { payment: ResolversParentTypes['Payment'] };
  NotifyRefundInput: NotifyRefundInput;
  UnblockDepositInput: UnblockDepositInput;
  UnblockDepositPayload: UnblockDepositPayload;
  DepositRelease: DepositRelease;
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

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment'], FederationReferenceType extends FederationReferenceTypes['Payment'] = FederationReferenceTypes['Payment']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Payment']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PaymentStatus'], ParentType, ContextType>;
  stage?: Resolver<ResolversTypes['PaymentStage'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mandateVersionRecord?: Resolver<Maybe<ResolversTypes['MandateVersion']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType>;
  merchantDomain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usdAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  fx?: Resolver<Maybe<ResolversTypes['FxRate']>, ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['PaymentAttempt']>, ParentType, ContextType>;
  attemptsOmitted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['ErrorType']>, ParentType, ContextType>;
  failureReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failureMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  screeningId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  caseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reviewReasons?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  originator?: Resolver<Maybe<ResolversTypes['Originator']>, ParentType, ContextType>;
  beneficiary?: Resolver<Maybe<ResolversTypes['Beneficiary']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  holdId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  hold?: Resolver<Maybe<ResolversTypes['Hold']>, ParentType, ContextType>;
  checkout?: Resolver<Maybe<ResolversTypes['Checkout']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  entries?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<PaymentEntriesArgs>>;
  refundedAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  refunds?: Resolver<Maybe<ResolversTypes['RefundConnection']>, ParentType, ContextType, Partial<PaymentRefundsArgs>>;
  executedBeforeKill?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['PolicyDecision']>, ParentType, ContextType>;
  simulated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  policyEvaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type FxRateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FxRate'] = ResolversParentTypes['FxRate']> = {
  rate?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PaymentAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentAttempt'] = ResolversParentTypes['PaymentAttempt']> = {
  adapter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  error?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet'], FederationReferenceType extends FederationReferenceTypes['Wallet'] = FederationReferenceTypes['Wallet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Wallet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['WalletType'], ParentType, ContextType>;
  custody?: Resolver<ResolversTypes['WalletCustody'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  addresses?: Resolver<ReadonlyArray<ResolversTypes['WalletAddress']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WalletStatus'], ParentType, ContextType>;
  frozenReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenSource?: Resolver<Maybe<ResolversTypes['FreezeSource']>, ParentType, ContextType>;
  frozenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  complianceFreeze?: Resolver<Maybe<ResolversTypes['ComplianceFreeze']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  policy?: Resolver<Maybe<ResolversTypes['Policy']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['MandateUsage']>, ParentType, ContextType>;
  trustScore?: Resolver<Maybe<ResolversTypes['TrustScore']>, ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  balances?: Resolver<ReadonlyArray<ResolversTypes['Balance']>, ParentType, ContextType>;
  reconciliation?: Resolver<ReadonlyArray<ResolversTypes['WalletReconciliation']>, ParentType, ContextType>;
  openMismatches?: Resolver<ReadonlyArray<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType>;
  totalUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  payments?: Resolver<Maybe<ResolversTypes['PaymentConnection']>, ParentType, ContextType, Partial<WalletPaymentsArgs>>;
  holds?: Resolver<Maybe<ResolversTypes['HoldConnection']>, ParentType, ContextType, Partial<WalletHoldsArgs>>;
  entries?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<WalletEntriesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WalletAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletAddress'] = ResolversParentTypes['WalletAddress']> = {
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ComplianceFreezeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceFreeze'] = ResolversParentTypes['ComplianceFreeze']> = {
  cause?: Resolver<ResolversTypes['ComplianceFreezeCause'], ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type BalanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Balance'] = ResolversParentTypes['Balance']> = {
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  blocked?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  onChain?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  asOfBlock?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type BalanceConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BalanceConnection'] = ResolversParentTypes['BalanceConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['BalanceEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Balance']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type BalanceEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BalanceEdge'] = ResolversParentTypes['BalanceEdge']> = {
  node?: Resolver<ResolversTypes['Balance'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WalletReconciliationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletReconciliation'] = ResolversParentTypes['WalletReconciliation']> = {
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ReconciliationState'], ParentType, ContextType>;
  ledger?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  onChain?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  difference?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  asOfBlock?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WalletBalanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletBalance'] = ResolversParentTypes['WalletBalance']> = {
  balance?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type PolicyDecisionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyDecision'] = ResolversParentTypes['PolicyDecision']> = {
  outcome?: Resolver<ResolversTypes['PolicyOutcome'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['PolicyRuleResult']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usdAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PolicyRuleResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyRuleResult'] = ResolversParentTypes['PolicyRuleResult']> = {
  rule?: Resolver<ResolversTypes['PolicyRule'], ParentType, ContextType>;
  passed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['PolicyReason']>, ParentType, ContextType>;
  limit?: Resolver<Maybe<ResolversTypes['PolicyRuleFigure']>, ParentType, ContextType>;
  actual?: Resolver<Maybe<ResolversTypes['PolicyRuleFigure']>, ParentType, ContextType>;
  remaining?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  resetsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  window?: Resolver<Maybe<ResolversTypes['PolicyLimitWindow']>, ParentType, ContextType>;
  nextSteps?: Resolver<ReadonlyArray<ResolversTypes['PolicyNextStep']>, ParentType, ContextType>;
};

export type PolicyRuleFigureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyRuleFigure'] = ResolversParentTypes['PolicyRuleFigure']> = {
  usd?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyLimitWindowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyLimitWindow'] = ResolversParentTypes['PolicyLimitWindow']> = {
  start?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  payments?: Resolver<Maybe<ResolversTypes['PaymentConnection']>, ParentType, ContextType, Partial<AgentPaymentsArgs>>;
};

export type MandateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mandate'] = ResolversParentTypes['Mandate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MandateVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersion'] = ResolversParentTypes['MandateVersion']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CheckoutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Checkout'] = ResolversParentTypes['Checkout']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type OrderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MerchantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Merchant'] = ResolversParentTypes['Merchant']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PaymentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentConnection'] = ResolversParentTypes['PaymentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['PaymentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Payment']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PaymentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentEdge'] = ResolversParentTypes['PaymentEdge']> = {
  node?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReconciliationMismatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatch'] = ResolversParentTypes['ReconciliationMismatch'], FederationReferenceType extends FederationReferenceTypes['ReconciliationMismatch'] = FederationReferenceTypes['ReconciliationMismatch']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ReconciliationMismatch']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['MismatchKind'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['MismatchState'], ParentType, ContextType>;
  resolution?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resolvedBy?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  resolvedByKeyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextStep?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expected?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  found?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  missing?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  openedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ReconciliationMismatchConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatchConnection'] = ResolversParentTypes['ReconciliationMismatchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ReconciliationMismatchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReconciliationMismatchEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatchEdge'] = ResolversParentTypes['ReconciliationMismatchEdge']> = {
  node?: Resolver<ResolversTypes['ReconciliationMismatch'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WalletConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletConnection'] = ResolversParentTypes['WalletConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['WalletEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Wallet']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WalletEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletEdge'] = ResolversParentTypes['WalletEdge']> = {
  node?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OriginatorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Originator'] = ResolversParentTypes['Originator']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['PostalAddress'], ParentType, ContextType>;
};

export type PostalAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PostalAddress'] = ResolversParentTypes['PostalAddress']> = {
  street?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  city?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postalCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BeneficiaryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Beneficiary'] = ResolversParentTypes['Beneficiary']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CreatePaymentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreatePaymentPayload'] = ResolversParentTypes['CreatePaymentPayload']> = {
  payment?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExecuteMandatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecuteMandatePayload'] = ResolversParentTypes['ExecuteMandatePayload']> = {
  payment?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TransferPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransferPayload'] = ResolversParentTypes['TransferPayload']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  payment?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  destination?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PolicyCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCheck'] = ResolversParentTypes['PolicyCheck']> = {
  allowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  limitPerTx?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['PolicyOutcome'], ParentType, ContextType>;
  errorType?: Resolver<Maybe<ResolversTypes['ErrorType']>, ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['PolicyRuleResult']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usdAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  fx?: Resolver<Maybe<ResolversTypes['FxRate']>, ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['RemainingBudget'], ParentType, ContextType>;
};

export type RemainingBudgetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RemainingBudget'] = ResolversParentTypes['RemainingBudget']> = {
  day?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  month?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
};

export type FaucetPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FaucetPayload'] = ResolversParentTypes['FaucetPayload']> = {
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  txHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType, RequireFields<QueryWalletArgs, 'id'>>;
  wallets?: Resolver<Maybe<ResolversTypes['WalletConnection']>, ParentType, ContextType, Partial<QueryWalletsArgs>>;
  walletBalance?: Resolver<Maybe<ResolversTypes['WalletBalance']>, ParentType, ContextType, RequireFields<QueryWalletBalanceArgs, 'walletId'>>;
  balances?: Resolver<Maybe<ResolversTypes['BalanceConnection']>, ParentType, ContextType, Partial<QueryBalancesArgs>>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType, RequireFields<QueryPaymentArgs, 'id'>>;
  payments?: Resolver<Maybe<ResolversTypes['PaymentConnection']>, ParentType, ContextType, Partial<QueryPaymentsArgs>>;
  reconciliationMismatches?: Resolver<Maybe<ResolversTypes['ReconciliationMismatchConnection']>, ParentType, ContextType, Partial<QueryReconciliationMismatchesArgs>>;
  reconciliationMismatch?: Resolver<Maybe<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType, RequireFields<QueryReconciliationMismatchArgs, 'id'>>;
  checkPolicy?: Resolver<Maybe<ResolversTypes['PolicyCheck']>, ParentType, ContextType, RequireFields<QueryCheckPolicyArgs, 'input'>>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType, RequireFields<QueryApprovalArgs, 'id'>>;
  approvals?: Resolver<Maybe<ResolversTypes['ApprovalConnection']>, ParentType, ContextType, Partial<QueryApprovalsArgs>>;
  trustScoreHistory?: Resolver<Maybe<ResolversTypes['TrustScoreChangeConnection']>, ParentType, ContextType, RequireFields<QueryTrustScoreHistoryArgs, 'walletId'>>;
  complianceCase?: Resolver<Maybe<ResolversTypes['ComplianceCase']>, ParentType, ContextType, RequireFields<QueryComplianceCaseArgs, 'id'>>;
  complianceCases?: Resolver<Maybe<ResolversTypes['ComplianceCaseConnection']>, ParentType, ContextType, Partial<QueryComplianceCasesArgs>>;
  refusals?: Resolver<Maybe<ResolversTypes['RefusedAttemptConnection']>, ParentType, ContextType, Partial<QueryRefusalsArgs>>;
  screening?: Resolver<Maybe<ResolversTypes['Screening']>, ParentType, ContextType, RequireFields<QueryScreeningArgs, 'screeningId'>>;
  screenings?: Resolver<Maybe<ResolversTypes['ScreeningConnection']>, ParentType, ContextType, Partial<QueryScreeningsArgs>>;
  screeningLists?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ScreeningList']>>, ParentType, ContextType>;
  screen?: Resolver<Maybe<ResolversTypes['Screening']>, ParentType, ContextType, RequireFields<QueryScreenArgs, 'input'>>;
  hold?: Resolver<Maybe<ResolversTypes['Hold']>, ParentType, ContextType, RequireFields<QueryHoldArgs, 'id'>>;
  holds?: Resolver<Maybe<ResolversTypes['HoldConnection']>, ParentType, ContextType, Partial<QueryHoldsArgs>>;
  holdSettings?: Resolver<Maybe<ResolversTypes['HoldSettings']>, ParentType, ContextType, RequireFields<QueryHoldSettingsArgs, 'orgId'>>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<QueryTransactionArgs, 'id'>>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<QueryTransactionsArgs>>;
  ledgerTransaction?: Resolver<Maybe<ResolversTypes['LedgerTransaction']>, ParentType, ContextType, RequireFields<QueryLedgerTransactionArgs, 'id'>>;
  ledgerTransactions?: Resolver<Maybe<ResolversTypes['LedgerTransactionConnection']>, ParentType, ContextType, Partial<QueryLedgerTransactionsArgs>>;
  ledgerTransactionTotals?: Resolver<Maybe<ResolversTypes['LedgerTransactionTotals']>, ParentType, ContextType, Partial<QueryLedgerTransactionTotalsArgs>>;
  transactionsByHash?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, RequireFields<QueryTransactionsByHashArgs, 'txHash'>>;
  ledgerTransactionsByHash?: Resolver<Maybe<ResolversTypes['LedgerTransactionConnection']>, ParentType, ContextType, RequireFields<QueryLedgerTransactionsByHashArgs, 'txHash'>>;
  transactionTotals?: Resolver<Maybe<ResolversTypes['TransactionTotals']>, ParentType, ContextType, Partial<QueryTransactionTotalsArgs>>;
  refunds?: Resolver<Maybe<ResolversTypes['RefundConnection']>, ParentType, ContextType, RequireFields<QueryRefundsArgs, 'paymentId'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createPayment?: Resolver<Maybe<ResolversTypes['CreatePaymentPayload']>, ParentType, ContextType, RequireFields<MutationCreatePaymentArgs, 'input'>>;
  transfer?: Resolver<Maybe<ResolversTypes['TransferPayload']>, ParentType, ContextType, RequireFields<MutationTransferArgs, 'input'>>;
  executeMandate?: Resolver<Maybe<ResolversTypes['ExecuteMandatePayload']>, ParentType, ContextType, RequireFields<MutationExecuteMandateArgs, 'input'>>;
  faucet?: Resolver<Maybe<ResolversTypes['FaucetPayload']>, ParentType, ContextType, RequireFields<MutationFaucetArgs, 'input'>>;
  createOwnershipChallenge?: Resolver<Maybe<ResolversTypes['CreateOwnershipChallengePayload']>, ParentType, ContextType, RequireFields<MutationCreateOwnershipChallengeArgs, 'input'>>;
  createWallet?: Resolver<Maybe<ResolversTypes['CreateWalletPayload']>, ParentType, ContextType, RequireFields<MutationCreateWalletArgs, 'input'>>;
  freezeWallet?: Resolver<Maybe<ResolversTypes['FreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationFreezeWalletArgs, 'input'>>;
  unfreezeWallet?: Resolver<Maybe<ResolversTypes['UnfreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationUnfreezeWalletArgs, 'input'>>;
  reconcileWallet?: Resolver<Maybe<ResolversTypes['ReconcileWalletPayload']>, ParentType, ContextType, RequireFields<MutationReconcileWalletArgs, 'input'>>;
  resolveReconciliationMismatch?: Resolver<Maybe<ResolversTypes['ResolveReconciliationMismatchPayload']>, ParentType, ContextType, RequireFields<MutationResolveReconciliationMismatchArgs, 'input'>>;
  requestApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationRequestApprovalArgs, 'input'>>;
  approveApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationApproveApprovalArgs, 'input'>>;
  denyApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationDenyApprovalArgs, 'input'>>;
  cancelApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationCancelApprovalArgs, 'input'>>;
  decideCase?: Resolver<Maybe<ResolversTypes['CasePayload']>, ParentType, ContextType, RequireFields<MutationDecideCaseArgs, 'input'>>;
  assignCase?: Resolver<Maybe<ResolversTypes['CasePayload']>, ParentType, ContextType, RequireFields<MutationAssignCaseArgs, 'input'>>;
  createHold?: Resolver<Maybe<ResolversTypes['CreateHoldPayload']>, ParentType, ContextType, RequireFields<MutationCreateHoldArgs, 'input'>>;
  captureHold?: Resolver<Maybe<ResolversTypes['HoldPayload']>, ParentType, ContextType, RequireFields<MutationCaptureHoldArgs, 'input'>>;
  voidHold?: Resolver<Maybe<ResolversTypes['HoldPayload']>, ParentType, ContextType, RequireFields<MutationVoidHoldArgs, 'input'>>;
  extendHold?: Resolver<Maybe<ResolversTypes['HoldPayload']>, ParentType, ContextType, RequireFields<MutationExtendHoldArgs, 'input'>>;
  setHoldSettings?: Resolver<Maybe<ResolversTypes['SetHoldSettingsPayload']>, ParentType, ContextType, RequireFields<MutationSetHoldSettingsArgs, 'input'>>;
  unblockDeposit?: Resolver<Maybe<ResolversTypes['UnblockDepositPayload']>, ParentType, ContextType, RequireFields<MutationUnblockDepositArgs, 'input'>>;
  linkRefund?: Resolver<Maybe<ResolversTypes['LinkRefundPayload']>, ParentType, ContextType, RequireFields<MutationLinkRefundArgs, 'input'>>;
  unlinkRefund?: Resolver<Maybe<ResolversTypes['UnlinkRefundPayload']>, ParentType, ContextType, RequireFields<MutationUnlinkRefundArgs, 'input'>>;
  notifyRefund?: Resolver<Maybe<ResolversTypes['LinkRefundPayload']>, ParentType, ContextType, RequireFields<MutationNotifyRefundArgs, 'input'>>;
};

export type CreateWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateWalletPayload'] = ResolversParentTypes['CreateWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CreateOwnershipChallengePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateOwnershipChallengePayload'] = ResolversParentTypes['CreateOwnershipChallengePayload']> = {
  nonce?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type FreezeWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FreezeWalletPayload'] = ResolversParentTypes['FreezeWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UnfreezeWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnfreezeWalletPayload'] = ResolversParentTypes['UnfreezeWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReconcileWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconcileWalletPayload'] = ResolversParentTypes['ReconcileWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ResolveReconciliationMismatchPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResolveReconciliationMismatchPayload'] = ResolversParentTypes['ResolveReconciliationMismatchPayload']> = {
  mismatch?: Resolver<ResolversTypes['ReconciliationMismatch'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval'], FederationReferenceType extends FederationReferenceTypes['Approval'] = FederationReferenceTypes['Approval']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Approval']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ApprovalStatus'], ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['ApprovalSubjectType'], ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  subjectHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amountUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  requester?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ApprovalReason'], ParentType, ContextType>;
  reasonMessage?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requiredApprovals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  decisions?: Resolver<ReadonlyArray<ResolversTypes['ApprovalDecision']>, ParentType, ContextType>;
  deciders?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Person']>>, ParentType, ContextType>;
  fundsAvailable?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mandateVersionRecord?: Resolver<Maybe<ResolversTypes['MandateVersion']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ApprovalDecisionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalDecision'] = ResolversParentTypes['ApprovalDecision']> = {
  decidedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['ApprovalVerdict'], ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PersonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Person'] = ResolversParentTypes['Person']> = {
  personId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApprovalConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalConnection'] = ResolversParentTypes['ApprovalConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ApprovalEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Approval']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ApprovalEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalEdge'] = ResolversParentTypes['ApprovalEdge']> = {
  node?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ApprovalPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalPayload'] = ResolversParentTypes['ApprovalPayload']> = {
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TrustScoreResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustScore'] = ResolversParentTypes['TrustScore']> = {
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  normalized?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['TrustTier'], ParentType, ContextType>;
  minimum?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  meetsMinimum?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  signals?: Resolver<ReadonlyArray<ResolversTypes['TrustSignal']>, ParentType, ContextType>;
  capsApplied?: Resolver<ReadonlyArray<ResolversTypes['TrustCap']>, ParentType, ContextType>;
  computedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  validUntil?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TrustScoreChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustScoreChange'] = ResolversParentTypes['TrustScoreChange']> = {
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  previousScore?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  signals?: Resolver<ReadonlyArray<ResolversTypes['TrustSignalChange']>, ParentType, ContextType>;
  cause?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resourceId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TrustSignalChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustSignalChange'] = ResolversParentTypes['TrustSignalChange']> = {
  name?: Resolver<ResolversTypes['TrustSignalName'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  after?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type TrustScoreChangeConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustScoreChangeConnection'] = ResolversParentTypes['TrustScoreChangeConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TrustScoreChangeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['TrustScoreChange']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TrustScoreChangeEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustScoreChangeEdge'] = ResolversParentTypes['TrustScoreChangeEdge']> = {
  node?: Resolver<ResolversTypes['TrustScoreChange'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TrustSignalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TrustSignal'] = ResolversParentTypes['TrustSignal']> = {
  name?: Resolver<ResolversTypes['TrustSignalName'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  contribution?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  explanation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ScreeningCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScreeningCheck'] = ResolversParentTypes['ScreeningCheck']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['ScreeningOutcome'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  evidence?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
};

export type ScreeningListVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScreeningListVersion'] = ResolversParentTypes['ScreeningListVersion']> = {
  list?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ScreeningListResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScreeningList'] = ResolversParentTypes['ScreeningList']> = {
  list?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['ScreeningListCategory'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  effectiveAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  importedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ScreeningResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Screening'] = ResolversParentTypes['Screening']> = {
  screeningId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['ScreeningSubjectType'], ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  attempt?: Resolver<Maybe<ResolversTypes['AttemptedSpend']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['ScreeningOutcome'], ParentType, ContextType>;
  riskScore?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  riskLevel?: Resolver<ResolversTypes['RiskLevel'], ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['ScreeningCheck']>, ParentType, ContextType>;
  listVersions?: Resolver<ReadonlyArray<ResolversTypes['ScreeningListVersion']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ScreeningConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScreeningConnection'] = ResolversParentTypes['ScreeningConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ScreeningEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Screening']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ScreeningEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ScreeningEdge'] = ResolversParentTypes['ScreeningEdge']> = {
  node?: Resolver<ResolversTypes['Screening'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CaseNoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CaseNote'] = ResolversParentTypes['CaseNote']> = {
  event?: Resolver<ResolversTypes['CaseEvent'], ParentType, ContextType>;
  by?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExternalBankAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccount'] = ResolversParentTypes['ExternalBankAccount']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ComplianceCaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceCase'] = ResolversParentTypes['ComplianceCase'], FederationReferenceType extends FederationReferenceTypes['ComplianceCase'] = FederationReferenceTypes['ComplianceCase']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ComplianceCase']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CaseStatus'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['RiskLevel'], ParentType, ContextType>;
  riskScore?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['ScreeningCheck']>, ParentType, ContextType>;
  screeningId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['CaseSubject'], ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  bankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccount']>, ParentType, ContextType>;
  mismatch?: Resolver<Maybe<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requester?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  assignee?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  notes?: Resolver<ReadonlyArray<ResolversTypes['CaseNote']>, ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['CaseEvent']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  dueAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  closedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AttemptedSpendResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AttemptedSpend'] = ResolversParentTypes['AttemptedSpend']> = {
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  requester?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
};

export type RefusedAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedAttempt'] = ResolversParentTypes['RefusedAttempt']> = {
  attempt?: Resolver<Maybe<ResolversTypes['AttemptedSpend']>, ParentType, ContextType>;
  refusalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['RefusedOperation'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ErrorType'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  omittedBefore?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RefusedAttemptConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedAttemptConnection'] = ResolversParentTypes['RefusedAttemptConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['RefusedAttemptEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['RefusedAttempt']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RefusedAttemptEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefusedAttemptEdge'] = ResolversParentTypes['RefusedAttemptEdge']> = {
  node?: Resolver<ResolversTypes['RefusedAttempt'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ComplianceCaseConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceCaseConnection'] = ResolversParentTypes['ComplianceCaseConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ComplianceCaseEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ComplianceCase']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ComplianceCaseEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComplianceCaseEdge'] = ResolversParentTypes['ComplianceCaseEdge']> = {
  node?: Resolver<ResolversTypes['ComplianceCase'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CasePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CasePayload'] = ResolversParentTypes['CasePayload']> = {
  complianceCase?: Resolver<Maybe<ResolversTypes['ComplianceCase']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type HoldResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Hold'] = ResolversParentTypes['Hold'], FederationReferenceType extends FederationReferenceTypes['Hold'] = FederationReferenceTypes['Hold']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Hold']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HoldStatus'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mandateVersionRecord?: Resolver<Maybe<ResolversTypes['MandateVersion']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  capturedAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  releasedAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usdAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  merchant?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  originator?: Resolver<Maybe<ResolversTypes['Originator']>, ParentType, ContextType>;
  beneficiary?: Resolver<Maybe<ResolversTypes['Beneficiary']>, ParentType, ContextType>;
  voidReason?: Resolver<Maybe<ResolversTypes['HoldVoidReason']>, ParentType, ContextType>;
  voidNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  paymentStatus?: Resolver<Maybe<ResolversTypes['PaymentStatus']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  entries?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<HoldEntriesArgs>>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  capturedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  voidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type HoldConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['HoldConnection'] = ResolversParentTypes['HoldConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['HoldEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Hold']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type HoldEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['HoldEdge'] = ResolversParentTypes['HoldEdge']> = {
  node?: Resolver<ResolversTypes['Hold'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateHoldPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateHoldPayload'] = ResolversParentTypes['CreateHoldPayload']> = {
  hold?: Resolver<Maybe<ResolversTypes['Hold']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type HoldSettingsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['HoldSettings'] = ResolversParentTypes['HoldSettings']> = {
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  honorOpenHolds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SetHoldSettingsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetHoldSettingsPayload'] = ResolversParentTypes['SetHoldSettingsPayload']> = {
  holdSettings?: Resolver<ResolversTypes['HoldSettings'], ParentType, ContextType>;
};

export type HoldPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['HoldPayload'] = ResolversParentTypes['HoldPayload']> = {
  hold?: Resolver<ResolversTypes['Hold'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction'], FederationReferenceType extends FederationReferenceTypes['Transaction'] = FederationReferenceTypes['Transaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Transaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['TransactionType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['PostingDirection'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  holdId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  hold?: Resolver<Maybe<ResolversTypes['Hold']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  counterparty?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  journalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  balanceChanges?: Resolver<ResolversTypes['BalanceChanges'], ParentType, ContextType>;
  lines?: Resolver<ReadonlyArray<ResolversTypes['LedgerLine']>, ParentType, ContextType>;
  postedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type BalanceChangesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BalanceChanges'] = ResolversParentTypes['BalanceChanges']> = {
  available?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  blocked?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type LedgerLineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerLine'] = ResolversParentTypes['LedgerLine']> = {
  account?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['PostingDirection'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type LedgerTransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransaction'] = ResolversParentTypes['LedgerTransaction'], FederationReferenceType extends FederationReferenceTypes['LedgerTransaction'] = FederationReferenceTypes['LedgerTransaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['LedgerTransaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['TransactionType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['PostingDirection'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['TreasuryCurrency']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  walletId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  financialAccountId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  financialAccount?: Resolver<Maybe<ResolversTypes['FinancialAccount']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  holdId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  hold?: Resolver<Maybe<ResolversTypes['Hold']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  treasuryPaymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  treasuryPayment?: Resolver<Maybe<ResolversTypes['TreasuryPayment']>, ParentType, ContextType>;
  cardTransactionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  cardTransaction?: Resolver<Maybe<ResolversTypes['CardTransaction']>, ParentType, ContextType>;
  bookTransferId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  quoteId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  counterparty?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  journalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  balanceChanges?: Resolver<ResolversTypes['LedgerBalanceChanges'], ParentType, ContextType>;
  lines?: Resolver<ReadonlyArray<ResolversTypes['LedgerLine']>, ParentType, ContextType>;
  postedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type LedgerBalanceChangesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerBalanceChanges'] = ResolversParentTypes['LedgerBalanceChanges']> = {
  available?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  pending?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  blocked?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type LedgerTransactionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransactionConnection'] = ResolversParentTypes['LedgerTransactionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['LedgerTransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['LedgerTransaction']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type LedgerTransactionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransactionEdge'] = ResolversParentTypes['LedgerTransactionEdge']> = {
  node?: Resolver<ResolversTypes['LedgerTransaction'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LedgerTransactionTotalsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransactionTotals'] = ResolversParentTypes['LedgerTransactionTotals']> = {
  totals?: Resolver<ReadonlyArray<ResolversTypes['LedgerTransactionTotal']>, ParentType, ContextType>;
  isExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type LedgerTransactionTotalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LedgerTransactionTotal'] = ResolversParentTypes['LedgerTransactionTotal']> = {
  type?: Resolver<ResolversTypes['TransactionType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['PostingDirection'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['TreasuryCurrency']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type FinancialAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinancialAccount'] = ResolversParentTypes['FinancialAccount']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type TreasuryPaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPayment'] = ResolversParentTypes['TreasuryPayment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CardTransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransaction'] = ResolversParentTypes['CardTransaction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type TransactionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransactionConnection'] = ResolversParentTypes['TransactionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Transaction']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TransactionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransactionEdge'] = ResolversParentTypes['TransactionEdge']> = {
  node?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TransactionTotalsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransactionTotals'] = ResolversParentTypes['TransactionTotals']> = {
  totals?: Resolver<ReadonlyArray<ResolversTypes['TransactionTotal']>, ParentType, ContextType>;
  isExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TransactionTotalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TransactionTotal'] = ResolversParentTypes['TransactionTotal']> = {
  type?: Resolver<ResolversTypes['TransactionType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TransactionStatus'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['PostingDirection'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type RefundResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Refund'] = ResolversParentTypes['Refund']> = {
  paymentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  depositId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RefundStatus'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  txHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  linkedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RefundConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefundConnection'] = ResolversParentTypes['RefundConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['RefundEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Refund']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RefundEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RefundEdge'] = ResolversParentTypes['RefundEdge']> = {
  node?: Resolver<ResolversTypes['Refund'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LinkRefundPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LinkRefundPayload'] = ResolversParentTypes['LinkRefundPayload']> = {
  refund?: Resolver<ResolversTypes['Refund'], ParentType, ContextType>;
  alreadyLinked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UnlinkRefundPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnlinkRefundPayload'] = ResolversParentTypes['UnlinkRefundPayload']> = {
  payment?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UnblockDepositPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnblockDepositPayload'] = ResolversParentTypes['UnblockDepositPayload']> = {
  release?: Resolver<ResolversTypes['DepositRelease'], ParentType, ContextType>;
  alreadyUnblocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DepositReleaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DepositRelease'] = ResolversParentTypes['DepositRelease']> = {
  depositId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  txHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listedIn?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unblockedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unblockedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Payment?: PaymentResolvers<ContextType>;
  FxRate?: FxRateResolvers<ContextType>;
  PaymentAttempt?: PaymentAttemptResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  WalletAddress?: WalletAddressResolvers<ContextType>;
  ComplianceFreeze?: ComplianceFreezeResolvers<ContextType>;
  Balance?: BalanceResolvers<ContextType>;
  BalanceConnection?: BalanceConnectionResolvers<ContextType>;
  BalanceEdge?: BalanceEdgeResolvers<ContextType>;
  WalletReconciliation?: WalletReconciliationResolvers<ContextType>;
  WalletBalance?: WalletBalanceResolvers<ContextType>;
  Policy?: PolicyResolvers<ContextType>;
  TimeWindow?: TimeWindowResolvers<ContextType>;
  PolicyDecision?: PolicyDecisionResolvers<ContextType>;
  PolicyRuleResult?: PolicyRuleResultResolvers<ContextType>;
  PolicyRuleFigure?: PolicyRuleFigureResolvers<ContextType>;
  PolicyLimitWindow?: PolicyLimitWindowResolvers<ContextType>;
  MandateUsage?: MandateUsageResolvers<ContextType>;
  LimitUsage?: LimitUsageResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Mandate?: MandateResolvers<ContextType>;
  MandateVersion?: MandateVersionResolvers<ContextType>;
  Checkout?: CheckoutResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  Merchant?: MerchantResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  PaymentConnection?: PaymentConnectionResolvers<ContextType>;
  PaymentEdge?: PaymentEdgeResolvers<ContextType>;
  ReconciliationMismatch?: ReconciliationMismatchResolvers<ContextType>;
  ReconciliationMismatchConnection?: ReconciliationMismatchConnectionResolvers<ContextType>;
  ReconciliationMismatchEdge?: ReconciliationMismatchEdgeResolvers<ContextType>;
  WalletConnection?: WalletConnectionResolvers<ContextType>;
  WalletEdge?: WalletEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Originator?: OriginatorResolvers<ContextType>;
  PostalAddress?: PostalAddressResolvers<ContextType>;
  Beneficiary?: BeneficiaryResolvers<ContextType>;
  CreatePaymentPayload?: CreatePaymentPayloadResolvers<ContextType>;
  ExecuteMandatePayload?: ExecuteMandatePayloadResolvers<ContextType>;
  TransferPayload?: TransferPayloadResolvers<ContextType>;
  PolicyCheck?: PolicyCheckResolvers<ContextType>;
  RemainingBudget?: RemainingBudgetResolvers<ContextType>;
  FaucetPayload?: FaucetPayloadResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  CreateWalletPayload?: CreateWalletPayloadResolvers<ContextType>;
  CreateOwnershipChallengePayload?: CreateOwnershipChallengePayloadResolvers<ContextType>;
  FreezeWalletPayload?: FreezeWalletPayloadResolvers<ContextType>;
  UnfreezeWalletPayload?: UnfreezeWalletPayloadResolvers<ContextType>;
  ReconcileWalletPayload?: ReconcileWalletPayloadResolvers<ContextType>;
  ResolveReconciliationMismatchPayload?: ResolveReconciliationMismatchPayloadResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  ApprovalDecision?: ApprovalDecisionResolvers<ContextType>;
  Person?: PersonResolvers<ContextType>;
  ApprovalConnection?: ApprovalConnectionResolvers<ContextType>;
  ApprovalEdge?: ApprovalEdgeResolvers<ContextType>;
  ApprovalPayload?: ApprovalPayloadResolvers<ContextType>;
  TrustScore?: TrustScoreResolvers<ContextType>;
  TrustScoreChange?: TrustScoreChangeResolvers<ContextType>;
  TrustSignalChange?: TrustSignalChangeResolvers<ContextType>;
  TrustScoreChangeConnection?: TrustScoreChangeConnectionResolvers<ContextType>;
  TrustScoreChangeEdge?: TrustScoreChangeEdgeResolvers<ContextType>;
  TrustSignal?: TrustSignalResolvers<ContextType>;
  ScreeningCheck?: ScreeningCheckResolvers<ContextType>;
  ScreeningListVersion?: ScreeningListVersionResolvers<ContextType>;
  ScreeningList?: ScreeningListResolvers<ContextType>;
  Screening?: ScreeningResolvers<ContextType>;
  ScreeningConnection?: ScreeningConnectionResolvers<ContextType>;
  ScreeningEdge?: ScreeningEdgeResolvers<ContextType>;
  CaseNote?: CaseNoteResolvers<ContextType>;
  ExternalBankAccount?: ExternalBankAccountResolvers<ContextType>;
  ComplianceCase?: ComplianceCaseResolvers<ContextType>;
  AttemptedSpend?: AttemptedSpendResolvers<ContextType>;
  RefusedAttempt?: RefusedAttemptResolvers<ContextType>;
  RefusedAttemptConnection?: RefusedAttemptConnectionResolvers<ContextType>;
  RefusedAttemptEdge?: RefusedAttemptEdgeResolvers<ContextType>;
  ComplianceCaseConnection?: ComplianceCaseConnectionResolvers<ContextType>;
  ComplianceCaseEdge?: ComplianceCaseEdgeResolvers<ContextType>;
  CasePayload?: CasePayloadResolvers<ContextType>;
  Hold?: HoldResolvers<ContextType>;
  HoldConnection?: HoldConnectionResolvers<ContextType>;
  HoldEdge?: HoldEdgeResolvers<ContextType>;
  CreateHoldPayload?: CreateHoldPayloadResolvers<ContextType>;
  HoldSettings?: HoldSettingsResolvers<ContextType>;
  SetHoldSettingsPayload?: SetHoldSettingsPayloadResolvers<ContextType>;
  HoldPayload?: HoldPayloadResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  BalanceChanges?: BalanceChangesResolvers<ContextType>;
  LedgerLine?: LedgerLineResolvers<ContextType>;
  LedgerTransaction?: LedgerTransactionResolvers<ContextType>;
  LedgerBalanceChanges?: LedgerBalanceChangesResolvers<ContextType>;
  LedgerTransactionConnection?: LedgerTransactionConnectionResolvers<ContextType>;
  LedgerTransactionEdge?: LedgerTransactionEdgeResolvers<ContextType>;
  LedgerTransactionTotals?: LedgerTransactionTotalsResolvers<ContextType>;
  LedgerTransactionTotal?: LedgerTransactionTotalResolvers<ContextType>;
  FinancialAccount?: FinancialAccountResolvers<ContextType>;
  TreasuryPayment?: TreasuryPaymentResolvers<ContextType>;
  CardTransaction?: CardTransactionResolvers<ContextType>;
  TransactionConnection?: TransactionConnectionResolvers<ContextType>;
  TransactionEdge?: TransactionEdgeResolvers<ContextType>;
  TransactionTotals?: TransactionTotalsResolvers<ContextType>;
  TransactionTotal?: TransactionTotalResolvers<ContextType>;
  Refund?: RefundResolvers<ContextType>;
  RefundConnection?: RefundConnectionResolvers<ContextType>;
  RefundEdge?: RefundEdgeResolvers<ContextType>;
  LinkRefundPayload?: LinkRefundPayloadResolvers<ContextType>;
  UnlinkRefundPayload?: UnlinkRefundPayloadResolvers<ContextType>;
  UnblockDepositPayload?: UnblockDepositPayloadResolvers<ContextType>;
  DepositRelease?: DepositReleaseResolvers<ContextType>;
};
