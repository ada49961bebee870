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
  Decimal: { input: string; output: string; }
  Cents: { input: number; output: number; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  readonly accountHolders?: Maybe<AccountHolderConnection>;
  readonly accountHolder?: Maybe<AccountHolder>;
  readonly financialAccounts?: Maybe<FinancialAccountConnection>;
  readonly financialAccount?: Maybe<FinancialAccount>;
  readonly externalBankAccounts?: Maybe<ExternalBankAccountConnection>;
  readonly externalBankAccount?: Maybe<ExternalBankAccount>;
  readonly treasuryPayments?: Maybe<TreasuryPaymentConnection>;
  readonly treasuryPayment?: Maybe<TreasuryPayment>;
  readonly treasuryBalances?: Maybe<TreasuryBalances>;
  readonly simulatedMicroDeposits?: Maybe<SimulatedMicroDeposits>;
  readonly cards?: Maybe<CardConnection>;
  readonly card?: Maybe<Card>;
  readonly cardTransactions?: Maybe<CardTransactionConnection>;
  readonly cardTransaction?: Maybe<CardTransaction>;
  readonly treasuryMismatches?: Maybe<TreasuryMismatchConnection>;
  readonly treasuryMismatch?: Maybe<TreasuryMismatch>;
  readonly conversionQuotes?: Maybe<ConversionQuoteConnection>;
  readonly conversionQuote?: Maybe<ConversionQuote>;
};


export type QueryAccountHoldersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<AccountHolderOrder>;
  statuses?: InputMaybe<ReadonlyArray<AccountHolderStatus>>;
};


export type QueryAccountHolderArgs = {
  id: Scalars['ID']['input'];
};


export type QueryFinancialAccountsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<FinancialAccountOrder>;
  statuses?: InputMaybe<ReadonlyArray<FinancialAccountStatus>>;
  types?: InputMaybe<ReadonlyArray<FinancialAccountType>>;
};


export type QueryFinancialAccountArgs = {
  id: Scalars['ID']['input'];
};


export type QueryExternalBankAccountsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ExternalBankAccountOrder>;
  states?: InputMaybe<ReadonlyArray<BankAccountState>>;
  verificationStates?: InputMaybe<ReadonlyArray<BankAccountVerificationState>>;
};


export type QueryExternalBankAccountArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTreasuryPaymentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TreasuryPaymentOrder>;
  statuses?: InputMaybe<ReadonlyArray<TreasuryPaymentStatus>>;
  stages?: InputMaybe<ReadonlyArray<TreasuryPaymentStage>>;
  directions?: InputMaybe<ReadonlyArray<TreasuryPaymentDirection>>;
  externalBankAccountId?: InputMaybe<Scalars['ID']['input']>;
  financialAccountId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryTreasuryPaymentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTreasuryBalancesArgs = {
  financialAccountId?: InputMaybe<Scalars['ID']['input']>;
  type?: InputMaybe<FinancialAccountType>;
  currency?: InputMaybe<TreasuryCurrency>;
};


export type QuerySimulatedMicroDepositsArgs = {
  id: Scalars['ID']['input'];
};


export type QueryCardsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CardOrder>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<CardStatus>>;
  types?: InputMaybe<ReadonlyArray<CardType>>;
};


export type QueryCardArgs = {
  id: Scalars['ID']['input'];
};


export type QueryCardTransactionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CardTransactionOrder>;
  cardId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<CardTransactionStatus>>;
  kinds?: InputMaybe<ReadonlyArray<CardTransactionKind>>;
};


export type QueryCardTransactionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTreasuryMismatchesArgs = {
  states?: InputMaybe<ReadonlyArray<TreasuryMismatchState>>;
  kinds?: InputMaybe<ReadonlyArray<TreasuryMismatchKind>>;
  entries?: InputMaybe<ReadonlyArray<TreasuryMismatchEntry>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TreasuryMismatchOrder>;
};


export type QueryTreasuryMismatchArgs = {
  id: Scalars['ID']['input'];
};


export type QueryConversionQuotesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ConversionQuoteOrder>;
  statuses?: InputMaybe<ReadonlyArray<ConversionQuoteStatus>>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryConversionQuoteArgs = {
  id: Scalars['ID']['input'];
};

