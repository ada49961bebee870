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
  Decimal: { input: string; output: string; }
  DateTime: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Payment = {
  readonly id: Scalars['ID']['output'];
  readonly status: PaymentStatus;
  readonly stage: PaymentStage;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly wallet?: Maybe<Wallet>;
  readonly walletId: Scalars['ID']['output'];
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly mandate?: Maybe<Mandate>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly mandateVersionRecord?: Maybe<MandateVersion>;
  readonly to: Scalars['String']['output'];
  readonly merchant?: Maybe<Merchant>;
  readonly merchantDomain?: Maybe<Scalars['String']['output']>;
  readonly category: Scalars['String']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly usdAmount: Scalars['Decimal']['output'];
  readonly fx?: Maybe<FxRate>;
  readonly purpose?: Maybe<Scalars['String']['output']>;
  readonly attempts: ReadonlyArray<PaymentAttempt>;
  readonly attemptsOmitted: Scalars['Int']['output'];
  readonly failureCode?: Maybe<ErrorType>;
  readonly failureReason?: Maybe<Scalars['String']['output']>;
  readonly failureMessage?: Maybe<Scalars['String']['output']>;
  readonly screeningId?: Maybe<Scalars['ID']['output']>;
  readonly caseId?: Maybe<Scalars['ID']['output']>;
  readonly reviewReasons?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly originator?: Maybe<Originator>;
  readonly beneficiary?: Maybe<Beneficiary>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly holdId?: Maybe<Scalars['ID']['output']>;
  readonly hold?: Maybe<Hold>;
  readonly checkout?: Maybe<Checkout>;
  readonly order?: Maybe<Order>;
  readonly entries?: Maybe<TransactionConnection>;
  readonly refundedAmount: Scalars['Decimal']['output'];
  readonly refunds?: Maybe<RefundConnection>;
  readonly executedBeforeKill: Scalars['Boolean']['output'];
  readonly decision?: Maybe<PolicyDecision>;
  readonly simulated: Scalars['Boolean']['output'];
  readonly policyEvaluatedAt: Scalars['DateTime']['output'];
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly completedAt?: Maybe<Scalars['DateTime']['output']>;
};


export type PaymentEntriesArgs = {
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};


export type PaymentRefundsArgs = {
  statuses?: InputMaybe<ReadonlyArray<RefundStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<RefundOrder>;
};

export type PaymentStatus =
  | 'pending'
  | 'completed'
  | 'failed';

export type PaymentStage =
  | 'awaiting_compliance_review'
  | 'awaiting_approval'
  | 'queued'
  | 'broadcasting'
  | 'confirming'
  | 'completed'
  | 'failed';

export type FxRate = {
  readonly rate: Scalars['Decimal']['output'];
  readonly asOf: Scalars['DateTime']['output'];
};

export type PaymentAttempt = {
  readonly adapter: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly error: Scalars['String']['output'];
};

