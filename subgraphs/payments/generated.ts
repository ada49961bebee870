/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { PaymentShape, WalletShape, ReconciliationMismatchShape, ApprovalShape } from './resolvers/shapes.ts';
import type { RequestContext } from '../shared/principal.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
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
  readonly failureCode?: Maybe<ErrorType>;
  readonly failureMessage?: Maybe<Scalars['String']['output']>;
  readonly approvalId?: Maybe<Scalars['ID']['output']>;
  readonly approval?: Maybe<Approval>;
  readonly executedBeforeKill: Scalars['Boolean']['output'];
  readonly decision?: Maybe<PolicyDecision>;
  readonly simulated: Scalars['Boolean']['output'];
  readonly policyEvaluatedAt: Scalars['DateTime']['output'];
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly completedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type PaymentStatus =
  | 'pending'
  | 'completed'
  | 'failed';

export type PaymentStage =
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
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly orgId: Scalars['ID']['output'];
  readonly agent?: Maybe<Agent>;
  readonly mandate?: Maybe<Mandate>;
  readonly policy?: Maybe<Policy>;
  readonly usage?: Maybe<MandateUsage>;
  readonly organization: Organization;
  readonly balances: ReadonlyArray<Balance>;
  readonly totalUsd: Scalars['Decimal']['output'];
  readonly sequence: Scalars['Int']['output'];
  readonly payments?: Maybe<PaymentConnection>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


export type WalletPaymentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<PaymentOrder>;
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