export type Mutation = {
  readonly syncAccountHolder?: Maybe<SyncAccountHolderPayload>;
  readonly linkExternalBankAccount?: Maybe<ExternalBankAccountPayload>;
  readonly verifyMicroDeposits?: Maybe<VerifyMicroDepositsPayload>;
  readonly retryMicroDeposits?: Maybe<ExternalBankAccountPayload>;
  readonly pauseExternalBankAccount?: Maybe<ExternalBankAccountPayload>;
  readonly unpauseExternalBankAccount?: Maybe<ExternalBankAccountPayload>;
  readonly closeExternalBankAccount?: Maybe<ExternalBankAccountPayload>;
  readonly fundTreasury?: Maybe<TreasuryPaymentPayload>;
  readonly withdrawTreasury?: Maybe<TreasuryPaymentPayload>;
  readonly retryTreasuryPayment?: Maybe<TreasuryPaymentPayload>;
  readonly cancelTreasuryPayment?: Maybe<TreasuryPaymentPayload>;
  readonly createBookTransfer?: Maybe<BookTransferPayload>;
  readonly simulateMicroDeposits?: Maybe<ExternalBankAccountPayload>;
  readonly simulateAccountHolderReview?: Maybe<AccountHolderPayload>;
  readonly simulateTreasuryPaymentEvent?: Maybe<TreasuryPaymentPayload>;
  readonly simulateTreasuryReturn?: Maybe<TreasuryPaymentPayload>;
  readonly issueCard?: Maybe<CardPayload>;
  readonly changeCardLimits?: Maybe<CardPayload>;
  readonly freezeCard?: Maybe<CardPayload>;
  readonly unfreezeCard?: Maybe<CardPayload>;
  readonly cancelCard?: Maybe<CardPayload>;
  readonly simulateCardAuthorization?: Maybe<CardTransactionPayload>;
  readonly simulateCardClearing?: Maybe<CardTransactionPayload>;
  readonly simulateCardVoid?: Maybe<CardTransactionPayload>;
  readonly simulateCardReturn?: Maybe<CardTransactionPayload>;
  readonly reconcileTreasury?: Maybe<ReconcileTreasuryPayload>;
  readonly resolveTreasuryMismatch?: Maybe<ResolveTreasuryMismatchPayload>;
  readonly createConversionQuote?: Maybe<ConversionQuotePayload>;
  readonly executeConversionQuote?: Maybe<ConversionQuotePayload>;
  readonly cancelConversionQuote?: Maybe<ConversionQuotePayload>;
};


export type MutationSyncAccountHolderArgs = {
  input: SyncAccountHolderInput;
};


export type MutationLinkExternalBankAccountArgs = {
  input: LinkExternalBankAccountInput;
};


export type MutationVerifyMicroDepositsArgs = {
  input: VerifyMicroDepositsInput;
};


export type MutationRetryMicroDepositsArgs = {
  input: ExternalBankAccountInput;
};


export type MutationPauseExternalBankAccountArgs = {
  input: ChangeExternalBankAccountInput;
};


export type MutationUnpauseExternalBankAccountArgs = {
  input: ChangeExternalBankAccountInput;
};


export type MutationCloseExternalBankAccountArgs = {
  input: ChangeExternalBankAccountInput;
};


export type MutationFundTreasuryArgs = {
  input: FundTreasuryInput;
};


export type MutationWithdrawTreasuryArgs = {
  input: WithdrawTreasuryInput;
};


export type MutationRetryTreasuryPaymentArgs = {
  input: RetryTreasuryPaymentInput;
};


export type MutationCancelTreasuryPaymentArgs = {
  input: CancelTreasuryPaymentInput;
};


export type MutationCreateBookTransferArgs = {
  input: CreateBookTransferInput;
};


export type MutationSimulateMicroDepositsArgs = {
  input: SimulateMicroDepositsInput;
};


export type MutationSimulateAccountHolderReviewArgs = {
  input: SimulateAccountHolderReviewInput;
};


export type MutationSimulateTreasuryPaymentEventArgs = {
  input: SimulateTreasuryPaymentEventInput;
};


export type MutationSimulateTreasuryReturnArgs = {
  input: SimulateTreasuryReturnInput;
};


export type MutationIssueCardArgs = {
  input: IssueCardInput;
};


export type MutationChangeCardLimitsArgs = {
  input: ChangeCardLimitsInput;
};


export type MutationFreezeCardArgs = {
  input: ChangeCardInput;
};


export type MutationUnfreezeCardArgs = {
  input: ChangeCardInput;
};


export type MutationCancelCardArgs = {
  input: ChangeCardInput;
};


export type MutationSimulateCardAuthorizationArgs = {
  input: SimulateCardAuthorizationInput;
};


export type MutationSimulateCardClearingArgs = {
  input: SimulateCardClearingInput;
};


export type MutationSimulateCardVoidArgs = {
  input: SimulateCardEventInput;
};


export type MutationSimulateCardReturnArgs = {
  input: SimulateCardEventInput;
};


export type MutationReconcileTreasuryArgs = {
  input: ReconcileTreasuryInput;
};


export type MutationResolveTreasuryMismatchArgs = {
  input: ResolveTreasuryMismatchInput;
};


export type MutationCreateConversionQuoteArgs = {
  input: CreateConversionQuoteInput;
};


export type MutationExecuteConversionQuoteArgs = {
  input: ExecuteConversionQuoteInput;
};


export type MutationCancelConversionQuoteArgs = {
  input: CancelConversionQuoteInput;
};

export type Mode =
  | 'test'
  | 'live';

export type TreasuryCurrency =
  | 'USD';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type Organization = {
  readonly id: Scalars['ID']['output'];
};

export type Agent = {
  readonly id: Scalars['ID']['output'];
};