export type Wallet = {
  readonly id: Scalars['ID']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly type: WalletType;
  readonly custody: WalletCustody;
  readonly address: Scalars['String']['output'];
  readonly addresses: ReadonlyArray<WalletAddress>;
  readonly status: WalletStatus;
  readonly frozenReason?: Maybe<Scalars['String']['output']>;
  readonly frozenBy?: Maybe<Scalars['String']['output']>;
  readonly frozenSource?: Maybe<FreezeSource>;
  readonly frozenAt?: Maybe<Scalars['DateTime']['output']>;
  readonly complianceFreeze?: Maybe<ComplianceFreeze>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly orgId: Scalars['ID']['output'];
  readonly agent?: Maybe<Agent>;
  readonly mandate?: Maybe<Mandate>;
  readonly policy?: Maybe<Policy>;
  readonly usage?: Maybe<MandateUsage>;
  readonly trustScore?: Maybe<TrustScore>;
  readonly organization: Organization;
  readonly balances: ReadonlyArray<Balance>;
  readonly reconciliation: ReadonlyArray<WalletReconciliation>;
  readonly openMismatches: ReadonlyArray<ReconciliationMismatch>;
  readonly totalUsd: Scalars['Decimal']['output'];
  readonly asOf: Scalars['DateTime']['output'];
  readonly sequence: Scalars['Int']['output'];
  readonly payments?: Maybe<PaymentConnection>;
  readonly holds?: Maybe<HoldConnection>;
  readonly entries?: Maybe<TransactionConnection>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


export type WalletPaymentsArgs = {
  statuses?: InputMaybe<ReadonlyArray<PaymentStatus>>;
  stages?: InputMaybe<ReadonlyArray<PaymentStage>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<PaymentOrder>;
};


export type WalletHoldsArgs = {
  statuses?: InputMaybe<ReadonlyArray<HoldStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<HoldOrder>;
};


export type WalletEntriesArgs = {
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

export type WalletAddress = {
  readonly chain: Scalars['String']['output'];
  readonly address: Scalars['String']['output'];
};

export type WalletStatus =
  | 'active'
  | 'frozen';

export type WalletType =
  | 'custodial'
  | 'mpc'
  | 'external';

export type WalletCustody =
  | 'local'
  | 'mpc3'
  | 'external';

export type FreezeSource =
  | 'policy'
  | 'manual';

export type ComplianceFreeze = {
  readonly cause: ComplianceFreezeCause;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly message: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
};

export type ComplianceFreezeCause =
  | 'listed_deposit'
  | 'owner_listed';

export type Balance = {
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly available: Scalars['Decimal']['output'];
  readonly held: Scalars['Decimal']['output'];
  readonly inFlight: Scalars['Decimal']['output'];
  readonly blocked: Scalars['Decimal']['output'];
  readonly total: Scalars['Decimal']['output'];
  readonly onChain: Scalars['Decimal']['output'];
  readonly asOfBlock?: Maybe<Scalars['Int']['output']>;
};

export type BalanceOrder = {
  readonly field: BalanceOrderField;
  readonly direction: OrderDirection;
};

export type BalanceOrderField =
  | 'created_at';

export type BalanceConnection = {
  readonly edges: ReadonlyArray<BalanceEdge>;
  readonly nodes: ReadonlyArray<Balance>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type BalanceEdge = {
  readonly node: Balance;
  readonly cursor: Scalars['String']['output'];
};

export type WalletReconciliation = {
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly state: ReconciliationState;
  readonly ledger: Scalars['Decimal']['output'];
  readonly onChain?: Maybe<Scalars['Decimal']['output']>;
  readonly difference?: Maybe<Scalars['Decimal']['output']>;
  readonly asOfBlock: Scalars['Int']['output'];
  readonly checkedAt: Scalars['DateTime']['output'];
};

export type ReconciliationState =
  | 'agrees'
  | 'differs'
  | 'mismatch_open'
  | 'undecided';

export type WalletBalance = {
  readonly balance: Scalars['Decimal']['output'];
  readonly held: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
};

export type Policy = {
  readonly maxPerTransaction?: Maybe<Scalars['Decimal']['output']>;
  readonly dailyLimit?: Maybe<Scalars['Decimal']['output']>;
  readonly monthlyLimit?: Maybe<Scalars['Decimal']['output']>;
  readonly allowedMerchants: ReadonlyArray<Scalars['String']['output']>;
  readonly allowedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly blockedCategories: ReadonlyArray<Scalars['String']['output']>;
  readonly approvalThreshold?: Maybe<Scalars['Decimal']['output']>;
  readonly timeWindows: ReadonlyArray<TimeWindow>;
};

export type TimeWindow = {
  readonly days: ReadonlyArray<Weekday>;
  readonly start: Scalars['String']['output'];
  readonly end: Scalars['String']['output'];
  readonly tz: Scalars['String']['output'];
};

export type Weekday =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun';

export type PolicyDecision = {
  readonly outcome: PolicyOutcome;
  readonly message: Scalars['String']['output'];
  readonly rules: ReadonlyArray<PolicyRuleResult>;
  readonly category: Scalars['String']['output'];
  readonly usdAmount: Scalars['Decimal']['output'];
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly evaluatedAt: Scalars['DateTime']['output'];
};

export type PolicyOutcome =
  | 'allow'
  | 'approval_required'
  | 'review'
  | 'deny';

export type PolicyRuleResult = {
  readonly rule: PolicyRule;
  readonly passed: Scalars['Boolean']['output'];
  readonly reason?: Maybe<PolicyReason>;
  readonly limit?: Maybe<PolicyRuleFigure>;
  readonly actual?: Maybe<PolicyRuleFigure>;
  readonly remaining?: Maybe<Scalars['Decimal']['output']>;
  readonly resetsAt?: Maybe<Scalars['DateTime']['output']>;
  readonly window?: Maybe<PolicyLimitWindow>;
  readonly nextSteps: ReadonlyArray<PolicyNextStep>;
};

export type PolicyRuleFigure = {
  readonly usd?: Maybe<Scalars['Decimal']['output']>;
  readonly text?: Maybe<Scalars['String']['output']>;
};

export type PolicyLimitWindow = {
  readonly start: Scalars['DateTime']['output'];
  readonly end: Scalars['DateTime']['output'];
  readonly timezone: Scalars['String']['output'];
};

export type PolicyRule =
  | 'mandate_exists'
  | 'mandate_status'
  | 'mandate_expiry'
  | 'merchant_known'
  | 'merchant_allowed'
  | 'category_blocked'
  | 'category_allowed'
  | 'time_window'
  | 'per_transaction'
  | 'daily_limit'
  | 'monthly_limit'
  | 'approval';

export type PolicyReason =
  | 'mandate_missing'
  | 'mandate_revoked'
  | 'mandate_expired'
  | 'merchant_unresolvable'
  | 'merchant_not_allowed'
  | 'category_blocked'
  | 'category_not_allowed'
  | 'outside_time_window'
  | 'per_transaction_limit_exceeded'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded'
  | 'approval_required';

export type PolicyNextStep =
  | 'ask_organization'
  | 'change_merchant'
  | 'lower_amount'
  | 'wait_for_reset'
  | 'wait_for_approval';

export type MandateUsage = {
  readonly day: LimitUsage;
  readonly month: LimitUsage;
};

export type LimitUsage = {
  readonly limit?: Maybe<Scalars['Decimal']['output']>;
  readonly spent: Scalars['Decimal']['output'];
  readonly reserved: Scalars['Decimal']['output'];
  readonly remaining?: Maybe<Scalars['Decimal']['output']>;
  readonly resetsAt: Scalars['DateTime']['output'];
};

export type Agent = {
  readonly id: Scalars['ID']['output'];
  readonly payments?: Maybe<PaymentConnection>;
};


export type AgentPaymentsArgs = {
  statuses?: InputMaybe<ReadonlyArray<PaymentStatus>>;
  stages?: InputMaybe<ReadonlyArray<PaymentStage>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<PaymentOrder>;
};

export type Mandate = {
  readonly id: Scalars['ID']['output'];
};

export type MandateVersion = {
  readonly id: Scalars['ID']['output'];
};

export type Checkout = {
  readonly id: Scalars['ID']['output'];
};

export type Order = {
  readonly id: Scalars['ID']['output'];
};

export type Merchant = {
  readonly id: Scalars['ID']['output'];
};

export type Organization = {
  readonly id: Scalars['ID']['output'];
};

export type PaymentOrder = {
  readonly field: PaymentOrderField;
  readonly direction: OrderDirection;
};

export type PaymentOrderField =
  | 'created_at';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type PaymentConnection = {
  readonly edges: ReadonlyArray<PaymentEdge>;
  readonly nodes: ReadonlyArray<Payment>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type PaymentEdge = {
  readonly node: Payment;
  readonly cursor: Scalars['String']['output'];
};

export type ReconciliationMismatch = {
  readonly id: Scalars['ID']['output'];
  readonly kind: MismatchKind;
  readonly state: MismatchState;
  readonly resolution?: Maybe<Scalars['String']['output']>;
  readonly resolvedBy?: Maybe<Person>;
  readonly resolvedByKeyId?: Maybe<Scalars['ID']['output']>;
  readonly reason: Scalars['String']['output'];
  readonly nextStep?: Maybe<Scalars['String']['output']>;
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly expected: Scalars['Decimal']['output'];
  readonly found: Scalars['Decimal']['output'];
  readonly missing: Scalars['Decimal']['output'];
  readonly openedAt: Scalars['DateTime']['output'];
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type MismatchKind =
  | 'deposit_reorganized'
  | 'deposit_not_booked'
  | 'payment_reorganized'
  | 'chain_reorganized'
  | 'payment_not_booked'
  | 'failed_payment_mined'
  | 'authorization_log_missing'
  | 'transfer_differs'
  | 'unexpected_outflow'
  | 'balance_differs';

export type MismatchState =
  | 'open'
  | 'resolved';

export type ReconciliationMismatchOrder = {
  readonly field: ReconciliationMismatchOrderField;
  readonly direction: OrderDirection;
};

export type ReconciliationMismatchOrderField =
  | 'created_at';

export type ReconciliationMismatchConnection = {
  readonly edges: ReadonlyArray<ReconciliationMismatchEdge>;
  readonly nodes: ReadonlyArray<ReconciliationMismatch>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ReconciliationMismatchEdge = {
  readonly node: ReconciliationMismatch;
  readonly cursor: Scalars['String']['output'];
};

export type WalletOrder = {
  readonly field: WalletOrderField;
  readonly direction: OrderDirection;
};

export type WalletOrderField =
  | 'created_at';

export type WalletConnection = {
  readonly edges: ReadonlyArray<WalletEdge>;
  readonly nodes: ReadonlyArray<Wallet>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type WalletEdge = {
  readonly node: Wallet;
  readonly cursor: Scalars['String']['output'];
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type CreatePaymentInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly agentId?: InputMaybe<Scalars['ID']['input']>;
  readonly to: Scalars['String']['input'];
  readonly amount: Scalars['Decimal']['input'];
  readonly token: Scalars['String']['input'];
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly merchant?: InputMaybe<Scalars['String']['input']>;
  readonly purpose?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly wait?: InputMaybe<Scalars['Int']['input']>;
  readonly beneficiary?: InputMaybe<BeneficiaryInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type Originator = {
  readonly name: Scalars['String']['output'];
  readonly address: PostalAddress;
};

export type PostalAddress = {
  readonly street: Scalars['String']['output'];
  readonly city: Scalars['String']['output'];
  readonly region?: Maybe<Scalars['String']['output']>;
  readonly postalCode?: Maybe<Scalars['String']['output']>;
  readonly country: Scalars['String']['output'];
};

export type Beneficiary = {
  readonly name: Scalars['String']['output'];
  readonly country?: Maybe<Scalars['String']['output']>;
};

export type BeneficiaryInput = {
  readonly name: Scalars['String']['input'];
  readonly country: Scalars['String']['input'];
};

export type CreatePaymentPayload = {
  readonly payment: Payment;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ExecuteMandateInput = {
  readonly pspDomain: Scalars['String']['input'];
  readonly amount: Scalars['Decimal']['input'];
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly purpose?: InputMaybe<Scalars['String']['input']>;
  readonly walletId?: InputMaybe<Scalars['ID']['input']>;
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly park?: InputMaybe<Scalars['Boolean']['input']>;
  readonly wait?: InputMaybe<Scalars['Int']['input']>;
  readonly beneficiary?: InputMaybe<BeneficiaryInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ExecuteMandatePayload = {
  readonly payment: Payment;
  readonly replayed: Scalars['Boolean']['output'];
};

export type TransferInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly amount: Scalars['Decimal']['input'];
  readonly merchant: Scalars['String']['input'];
  readonly purpose?: InputMaybe<Scalars['String']['input']>;
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly wait?: InputMaybe<Scalars['Int']['input']>;
  readonly beneficiary?: InputMaybe<BeneficiaryInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type TransferPayload = {
  readonly success: Scalars['Boolean']['output'];
  readonly payment: Payment;
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly destination: Scalars['String']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type CheckPolicyInput = {
  readonly walletId?: InputMaybe<Scalars['ID']['input']>;
  readonly agentId?: InputMaybe<Scalars['ID']['input']>;
  readonly amount: Scalars['Decimal']['input'];
  readonly merchant?: InputMaybe<Scalars['String']['input']>;
  readonly to?: InputMaybe<Scalars['String']['input']>;
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly at?: InputMaybe<Scalars['DateTime']['input']>;
  readonly kind?: InputMaybe<SpendKind>;
};

export type SpendKind =
  | 'payment'
  | 'transfer'
  | 'execute';

export type PolicyCheck = {
  readonly allowed: Scalars['Boolean']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly limitPerTx?: Maybe<Scalars['Decimal']['output']>;
  readonly message: Scalars['String']['output'];
  readonly outcome: PolicyOutcome;
  readonly errorType?: Maybe<ErrorType>;
  readonly rules: ReadonlyArray<PolicyRuleResult>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly category: Scalars['String']['output'];
  readonly usdAmount: Scalars['Decimal']['output'];
  readonly fx?: Maybe<FxRate>;
  readonly remaining: RemainingBudget;
};

export type RemainingBudget = {
  readonly day?: Maybe<Scalars['Decimal']['output']>;
  readonly month?: Maybe<Scalars['Decimal']['output']>;
};

export type FaucetInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly amount?: InputMaybe<Scalars['Decimal']['input']>;
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly wait?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type FaucetPayload = {
  readonly walletId: Scalars['ID']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly txHash: Scalars['String']['output'];
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Query = {
  readonly wallet?: Maybe<Wallet>;
  readonly wallets?: Maybe<WalletConnection>;
  readonly walletBalance?: Maybe<WalletBalance>;
  readonly balances?: Maybe<BalanceConnection>;
  readonly payment?: Maybe<Payment>;
  readonly payments?: Maybe<PaymentConnection>;
  readonly reconciliationMismatches?: Maybe<ReconciliationMismatchConnection>;
  readonly reconciliationMismatch?: Maybe<ReconciliationMismatch>;
  readonly checkPolicy?: Maybe<PolicyCheck>;
  readonly approval?: Maybe<Approval>;
  readonly approvals?: Maybe<ApprovalConnection>;
  readonly trustScoreHistory?: Maybe<TrustScoreChangeConnection>;
  readonly complianceCase?: Maybe<ComplianceCase>;
  readonly complianceCases?: Maybe<ComplianceCaseConnection>;
  readonly refusals?: Maybe<RefusedAttemptConnection>;
  readonly screening?: Maybe<Screening>;
  readonly screenings?: Maybe<ScreeningConnection>;
  readonly screeningLists?: Maybe<ReadonlyArray<ScreeningList>>;
  readonly screen?: Maybe<Screening>;
  readonly hold?: Maybe<Hold>;
  readonly holds?: Maybe<HoldConnection>;
  readonly holdSettings?: Maybe<HoldSettings>;
  readonly transaction?: Maybe<Transaction>;
  readonly transactions?: Maybe<TransactionConnection>;
  readonly ledgerTransaction?: Maybe<LedgerTransaction>;
  readonly ledgerTransactions?: Maybe<LedgerTransactionConnection>;
  readonly ledgerTransactionTotals?: Maybe<LedgerTransactionTotals>;
  readonly transactionsByHash?: Maybe<TransactionConnection>;
  readonly ledgerTransactionsByHash?: Maybe<LedgerTransactionConnection>;
  readonly transactionTotals?: Maybe<TransactionTotals>;
  readonly refunds?: Maybe<RefundConnection>;
};


export type QueryWalletArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWalletsArgs = {
  statuses?: InputMaybe<ReadonlyArray<WalletStatus>>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  unbound?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<WalletOrder>;
};


export type QueryWalletBalanceArgs = {
  walletId: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
};


export type QueryBalancesArgs = {
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<BalanceOrder>;
};


export type QueryPaymentArgs = {
  id: Scalars['ID']['input'];
  wait?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryPaymentsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<PaymentStatus>>;
  stages?: InputMaybe<ReadonlyArray<PaymentStage>>;
  merchant?: InputMaybe<Scalars['String']['input']>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<PaymentOrder>;
};


export type QueryReconciliationMismatchesArgs = {
  states?: InputMaybe<ReadonlyArray<MismatchState>>;
  kinds?: InputMaybe<ReadonlyArray<MismatchKind>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ReconciliationMismatchOrder>;
};


export type QueryReconciliationMismatchArgs = {
  id: Scalars['ID']['input'];
};


export type QueryCheckPolicyArgs = {
  input: CheckPolicyInput;
};


export type QueryApprovalArgs = {
  id: Scalars['ID']['input'];
};


export type QueryApprovalsArgs = {
  statuses?: InputMaybe<ReadonlyArray<ApprovalStatus>>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  subjectTypes?: InputMaybe<ReadonlyArray<ApprovalSubjectType>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ApprovalOrder>;
};


export type QueryTrustScoreHistoryArgs = {
  walletId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TrustScoreChangeOrder>;
};


export type QueryComplianceCaseArgs = {
  id: Scalars['ID']['input'];
};


export type QueryComplianceCasesArgs = {
  statuses?: InputMaybe<ReadonlyArray<CaseStatus>>;
  severities?: InputMaybe<ReadonlyArray<RiskLevel>>;
  subjectTypes?: InputMaybe<ReadonlyArray<CaseSubject>>;
  subjectId?: InputMaybe<Scalars['ID']['input']>;
  assignee?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CaseOrder>;
};


export type QueryRefusalsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  rule?: InputMaybe<Scalars['String']['input']>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<RefusedAttemptOrder>;
};


export type QueryScreeningArgs = {
  screeningId: Scalars['ID']['input'];
};


export type QueryScreeningsArgs = {
  subjectTypes?: InputMaybe<ReadonlyArray<ScreeningSubjectType>>;
  subjectId?: InputMaybe<Scalars['ID']['input']>;
  outcomes?: InputMaybe<ReadonlyArray<ScreeningOutcome>>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ScreeningOrder>;
};


export type QueryScreenArgs = {
  input: ScreenInput;
};


export type QueryHoldArgs = {
  id: Scalars['ID']['input'];
};


export type QueryHoldsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<HoldStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<HoldOrder>;
};


export type QueryHoldSettingsArgs = {
  orgId: Scalars['ID']['input'];
};


export type QueryTransactionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTransactionsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  paymentId?: InputMaybe<Scalars['ID']['input']>;
  holdId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  postedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  postedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  amountMin?: InputMaybe<Scalars['Decimal']['input']>;
  amountMax?: InputMaybe<Scalars['Decimal']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};


export type QueryLedgerTransactionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryLedgerTransactionsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  paymentId?: InputMaybe<Scalars['ID']['input']>;
  holdId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  postedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  postedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  amountMin?: InputMaybe<Scalars['Decimal']['input']>;
  amountMax?: InputMaybe<Scalars['Decimal']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};


export type QueryLedgerTransactionTotalsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  paymentId?: InputMaybe<Scalars['ID']['input']>;
  holdId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  postedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  postedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  amountMin?: InputMaybe<Scalars['Decimal']['input']>;
  amountMax?: InputMaybe<Scalars['Decimal']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryTransactionsByHashArgs = {
  txHash: Scalars['String']['input'];
  chain?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};


export type QueryLedgerTransactionsByHashArgs = {
  txHash: Scalars['String']['input'];
  chain?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};


export type QueryTransactionTotalsArgs = {
  walletId?: InputMaybe<Scalars['ID']['input']>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  paymentId?: InputMaybe<Scalars['ID']['input']>;
  holdId?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  postedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  postedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  amountMin?: InputMaybe<Scalars['Decimal']['input']>;
  amountMax?: InputMaybe<Scalars['Decimal']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryRefundsArgs = {
  paymentId: Scalars['ID']['input'];
  statuses?: InputMaybe<ReadonlyArray<RefundStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<RefundOrder>;
};

export type Mutation = {
  readonly createPayment?: Maybe<CreatePaymentPayload>;
  readonly transfer?: Maybe<TransferPayload>;
  readonly executeMandate?: Maybe<ExecuteMandatePayload>;
  readonly faucet?: Maybe<FaucetPayload>;
  readonly createOwnershipChallenge?: Maybe<CreateOwnershipChallengePayload>;
  readonly createWallet?: Maybe<CreateWalletPayload>;
  readonly freezeWallet?: Maybe<FreezeWalletPayload>;
  readonly unfreezeWallet?: Maybe<UnfreezeWalletPayload>;
  readonly reconcileWallet?: Maybe<ReconcileWalletPayload>;
  readonly resolveReconciliationMismatch?: Maybe<ResolveReconciliationMismatchPayload>;
  readonly requestApproval?: Maybe<ApprovalPayload>;
  readonly approveApproval?: Maybe<ApprovalPayload>;
  readonly denyApproval?: Maybe<ApprovalPayload>;
  readonly cancelApproval?: Maybe<ApprovalPayload>;
  readonly decideCase?: Maybe<CasePayload>;
  readonly assignCase?: Maybe<CasePayload>;
  readonly createHold?: Maybe<CreateHoldPayload>;
  readonly captureHold?: Maybe<HoldPayload>;
  readonly voidHold?: Maybe<HoldPayload>;
  readonly extendHold?: Maybe<HoldPayload>;
  readonly setHoldSettings?: Maybe<SetHoldSettingsPayload>;
  readonly unblockDeposit?: Maybe<UnblockDepositPayload>;
  readonly linkRefund?: Maybe<LinkRefundPayload>;
  readonly unlinkRefund?: Maybe<UnlinkRefundPayload>;
  readonly notifyRefund?: Maybe<LinkRefundPayload>;
};


export type MutationCreatePaymentArgs = {
  input: CreatePaymentInput;
};


export type MutationTransferArgs = {
  input: TransferInput;
};


export type MutationExecuteMandateArgs = {
  input: ExecuteMandateInput;
};


export type MutationFaucetArgs = {
  input: FaucetInput;
};


export type MutationCreateOwnershipChallengeArgs = {
  input: CreateOwnershipChallengeInput;
};


export type MutationCreateWalletArgs = {
  input: CreateWalletInput;
};


export type MutationFreezeWalletArgs = {
  input: FreezeWalletInput;
};


export type MutationUnfreezeWalletArgs = {
  input: UnfreezeWalletInput;
};


export type MutationReconcileWalletArgs = {
  input: ReconcileWalletInput;
};


export type MutationResolveReconciliationMismatchArgs = {
  input: ResolveReconciliationMismatchInput;
};


export type MutationRequestApprovalArgs = {
  input: RequestApprovalInput;
};


export type MutationApproveApprovalArgs = {
  input: DecideApprovalInput;
};


export type MutationDenyApprovalArgs = {
  input: DecideApprovalInput;
};


export type MutationCancelApprovalArgs = {
  input: DecideApprovalInput;
};


export type MutationDecideCaseArgs = {
  input: DecideCaseInput;
};


export type MutationAssignCaseArgs = {
  input: AssignCaseInput;
};


export type MutationCreateHoldArgs = {
  input: CreateHoldInput;
};


export type MutationCaptureHoldArgs = {
  input: CaptureHoldInput;
};


export type MutationVoidHoldArgs = {
  input: VoidHoldInput;
};


export type MutationExtendHoldArgs = {
  input: ExtendHoldInput;
};


export type MutationSetHoldSettingsArgs = {
  input: SetHoldSettingsInput;
};


export type MutationUnblockDepositArgs = {
  input: UnblockDepositInput;
};


export type MutationLinkRefundArgs = {
  input: LinkRefundInput;
};


export type MutationUnlinkRefundArgs = {
  input: UnlinkRefundInput;
};


export type MutationNotifyRefundArgs = {
  input: NotifyRefundInput;
};

export type CreateWalletInput = {
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly agentId?: InputMaybe<Scalars['ID']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWalletPayload = {
  readonly wallet: Wallet;
  readonly replayed: Scalars['Boolean']['output'];
};

export type CreateOwnershipChallengeInput = {
  readonly address: Scalars['String']['input'];
  readonly chain: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateOwnershipChallengePayload = {
  readonly nonce: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type FreezeWalletInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type FreezeWalletPayload = {
  readonly wallet: Wallet;
  readonly replayed: Scalars['Boolean']['output'];
};

export type UnfreezeWalletInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly keepBlocked?: InputMaybe<Scalars['Boolean']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UnfreezeWalletPayload = {
  readonly wallet: Wallet;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ReconcileWalletInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ReconcileWalletPayload = {
  readonly wallet: Wallet;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ResolveReconciliationMismatchInput = {
  readonly id: Scalars['ID']['input'];
  readonly resolution: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ResolveReconciliationMismatchPayload = {
  readonly mismatch: ReconciliationMismatch;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Approval = {
  readonly id: Scalars['ID']['output'];
  readonly status: ApprovalStatus;
  readonly subjectType: ApprovalSubjectType;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly subjectHash: Scalars['String']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly to?: Maybe<Scalars['String']['output']>;
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly amountUsd: Scalars['Decimal']['output'];
  readonly requestedBy: Scalars['ID']['output'];
  readonly requester?: Maybe<Person>;
  readonly orgId: Scalars['ID']['output'];
  readonly reason: ApprovalReason;
  readonly reasonMessage: Scalars['String']['output'];
  readonly purpose?: Maybe<Scalars['String']['output']>;
  readonly comment?: Maybe<Scalars['String']['output']>;
  readonly requiredApprovals: Scalars['Int']['output'];
  readonly decisions: ReadonlyArray<ApprovalDecision>;
  readonly deciders?: Maybe<ReadonlyArray<Person>>;
  readonly fundsAvailable?: Maybe<Scalars['Boolean']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly mandateVersionRecord?: Maybe<MandateVersion>;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type ApprovalDecision = {
  readonly decidedBy: Scalars['ID']['output'];
  readonly person?: Maybe<Person>;
  readonly decision: ApprovalVerdict;
  readonly comment?: Maybe<Scalars['String']['output']>;
  readonly at: Scalars['DateTime']['output'];
  readonly counts: Scalars['Boolean']['output'];
};

export type Person = {
  readonly personId: Scalars['ID']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
};

export type ApprovalVerdict =
  | 'approve'
  | 'deny';

export type ApprovalStatus =
  | 'pending'
  | 'approved'
  | 'executed'
  | 'failed'
  | 'denied'
  | 'expired'
  | 'canceled'
  | 'dismissed';

export type ApprovalSubjectType =
  | 'payment'
  | 'hold'
  | 'withdrawal'
  | 'conversion'
  | 'card_challenge';

export type ApprovalReason =
  | 'above_threshold'
  | 'compliance_review'
  | 'manual'
  | 'withdrawal'
  | 'conversion';

export type ApprovalOrder = {
  readonly field: ApprovalOrderField;
  readonly direction: OrderDirection;
};

export type ApprovalOrderField =
  | 'created_at'
  | 'expires_at';

export type ApprovalConnection = {
  readonly edges: ReadonlyArray<ApprovalEdge>;
  readonly nodes: ReadonlyArray<Approval>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ApprovalEdge = {
  readonly node: Approval;
  readonly cursor: Scalars['String']['output'];
};

export type RequestApprovalInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly subjectType?: InputMaybe<ApprovalSubjectType>;
  readonly amount: Scalars['Decimal']['input'];
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly to?: InputMaybe<Scalars['String']['input']>;
  readonly merchant?: InputMaybe<Scalars['String']['input']>;
  readonly purpose?: InputMaybe<Scalars['String']['input']>;
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type DecideApprovalInput = {
  readonly approvalId: Scalars['ID']['input'];
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ApprovalPayload = {
  readonly approval?: Maybe<Approval>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type TrustScore = {
  readonly walletId: Scalars['ID']['output'];
  readonly agentId: Scalars['ID']['output'];
  readonly score: Scalars['Int']['output'];
  readonly normalized: Scalars['Float']['output'];
  readonly tier: TrustTier;
  readonly minimum: Scalars['Int']['output'];
  readonly meetsMinimum: Scalars['Boolean']['output'];
  readonly signals: ReadonlyArray<TrustSignal>;
  readonly capsApplied: ReadonlyArray<TrustCap>;
  readonly computedAt: Scalars['DateTime']['output'];
  readonly validUntil: Scalars['DateTime']['output'];
};

export type TrustScoreChange = {
  readonly walletId: Scalars['ID']['output'];
  readonly agentId: Scalars['ID']['output'];
  readonly score: Scalars['Int']['output'];
  readonly previousScore?: Maybe<Scalars['Int']['output']>;
  readonly signals: ReadonlyArray<TrustSignalChange>;
  readonly cause?: Maybe<Scalars['String']['output']>;
  readonly resourceId?: Maybe<Scalars['ID']['output']>;
  readonly at: Scalars['DateTime']['output'];
};

export type TrustSignalChange = {
  readonly name: TrustSignalName;
  readonly before?: Maybe<Scalars['Float']['output']>;
  readonly after: Scalars['Float']['output'];
};

export type TrustScoreChangeOrder = {
  readonly field: TrustScoreChangeOrderField;
  readonly direction: OrderDirection;
};

export type TrustScoreChangeOrderField =
  | 'created_at';

export type TrustScoreChangeConnection = {
  readonly edges: ReadonlyArray<TrustScoreChangeEdge>;
  readonly nodes: ReadonlyArray<TrustScoreChange>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type TrustScoreChangeEdge = {
  readonly node: TrustScoreChange;
  readonly cursor: Scalars['String']['output'];
};

export type TrustSignal = {
  readonly name: TrustSignalName;
  readonly weight: Scalars['Float']['output'];
  readonly value: Scalars['Float']['output'];
  readonly contribution: Scalars['Float']['output'];
  readonly explanation: Scalars['String']['output'];
};

export type TrustSignalName =
  | 'kya'
  | 'history'
  | 'compliance'
  | 'policy_adherence'
  | 'tenure'
  | 'reliability';

export type TrustCap =
  | 'sanctions_hit'
  | 'kya_none'
  | 'open_high_severity_case';

export type TrustTier =
  | 'untrusted'
  | 'low'
  | 'medium'
  | 'high'
  | 'sovereign';

export type ScreeningOutcome =
  | 'pass'
  | 'review'
  | 'deny';

export type RiskLevel =
  | 'low'
  | 'medium'
  | 'high'
  | 'critical';

export type ScreeningSubjectType =
  | 'payment'
  | 'hold'
  | 'card_transaction'
  | 'address'
  | 'name'
  | 'merchant'
  | 'agent'
  | 'organization'
  | 'bank_account'
  | 'counterparty'
  | 'mismatch';

export type ScreeningCheck = {
  readonly name: Scalars['String']['output'];
  readonly outcome: ScreeningOutcome;
  readonly score: Scalars['Int']['output'];
  readonly evidence: Scalars['JSON']['output'];
};

export type ScreeningListVersion = {
  readonly list: Scalars['String']['output'];
  readonly version: Scalars['String']['output'];
};

export type ScreeningList = {
  readonly list: Scalars['String']['output'];
  readonly category: ScreeningListCategory;
  readonly version: Scalars['String']['output'];
  readonly entries: Scalars['Int']['output'];
  readonly effectiveAt: Scalars['DateTime']['output'];
  readonly importedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type ScreeningListCategory =
  | 'sanctions'
  | 'mixer';

export type Screening = {
  readonly screeningId?: Maybe<Scalars['ID']['output']>;
  readonly subjectType: ScreeningSubjectType;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly attempt?: Maybe<AttemptedSpend>;
  readonly outcome: ScreeningOutcome;
  readonly riskScore: Scalars['Int']['output'];
  readonly riskLevel: RiskLevel;
  readonly checks: ReadonlyArray<ScreeningCheck>;
  readonly listVersions: ReadonlyArray<ScreeningListVersion>;
  readonly createdAt: Scalars['DateTime']['output'];
};

export type ScreeningOrder = {
  readonly field: ScreeningOrderField;
  readonly direction: OrderDirection;
};

export type ScreeningOrderField =
  | 'created_at';

export type ScreeningConnection = {
  readonly edges: ReadonlyArray<ScreeningEdge>;
  readonly nodes: ReadonlyArray<Screening>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ScreeningEdge = {
  readonly node: Screening;
  readonly cursor: Scalars['String']['output'];
};

export type CaseStatus =
  | 'open'
  | 'in_review'
  | 'escalated'
  | 'closed_cleared'
  | 'closed_rejected';

export type CaseEvent =
  | 'clear'
  | 'reject'
  | 'escalate'
  | 'dismiss'
  | 'expire'
  | 'note'
  | 'take'
  | 'release'
  | 'hand_over';

export type CaseAction =
  | 'take'
  | 'release'
  | 'hand_over';

export type CaseDecision =
  | 'clear'
  | 'reject'
  | 'escalate'
  | 'note';

export type CaseNote = {
  readonly event: CaseEvent;
  readonly by?: Maybe<Scalars['ID']['output']>;
  readonly person?: Maybe<Person>;
  readonly text: Scalars['String']['output'];
  readonly to?: Maybe<Scalars['ID']['output']>;
  readonly at: Scalars['DateTime']['output'];
};

export type CaseSubject =
  | 'payment'
  | 'bank_account'
  | 'organization'
  | 'mismatch';

export type ExternalBankAccount = {
  readonly id: Scalars['ID']['output'];
};

export type ComplianceCase = {
  readonly id: Scalars['ID']['output'];
  readonly status: CaseStatus;
  readonly severity: RiskLevel;
  readonly riskScore: Scalars['Int']['output'];
  readonly checks: ReadonlyArray<ScreeningCheck>;
  readonly screeningId: Scalars['ID']['output'];
  readonly subjectType: CaseSubject;
  readonly subjectId: Scalars['ID']['output'];
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly bankAccount?: Maybe<ExternalBankAccount>;
  readonly mismatch?: Maybe<ReconciliationMismatch>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly requestedBy?: Maybe<Scalars['ID']['output']>;
  readonly requester?: Maybe<Person>;
  readonly assignee?: Maybe<Scalars['ID']['output']>;
  readonly notes: ReadonlyArray<CaseNote>;
  readonly decision?: Maybe<CaseEvent>;
  readonly decidedBy?: Maybe<Scalars['ID']['output']>;
  readonly dueAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly closedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type CaseOrder = {
  readonly field: CaseOrderField;
  readonly direction: OrderDirection;
};

export type CaseOrderField =
  | 'created_at';

export type AttemptedSpend = {
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly to: Scalars['String']['output'];
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly requestedBy: Scalars['ID']['output'];
  readonly requester?: Maybe<Person>;
};

export type RefusedAttempt = {
  readonly attempt?: Maybe<AttemptedSpend>;
  readonly refusalId: Scalars['ID']['output'];
  readonly operation: RefusedOperation;
  readonly type: ErrorType;
  readonly rule?: Maybe<Scalars['String']['output']>;
  readonly message: Scalars['String']['output'];
  readonly details: Scalars['JSON']['output'];
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly requestId: Scalars['ID']['output'];
  readonly omittedBefore: Scalars['Int']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type RefusedOperation =
  | 'payment'
  | 'transfer'
  | 'execute'
  | 'hold'
  | 'capture'
  | 'authorize'
  | 'pay'
  | 'withdrawal'
  | 'conversion';

export type RefusedAttemptOrder = {
  readonly field: RefusedAttemptOrderField;
  readonly direction: OrderDirection;
};

export type RefusedAttemptOrderField =
  | 'created_at';

export type RefusedAttemptConnection = {
  readonly edges: ReadonlyArray<RefusedAttemptEdge>;
  readonly nodes: ReadonlyArray<RefusedAttempt>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type RefusedAttemptEdge = {
  readonly node: RefusedAttempt;
  readonly cursor: Scalars['String']['output'];
};

export type ComplianceCaseConnection = {
  readonly edges: ReadonlyArray<ComplianceCaseEdge>;
  readonly nodes: ReadonlyArray<ComplianceCase>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ComplianceCaseEdge = {
  readonly node: ComplianceCase;
  readonly cursor: Scalars['String']['output'];
};

export type DecideCaseInput = {
  readonly caseId: Scalars['ID']['input'];
  readonly decision: CaseDecision;
  readonly comment: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type AssignCaseInput = {
  readonly caseId: Scalars['ID']['input'];
  readonly action: CaseAction;
  readonly assignee?: InputMaybe<Scalars['ID']['input']>;
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CasePayload = {
  readonly complianceCase?: Maybe<ComplianceCase>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ScreenInput = {
  readonly address?: InputMaybe<Scalars['String']['input']>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly merchant?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly amount?: InputMaybe<Scalars['String']['input']>;
};

export type Hold = {
  readonly id: Scalars['ID']['output'];
  readonly status: HoldStatus;
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandate?: Maybe<Mandate>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly mandateVersionRecord?: Maybe<MandateVersion>;
  readonly amount: Scalars['Decimal']['output'];
  readonly capturedAmount: Scalars['Decimal']['output'];
  readonly releasedAmount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly usdAmount: Scalars['Decimal']['output'];
  readonly merchant: Scalars['String']['output'];
  readonly to?: Maybe<Scalars['String']['output']>;
  readonly purpose?: Maybe<Scalars['String']['output']>;
  readonly originator?: Maybe<Originator>;
  readonly beneficiary?: Maybe<Beneficiary>;
  readonly voidReason?: Maybe<HoldVoidReason>;
  readonly voidNote?: Maybe<Scalars['String']['output']>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly paymentStatus?: Maybe<PaymentStatus>;
  readonly payment?: Maybe<Payment>;
  readonly entries?: Maybe<TransactionConnection>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly capturedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly voidedAt?: Maybe<Scalars['DateTime']['output']>;
};


export type HoldEntriesArgs = {
  types?: InputMaybe<ReadonlyArray<TransactionType>>;
  statuses?: InputMaybe<ReadonlyArray<TransactionStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

export type HoldStatus =
  | 'created'
  | 'captured'
  | 'voided';

export type HoldVoidReason =
  | 'requested'
  | 'expired'
  | 'mandate_revoked'
  | 'kill_switch'
  | 'charge_failed';

export type HoldOrder = {
  readonly field: HoldOrderField;
  readonly direction: OrderDirection;
};

export type HoldOrderField =
  | 'created_at';

export type HoldConnection = {
  readonly edges: ReadonlyArray<HoldEdge>;
  readonly nodes: ReadonlyArray<Hold>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type HoldEdge = {
  readonly node: Hold;
  readonly cursor: Scalars['String']['output'];
};

export type CreateHoldInput = {
  readonly walletId: Scalars['ID']['input'];
  readonly amount: Scalars['Decimal']['input'];
  readonly token: Scalars['String']['input'];
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly merchant: Scalars['String']['input'];
  readonly to?: InputMaybe<Scalars['String']['input']>;
  readonly purpose?: InputMaybe<Scalars['String']['input']>;
  readonly expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly beneficiary?: InputMaybe<BeneficiaryInput>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateHoldPayload = {
  readonly hold?: Maybe<Hold>;
  readonly approval?: Maybe<Approval>;
  readonly replayed: Scalars['Boolean']['output'];
};

export type CaptureHoldInput = {
  readonly holdId: Scalars['ID']['input'];
  readonly amount?: InputMaybe<Scalars['Decimal']['input']>;
  readonly to?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type VoidHoldInput = {
  readonly holdId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ExtendHoldInput = {
  readonly holdId: Scalars['ID']['input'];
  readonly expiresInSeconds: Scalars['Int']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type HoldSettings = {
  readonly orgId: Scalars['ID']['output'];
  readonly honorOpenHolds: Scalars['Boolean']['output'];
};

export type SetHoldSettingsInput = {
  readonly orgId: Scalars['ID']['input'];
  readonly honorOpenHolds: Scalars['Boolean']['input'];
};

export type SetHoldSettingsPayload = {
  readonly holdSettings: HoldSettings;
};

export type HoldPayload = {
  readonly hold: Hold;
  readonly replayed: Scalars['Boolean']['output'];
};

export type Transaction = {
  readonly id: Scalars['ID']['output'];
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly direction: PostingDirection;
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly holdId?: Maybe<Scalars['ID']['output']>;
  readonly hold?: Maybe<Hold>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly counterparty?: Maybe<Scalars['String']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly journalId: Scalars['ID']['output'];
  readonly balanceChanges: BalanceChanges;
  readonly lines: ReadonlyArray<LedgerLine>;
  readonly postedAt: Scalars['DateTime']['output'];
  readonly open: Scalars['Boolean']['output'];
};

export type TransactionType =
  | 'deposit'
  | 'refund'
  | 'withdrawal'
  | 'payment'
  | 'hold'
  | 'capture'
  | 'release'
  | 'fee'
  | 'funding'
  | 'conversion'
  | 'card'
  | 'transfer';

export type TransactionStatus =
  | 'pending'
  | 'completed'
  | 'failed'
  | 'reversed'
  | 'blocked';

export type PostingDirection =
  | 'debit'
  | 'credit';

export type BalanceChanges = {
  readonly available: Scalars['Decimal']['output'];
  readonly held: Scalars['Decimal']['output'];
  readonly inFlight: Scalars['Decimal']['output'];
  readonly blocked: Scalars['Decimal']['output'];
  readonly total: Scalars['Decimal']['output'];
};

export type LedgerLine = {
  readonly account: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly direction: PostingDirection;
  readonly amount: Scalars['Decimal']['output'];
};

export type LedgerTransaction = {
  readonly id: Scalars['ID']['output'];
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly direction: PostingDirection;
  readonly amount: Scalars['Decimal']['output'];
  readonly currency?: Maybe<TreasuryCurrency>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly walletId?: Maybe<Scalars['ID']['output']>;
  readonly wallet?: Maybe<Wallet>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly financialAccountId?: Maybe<Scalars['ID']['output']>;
  readonly financialAccount?: Maybe<FinancialAccount>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly holdId?: Maybe<Scalars['ID']['output']>;
  readonly hold?: Maybe<Hold>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
  readonly treasuryPaymentId?: Maybe<Scalars['ID']['output']>;
  readonly treasuryPayment?: Maybe<TreasuryPayment>;
  readonly cardTransactionId?: Maybe<Scalars['ID']['output']>;
  readonly cardTransaction?: Maybe<CardTransaction>;
  readonly bookTransferId?: Maybe<Scalars['ID']['output']>;
  readonly quoteId?: Maybe<Scalars['ID']['output']>;
  readonly counterparty?: Maybe<Scalars['String']['output']>;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly journalId: Scalars['ID']['output'];
  readonly balanceChanges: LedgerBalanceChanges;
  readonly lines: ReadonlyArray<LedgerLine>;
  readonly postedAt: Scalars['DateTime']['output'];
  readonly open: Scalars['Boolean']['output'];
};

export type LedgerBalanceChanges = {
  readonly available: Scalars['Decimal']['output'];
  readonly pending: Scalars['Decimal']['output'];
  readonly held: Scalars['Decimal']['output'];
  readonly inFlight: Scalars['Decimal']['output'];
  readonly blocked: Scalars['Decimal']['output'];
  readonly total: Scalars['Decimal']['output'];
};

export type LedgerTransactionConnection = {
  readonly edges: ReadonlyArray<LedgerTransactionEdge>;
  readonly nodes: ReadonlyArray<LedgerTransaction>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type LedgerTransactionEdge = {
  readonly node: LedgerTransaction;
  readonly cursor: Scalars['String']['output'];
};

export type LedgerTransactionTotals = {
  readonly totals: ReadonlyArray<LedgerTransactionTotal>;
  readonly isExact: Scalars['Boolean']['output'];
};

export type LedgerTransactionTotal = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly direction: PostingDirection;
  readonly currency?: Maybe<TreasuryCurrency>;
  readonly token?: Maybe<Scalars['String']['output']>;
  readonly chain?: Maybe<Scalars['String']['output']>;
  readonly count: Scalars['Int']['output'];
  readonly amount: Scalars['Decimal']['output'];
};

export type TreasuryCurrency =
  | 'USD';

export type FinancialAccount = {
  readonly id: Scalars['ID']['output'];
};

export type TreasuryPayment = {
  readonly id: Scalars['ID']['output'];
};

export type CardTransaction = {
  readonly id: Scalars['ID']['output'];
};

export type TransactionOrder = {
  readonly field: TransactionOrderField;
  readonly direction: OrderDirection;
};

export type TransactionOrderField =
  | 'created_at';

export type TransactionConnection = {
  readonly edges: ReadonlyArray<TransactionEdge>;
  readonly nodes: ReadonlyArray<Transaction>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type TransactionEdge = {
  readonly node: Transaction;
  readonly cursor: Scalars['String']['output'];
};

export type TransactionTotals = {
  readonly totals: ReadonlyArray<TransactionTotal>;
  readonly isExact: Scalars['Boolean']['output'];
};

export type TransactionTotal = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly direction: PostingDirection;
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
  readonly amount: Scalars['Decimal']['output'];
};

export type Refund = {
  readonly paymentId: Scalars['ID']['output'];
  readonly depositId: Scalars['ID']['output'];
  readonly status: RefundStatus;
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly from: Scalars['String']['output'];
  readonly txHash: Scalars['String']['output'];
  readonly linkedBy: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type RefundStatus =
  | 'completed'
  | 'reversed';

export type RefundOrder = {
  readonly field: RefundOrderField;
  readonly direction: OrderDirection;
};

export type RefundOrderField =
  | 'created_at';

export type RefundConnection = {
  readonly edges: ReadonlyArray<RefundEdge>;
  readonly nodes: ReadonlyArray<Refund>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type RefundEdge = {
  readonly node: Refund;
  readonly cursor: Scalars['String']['output'];
};

export type LinkRefundInput = {
  readonly paymentId: Scalars['ID']['input'];
  readonly depositId?: InputMaybe<Scalars['ID']['input']>;
  readonly txHash?: InputMaybe<Scalars['String']['input']>;
  readonly amount?: InputMaybe<Scalars['Decimal']['input']>;
  readonly otherSender?: InputMaybe<Scalars['Boolean']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type LinkRefundPayload = {
  readonly refund: Refund;
  readonly alreadyLinked: Scalars['Boolean']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type UnlinkRefundInput = {
  readonly paymentId: Scalars['ID']['input'];
  readonly depositId: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UnlinkRefundPayload = {
  readonly payment: Payment;
  readonly replayed: Scalars['Boolean']['output'];
};

export type NotifyRefundInput = {
  readonly paymentId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
  readonly amount?: InputMaybe<Scalars['Decimal']['input']>;
  readonly signature: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UnblockDepositInput = {
  readonly depositId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UnblockDepositPayload = {
  readonly release: DepositRelease;
  readonly alreadyUnblocked: Scalars['Boolean']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type DepositRelease = {
  readonly depositId: Scalars['ID']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly from: Scalars['String']['output'];
  readonly txHash: Scalars['String']['output'];
  readonly listedIn: Scalars['String']['output'];
  readonly listVersion: Scalars['String']['output'];
  readonly unblockedBy: Scalars['ID']['output'];
  readonly reason: Scalars['String']['output'];
  readonly unblockedAt: Scalars['DateTime']['output'];
};

export type ErrorType =
  | 'authentication_error'
  | 'insufficient_scope'
  | 'capability_denied'
  | 'invalid_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'conflict'
  | 'idempotency_in_progress'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'policy_violation'
  | 'compliance_denied'
  | 'insufficient_funds'
  | 'no_route'
  | 'all_adapters_exhausted'
  | 'kill_switch_active'
  | 'wallet_frozen'
  | 'mandate_missing'
  | 'mandate_revoked'
  | 'mandate_expired'
  | 'approval_required'
  | 'approval_not_pending'
  | 'approval_already_decided'
  | 'approval_expired'
  | 'approval_denied'
  | 'self_approval_forbidden'
  | 'hold_not_capturable'
  | 'hold_not_voidable'
  | 'hold_expired'
  | 'shared_token_invalid'
  | 'shared_token_used'
  | 'shared_token_expired'
  | 'payment_declined'
  | 'amount_exceeds_cap'
  | 'bank_account_not_verified'
  | 'bank_account_paused'
  | 'micro_deposit_mismatch'
  | 'micro_deposit_attempts_exceeded'
  | 'micro_deposit_expired'
  | 'quote_expired'
  | 'quote_already_used'
  | 'canceled'
  | 'cursor_expired'
  | 'fx_rate_unavailable'
  | 'service_unavailable'
  | 'gateway_timeout'
  | 'internal_error';
