/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, QueryAccountHoldersArgs, QueryAccountHolderArgs, QueryFinancialAccountsArgs, QueryFinancialAccountArgs, QueryExternalBankAccountsArgs, QueryExternalBankAccountArgs, QueryTreasuryPaymentsArgs, QueryTreasuryPaymentArgs, QueryTreasuryBalancesArgs, QuerySimulatedMicroDepositsArgs, QueryCardsArgs, QueryCardArgs, QueryCardTransactionsArgs, QueryCardTransactionArgs, QueryTreasuryMismatchesArgs, QueryTreasuryMismatchArgs, QueryConversionQuotesArgs, QueryConversionQuoteArgs, MutationSyncAccountHolderArgs, MutationLinkExternalBankAccountArgs, MutationVerifyMicroDepositsArgs, MutationRetryMicroDepositsArgs, MutationPauseExternalBankAccountArgs, MutationUnpauseExternalBankAccountArgs, MutationCloseExternalBankAccountArgs, MutationFundTreasuryArgs, MutationWithdrawTreasuryArgs, MutationRetryTreasuryPaymentArgs, MutationCancelTreasuryPaymentArgs, MutationCreateBookTransferArgs, MutationSimulateMicroDepositsArgs, MutationSimulateAccountHolderReviewArgs, MutationSimulateTreasuryPaymentEventArgs, MutationSimulateTreasuryReturnArgs, MutationIssueCardArgs, MutationChangeCardLimitsArgs, MutationFreezeCardArgs, MutationUnfreezeCardArgs, MutationCancelCardArgs, MutationSimulateCardAuthorizationArgs, MutationSimulateCardClearingArgs, MutationSimulateCardVoidArgs, MutationSimulateCardReturnArgs, MutationReconcileTreasuryArgs, MutationResolveTreasuryMismatchArgs, MutationCreateConversionQuoteArgs, MutationExecuteConversionQuoteArgs, MutationCancelConversionQuoteArgs, Mode, TreasuryCurrency, OrderDirection, PageInfo, Organization, Agent, AccountHolder, AccountHolderUserType, AccountHolderStatus, AccountHolderOrder, AccountHolderOrderField, AccountHolderEdge, FinancialAccount, FinancialAccountType, FinancialAccountStatus, FinancialAccountOrder, FinancialAccountOrderField, FinancialAccountEdge, TreasuryBalances, TreasuryBalance, TreasuryTotal, SyncAccountHolderInput, SyncAccountHolderPayload, ExternalBankAccount, BankAccountState, BankAccountVerificationState, BankAccountVerificationMethod, MicroDepositStatus, BankAccountOwnerType, BankAccountType, ExternalBankAccountOrder, ExternalBankAccountOrderField, ExternalBankAccountEdge, TreasuryPayment, TreasuryPaymentDirection, TreasuryPaymentType, TreasuryPaymentCategory, TreasuryPaymentMethod, SecCode, AchAttributes, TreasuryPaymentStatus, TreasuryPaymentStage, TreasuryPaymentResult, TreasuryFailureCode, TreasuryPaymentEvent, AchEventType, AchDetailedResult, TreasuryPaymentOrder, TreasuryPaymentOrderField, TreasuryPaymentEdge, BookTransfer, BookTransferStatus, LinkExternalBankAccountInput, BankAddressInput, VerifyMicroDepositsInput, ExternalBankAccountInput, ChangeExternalBankAccountInput, FundTreasuryInput, WithdrawTreasuryInput, RetryTreasuryPaymentInput, CancelTreasuryPaymentInput, CreateBookTransferInput, SimulateMicroDepositsInput, SimulatedMicroDepositEvent, SimulateAccountHolderReviewInput, SimulateTreasuryPaymentEventInput, SimulateTreasuryReturnInput, ExternalBankAccountPayload, VerifyMicroDepositsPayload, TreasuryPaymentPayload, AccountHolderPayload, BookTransferPayload, SimulatedMicroDeposits, Card, CardTransactionsArgs, CardType, CardStatus, CardNetwork, CardOrder, CardOrderField, CardEdge, IssueCardInput, ChangeCardLimitsInput, ChangeCardInput, CardPayload, CardTransaction, CardTransactionKind, CardResult, CardTransactionStatus, CardCurrency, CardDeclineReason, CardDetailedResult, CardTransactionOrder, CardTransactionOrderField, CardTransactionEdge, SimulateCardAuthorizationInput, CardAuthorizationKind, SimulateCardClearingInput, SimulateCardEventInput, CardTransactionPayload, Wallet, WalletCardsArgs, Approval, TreasuryMismatch, TreasuryMismatchKind, TreasuryMismatchEntry, TreasuryMismatchState, TreasuryMismatchOrder, TreasuryMismatchOrderField, TreasuryMismatchEdge, ReconcileTreasuryInput, TreasuryReconciliation, ReconcileTreasuryPayload, ResolveTreasuryMismatchInput, ResolveTreasuryMismatchPayload, ConversionQuote, ConversionQuoteStatus, ConversionFixedSide, ConversionQuoteOrder, ConversionQuoteOrderField, ConversionQuoteEdge, CreateConversionQuoteInput, ExecuteConversionQuoteInput, CancelConversionQuoteInput, ConversionQuotePayload, Payment } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { FinancialAccountShape, ConversionQuoteShape, ExternalBankAccountShape, TreasuryPaymentShape, CardShape, CardTransactionShape } from './resolvers/shapes.ts';
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
  AccountHolder: AccountHolder;
  FinancialAccount: FinancialAccount;
  ExternalBankAccount: ExternalBankAccount;
  TreasuryPayment: TreasuryPayment;
  BookTransfer: BookTransfer;
  Card: Card;
  CardTransaction: CardTransaction;
  Wallet: Wallet;
  TreasuryMismatch: TreasuryMismatch;
  ConversionQuote: ConversionQuote;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  AccountHolder:
    ( { __typename: 'AccountHolder' }
    & GraphQLRecursivePick<FederationTypes['AccountHolder'], {"id":true}> );
  FinancialAccount:
    ( { __typename: 'FinancialAccount' }
    & GraphQLRecursivePick<FederationTypes['FinancialAccount'], {"id":true}> );
  ExternalBankAccount:
    ( { __typename: 'ExternalBankAccount' }
    & GraphQLRecursivePick<FederationTypes['ExternalBankAccount'], {"id":true}> );
  TreasuryPayment:
    ( { __typename: 'TreasuryPayment' }
    & GraphQLRecursivePick<FederationTypes['TreasuryPayment'], {"id":true}> );
  BookTransfer:
    ( { __typename: 'BookTransfer' }
    & GraphQLRecursivePick<FederationTypes['BookTransfer'], {"id":true}> );
  Card:
    ( { __typename: 'Card' }
    & GraphQLRecursivePick<FederationTypes['Card'], {"id":true}> );
  CardTransaction:
    ( { __typename: 'CardTransaction' }
    & GraphQLRecursivePick<FederationTypes['CardTransaction'], {"id":true}> );
  Wallet:
    ( { __typename: 'Wallet' }
    & GraphQLRecursivePick<FederationTypes['Wallet'], {"id":true}> );
  TreasuryMismatch:
    ( { __typename: 'TreasuryMismatch' }
    & GraphQLRecursivePick<FederationTypes['TreasuryMismatch'], {"id":true}> );
  ConversionQuote:
    ( { __typename: 'ConversionQuote' }
    & GraphQLRecursivePick<FederationTypes['ConversionQuote'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  Cents: ResolverTypeWrapper<Scalars['Cents']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mode: Mode;
  TreasuryCurrency: TreasuryCurrency;
  OrderDirection: OrderDirection;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Organization: ResolverTypeWrapper<Organization>;
  Agent: ResolverTypeWrapper<Agent>;
  AccountHolder: ResolverTypeWrapper<AccountHolder>;
  AccountHolderUserType: AccountHolderUserType;
  AccountHolderStatus: AccountHolderStatus;
  AccountHolderOrder: AccountHolderOrder;
  AccountHolderOrderField: AccountHolderOrderField;
  AccountHolderConnection: ResolverTypeWrapper<Connection<AccountHolder>>;
  AccountHolderEdge: ResolverTypeWrapper<AccountHolderEdge>;
  FinancialAccount: ResolverTypeWrapper<FinancialAccountShape>;
  FinancialAccountType: FinancialAccountType;
  FinancialAccountStatus: FinancialAccountStatus;
  FinancialAccountOrder: FinancialAccountOrder;
  FinancialAccountOrderField: FinancialAccountOrderField;
  FinancialAccountConnection: ResolverTypeWrapper<Connection<FinancialAccountShape>>;
  FinancialAccountEdge: ResolverTypeWrapper<Omit<FinancialAccountEdge, 'node'> & { node: ResolversTypes['FinancialAccount'] }>;
  TreasuryBalances: ResolverTypeWrapper<TreasuryBalances>;
  TreasuryBalance: ResolverTypeWrapper<TreasuryBalance>;
  TreasuryTotal: ResolverTypeWrapper<TreasuryTotal>;
  SyncAccountHolderInput: SyncAccountHolderInput;
  SyncAccountHolderPayload: ResolverTypeWrapper<Omit<SyncAccountHolderPayload, 'financialAccounts'> & { financialAccounts: ReadonlyArray<ResolversTypes['FinancialAccount']> }>;
  ExternalBankAccount: ResolverTypeWrapper<ExternalBankAccountShape>;
  BankAccountState: BankAccountState;
  BankAccountVerificationState: BankAccountVerificationState;
  BankAccountVerificationMethod: BankAccountVerificationMethod;
  MicroDepositStatus: MicroDepositStatus;
  BankAccountOwnerType: BankAccountOwnerType;
  BankAccountType: BankAccountType;
  ExternalBankAccountOrder: ExternalBankAccountOrder;
  ExternalBankAccountOrderField: ExternalBankAccountOrderField;
  ExternalBankAccountConnection: ResolverTypeWrapper<Connection<ExternalBankAccountShape>>;
  ExternalBankAccountEdge: ResolverTypeWrapper<Omit<ExternalBankAccountEdge, 'node'> & { node: ResolversTypes['ExternalBankAccount'] }>;
  TreasuryPayment: ResolverTypeWrapper<TreasuryPaymentShape>;
  TreasuryPaymentDirection: TreasuryPaymentDirection;
  TreasuryPaymentType: TreasuryPaymentType;
  TreasuryPaymentCategory: TreasuryPaymentCategory;
  TreasuryPaymentMethod: TreasuryPaymentMethod;
  SecCode: SecCode;
  AchAttributes: ResolverTypeWrapper<AchAttributes>;
  TreasuryPaymentStatus: TreasuryPaymentStatus;
  TreasuryPaymentStage: TreasuryPaymentStage;
  TreasuryPaymentResult: TreasuryPaymentResult;
  TreasuryFailureCode: TreasuryFailureCode;
  TreasuryPaymentEvent: ResolverTypeWrapper<TreasuryPaymentEvent>;
  AchEventType: AchEventType;
  AchDetailedResult: AchDetailedResult;
  TreasuryPaymentOrder: TreasuryPaymentOrder;
  TreasuryPaymentOrderField: TreasuryPaymentOrderField;
  TreasuryPaymentConnection: ResolverTypeWrapper<Connection<TreasuryPaymentShape>>;
  TreasuryPaymentEdge: ResolverTypeWrapper<Omit<TreasuryPaymentEdge, 'node'> & { node: ResolversTypes['TreasuryPayment'] }>;
  BookTransfer: ResolverTypeWrapper<BookTransfer>;
  BookTransferStatus: BookTransferStatus;
  LinkExternalBankAccountInput: LinkExternalBankAccountInput;
  BankAddressInput: BankAddressInput;
  VerifyMicroDepositsInput: VerifyMicroDepositsInput;
  ExternalBankAccountInput: ExternalBankAccountInput;
  ChangeExternalBankAccountInput: ChangeExternalBankAccountInput;
  FundTreasuryInput: FundTreasuryInput;
  WithdrawTreasuryInput: WithdrawTreasuryInput;
  RetryTreasuryPaymentInput: RetryTreasuryPaymentInput;
  CancelTreasuryPaymentInput: CancelTreasuryPaymentInput;
  CreateBookTransferInput: CreateBookTransferInput;
  SimulateMicroDepositsInput: SimulateMicroDepositsInput;
  SimulatedMicroDepositEvent: SimulatedMicroDepositEvent;
  SimulateAccountHolderReviewInput: SimulateAccountHolderReviewInput;
  SimulateTreasuryPaymentEventInput: SimulateTreasuryPaymentEventInput;
  SimulateTreasuryReturnInput: SimulateTreasuryReturnInput;
  ExternalBankAccountPayload: ResolverTypeWrapper<Omit<ExternalBankAccountPayload, 'externalBankAccount'> & { externalBankAccount: ResolversTypes['ExternalBankAccount'] }>;
  VerifyMicroDepositsPayload: ResolverTypeWrapper<Omit<VerifyMicroDepositsPayload, 'externalBankAccount'> & { externalBankAccount: ResolversTypes['ExternalBankAccount'] }>;
  TreasuryPaymentPayload: ResolverTypeWrapper<Omit<TreasuryPaymentPayload, 'treasuryPayment'> & { treasuryPayment: ResolversTypes['TreasuryPayment'] }>;
  AccountHolderPayload: ResolverTypeWrapper<AccountHolderPayload>;
  BookTransferPayload: ResolverTypeWrapper<BookTransferPayload>;
  SimulatedMicroDeposits: ResolverTypeWrapper<SimulatedMicroDeposits>;
  Card: ResolverTypeWrapper<CardShape>;
  CardType: CardType;
  CardStatus: CardStatus;
  CardNetwork: CardNetwork;
  CardOrder: CardOrder;
  CardOrderField: CardOrderField;
  CardConnection: ResolverTypeWrapper<Connection<CardShape>>;
  CardEdge: ResolverTypeWrapper<Omit<CardEdge, 'node'> & { node: ResolversTypes['Card'] }>;
  IssueCardInput: IssueCardInput;
  ChangeCardLimitsInput: ChangeCardLimitsInput;
  ChangeCardInput: ChangeCardInput;
  CardPayload: ResolverTypeWrapper<Omit<CardPayload, 'card'> & { card: ResolversTypes['Card'] }>;
  CardTransaction: ResolverTypeWrapper<CardTransactionShape>;
  CardTransactionKind: CardTransactionKind;
  CardResult: CardResult;
  CardTransactionStatus: CardTransactionStatus;
  CardCurrency: CardCurrency;
  CardDeclineReason: CardDeclineReason;
  CardDetailedResult: CardDetailedResult;
  CardTransactionOrder: CardTransactionOrder;
  CardTransactionOrderField: CardTransactionOrderField;
  CardTransactionConnection: ResolverTypeWrapper<Connection<CardTransactionShape>>;
  CardTransactionEdge: ResolverTypeWrapper<Omit<CardTransactionEdge, 'node'> & { node: ResolversTypes['CardTransaction'] }>;
  SimulateCardAuthorizationInput: SimulateCardAuthorizationInput;
  CardAuthorizationKind: CardAuthorizationKind;
  SimulateCardClearingInput: SimulateCardClearingInput;
  SimulateCardEventInput: SimulateCardEventInput;
  CardTransactionPayload: ResolverTypeWrapper<Omit<CardTransactionPayload, 'cardTransaction'> & { cardTransaction: ResolversTypes['CardTransaction'] }>;
  Wallet: ResolverTypeWrapper<Omit<Wallet, 'cards'> & { cards?: Maybe<ResolversTypes['CardConnection']> }>;
  Approval: ResolverTypeWrapper<Approval>;
  TreasuryMismatch: ResolverTypeWrapper<TreasuryMismatch>;
  TreasuryMismatchKind: TreasuryMismatchKind;
  TreasuryMismatchEntry: TreasuryMismatchEntry;
  TreasuryMismatchState: TreasuryMismatchState;
  TreasuryMismatchOrder: TreasuryMismatchOrder;
  TreasuryMismatchOrderField: TreasuryMismatchOrderField;
  TreasuryMismatchConnection: ResolverTypeWrapper<Connection<TreasuryMismatch>>;
  TreasuryMismatchEdge: ResolverTypeWrapper<TreasuryMismatchEdge>;
  ReconcileTreasuryInput: ReconcileTreasuryInput;
  TreasuryReconciliation: ResolverTypeWrapper<TreasuryReconciliation>;
  ReconcileTreasuryPayload: ResolverTypeWrapper<ReconcileTreasuryPayload>;
  ResolveTreasuryMismatchInput: ResolveTreasuryMismatchInput;
  ResolveTreasuryMismatchPayload: ResolverTypeWrapper<ResolveTreasuryMismatchPayload>;
  ConversionQuote: ResolverTypeWrapper<ConversionQuoteShape>;
  ConversionQuoteStatus: ConversionQuoteStatus;
  ConversionFixedSide: ConversionFixedSide;
  ConversionQuoteOrder: ConversionQuoteOrder;
  ConversionQuoteOrderField: ConversionQuoteOrderField;
  ConversionQuoteConnection: ResolverTypeWrapper<Connection<ConversionQuoteShape>>;
  ConversionQuoteEdge: ResolverTypeWrapper<Omit<ConversionQuoteEdge, 'node'> & { node: ResolversTypes['ConversionQuote'] }>;
  CreateConversionQuoteInput: CreateConversionQuoteInput;
  ExecuteConversionQuoteInput: ExecuteConversionQuoteInput;
  CancelConversionQuoteInput: CancelConversionQuoteInput;
  ConversionQuotePayload: ResolverTypeWrapper<Omit<ConversionQuotePayload, 'conversionQuote'> & { conversionQuote: ResolversTypes['ConversionQuote'] }>;
  Payment: ResolverTypeWrapper<Payment>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  Decimal: Scalars['Decimal']['output'];
  Cents: Scalars['Cents']['output'];
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  Organization: Organization;
  Agent: Agent;
  AccountHolder: AccountHolder;
  AccountHolderOrder: AccountHolderOrder;
  AccountHolderConnection: Connection<AccountHolder>;
  AccountHolderEdge: AccountHolderEdge;
  FinancialAccount: FinancialAccountShape;
  FinancialAccountOrder: FinancialAccountOrder;
  FinancialAccountConnection: Connection<FinancialAccountShape>;
  FinancialAccountEdge: Omit<FinancialAccountEdge, 'node'> & { node: ResolversParentTypes['FinancialAccount'] };
  TreasuryBalances: TreasuryBalances;
  TreasuryBalance: TreasuryBalance;
  TreasuryTotal: TreasuryTotal;
  SyncAccountHolderInput: SyncAccountHolderInput;
  SyncAccountHolderPayload: Omit<SyncAccountHolderPayload, 'financialAccounts'> & { financialAccounts: ReadonlyArray<ResolversParentTypes['FinancialAccount']> };
  ExternalBankAccount: ExternalBankAccountShape;
  ExternalBankAccountOrder: ExternalBankAccountOrder;
  ExternalBankAccountConnection: Connection<ExternalBankAccountShape>;
  ExternalBankAccountEdge: Omit<ExternalBankAccountEdge, 'node'> & { node: ResolversParentTypes['ExternalBankAccount'] };
  TreasuryPayment: TreasuryPaymentShape;
  AchAttributes: AchAttributes;
  TreasuryPaymentEvent: TreasuryPaymentEvent;
  TreasuryPaymentOrder: TreasuryPaymentOrder;
  TreasuryPaymentConnection: Connection<TreasuryPaymentShape>;
  TreasuryPaymentEdge: Omit<TreasuryPaymentEdge, 'node'> & { node: ResolversParentTypes['TreasuryPayment'] };
  BookTransfer: BookTransfer;
  LinkExternalBankAccountInput: LinkExternalBankAccountInput;
  BankAddressInput: BankAddressInput;
  VerifyMicroDepositsInput: VerifyMicroDepositsInput;
  ExternalBankAccountInput: ExternalBankAccountInput;
  ChangeExternalBankAccountInput: ChangeExternalBankAccountInput;
  FundTreasuryInput: FundTreasuryInput;
  WithdrawTreasuryInput: WithdrawTreasuryInput;
  RetryTreasuryPaymentInput: RetryTreasuryPaymentInput;
  CancelTreasuryPaymentInput: CancelTreasuryPaymentInput;
  CreateBookTransferInput: CreateBookTransferInput;
  SimulateMicroDepositsInput: SimulateMicroDepositsInput;
  SimulateAccountHolderReviewInput: SimulateAccountHolderReviewInput;
  SimulateTreasuryPaymentEventInput: SimulateTreasuryPaymentEventInput;
  SimulateTreasuryReturnInput: SimulateTreasuryReturnInput;
  ExternalBankAccountPayload: Omit<ExternalBankAccountPayload, 'externalBankAccount'> & { externalBankAccount: ResolversParentTypes['ExternalBankAccount'] };
  VerifyMicroDepositsPayload: Omit<VerifyMicroDepositsPayload, 'externalBankAccount'> & { externalBankAccount: ResolversParentTypes['ExternalBankAccount'] };
  TreasuryPaymentPayload: Omit<TreasuryPaymentPayload, 'treasuryPayment'> & { treasuryPayment: ResolversParentTypes['TreasuryPayment'] };
  AccountHolderPayload: AccountHolderPayload;
  BookTransferPayload: BookTransferPayload;
  SimulatedMicroDeposits: SimulatedMicroDeposits;
  Card: CardShape;
  CardOrder: CardOrder;
  CardConnection: Connection<CardShape>;
  CardEdge: Omit<CardEdge, 'node'> & { node: ResolversParentTypes['Card'] };
  IssueCardInput: IssueCardInput;
  ChangeCardLimitsInput: ChangeCardLimitsInput;
  ChangeCardInput: ChangeCardInput;
  CardPayload: Omit<CardPayload, 'card'> & { card: ResolversParentTypes['Card'] };
  CardTransaction: CardTransactionShape;
  CardTransactionOrder: CardTransactionOrder;
  CardTransactionConnection: Connection<CardTransactionShape>;
  CardTransactionEdge: Omit<CardTransactionEdge, 'node'> & { node: ResolversParentTypes['CardTransaction'] };
  SimulateCardAuthorizationInput: SimulateCardAuthorizationInput;
  SimulateCardClearingInput: SimulateCardClearingInput;
  SimulateCardEventInput: SimulateCardEventInput;
  CardTransactionPayload: Omit<CardTransactionPayload, 'cardTransaction'> & { cardTransaction: ResolversParentTypes['CardTransaction'] };
  Wallet: Omit<Wallet, 'cards'> & { cards?: Maybe<ResolversParentTypes['CardConnection']> };
  Approval: Approval;
  TreasuryMismatch: TreasuryMismatch;
  TreasuryMismatchOrder: TreasuryMismatchOrder;
  TreasuryMismatchConnection: Connection<TreasuryMismatch>;
  TreasuryMismatchEdge: TreasuryMismatchEdge;
  ReconcileTreasuryInput: ReconcileTreasuryInput;
  TreasuryReconciliation: TreasuryReconciliation;
  ReconcileTreasuryPayload: ReconcileTreasuryPayload;
  ResolveTreasuryMismatchInput: ResolveTreasuryMismatchInput;
  ResolveTreasuryMismatchPayload: ResolveTreasuryMismatchPayload;
  ConversionQuote: ConversionQuoteShape;
  ConversionQuoteOrder: ConversionQuoteOrder;
  ConversionQuoteConnection: Connection<ConversionQuoteShape>;
  ConversionQuoteEdge: Omit<ConversionQuoteEdge, 'node'> & { node: ResolversParentTypes['ConversionQuote'] };
  CreateConversionQuoteInput: CreateConversionQuoteInput;
  ExecuteConversionQuoteInput: ExecuteConversionQuoteInput;
  CancelConversionQuoteInput: CancelConversionQuoteInput;
  ConversionQuotePayload: Omit<ConversionQuotePayload, 'conversionQuote'> & { conversionQuote: ResolversParentTypes['ConversionQuote'] };
  Payment: Payment;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], unknown> {
  name: 'Decimal';
}

export interface CentsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Cents'], unknown> {
  name: 'Cents';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  accountHolders?: Resolver<Maybe<ResolversTypes['AccountHolderConnection']>, ParentType, ContextType, Partial<QueryAccountHoldersArgs>>;
  accountHolder?: Resolver<Maybe<ResolversTypes['AccountHolder']>, ParentType, ContextType, RequireFields<QueryAccountHolderArgs, 'id'>>;
  financialAccounts?: Resolver<Maybe<ResolversTypes['FinancialAccountConnection']>, ParentType, ContextType, Partial<QueryFinancialAccountsArgs>>;
  financialAccount?: Resolver<Maybe<ResolversTypes['FinancialAccount']>, ParentType, ContextType, RequireFields<QueryFinancialAccountArgs, 'id'>>;
  externalBankAccounts?: Resolver<Maybe<ResolversTypes['ExternalBankAccountConnection']>, ParentType, ContextType, Partial<QueryExternalBankAccountsArgs>>;
  externalBankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccount']>, ParentType, ContextType, RequireFields<QueryExternalBankAccountArgs, 'id'>>;
  treasuryPayments?: Resolver<Maybe<ResolversTypes['TreasuryPaymentConnection']>, ParentType, ContextType, Partial<QueryTreasuryPaymentsArgs>>;
  treasuryPayment?: Resolver<Maybe<ResolversTypes['TreasuryPayment']>, ParentType, ContextType, RequireFields<QueryTreasuryPaymentArgs, 'id'>>;
  treasuryBalances?: Resolver<Maybe<ResolversTypes['TreasuryBalances']>, ParentType, ContextType, Partial<QueryTreasuryBalancesArgs>>;
  simulatedMicroDeposits?: Resolver<Maybe<ResolversTypes['SimulatedMicroDeposits']>, ParentType, ContextType, RequireFields<QuerySimulatedMicroDepositsArgs, 'id'>>;
  cards?: Resolver<Maybe<ResolversTypes['CardConnection']>, ParentType, ContextType, Partial<QueryCardsArgs>>;
  card?: Resolver<Maybe<ResolversTypes['Card']>, ParentType, ContextType, RequireFields<QueryCardArgs, 'id'>>;
  cardTransactions?: Resolver<Maybe<ResolversTypes['CardTransactionConnection']>, ParentType, ContextType, Partial<QueryCardTransactionsArgs>>;
  cardTransaction?: Resolver<Maybe<ResolversTypes['CardTransaction']>, ParentType, ContextType, RequireFields<QueryCardTransactionArgs, 'id'>>;
  treasuryMismatches?: Resolver<Maybe<ResolversTypes['TreasuryMismatchConnection']>, ParentType, ContextType, Partial<QueryTreasuryMismatchesArgs>>;
  treasuryMismatch?: Resolver<Maybe<ResolversTypes['TreasuryMismatch']>, ParentType, ContextType, RequireFields<QueryTreasuryMismatchArgs, 'id'>>;
  conversionQuotes?: Resolver<Maybe<ResolversTypes['ConversionQuoteConnection']>, ParentType, ContextType, Partial<QueryConversionQuotesArgs>>;
  conversionQuote?: Resolver<Maybe<ResolversTypes['ConversionQuote']>, ParentType, ContextType, RequireFields<QueryConversionQuoteArgs, 'id'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  syncAccountHolder?: Resolver<Maybe<ResolversTypes['SyncAccountHolderPayload']>, ParentType, ContextType, RequireFields<MutationSyncAccountHolderArgs, 'input'>>;
  linkExternalBankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationLinkExternalBankAccountArgs, 'input'>>;
  verifyMicroDeposits?: Resolver<Maybe<ResolversTypes['VerifyMicroDepositsPayload']>, ParentType, ContextType, RequireFields<MutationVerifyMicroDepositsArgs, 'input'>>;
  retryMicroDeposits?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationRetryMicroDepositsArgs, 'input'>>;
  pauseExternalBankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationPauseExternalBankAccountArgs, 'input'>>;
  unpauseExternalBankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationUnpauseExternalBankAccountArgs, 'input'>>;
  closeExternalBankAccount?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationCloseExternalBankAccountArgs, 'input'>>;
  fundTreasury?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationFundTreasuryArgs, 'input'>>;
  withdrawTreasury?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationWithdrawTreasuryArgs, 'input'>>;
  retryTreasuryPayment?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationRetryTreasuryPaymentArgs, 'input'>>;
  cancelTreasuryPayment?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationCancelTreasuryPaymentArgs, 'input'>>;
  createBookTransfer?: Resolver<Maybe<ResolversTypes['BookTransferPayload']>, ParentType, ContextType, RequireFields<MutationCreateBookTransferArgs, 'input'>>;
  simulateMicroDeposits?: Resolver<Maybe<ResolversTypes['ExternalBankAccountPayload']>, ParentType, ContextType, RequireFields<MutationSimulateMicroDepositsArgs, 'input'>>;
  simulateAccountHolderReview?: Resolver<Maybe<ResolversTypes['AccountHolderPayload']>, ParentType, ContextType, RequireFields<MutationSimulateAccountHolderReviewArgs, 'input'>>;
  simulateTreasuryPaymentEvent?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationSimulateTreasuryPaymentEventArgs, 'input'>>;
  simulateTreasuryReturn?: Resolver<Maybe<ResolversTypes['TreasuryPaymentPayload']>, ParentType, ContextType, RequireFields<MutationSimulateTreasuryReturnArgs, 'input'>>;
  issueCard?: Resolver<Maybe<ResolversTypes['CardPayload']>, ParentType, ContextType, RequireFields<MutationIssueCardArgs, 'input'>>;
  changeCardLimits?: Resolver<Maybe<ResolversTypes['CardPayload']>, ParentType, ContextType, RequireFields<MutationChangeCardLimitsArgs, 'input'>>;
  freezeCard?: Resolver<Maybe<ResolversTypes['CardPayload']>, ParentType, ContextType, RequireFields<MutationFreezeCardArgs, 'input'>>;
  unfreezeCard?: Resolver<Maybe<ResolversTypes['CardPayload']>, ParentType, ContextType, RequireFields<MutationUnfreezeCardArgs, 'input'>>;
  cancelCard?: Resolver<Maybe<ResolversTypes['CardPayload']>, ParentType, ContextType, RequireFields<MutationCancelCardArgs, 'input'>>;
  simulateCardAuthorization?: Resolver<Maybe<ResolversTypes['CardTransactionPayload']>, ParentType, ContextType, RequireFields<MutationSimulateCardAuthorizationArgs, 'input'>>;
  simulateCardClearing?: Resolver<Maybe<ResolversTypes['CardTransactionPayload']>, ParentType, ContextType, RequireFields<MutationSimulateCardClearingArgs, 'input'>>;
  simulateCardVoid?: Resolver<Maybe<ResolversTypes['CardTransactionPayload']>, ParentType, ContextType, RequireFields<MutationSimulateCardVoidArgs, 'input'>>;
  simulateCardReturn?: Resolver<Maybe<ResolversTypes['CardTransactionPayload']>, ParentType, ContextType, RequireFields<MutationSimulateCardReturnArgs, 'input'>>;
  reconcileTreasury?: Resolver<Maybe<ResolversTypes['ReconcileTreasuryPayload']>, ParentType, ContextType, RequireFields<MutationReconcileTreasuryArgs, 'input'>>;
  resolveTreasuryMismatch?: Resolver<Maybe<ResolversTypes['ResolveTreasuryMismatchPayload']>, ParentType, ContextType, RequireFields<MutationResolveTreasuryMismatchArgs, 'input'>>;
  createConversionQuote?: Resolver<Maybe<ResolversTypes['ConversionQuotePayload']>, ParentType, ContextType, RequireFields<MutationCreateConversionQuoteArgs, 'input'>>;
  executeConversionQuote?: Resolver<Maybe<ResolversTypes['ConversionQuotePayload']>, ParentType, ContextType, RequireFields<MutationExecuteConversionQuoteArgs, 'input'>>;
  cancelConversionQuote?: Resolver<Maybe<ResolversTypes['ConversionQuotePayload']>, ParentType, ContextType, RequireFields<MutationCancelConversionQuoteArgs, 'input'>>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AccountHolderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountHolder'] = ResolversParentTypes['AccountHolder'], FederationReferenceType extends FederationReferenceTypes['AccountHolder'] = FederationReferenceTypes['AccountHolder']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['AccountHolder']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  userType?: Resolver<ResolversTypes['AccountHolderUserType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AccountHolderStatus'], ParentType, ContextType>;
  statusReasons?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  accountToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AccountHolderConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountHolderConnection'] = ResolversParentTypes['AccountHolderConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AccountHolderEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AccountHolder']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AccountHolderEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountHolderEdge'] = ResolversParentTypes['AccountHolderEdge']> = {
  node?: Resolver<ResolversTypes['AccountHolder'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FinancialAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinancialAccount'] = ResolversParentTypes['FinancialAccount'], FederationReferenceType extends FederationReferenceTypes['FinancialAccount'] = FederationReferenceTypes['FinancialAccount']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['FinancialAccount']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['FinancialAccountType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['FinancialAccountStatus'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  nickname?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  accountHolderId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['TreasuryBalance'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type FinancialAccountConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinancialAccountConnection'] = ResolversParentTypes['FinancialAccountConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['FinancialAccountEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['FinancialAccount']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type FinancialAccountEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FinancialAccountEdge'] = ResolversParentTypes['FinancialAccountEdge']> = {
  node?: Resolver<ResolversTypes['FinancialAccount'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TreasuryBalancesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryBalances'] = ResolversParentTypes['TreasuryBalances']> = {
  balances?: Resolver<ReadonlyArray<ResolversTypes['TreasuryBalance']>, ParentType, ContextType>;
  totals?: Resolver<ReadonlyArray<ResolversTypes['TreasuryTotal']>, ParentType, ContextType>;
  deficitAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type TreasuryBalanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryBalance'] = ResolversParentTypes['TreasuryBalance']> = {
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['FinancialAccountType'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  availableAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  pendingAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  heldAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  lastEventToken?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TreasuryTotalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryTotal'] = ResolversParentTypes['TreasuryTotal']> = {
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  availableAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  pendingAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  heldAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type SyncAccountHolderPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SyncAccountHolderPayload'] = ResolversParentTypes['SyncAccountHolderPayload']> = {
  accountHolder?: Resolver<ResolversTypes['AccountHolder'], ParentType, ContextType>;
  financialAccounts?: Resolver<ReadonlyArray<ResolversTypes['FinancialAccount']>, ParentType, ContextType>;
  syncedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExternalBankAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccount'] = ResolversParentTypes['ExternalBankAccount'], FederationReferenceType extends FederationReferenceTypes['ExternalBankAccount'] = FederationReferenceTypes['ExternalBankAccount']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ExternalBankAccount']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['BankAccountState'], ParentType, ContextType>;
  verificationState?: Resolver<ResolversTypes['BankAccountVerificationState'], ParentType, ContextType>;
  verificationMethod?: Resolver<ResolversTypes['BankAccountVerificationMethod'], ParentType, ContextType>;
  verificationAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  verificationFailedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  microDepositStatus?: Resolver<Maybe<ResolversTypes['MicroDepositStatus']>, ParentType, ContextType>;
  microDepositsExpireAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  attemptsRemaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFour?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  routingNumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerType?: Resolver<ResolversTypes['BankAccountOwnerType'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['BankAccountType'], ParentType, ContextType>;
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  doingBusinessAs?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userDefinedId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  financialAccount?: Resolver<ResolversTypes['FinancialAccount'], ParentType, ContextType>;
  isPaused?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pauseReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastReturnReasonCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExternalBankAccountConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccountConnection'] = ResolversParentTypes['ExternalBankAccountConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ExternalBankAccountEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ExternalBankAccount']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExternalBankAccountEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccountEdge'] = ResolversParentTypes['ExternalBankAccountEdge']> = {
  node?: Resolver<ResolversTypes['ExternalBankAccount'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TreasuryPaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPayment'] = ResolversParentTypes['TreasuryPayment'], FederationReferenceType extends FederationReferenceTypes['TreasuryPayment'] = FederationReferenceTypes['TreasuryPayment']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TreasuryPayment']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['TreasuryPaymentDirection'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['TreasuryPaymentType'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['TreasuryPaymentCategory'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['TreasuryPaymentMethod'], ParentType, ContextType>;
  methodAttributes?: Resolver<ResolversTypes['AchAttributes'], ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  pendingAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  settledAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  releasedAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TreasuryPaymentStatus'], ParentType, ContextType>;
  stage?: Resolver<ResolversTypes['TreasuryPaymentStage'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['TreasuryPaymentResult'], ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['TreasuryFailureCode']>, ParentType, ContextType>;
  failureMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  financialAccount?: Resolver<ResolversTypes['FinancialAccount'], ParentType, ContextType>;
  externalBankAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  externalBankAccount?: Resolver<ResolversTypes['ExternalBankAccount'], ParentType, ContextType>;
  expectedReleaseDate?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  descriptor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userDefinedId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retryOfId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['TreasuryPaymentEvent']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AchAttributesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AchAttributes'] = ResolversParentTypes['AchAttributes']> = {
  secCode?: Resolver<ResolversTypes['SecCode'], ParentType, ContextType>;
  achHoldPeriod?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  returnReasonCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  traceNumbers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  retries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TreasuryPaymentEventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPaymentEvent'] = ResolversParentTypes['TreasuryPaymentEvent']> = {
  token?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AchEventType'], ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['TreasuryPaymentResult'], ParentType, ContextType>;
  detailedResults?: Resolver<ReadonlyArray<ResolversTypes['AchDetailedResult']>, ParentType, ContextType>;
  externalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TreasuryPaymentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPaymentConnection'] = ResolversParentTypes['TreasuryPaymentConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TreasuryPaymentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['TreasuryPayment']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TreasuryPaymentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPaymentEdge'] = ResolversParentTypes['TreasuryPaymentEdge']> = {
  node?: Resolver<ResolversTypes['TreasuryPayment'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BookTransferResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BookTransfer'] = ResolversParentTypes['BookTransfer'], FederationReferenceType extends FederationReferenceTypes['BookTransfer'] = FederationReferenceTypes['BookTransfer']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['BookTransfer']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['BookTransferStatus'], ParentType, ContextType>;
  fromFinancialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  toFinancialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  memo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExternalBankAccountPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExternalBankAccountPayload'] = ResolversParentTypes['ExternalBankAccountPayload']> = {
  externalBankAccount?: Resolver<ResolversTypes['ExternalBankAccount'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type VerifyMicroDepositsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['VerifyMicroDepositsPayload'] = ResolversParentTypes['VerifyMicroDepositsPayload']> = {
  externalBankAccount?: Resolver<ResolversTypes['ExternalBankAccount'], ParentType, ContextType>;
  verified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TreasuryPaymentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryPaymentPayload'] = ResolversParentTypes['TreasuryPaymentPayload']> = {
  treasuryPayment?: Resolver<ResolversTypes['TreasuryPayment'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AccountHolderPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountHolderPayload'] = ResolversParentTypes['AccountHolderPayload']> = {
  accountHolder?: Resolver<ResolversTypes['AccountHolder'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type BookTransferPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BookTransferPayload'] = ResolversParentTypes['BookTransferPayload']> = {
  bookTransfer?: Resolver<ResolversTypes['BookTransfer'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SimulatedMicroDepositsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulatedMicroDeposits'] = ResolversParentTypes['SimulatedMicroDeposits']> = {
  microDeposits?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CardResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Card'] = ResolversParentTypes['Card'], FederationReferenceType extends FederationReferenceTypes['Card'] = FederationReferenceTypes['Card']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Card']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['CardType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CardStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastFour?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maskedPan?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expMonth?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expYear?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['CardNetwork'], ParentType, ContextType>;
  limitPerTx?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitDaily?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  limitMonthly?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  spentToday?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  spentThisMonth?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  lockedMerchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  allowedCategories?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  blockedCategories?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  memo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  transactions?: Resolver<Maybe<ResolversTypes['CardTransactionConnection']>, ParentType, ContextType, Partial<CardTransactionsArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  frozenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canceledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type CardConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardConnection'] = ResolversParentTypes['CardConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['CardEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Card']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CardEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardEdge'] = ResolversParentTypes['CardEdge']> = {
  node?: Resolver<ResolversTypes['Card'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CardPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardPayload'] = ResolversParentTypes['CardPayload']> = {
  card?: Resolver<ResolversTypes['Card'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CardTransactionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransaction'] = ResolversParentTypes['CardTransaction'], FederationReferenceType extends FederationReferenceTypes['CardTransaction'] = FederationReferenceTypes['CardTransaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['CardTransaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  cardId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  card?: Resolver<ResolversTypes['Card'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['CardTransactionKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CardTransactionStatus'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['CardResult'], ParentType, ContextType>;
  declineReason?: Resolver<Maybe<ResolversTypes['CardDeclineReason']>, ParentType, ContextType>;
  declineMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  detailedResults?: Resolver<ReadonlyArray<ResolversTypes['CardDetailedResult']>, ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  clearedAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  refundedAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['CardCurrency'], ParentType, ContextType>;
  billingAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  mcc?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchantName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchantDomain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchantCountry?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forcePost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CardTransactionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransactionConnection'] = ResolversParentTypes['CardTransactionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['CardTransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['CardTransaction']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CardTransactionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransactionEdge'] = ResolversParentTypes['CardTransactionEdge']> = {
  node?: Resolver<ResolversTypes['CardTransaction'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CardTransactionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CardTransactionPayload'] = ResolversParentTypes['CardTransactionPayload']> = {
  cardTransaction?: Resolver<ResolversTypes['CardTransaction'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet'], FederationReferenceType extends FederationReferenceTypes['Wallet'] = FederationReferenceTypes['Wallet']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Wallet']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  cards?: Resolver<Maybe<ResolversTypes['CardConnection']>, ParentType, ContextType, Partial<WalletCardsArgs>>;
};

export type ApprovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type TreasuryMismatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryMismatch'] = ResolversParentTypes['TreasuryMismatch'], FederationReferenceType extends FederationReferenceTypes['TreasuryMismatch'] = FederationReferenceTypes['TreasuryMismatch']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['TreasuryMismatch']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TreasuryMismatchKind'], ParentType, ContextType>;
  entry?: Resolver<ResolversTypes['TreasuryMismatchEntry'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['TreasuryMismatchState'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  resolution?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resolvedByKeyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  externalBankAccountId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  traceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ledgerAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  bankAmountMinor?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  openedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TreasuryMismatchConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryMismatchConnection'] = ResolversParentTypes['TreasuryMismatchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TreasuryMismatchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['TreasuryMismatch']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TreasuryMismatchEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryMismatchEdge'] = ResolversParentTypes['TreasuryMismatchEdge']> = {
  node?: Resolver<ResolversTypes['TreasuryMismatch'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TreasuryReconciliationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TreasuryReconciliation'] = ResolversParentTypes['TreasuryReconciliation']> = {
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entriesCompared?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openMismatches?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ReconcileTreasuryPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconcileTreasuryPayload'] = ResolversParentTypes['ReconcileTreasuryPayload']> = {
  reconciliation?: Resolver<ResolversTypes['TreasuryReconciliation'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ResolveTreasuryMismatchPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResolveTreasuryMismatchPayload'] = ResolversParentTypes['ResolveTreasuryMismatchPayload']> = {
  mismatch?: Resolver<ResolversTypes['TreasuryMismatch'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ConversionQuoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConversionQuote'] = ResolversParentTypes['ConversionQuote'], FederationReferenceType extends FederationReferenceTypes['ConversionQuote'] = FederationReferenceTypes['ConversionQuote']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ConversionQuote']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConversionQuoteStatus'], ParentType, ContextType>;
  fromCurrency?: Resolver<ResolversTypes['TreasuryCurrency'], ParentType, ContextType>;
  fromAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  toToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  toChain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  toAmount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fixedSide?: Resolver<ResolversTypes['ConversionFixedSide'], ParentType, ContextType>;
  rate?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  feeMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  feeBps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  financialAccountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  financialAccount?: Resolver<ResolversTypes['FinancialAccount'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  executedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deliveredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ConversionQuoteConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConversionQuoteConnection'] = ResolversParentTypes['ConversionQuoteConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ConversionQuoteEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ConversionQuote']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ConversionQuoteEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConversionQuoteEdge'] = ResolversParentTypes['ConversionQuoteEdge']> = {
  node?: Resolver<ResolversTypes['ConversionQuote'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConversionQuotePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConversionQuotePayload'] = ResolversParentTypes['ConversionQuotePayload']> = {
  conversionQuote?: Resolver<ResolversTypes['ConversionQuote'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  Decimal?: GraphQLScalarType;
  Cents?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AccountHolder?: AccountHolderResolvers<ContextType>;
  AccountHolderConnection?: AccountHolderConnectionResolvers<ContextType>;
  AccountHolderEdge?: AccountHolderEdgeResolvers<ContextType>;
  FinancialAccount?: FinancialAccountResolvers<ContextType>;
  FinancialAccountConnection?: FinancialAccountConnectionResolvers<ContextType>;
  FinancialAccountEdge?: FinancialAccountEdgeResolvers<ContextType>;
  TreasuryBalances?: TreasuryBalancesResolvers<ContextType>;
  TreasuryBalance?: TreasuryBalanceResolvers<ContextType>;
  TreasuryTotal?: TreasuryTotalResolvers<ContextType>;
  SyncAccountHolderPayload?: SyncAccountHolderPayloadResolvers<ContextType>;
  ExternalBankAccount?: ExternalBankAccountResolvers<ContextType>;
  ExternalBankAccountConnection?: ExternalBankAccountConnectionResolvers<ContextType>;
  ExternalBankAccountEdge?: ExternalBankAccountEdgeResolvers<ContextType>;
  TreasuryPayment?: TreasuryPaymentResolvers<ContextType>;
  AchAttributes?: AchAttributesResolvers<ContextType>;
  TreasuryPaymentEvent?: TreasuryPaymentEventResolvers<ContextType>;
  TreasuryPaymentConnection?: TreasuryPaymentConnectionResolvers<ContextType>;
  TreasuryPaymentEdge?: TreasuryPaymentEdgeResolvers<ContextType>;
  BookTransfer?: BookTransferResolvers<ContextType>;
  ExternalBankAccountPayload?: ExternalBankAccountPayloadResolvers<ContextType>;
  VerifyMicroDepositsPayload?: VerifyMicroDepositsPayloadResolvers<ContextType>;
  TreasuryPaymentPayload?: TreasuryPaymentPayloadResolvers<ContextType>;
  AccountHolderPayload?: AccountHolderPayloadResolvers<ContextType>;
  BookTransferPayload?: BookTransferPayloadResolvers<ContextType>;
  SimulatedMicroDeposits?: SimulatedMicroDepositsResolvers<ContextType>;
  Card?: CardResolvers<ContextType>;
  CardConnection?: CardConnectionResolvers<ContextType>;
  CardEdge?: CardEdgeResolvers<ContextType>;
  CardPayload?: CardPayloadResolvers<ContextType>;
  CardTransaction?: CardTransactionResolvers<ContextType>;
  CardTransactionConnection?: CardTransactionConnectionResolvers<ContextType>;
  CardTransactionEdge?: CardTransactionEdgeResolvers<ContextType>;
  CardTransactionPayload?: CardTransactionPayloadResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  TreasuryMismatch?: TreasuryMismatchResolvers<ContextType>;
  TreasuryMismatchConnection?: TreasuryMismatchConnectionResolvers<ContextType>;
  TreasuryMismatchEdge?: TreasuryMismatchEdgeResolvers<ContextType>;
  TreasuryReconciliation?: TreasuryReconciliationResolvers<ContextType>;
  ReconcileTreasuryPayload?: ReconcileTreasuryPayloadResolvers<ContextType>;
  ResolveTreasuryMismatchPayload?: ResolveTreasuryMismatchPayloadResolvers<ContextType>;
  ConversionQuote?: ConversionQuoteResolvers<ContextType>;
  ConversionQuoteConnection?: ConversionQuoteConnectionResolvers<ContextType>;
  ConversionQuoteEdge?: ConversionQuoteEdgeResolvers<ContextType>;
  ConversionQuotePayload?: ConversionQuotePayloadResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
};