export type AccountHolder = {
  readonly id: Scalars['ID']['output'];
  readonly userType: AccountHolderUserType;
  readonly status: AccountHolderStatus;
  readonly statusReasons: ReadonlyArray<Scalars['String']['output']>;
  readonly accountToken: Scalars['String']['output'];
  readonly mode: Mode;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type AccountHolderUserType =
  | 'BUSINESS'
  | 'INDIVIDUAL';

export type AccountHolderStatus =
  | 'ACCEPTED'
  | 'PENDING_REVIEW'
  | 'PENDING_DOCUMENT'
  | 'PENDING_RESUBMIT'
  | 'REJECTED';

export type AccountHolderOrder = {
  readonly field: AccountHolderOrderField;
  readonly direction: OrderDirection;
};

export type AccountHolderOrderField =
  | 'created_at';

export type AccountHolderConnection = {
  readonly edges: ReadonlyArray<AccountHolderEdge>;
  readonly nodes: ReadonlyArray<AccountHolder>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type AccountHolderEdge = {
  readonly node: AccountHolder;
  readonly cursor: Scalars['String']['output'];
};

export type FinancialAccount = {
  readonly id: Scalars['ID']['output'];
  readonly type: FinancialAccountType;
  readonly status: FinancialAccountStatus;
  readonly currency: TreasuryCurrency;
  readonly nickname?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly accountHolderId: Scalars['ID']['output'];
  readonly balance: TreasuryBalance;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type FinancialAccountType =
  | 'OPERATING'
  | 'ISSUING'
  | 'RESERVE';

export type FinancialAccountStatus =
  | 'OPEN'
  | 'PENDING'
  | 'SUSPENDED'
  | 'CLOSED';

export type FinancialAccountOrder = {
  readonly field: FinancialAccountOrderField;
  readonly direction: OrderDirection;
};

export type FinancialAccountOrderField =
  | 'created_at';

export type FinancialAccountConnection = {
  readonly edges: ReadonlyArray<FinancialAccountEdge>;
  readonly nodes: ReadonlyArray<FinancialAccount>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type FinancialAccountEdge = {
  readonly node: FinancialAccount;
  readonly cursor: Scalars['String']['output'];
};

export type TreasuryBalances = {
  readonly balances: ReadonlyArray<TreasuryBalance>;
  readonly totals: ReadonlyArray<TreasuryTotal>;
  readonly deficitAmountMinor: Scalars['Cents']['output'];
};

export type TreasuryBalance = {
  readonly financialAccountId: Scalars['ID']['output'];
  readonly type: FinancialAccountType;
  readonly currency: TreasuryCurrency;
  readonly availableAmountMinor: Scalars['Cents']['output'];
  readonly pendingAmountMinor: Scalars['Cents']['output'];
  readonly totalAmountMinor: Scalars['Cents']['output'];
  readonly heldAmountMinor: Scalars['Cents']['output'];
  readonly lastEventToken?: Maybe<Scalars['ID']['output']>;
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type TreasuryTotal = {
  readonly currency: TreasuryCurrency;
  readonly availableAmountMinor: Scalars['Cents']['output'];
  readonly pendingAmountMinor: Scalars['Cents']['output'];
  readonly totalAmountMinor: Scalars['Cents']['output'];
  readonly heldAmountMinor: Scalars['Cents']['output'];
};

export type SyncAccountHolderInput = {
  readonly accountToken?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SyncAccountHolderPayload = {
  readonly accountHolder: AccountHolder;
  readonly financialAccounts: ReadonlyArray<FinancialAccount>;
  readonly syncedAt: Scalars['DateTime']['output'];
  readonly created: Scalars['Int']['output'];
  readonly updated: Scalars['Int']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type ExternalBankAccount = {
  readonly id: Scalars['ID']['output'];
  readonly state: BankAccountState;
  readonly verificationState: BankAccountVerificationState;
  readonly verificationMethod: BankAccountVerificationMethod;
  readonly verificationAttempts: Scalars['Int']['output'];
  readonly verificationFailedReason?: Maybe<Scalars['String']['output']>;
  readonly microDepositStatus?: Maybe<MicroDepositStatus>;
  readonly microDepositsExpireAt?: Maybe<Scalars['DateTime']['output']>;
  readonly attemptsRemaining: Scalars['Int']['output'];
  readonly lastFour: Scalars['String']['output'];
  readonly routingNumber: Scalars['String']['output'];
  readonly owner: Scalars['String']['output'];
  readonly ownerType: BankAccountOwnerType;
  readonly type: BankAccountType;
  readonly country: Scalars['String']['output'];
  readonly currency: TreasuryCurrency;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly doingBusinessAs?: Maybe<Scalars['String']['output']>;
  readonly companyId?: Maybe<Scalars['String']['output']>;
  readonly userDefinedId?: Maybe<Scalars['String']['output']>;
  readonly financialAccountId: Scalars['ID']['output'];
  readonly financialAccount: FinancialAccount;
  readonly isPaused: Scalars['Boolean']['output'];
  readonly pauseReason?: Maybe<Scalars['String']['output']>;
  readonly lastReturnReasonCode?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type BankAccountState =
  | 'ENABLED'
  | 'PAUSED'
  | 'CLOSED';

export type BankAccountVerificationState =
  | 'PENDING'
  | 'ENABLED'
  | 'FAILED_VERIFICATION'
  | 'INSUFFICIENT_FUNDS';

export type BankAccountVerificationMethod =
  | 'MICRO_DEPOSIT'
  | 'EXTERNALLY_VERIFIED'
  | 'PRENOTE';

export type MicroDepositStatus =
  | 'created'
  | 'sent'
  | 'posted'
  | 'verified'
  | 'failed'
  | 'expired'
  | 'returned';

export type BankAccountOwnerType =
  | 'BUSINESS'
  | 'INDIVIDUAL';

export type BankAccountType =
  | 'CHECKING'
  | 'SAVINGS';

export type ExternalBankAccountOrder = {
  readonly field: ExternalBankAccountOrderField;
  readonly direction: OrderDirection;
};

export type ExternalBankAccountOrderField =
  | 'created_at';

export type ExternalBankAccountConnection = {
  readonly edges: ReadonlyArray<ExternalBankAccountEdge>;
  readonly nodes: ReadonlyArray<ExternalBankAccount>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ExternalBankAccountEdge = {
  readonly node: ExternalBankAccount;
  readonly cursor: Scalars['String']['output'];
};

export type TreasuryPayment = {
  readonly id: Scalars['ID']['output'];
  readonly direction: TreasuryPaymentDirection;
  readonly type: TreasuryPaymentType;
  readonly category: TreasuryPaymentCategory;
  readonly method: TreasuryPaymentMethod;
  readonly methodAttributes: AchAttributes;
  readonly amountMinor: Scalars['Cents']['output'];
  readonly pendingAmountMinor: Scalars['Cents']['output'];
  readonly settledAmountMinor: Scalars['Cents']['output'];
  readonly releasedAmountMinor: Scalars['Cents']['output'];
  readonly currency: TreasuryCurrency;
  readonly status: TreasuryPaymentStatus;
  readonly stage: TreasuryPaymentStage;
  readonly result: TreasuryPaymentResult;
  readonly failureCode?: Maybe<TreasuryFailureCode>;
  readonly failureMessage?: Maybe<Scalars['String']['output']>;
  readonly financialAccountId: Scalars['ID']['output'];
  readonly financialAccount: FinancialAccount;
  readonly externalBankAccountId: Scalars['ID']['output'];
  readonly externalBankAccount: ExternalBankAccount;
  readonly expectedReleaseDate?: Maybe<Scalars['String']['output']>;
  readonly descriptor: Scalars['String']['output'];
  readonly memo?: Maybe<Scalars['String']['output']>;
  readonly userDefinedId?: Maybe<Scalars['String']['output']>;
  readonly retryOfId?: Maybe<Scalars['ID']['output']>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly agent?: Maybe<Agent>;
  readonly events: ReadonlyArray<TreasuryPaymentEvent>;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type TreasuryPaymentDirection =
  | 'DEBIT'
  | 'CREDIT';

export type TreasuryPaymentType =
  | 'COLLECTION'
  | 'PAYMENT';

export type TreasuryPaymentCategory =
  | 'ACH';

export type TreasuryPaymentMethod =
  | 'ACH_NEXT_DAY'
  | 'ACH_SAME_DAY';

export type SecCode =
  | 'CCD'
  | 'PPD'
  | 'WEB';

export type AchAttributes = {
  readonly secCode: SecCode;
  readonly achHoldPeriod: Scalars['Int']['output'];
  readonly returnReasonCode?: Maybe<Scalars['String']['output']>;
  readonly traceNumbers: ReadonlyArray<Scalars['String']['output']>;
  readonly retries: Scalars['Int']['output'];
  readonly companyId?: Maybe<Scalars['String']['output']>;
};

export type TreasuryPaymentStatus =
  | 'PENDING'
  | 'SETTLED'
  | 'RETURNED'
  | 'DECLINED'
  | 'CANCELED'
  | 'REVERSED';

export type TreasuryPaymentStage =
  | 'awaiting_approval'
  | 'initiated'
  | 'reviewed'
  | 'processed'
  | 'settled'
  | 'released'
  | 'returned'
  | 'declined'
  | 'canceled';

export type TreasuryPaymentResult =
  | 'APPROVED'
  | 'DECLINED';

export type TreasuryFailureCode =
  | 'insufficient_funds'
  | 'account_closed'
  | 'no_account'
  | 'invalid_account_number'
  | 'debit_not_authorized'
  | 'bank_ownership_changed'
  | 'bank_account_restricted'
  | 'account_frozen'
  | 'other'
  | 'program_transaction_limit_exceeded'
  | 'program_daily_limit_exceeded'
  | 'program_monthly_limit_exceeded'
  | 'declined_by_bank'
  | 'all_adapters_exhausted'
  | 'canceled'
  | 'kill_switch_active'
  | 'approval_denied'
  | 'approval_expired'
  | 'bank_account_paused';

export type TreasuryPaymentEvent = {
  readonly token: Scalars['ID']['output'];
  readonly type: AchEventType;
  readonly amountMinor: Scalars['Cents']['output'];
  readonly result: TreasuryPaymentResult;
  readonly detailedResults: ReadonlyArray<AchDetailedResult>;
  readonly externalId?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type AchEventType =
  | 'ACH_ORIGINATION_INITIATED'
  | 'ACH_ORIGINATION_REVIEWED'
  | 'ACH_ORIGINATION_CANCELLED'
  | 'ACH_ORIGINATION_PROCESSED'
  | 'ACH_ORIGINATION_REJECTED'
  | 'ACH_ORIGINATION_SETTLED'
  | 'ACH_ORIGINATION_RELEASED'
  | 'ACH_RETURN_PROCESSED';

export type AchDetailedResult =
  | 'APPROVED'
  | 'DECLINED'
  | 'FUNDS_INSUFFICIENT'
  | 'ACCOUNT_INVALID'
  | 'PROGRAM_TRANSACTION_LIMIT_EXCEEDED'
  | 'PROGRAM_DAILY_LIMIT_EXCEEDED'
  | 'PROGRAM_MONTHLY_LIMIT_EXCEEDED';

export type TreasuryPaymentOrder = {
  readonly field: TreasuryPaymentOrderField;
  readonly direction: OrderDirection;
};

export type TreasuryPaymentOrderField =
  | 'created_at';

export type TreasuryPaymentConnection = {
  readonly edges: ReadonlyArray<TreasuryPaymentEdge>;
  readonly nodes: ReadonlyArray<TreasuryPayment>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type TreasuryPaymentEdge = {
  readonly node: TreasuryPayment;
  readonly cursor: Scalars['String']['output'];
};

export type BookTransfer = {
  readonly id: Scalars['ID']['output'];
  readonly status: BookTransferStatus;
  readonly fromFinancialAccountId: Scalars['ID']['output'];
  readonly toFinancialAccountId: Scalars['ID']['output'];
  readonly amountMinor: Scalars['Cents']['output'];
  readonly currency: TreasuryCurrency;
  readonly memo?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type BookTransferStatus =
  | 'SETTLED';

export type LinkExternalBankAccountInput = {
  readonly routingNumber: Scalars['String']['input'];
  readonly accountNumber: Scalars['String']['input'];
  readonly type: BankAccountType;
  readonly owner: Scalars['String']['input'];
  readonly ownerType: BankAccountOwnerType;
  readonly financialAccountToken?: InputMaybe<Scalars['String']['input']>;
  readonly country?: InputMaybe<Scalars['String']['input']>;
  readonly currency?: InputMaybe<TreasuryCurrency>;
  readonly verificationMethod?: InputMaybe<BankAccountVerificationMethod>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly companyId?: InputMaybe<Scalars['String']['input']>;
  readonly userDefinedId?: InputMaybe<Scalars['String']['input']>;
  readonly doingBusinessAs?: InputMaybe<Scalars['String']['input']>;
  readonly dob?: InputMaybe<Scalars['String']['input']>;
  readonly address?: InputMaybe<BankAddressInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type BankAddressInput = {
  readonly address1: Scalars['String']['input'];
  readonly address2?: InputMaybe<Scalars['String']['input']>;
  readonly city: Scalars['String']['input'];
  readonly state: Scalars['String']['input'];
  readonly postalCode: Scalars['String']['input'];
  readonly country?: InputMaybe<Scalars['String']['input']>;
};

export type VerifyMicroDepositsInput = {
  readonly id: Scalars['ID']['input'];
  readonly microDeposits: ReadonlyArray<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ExternalBankAccountInput = {
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ChangeExternalBankAccountInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type FundTreasuryInput = {
  readonly amountMinor: Scalars['Cents']['input'];
  readonly externalBankAccountToken: Scalars['String']['input'];
  readonly financialAccountToken?: InputMaybe<Scalars['String']['input']>;
  readonly method?: InputMaybe<TreasuryPaymentMethod>;
  readonly secCode?: InputMaybe<SecCode>;
  readonly achHoldPeriod?: InputMaybe<Scalars['Int']['input']>;
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  readonly userDefinedId?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type WithdrawTreasuryInput = {
  readonly amountMinor: Scalars['Cents']['input'];
  readonly externalBankAccountToken: Scalars['String']['input'];
  readonly financialAccountToken?: InputMaybe<Scalars['String']['input']>;
  readonly method?: InputMaybe<TreasuryPaymentMethod>;
  readonly secCode?: InputMaybe<SecCode>;
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  readonly userDefinedId?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RetryTreasuryPaymentInput = {
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CancelTreasuryPaymentInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateBookTransferInput = {
  readonly fromFinancialAccountToken: Scalars['String']['input'];
  readonly toFinancialAccountToken: Scalars['String']['input'];
  readonly amountMinor: Scalars['Cents']['input'];
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateMicroDepositsInput = {
  readonly id: Scalars['ID']['input'];
  readonly event: SimulatedMicroDepositEvent;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulatedMicroDepositEvent =
  | 'sent'
  | 'posted'
  | 'returned';

export type SimulateAccountHolderReviewInput = {
  readonly id: Scalars['ID']['input'];
  readonly status: AccountHolderStatus;
  readonly statusReasons?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateTreasuryPaymentEventInput = {
  readonly id: Scalars['ID']['input'];
  readonly eventType?: InputMaybe<AchEventType>;
  readonly declineReason?: InputMaybe<AchDetailedResult>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateTreasuryReturnInput = {
  readonly id: Scalars['ID']['input'];
  readonly returnReasonCode: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ExternalBankAccountPayload = {
  readonly externalBankAccount: ExternalBankAccount;
  readonly replayed: Scalars['Boolean']['output'];
};

export type VerifyMicroDepositsPayload = {
  readonly externalBankAccount: ExternalBankAccount;
  readonly verified: Scalars['Boolean']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type TreasuryPaymentPayload = {
  readonly treasuryPayment: TreasuryPayment;
  readonly replayed: Scalars['Boolean']['output'];
};

export type AccountHolderPayload = {
  readonly accountHolder: AccountHolder;
  readonly replayed: Scalars['Boolean']['output'];
};

export type BookTransferPayload = {
  readonly bookTransfer: BookTransfer;
  readonly replayed: Scalars['Boolean']['output'];
};

export type SimulatedMicroDeposits = {
  readonly microDeposits: ReadonlyArray<Scalars['Int']['output']>;
};

export type Card = {
  readonly id: Scalars['ID']['output'];
  readonly type: CardType;
  readonly status: CardStatus;
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  readonly lastFour: Scalars['String']['output'];
  readonly maskedPan: Scalars['String']['output'];
  readonly expMonth: Scalars['String']['output'];
  readonly expYear: Scalars['String']['output'];
  readonly network: CardNetwork;
  readonly limitPerTx?: Maybe<Scalars['Decimal']['output']>;
  readonly limitDaily?: Maybe<Scalars['Decimal']['output']>;
  readonly limitMonthly?: Maybe<Scalars['Decimal']['output']>;
  readonly spentToday: Scalars['Decimal']['output'];
  readonly spentThisMonth: Scalars['Decimal']['output'];
  readonly lockedMerchant?: Maybe<Scalars['String']['output']>;
  readonly allowedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly blockedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly memo?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly financialAccountId: Scalars['ID']['output'];
  readonly transactions?: Maybe<CardTransactionConnection>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly frozenAt?: Maybe<Scalars['DateTime']['output']>;
  readonly canceledAt?: Maybe<Scalars['DateTime']['output']>;
};


export type CardTransactionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CardTransactionOrder>;
  statuses?: InputMaybe<ReadonlyArray<CardTransactionStatus>>;
  kinds?: InputMaybe<ReadonlyArray<CardTransactionKind>>;
};

export type CardType =
  | 'virtual'
  | 'single_use'
  | 'merchant_locked';

export type CardStatus =
  | 'active'
  | 'frozen'
  | 'canceled'
  | 'expired';

export type CardNetwork =
  | 'VISA';

export type CardOrder = {
  readonly field: CardOrderField;
  readonly direction: OrderDirection;
};

export type CardOrderField =
  | 'created_at';

export type CardConnection = {
  readonly edges: ReadonlyArray<CardEdge>;
  readonly nodes: ReadonlyArray<Card>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type CardEdge = {
  readonly node: Card;
  readonly cursor: Scalars['String']['output'];
};

export type IssueCardInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly type?: InputMaybe<CardType>;
  readonly limitPerTx?: InputMaybe<Scalars['Decimal']['input']>;
  readonly limitDaily?: InputMaybe<Scalars['Decimal']['input']>;
  readonly limitMonthly?: InputMaybe<Scalars['Decimal']['input']>;
  readonly lockedMerchant?: InputMaybe<Scalars['String']['input']>;
  readonly allowedCategories?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly blockedCategories?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ChangeCardLimitsInput = {
  readonly cardId: Scalars['ID']['input'];
  readonly limitPerTx?: InputMaybe<Scalars['Decimal']['input']>;
  readonly limitDaily?: InputMaybe<Scalars['Decimal']['input']>;
  readonly limitMonthly?: InputMaybe<Scalars['Decimal']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ChangeCardInput = {
  readonly cardId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CardPayload = {
  readonly card: Card;
  readonly replayed: Scalars['Boolean']['output'];
};

export type CardTransaction = {
  readonly id: Scalars['ID']['output'];
  readonly cardId: Scalars['ID']['output'];
  readonly card: Card;
  readonly kind: CardTransactionKind;
  readonly status: CardTransactionStatus;
  readonly result: CardResult;
  readonly declineReason?: Maybe<CardDeclineReason>;
  readonly declineMessage?: Maybe<Scalars['String']['output']>;
  readonly detailedResults: ReadonlyArray<CardDetailedResult>;
  readonly amountMinor: Scalars['Cents']['output'];
  readonly clearedAmountMinor: Scalars['Cents']['output'];
  readonly refundedAmountMinor: Scalars['Cents']['output'];
  readonly currency: CardCurrency;
  readonly billingAmountMinor: Scalars['Cents']['output'];
  readonly mcc?: Maybe<Scalars['String']['output']>;
  readonly category: Scalars['String']['output'];
  readonly merchantName?: Maybe<Scalars['String']['output']>;
  readonly merchantDomain?: Maybe<Scalars['String']['output']>;
  readonly merchantCountry?: Maybe<Scalars['String']['output']>;
  readonly forcePost: Scalars['Boolean']['output'];
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly walletId: Scalars['ID']['output'];
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly mode: Mode;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type CardTransactionKind =
  | 'AUTHORIZATION'
  | 'FINANCIAL_AUTHORIZATION'
  | 'BALANCE_INQUIRY'
  | 'CREDIT_AUTHORIZATION'
  | 'FORCE_POST';

export type CardResult =
  | 'APPROVED'
  | 'DECLINED';

export type CardTransactionStatus =
  | 'PENDING'
  | 'SETTLED'
  | 'VOIDED'
  | 'EXPIRED'
  | 'DECLINED';

export type CardCurrency =
  | 'USD'
  | 'EUR';

export type CardDeclineReason =
  | 'CARD_PAUSED'
  | 'CARD_CLOSED'
  | 'CARD_EXPIRED'
  | 'PROGRAM_SUSPENDED'
  | 'ACCOUNT_INACTIVE'
  | 'SINGLE_USE_CARD_REATTEMPTED'
  | 'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE'
  | 'MERCHANT_NOT_PERMITTED'
  | 'UNAUTHORIZED_MERCHANT'
  | 'TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER'
  | 'CARD_SPEND_LIMIT_EXCEEDED'
  | 'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED'
  | 'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED'
  | 'CARDHOLDER_CHALLENGED'
  | 'SUSPECTED_FRAUD'
  | 'INSUFFICIENT_FUNDS';

export type CardDetailedResult =
  | 'APPROVED'
  | 'AUTH_RULE_BLOCKED_MCC'
  | 'AUTH_RULE_ALLOWED_MCC'
  | 'CARD_PAUSED'
  | 'CARD_CLOSED'
  | 'CARD_EXPIRED'
  | 'PROGRAM_SUSPENDED'
  | 'ACCOUNT_INACTIVE'
  | 'SINGLE_USE_CARD_REATTEMPTED'
  | 'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE'
  | 'MERCHANT_NOT_PERMITTED'
  | 'UNAUTHORIZED_MERCHANT'
  | 'TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER'
  | 'CARD_SPEND_LIMIT_EXCEEDED'
  | 'ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED'
  | 'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED'
  | 'CARDHOLDER_CHALLENGED'
  | 'SUSPECTED_FRAUD'
  | 'INSUFFICIENT_FUNDS';

export type CardTransactionOrder = {
  readonly field: CardTransactionOrderField;
  readonly direction: OrderDirection;
};

export type CardTransactionOrderField =
  | 'created_at';

export type CardTransactionConnection = {
  readonly edges: ReadonlyArray<CardTransactionEdge>;
  readonly nodes: ReadonlyArray<CardTransaction>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type CardTransactionEdge = {
  readonly node: CardTransaction;
  readonly cursor: Scalars['String']['output'];
};

export type SimulateCardAuthorizationInput = {
  readonly cardId: Scalars['ID']['input'];
  readonly amountMinor: Scalars['Cents']['input'];
  readonly currency?: InputMaybe<CardCurrency>;
  readonly mcc?: InputMaybe<Scalars['String']['input']>;
  readonly merchantName?: InputMaybe<Scalars['String']['input']>;
  readonly merchantDomain?: InputMaybe<Scalars['String']['input']>;
  readonly merchantCountry?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<CardAuthorizationKind>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CardAuthorizationKind =
  | 'AUTHORIZATION'
  | 'FINANCIAL_AUTHORIZATION'
  | 'BALANCE_INQUIRY'
  | 'CREDIT_AUTHORIZATION';

export type SimulateCardClearingInput = {
  readonly cardId: Scalars['ID']['input'];
  readonly cardTransactionId?: InputMaybe<Scalars['ID']['input']>;
  readonly amountMinor?: InputMaybe<Scalars['Cents']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SimulateCardEventInput = {
  readonly cardId: Scalars['ID']['input'];
  readonly cardTransactionId: Scalars['ID']['input'];
  readonly amountMinor?: InputMaybe<Scalars['Cents']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CardTransactionPayload = {
  readonly cardTransaction: CardTransaction;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Wallet = {
  readonly id: Scalars['ID']['output'];
  readonly cards?: Maybe<CardConnection>;
};


export type WalletCardsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CardOrder>;
  statuses?: InputMaybe<ReadonlyArray<CardStatus>>;
  types?: InputMaybe<ReadonlyArray<CardType>>;
};

export type Approval = {
  readonly id: Scalars['ID']['output'];
};

export type TreasuryMismatch = {
  readonly id: Scalars['ID']['output'];
  readonly kind: TreasuryMismatchKind;
  readonly entry: TreasuryMismatchEntry;
  readonly state: TreasuryMismatchState;
  readonly reason: Scalars['String']['output'];
  readonly resolution?: Maybe<Scalars['String']['output']>;
  readonly resolvedByKeyId?: Maybe<Scalars['ID']['output']>;
  readonly financialAccountId: Scalars['ID']['output'];
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly externalBankAccountId?: Maybe<Scalars['ID']['output']>;
  readonly traceNumber?: Maybe<Scalars['String']['output']>;
  readonly ledgerAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly bankAmountMinor?: Maybe<Scalars['Cents']['output']>;
  readonly currency: TreasuryCurrency;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly openedAt: Scalars['DateTime']['output'];
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type TreasuryMismatchKind =
  | 'missing_in_ledger'
  | 'missing_at_bank'
  | 'amount_mismatch'
  | 'duplicate'
  | 'unexpected_return';

export type TreasuryMismatchEntry =
  | 'settled'
  | 'returned'
  | 'balance'
  | 'micro_deposits';

export type TreasuryMismatchState =
  | 'open'
  | 'resolved';

export type TreasuryMismatchOrder = {
  readonly field: TreasuryMismatchOrderField;
  readonly direction: OrderDirection;
};

export type TreasuryMismatchOrderField =
  | 'created_at';

export type TreasuryMismatchConnection = {
  readonly edges: ReadonlyArray<TreasuryMismatchEdge>;
  readonly nodes: ReadonlyArray<TreasuryMismatch>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type TreasuryMismatchEdge = {
  readonly node: TreasuryMismatch;
  readonly cursor: Scalars['String']['output'];
};

export type ReconcileTreasuryInput = {
  readonly full?: InputMaybe<Scalars['Boolean']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type TreasuryReconciliation = {
  readonly checkedAt: Scalars['DateTime']['output'];
  readonly entriesCompared: Scalars['Int']['output'];
  readonly openMismatches: Scalars['Int']['output'];
};

export type ReconcileTreasuryPayload = {
  readonly reconciliation: TreasuryReconciliation;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ResolveTreasuryMismatchInput = {
  readonly id: Scalars['ID']['input'];
  readonly resolution: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ResolveTreasuryMismatchPayload = {
  readonly mismatch: TreasuryMismatch;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ConversionQuote = {
  readonly id: Scalars['ID']['output'];
  readonly status: ConversionQuoteStatus;
  readonly fromCurrency: TreasuryCurrency;
  readonly fromAmountMinor: Scalars['Cents']['output'];
  readonly toToken: Scalars['String']['output'];
  readonly toChain: Scalars['String']['output'];
  readonly toAmount: Scalars['String']['output'];
  readonly fixedSide: ConversionFixedSide;
  readonly rate: Scalars['String']['output'];
  readonly feeMinor: Scalars['Cents']['output'];
  readonly feeBps: Scalars['Int']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly financialAccountId: Scalars['ID']['output'];
  readonly financialAccount: FinancialAccount;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly failureCode?: Maybe<Scalars['String']['output']>;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly executedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly deliveredAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type ConversionQuoteStatus =
  | 'open'
  | 'executed'
  | 'expired'
  | 'canceled';

export type ConversionFixedSide =
  | 'from'
  | 'to';

export type ConversionQuoteOrder = {
  readonly field: ConversionQuoteOrderField;
  readonly direction: OrderDirection;
};

export type ConversionQuoteOrderField =
  | 'created_at';

export type ConversionQuoteConnection = {
  readonly edges: ReadonlyArray<ConversionQuoteEdge>;
  readonly nodes: ReadonlyArray<ConversionQuote>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ConversionQuoteEdge = {
  readonly node: ConversionQuote;
  readonly cursor: Scalars['String']['output'];
};

export type CreateConversionQuoteInput = {
  readonly fromAmountMinor?: InputMaybe<Scalars['Cents']['input']>;
  readonly toAmount?: InputMaybe<Scalars['String']['input']>;
  readonly toToken: Scalars['String']['input'];
  readonly toChain: Scalars['String']['input'];
  readonly walletId: Scalars['ID']['input'];
  readonly financialAccountToken?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ExecuteConversionQuoteInput = {
  readonly id: Scalars['ID']['input'];
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CancelConversionQuoteInput = {
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ConversionQuotePayload = {
  readonly conversionQuote: ConversionQuote;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Payment = {
  readonly id: Scalars['ID']['output'];
};