export type Balance = {
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly available: Scalars['Decimal']['output'];
  readonly held: Scalars['Decimal']['output'];
  readonly inFlight: Scalars['Decimal']['output'];
  readonly blocked: Scalars['Decimal']['output'];
  readonly total: Scalars['Decimal']['output'];
  readonly onChain: Scalars['Decimal']['output'];
};

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
  readonly reason: Scalars['String']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly wallet?: Maybe<Wallet>;
  readonly paymentId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly depositId?: Maybe<Scalars['ID']['output']>;
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
  | 'payment_not_booked'
  | 'failed_payment_mined'
  | 'authorization_log_missing';

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
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
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
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type TransferPayload = {
  readonly success: Scalars['Boolean']['output'];
  readonly payment: Payment;
  readonly amount: Scalars['Decimal']['output'];
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
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type FaucetPayload = {
  readonly walletId: Scalars['ID']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly txHash: Scalars['String']['output'];
  readonly replayed: Scalars['Boolean']['output'];
};

export type Query = {
  readonly wallet?: Maybe<Wallet>;
  readonly wallets?: Maybe<WalletConnection>;
  readonly walletBalance?: Maybe<WalletBalance>;
  readonly payment?: Maybe<Payment>;
  readonly payments?: Maybe<PaymentConnection>;
  readonly reconciliationMismatches?: Maybe<ReconciliationMismatchConnection>;
  readonly reconciliationMismatch?: Maybe<ReconciliationMismatch>;
  readonly checkPolicy?: Maybe<PolicyCheck>;
  readonly approval?: Maybe<Approval>;
  readonly approvals?: Maybe<ApprovalConnection>;
};


export type QueryWalletArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWalletsArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
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

export type Mutation = {
  readonly createPayment?: Maybe<CreatePaymentPayload>;
  readonly transfer?: Maybe<TransferPayload>;
  readonly executeMandate?: Maybe<ExecuteMandatePayload>;
  readonly faucet?: Maybe<FaucetPayload>;
  readonly freezeWallet?: Maybe<FreezeWalletPayload>;
  readonly unfreezeWallet?: Maybe<UnfreezeWalletPayload>;
  readonly resolveReconciliationMismatch?: Maybe<ResolveReconciliationMismatchPayload>;
  readonly requestApproval?: Maybe<ApprovalPayload>;
  readonly approveApproval?: Maybe<ApprovalPayload>;
  readonly denyApproval?: Maybe<ApprovalPayload>;
  readonly cancelApproval?: Maybe<ApprovalPayload>;
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


export type MutationFreezeWalletArgs = {
  input: FreezeWalletInput;
};


export type MutationUnfreezeWalletArgs = {
  input: UnfreezeWalletInput;
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
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UnfreezeWalletPayload = {
  readonly wallet: Wallet;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ResolveReconciliationMismatchInput = {
  readonly id: Scalars['ID']['input'];
  readonly resolution: Scalars['String']['input'];
};

export type ResolveReconciliationMismatchPayload = {
  readonly mismatch: ReconciliationMismatch;
};

export type Approval = {
  readonly id: Scalars['ID']['output'];
  readonly status: ApprovalStatus;
  readonly subjectType: ApprovalSubjectType;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly payment?: Maybe<Payment>;
  readonly subjectHash: Scalars['String']['output'];
  readonly walletId: Scalars['ID']['output'];
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly amount: Scalars['Decimal']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly to: Scalars['String']['output'];
  readonly merchant?: Maybe<Scalars['String']['output']>;
  readonly amountUsd: Scalars['Decimal']['output'];
  readonly requestedBy: Scalars['ID']['output'];
  readonly orgId: Scalars['ID']['output'];
  readonly reason: ApprovalReason;
  readonly purpose?: Maybe<Scalars['String']['output']>;
  readonly comment?: Maybe<Scalars['String']['output']>;
  readonly requiredApprovals: Scalars['Int']['output'];
  readonly decisions: ReadonlyArray<ApprovalDecision>;
  readonly mandateId?: Maybe<Scalars['ID']['output']>;
  readonly mandateVersion?: Maybe<Scalars['Int']['output']>;
  readonly mandateVersionRecord?: Maybe<MandateVersion>;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly resolvedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type ApprovalDecision = {
  readonly decidedBy: Scalars['ID']['output'];
  readonly decision: ApprovalVerdict;
  readonly comment?: Maybe<Scalars['String']['output']>;
  readonly at: Scalars['DateTime']['output'];
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
  | 'payment';

export type ApprovalReason =
  | 'above_threshold'
  | 'compliance_review'
  | 'manual';

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
  | 'canceled'
  | 'fx_rate_unavailable'
  | 'service_unavailable'
  | 'gateway_timeout'
  | 'internal_error';



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
  Balance: ResolverTypeWrapper<Balance>;
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
  FreezeWalletInput: FreezeWalletInput;
  FreezeWalletPayload: ResolverTypeWrapper<Omit<FreezeWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  UnfreezeWalletInput: UnfreezeWalletInput;
  UnfreezeWalletPayload: ResolverTypeWrapper<Omit<UnfreezeWalletPayload, 'wallet'> & { wallet: ResolversTypes['Wallet'] }>;
  ResolveReconciliationMismatchInput: ResolveReconciliationMismatchInput;
  ResolveReconciliationMismatchPayload: ResolverTypeWrapper<Omit<ResolveReconciliationMismatchPayload, 'mismatch'> & { mismatch: ResolversTypes['ReconciliationMismatch'] }>;
  Approval: ResolverTypeWrapper<ApprovalShape>;
  ApprovalDecision: ResolverTypeWrapper<ApprovalDecision>;
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
  Balance: Balance;
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
  FreezeWalletInput: FreezeWalletInput;
  FreezeWalletPayload: Omit<FreezeWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  UnfreezeWalletInput: UnfreezeWalletInput;
  UnfreezeWalletPayload: Omit<UnfreezeWalletPayload, 'wallet'> & { wallet: ResolversParentTypes['Wallet'] };
  ResolveReconciliationMismatchInput: ResolveReconciliationMismatchInput;
  ResolveReconciliationMismatchPayload: Omit<ResolveReconciliationMismatchPayload, 'mismatch'> & { mismatch: ResolversParentTypes['ReconciliationMismatch'] };
  Approval: ApprovalShape;
  ApprovalDecision: ApprovalDecision;
  ApprovalOrder: ApprovalOrder;
  ApprovalConnection: Connection<ApprovalShape>;
  ApprovalEdge: Omit<ApprovalEdge, 'node'> & { node: ResolversParentTypes['Approval'] };
  RequestApprovalInput: RequestApprovalInput;
  DecideApprovalInput: DecideApprovalInput;
  ApprovalPayload: Omit<ApprovalPayload, 'approval'> & { approval?: Maybe<ResolversParentTypes['Approval']> };
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
  failureCode?: Resolver<Maybe<ResolversTypes['ErrorType']>, ParentType, ContextType>;
  failureMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
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
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  policy?: Resolver<Maybe<ResolversTypes['Policy']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['MandateUsage']>, ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  balances?: Resolver<ReadonlyArray<ResolversTypes['Balance']>, ParentType, ContextType>;
  totalUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  payments?: Resolver<Maybe<ResolversTypes['PaymentConnection']>, ParentType, ContextType, Partial<WalletPaymentsArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WalletAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletAddress'] = ResolversParentTypes['WalletAddress']> = {
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BalanceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Balance'] = ResolversParentTypes['Balance']> = {
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  inFlight?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  blocked?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  onChain?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
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
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  depositId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  wallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType, RequireFields<QueryWalletArgs, 'id'>>;
  wallets?: Resolver<Maybe<ResolversTypes['WalletConnection']>, ParentType, ContextType, Partial<QueryWalletsArgs>>;
  walletBalance?: Resolver<Maybe<ResolversTypes['WalletBalance']>, ParentType, ContextType, RequireFields<QueryWalletBalanceArgs, 'walletId'>>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType, RequireFields<QueryPaymentArgs, 'id'>>;
  payments?: Resolver<Maybe<ResolversTypes['PaymentConnection']>, ParentType, ContextType, Partial<QueryPaymentsArgs>>;
  reconciliationMismatches?: Resolver<Maybe<ResolversTypes['ReconciliationMismatchConnection']>, ParentType, ContextType, Partial<QueryReconciliationMismatchesArgs>>;
  reconciliationMismatch?: Resolver<Maybe<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType, RequireFields<QueryReconciliationMismatchArgs, 'id'>>;
  checkPolicy?: Resolver<Maybe<ResolversTypes['PolicyCheck']>, ParentType, ContextType, RequireFields<QueryCheckPolicyArgs, 'input'>>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType, RequireFields<QueryApprovalArgs, 'id'>>;
  approvals?: Resolver<Maybe<ResolversTypes['ApprovalConnection']>, ParentType, ContextType, Partial<QueryApprovalsArgs>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createPayment?: Resolver<Maybe<ResolversTypes['CreatePaymentPayload']>, ParentType, ContextType, RequireFields<MutationCreatePaymentArgs, 'input'>>;
  transfer?: Resolver<Maybe<ResolversTypes['TransferPayload']>, ParentType, ContextType, RequireFields<MutationTransferArgs, 'input'>>;
  executeMandate?: Resolver<Maybe<ResolversTypes['ExecuteMandatePayload']>, ParentType, ContextType, RequireFields<MutationExecuteMandateArgs, 'input'>>;
  faucet?: Resolver<Maybe<ResolversTypes['FaucetPayload']>, ParentType, ContextType, RequireFields<MutationFaucetArgs, 'input'>>;
  freezeWallet?: Resolver<Maybe<ResolversTypes['FreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationFreezeWalletArgs, 'input'>>;
  unfreezeWallet?: Resolver<Maybe<ResolversTypes['UnfreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationUnfreezeWalletArgs, 'input'>>;
  resolveReconciliationMismatch?: Resolver<Maybe<ResolversTypes['ResolveReconciliationMismatchPayload']>, ParentType, ContextType, RequireFields<MutationResolveReconciliationMismatchArgs, 'input'>>;
  requestApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationRequestApprovalArgs, 'input'>>;
  approveApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationApproveApprovalArgs, 'input'>>;
  denyApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationDenyApprovalArgs, 'input'>>;
  cancelApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationCancelApprovalArgs, 'input'>>;
};

export type FreezeWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FreezeWalletPayload'] = ResolversParentTypes['FreezeWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UnfreezeWalletPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UnfreezeWalletPayload'] = ResolversParentTypes['UnfreezeWalletPayload']> = {
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ResolveReconciliationMismatchPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResolveReconciliationMismatchPayload'] = ResolversParentTypes['ResolveReconciliationMismatchPayload']> = {
  mismatch?: Resolver<ResolversTypes['ReconciliationMismatch'], ParentType, ContextType>;
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
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amountUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ApprovalReason'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requiredApprovals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  decisions?: Resolver<ReadonlyArray<ResolversTypes['ApprovalDecision']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mandateVersionRecord?: Resolver<Maybe<ResolversTypes['MandateVersion']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ApprovalDecisionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalDecision'] = ResolversParentTypes['ApprovalDecision']> = {
  decidedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['ApprovalVerdict'], ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
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

export type Resolvers<ContextType = RequestContext> = {
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Payment?: PaymentResolvers<ContextType>;
  FxRate?: FxRateResolvers<ContextType>;
  PaymentAttempt?: PaymentAttemptResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  WalletAddress?: WalletAddressResolvers<ContextType>;
  Balance?: BalanceResolvers<ContextType>;
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
  CreatePaymentPayload?: CreatePaymentPayloadResolvers<ContextType>;
  ExecuteMandatePayload?: ExecuteMandatePayloadResolvers<ContextType>;
  TransferPayload?: TransferPayloadResolvers<ContextType>;
  PolicyCheck?: PolicyCheckResolvers<ContextType>;
  RemainingBudget?: RemainingBudgetResolvers<ContextType>;
  FaucetPayload?: FaucetPayloadResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  FreezeWalletPayload?: FreezeWalletPayloadResolvers<ContextType>;
  UnfreezeWalletPayload?: UnfreezeWalletPayloadResolvers<ContextType>;
  ResolveReconciliationMismatchPayload?: ResolveReconciliationMismatchPayloadResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  ApprovalDecision?: ApprovalDecisionResolvers<ContextType>;
  ApprovalConnection?: ApprovalConnectionResolvers<ContextType>;
  ApprovalEdge?: ApprovalEdgeResolvers<ContextType>;
  ApprovalPayload?: ApprovalPayloadResolvers<ContextType>;
};
