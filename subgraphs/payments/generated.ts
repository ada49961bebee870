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
  /** A decimal number as text, such as "12.50". */
  Decimal: { input: string; output: string; }
  /** An instant in ISO 8601, UTC, with milliseconds and Z. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** A payment: one document from acceptance to its end. completed and failed are final. */
export type Payment = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** pending, completed or failed. */
  status: PaymentStatus;
  /** Where exactly the payment stands. */
  stage: PaymentStage;
  /** Transaction hash, from the first broadcast on. */
  txHash?: Maybe<Scalars['String']['output']>;
  /** Paying wallet; null without the right to see wallets. */
  wallet?: Maybe<Wallet>;
  /** Id of the paying wallet. */
  walletId: Scalars['ID']['output'];
  /** Id of the agent whose wallet pays. */
  agentId?: Maybe<Scalars['ID']['output']>;
  /** Id of the mandate that decided. */
  mandateId?: Maybe<Scalars['ID']['output']>;
  /** Agent whose wallet pays. */
  agent?: Maybe<Agent>;
  /** Mandate that decided the payment. */
  mandate?: Maybe<Mandate>;
  /** Version of the mandate that decided. */
  mandateVersion?: Maybe<Scalars['Int']['output']>;
  /** Destination address. */
  to: Scalars['String']['output'];
  /** Merchant of the registry that is paid. */
  merchant?: Maybe<Merchant>;
  /** Domain of the merchant, where one is known. */
  merchantDomain?: Maybe<Scalars['String']['output']>;
  /** Category of the merchant. */
  category: Scalars['String']['output'];
  /** Amount in the token. */
  amount: Scalars['Decimal']['output'];
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
  /** What the limits counted, in US dollars. */
  usdAmount: Scalars['Decimal']['output'];
  /** Exchange rate that was used, for tokens that are not in dollars. */
  fx?: Maybe<FxRate>;
  /** Memo of the caller. */
  purpose?: Maybe<Scalars['String']['output']>;
  /** Every try to hand the transaction to a node that failed. */
  attempts: Array<PaymentAttempt>;
  /** Type of the error that ended a failed payment. */
  failureCode?: Maybe<Scalars['String']['output']>;
  /** Why the payment failed, in words. */
  failureMessage?: Maybe<Scalars['String']['output']>;
  /** Id of the approval that this payment waits for or was made under. */
  approvalId?: Maybe<Scalars['ID']['output']>;
  /** That approval; null without the right to see approvals. */
  approval?: Maybe<Approval>;
  /** Whether a kill switch would have stopped it, had it not been handed to the chain before. */
  executedBeforeKill: Scalars['Boolean']['output'];
  /** Every rule's outcome, as it was decided. */
  decision?: Maybe<Scalars['JSON']['output']>;
  /** Whether the chain is a local one without value. */
  simulated: Scalars['Boolean']['output'];
  /** When the policy was evaluated; the limits of that day and month count it. */
  policyEvaluatedAt: Scalars['DateTime']['output'];
  /** The caller's own data. */
  metadata?: Maybe<Scalars['JSON']['output']>;
  /** When it was accepted. */
  createdAt: Scalars['DateTime']['output'];
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** When it was confirmed on chain. */
  completedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** An approval; its own subgraph has the rest. */
export type Approval = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** States of a payment. */
export type PaymentStatus =
  /** Submitted, awaiting confirmation. */
  | 'pending'
  /** Confirmed on chain. */
  | 'completed'
  /** Ended without payment; nothing left the wallet. */
  | 'failed';

/** Fine states of a payment. */
export type PaymentStage =
  /** A human has to approve it first. */
  | 'awaiting_approval'
  /** Accepted; funds are reserved. */
  | 'queued'
  /** Signed and stored, being handed to the chain. */
  | 'broadcasting'
  /** On its way into a block, or gathering confirmations. */
  | 'confirming'
  /** Done. */
  | 'completed'
  /** Over. */
  | 'failed';

/** An exchange rate and its age. */
export type FxRate = {
  /** US dollars for one token. */
  rate: Scalars['Decimal']['output'];
  /** When the rate was taken. */
  asOf: Scalars['DateTime']['output'];
};

/** A failed try to sign a transaction or to hand it to a node. */
export type PaymentAttempt = {
  /** The endpoint that was tried; custody where the wallet could not sign. */
  adapter: Scalars['String']['output'];
  /** When. */
  at: Scalars['DateTime']['output'];
  /** What went wrong. */
  error: Scalars['String']['output'];
};

/** A wallet: balances on every chain under one address, and the state that guards its spending. */
export type Wallet = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** Name for people. */
  name?: Maybe<Scalars['String']['output']>;
  /** custodial: the service holds the key in one place; mpc: in shares; external: the owner holds it. */
  type: Scalars['String']['output'];
  /** Who holds the key: local, mpc3 or external. */
  custody: Scalars['String']['output'];
  /** EVM address, the same on all chains. */
  address: Scalars['String']['output'];
  /** The address on each chain that is configured. */
  addresses: Array<WalletAddress>;
  /** frozen or active. */
  status: WalletStatus;
  /** Why it is frozen. */
  frozenReason?: Maybe<Scalars['String']['output']>;
  /** Who froze it. */
  frozenBy?: Maybe<Scalars['String']['output']>;
  /** policy or manual. */
  frozenSource?: Maybe<Scalars['String']['output']>;
  /** When it was frozen. */
  frozenAt?: Maybe<Scalars['DateTime']['output']>;
  /** Id of the agent that spends from it. */
  agentId?: Maybe<Scalars['ID']['output']>;
  /** Id of the mandate in force. */
  mandateId?: Maybe<Scalars['ID']['output']>;
  /** Id of the organization that owns it. */
  orgId: Scalars['ID']['output'];
  /** Agent that spends from it. */
  agent?: Maybe<Agent>;
  /** Mandate in force. */
  mandate?: Maybe<Mandate>;
  /** The rules in force; null without a mandate. */
  policy?: Maybe<Policy>;
  /** Live budget, from the very counters that enforcement uses; null without a mandate. */
  usage?: Maybe<MandateUsage>;
  /** Organization that owns it. */
  organization: Organization;
  /** Balances for each token and chain that the wallet ever held. */
  balances: Array<Balance>;
  /** Sum of the available balances of tokens that are worth a dollar. */
  totalUsd: Scalars['Decimal']['output'];
  /** Sequence of the wallet's last event: what a subscriber has to have seen to be up to date. */
  sequence: Scalars['Int']['output'];
  /** Payments of this wallet, newest first. */
  payments: PaymentConnection;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** A wallet: balances on every chain under one address, and the state that guards its spending. */
export type WalletPaymentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** An address on one chain. */
export type WalletAddress = {
  /** Chain. */
  chain: Scalars['String']['output'];
  /** Address, EIP-55. */
  address: Scalars['String']['output'];
};

/** States of a wallet. */
export type WalletStatus =
  /** It can spend. */
  | 'active'
  /** Spends and captures are refused; deposits and reads go on. */
  | 'frozen';

/** One token on one chain inside a wallet. */
export type Balance = {
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
  /** What can be spent. */
  available: Scalars['Decimal']['output'];
  /** Locked by holds. */
  held: Scalars['Decimal']['output'];
  /** In payments under way. */
  inFlight: Scalars['Decimal']['output'];
  /** Blocked by compliance. */
  blocked: Scalars['Decimal']['output'];
  /** available, held, in flight and blocked together. */
  total: Scalars['Decimal']['output'];
  /** What the ledger says is on chain. */
  onChain: Scalars['Decimal']['output'];
};

/** The balance of one token on one chain. */
export type WalletBalance = {
  /** What can be spent. */
  balance: Scalars['Decimal']['output'];
  /** Locked by holds. */
  held: Scalars['Decimal']['output'];
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
};

/** A spending policy. An absent limit is no limit; an empty list is no restriction. Amounts are US dollars. */
export type Policy = {
  /** Cap for one transaction. */
  maxPerTransaction?: Maybe<Scalars['Float']['output']>;
  /** Cap for a calendar day. */
  dailyLimit?: Maybe<Scalars['Float']['output']>;
  /** Cap for a calendar month. */
  monthlyLimit?: Maybe<Scalars['Float']['output']>;
  /** Merchant domains that are allowed. */
  allowedMerchants: Array<Scalars['String']['output']>;
  /** Categories that are allowed. */
  allowedCategories: Array<Scalars['String']['output']>;
  /** Categories that are blocked; blocked wins over allowed. */
  blockedCategories: Array<Scalars['String']['output']>;
  /** Amount above which a human has to approve. */
  approvalThreshold?: Maybe<Scalars['Float']['output']>;
  /** Times at which payments are allowed. */
  timeWindows: Array<TimeWindow>;
};

/** A weekly time window; end before start runs over midnight. */
export type TimeWindow = {
  /** Three-letter weekday names, mon to sun; the day on which the window starts. */
  days: Array<Scalars['String']['output']>;
  /** First minute, HH:MM. */
  start: Scalars['String']['output'];
  /** Minute after the last, HH:MM; 24:00 is midnight at the end of the day. */
  end: Scalars['String']['output'];
  /** IANA time zone name. */
  tz: Scalars['String']['output'];
};

/** Budget of the two calendar windows. */
export type MandateUsage = {
  /** The day now open. */
  day: LimitUsage;
  /** The month now open. */
  month: LimitUsage;
};

/** One limit and what is left of it, in US dollars. */
export type LimitUsage = {
  /** The limit; absent means none. */
  limit?: Maybe<Scalars['Decimal']['output']>;
  /** Completed spending in the window. */
  spent: Scalars['Decimal']['output'];
  /** Reserved by payments under way. */
  reserved: Scalars['Decimal']['output'];
  /** What is left; absent without a limit. */
  remaining?: Maybe<Scalars['Decimal']['output']>;
  /** First instant of the next window. */
  resetsAt: Scalars['DateTime']['output'];
};

/** An agent; its own subgraph has the rest. */
export type Agent = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** Payments of this agent, newest first. */
  payments: PaymentConnection;
};


/** An agent; its own subgraph has the rest. */
export type AgentPaymentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A mandate; its own subgraph has the rest. */
export type Mandate = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** A merchant; its own subgraph has the rest. */
export type Merchant = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** An organization; its own subgraph has the rest. */
export type Organization = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** A page of payments. */
export type PaymentConnection = {
  /** Payments with their cursors. */
  edges: Array<PaymentEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A payment in a page. */
export type PaymentEdge = {
  /** The payment. */
  node: Payment;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** A difference between ledger and chain that reconciliation has found: corrections are journals, this is the record. */
export type ReconciliationMismatch = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** What differs. */
  kind: MismatchKind;
  /** open or resolved. */
  state: MismatchState;
  /** How it was resolved. */
  resolution?: Maybe<Scalars['String']['output']>;
  /** What happened, in words. */
  reason: Scalars['String']['output'];
  /** Id of the wallet. */
  walletId: Scalars['ID']['output'];
  /** The wallet. */
  wallet?: Maybe<Wallet>;
  /** Id of the payment that it is about. */
  paymentId?: Maybe<Scalars['ID']['output']>;
  /** The payment that it is about. */
  payment?: Maybe<Payment>;
  /** Id of the deposit that it is about. */
  depositId?: Maybe<Scalars['ID']['output']>;
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
  /** What the ledger said. */
  expected: Scalars['Decimal']['output'];
  /** What the chain says. */
  found: Scalars['Decimal']['output'];
  /** What the ledger still has too much, because the wallet does not hold it; taken as soon as it does. */
  missing: Scalars['Decimal']['output'];
  /** When it was found. */
  openedAt: Scalars['DateTime']['output'];
  /** When it was resolved. */
  resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Kinds of differences between ledger and chain. */
export type MismatchKind =
  /** A credited deposit left the chain: it was taken back, and its wallet is frozen. */
  | 'deposit_reorganized'
  /** A deposit is on chain and could not be credited yet; it is tried again. */
  | 'deposit_not_booked'
  /** The transfer of a completed payment left the chain for good: the money is the wallet's again. */
  | 'payment_reorganized'
  /** A payment is on chain and could not be completed yet; it is tried again. */
  | 'payment_not_booked'
  /** A payment that had failed was mined after all: the ledger was corrected. */
  | 'failed_payment_mined'
  /** An authorization is used up on chain, and no log of it is found. */
  | 'authorization_log_missing';

/** States of a mismatch. */
export type MismatchState =
  /** Not settled: tried again by itself, or for a person to look at. */
  | 'open'
  /** Ledger and chain agree again. */
  | 'resolved';

/** A page of mismatches. */
export type ReconciliationMismatchConnection = {
  /** Mismatches with their cursors. */
  edges: Array<ReconciliationMismatchEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A mismatch in a page. */
export type ReconciliationMismatchEdge = {
  /** The mismatch. */
  node: ReconciliationMismatch;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** A page of wallets. */
export type WalletConnection = {
  /** Wallets with their cursors. */
  edges: Array<WalletEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A wallet in a page. */
export type WalletEdge = {
  /** The wallet. */
  node: Wallet;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** Where a page stands in its list. */
export type PageInfo = {
  /** Whether more rows follow. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether rows came before. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A payment to make. */
export type CreatePaymentInput = {
  /** Paying wallet. */
  walletId: Scalars['ID']['input'];
  /** The agent that an organization pays for; it has to be the wallet's. */
  agentId?: InputMaybe<Scalars['ID']['input']>;
  /** Destination: an address, a merchant identifier or a merchant's domain. */
  to: Scalars['String']['input'];
  /** Decimal amount as text. */
  amount: Scalars['String']['input'];
  /** USDC, USDT, PYUSD or EURC. */
  token: Scalars['String']['input'];
  /** Chain; default base, or the first chain of the token with enough balance. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** Domain of the merchant that the payment is for. */
  merchant?: InputMaybe<Scalars['String']['input']>;
  /** Memo. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** The caller's own data. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** An approval given for this very spend: it passes the threshold once. */
  approvalId?: InputMaybe<Scalars['ID']['input']>;
  /** Seconds to wait for the end of the payment, 0 to 30; a payment that needs an approval is answered at once. */
  wait?: InputMaybe<Scalars['Int']['input']>;
  /** Makes repeating the call safe: the same key never makes a second payment. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The payment made. */
export type CreatePaymentPayload = {
  /** The payment. */
  payment: Payment;
  /** Whether this repeats the answer of an earlier call with the same key. */
  replayed: Scalars['Boolean']['output'];
};

/** A payment to a payment service, under the mandate in force. */
export type ExecuteMandateInput = {
  /** Domain of the payment service that is paid. */
  pspDomain: Scalars['String']['input'];
  /** Decimal amount as text. */
  amount: Scalars['String']['input'];
  /** Token; default USDC. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** Chain; default base. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** Memo. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** Paying wallet; default the agent's own. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
  /** An approval given for this very spend: it passes the threshold once. */
  approvalId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether to wait for an approval above the threshold, default true; false is refused and names the approval to wait for. */
  park?: InputMaybe<Scalars['Boolean']['input']>;
  /** Seconds to wait for the end of the payment, 0 to 30. */
  wait?: InputMaybe<Scalars['Int']['input']>;
  /** Makes repeating the call safe. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The payment made. */
export type ExecuteMandatePayload = {
  /** The payment. */
  payment: Payment;
  /** Whether this repeats the answer of an earlier call with the same key. */
  replayed: Scalars['Boolean']['output'];
};

/** A transfer in dollars to a recipient. */
export type TransferInput = {
  /** Paying wallet. */
  walletId: Scalars['ID']['input'];
  /** Amount in US dollars, as decimal text. */
  amount: Scalars['String']['input'];
  /** Recipient: an address, a merchant identifier or a merchant's domain. */
  merchant: Scalars['String']['input'];
  /** Memo. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** Token; default USDC. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** Chain; default base. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** An approval given for this very spend: it passes the threshold once. */
  approvalId?: InputMaybe<Scalars['ID']['input']>;
  /** Seconds to wait for the end of the payment, 0 to 30. */
  wait?: InputMaybe<Scalars['Int']['input']>;
  /** Makes repeating the call safe. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The transfer made. */
export type TransferPayload = {
  /** False only when the transfer failed. */
  success: Scalars['Boolean']['output'];
  /** The payment behind the transfer. */
  payment: Payment;
  /** Amount in the token. */
  amount: Scalars['Decimal']['output'];
  /** Address that is paid. */
  destination: Scalars['String']['output'];
  /** Whether this repeats the answer of an earlier call with the same key. */
  replayed: Scalars['Boolean']['output'];
};

/** A spend to check. */
export type CheckPolicyInput = {
  /** Wallet; default the agent's own. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
  /** Agent whose wallet is meant. */
  agentId?: InputMaybe<Scalars['ID']['input']>;
  /** Decimal amount as text. */
  amount: Scalars['String']['input'];
  /** Domain of the merchant. */
  merchant?: InputMaybe<Scalars['String']['input']>;
  /** Destination: an address, a merchant identifier or a merchant's domain. */
  to?: InputMaybe<Scalars['String']['input']>;
  /** Token; default USDC. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** Chain; default base. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** Instant to evaluate at; default now. */
  at?: InputMaybe<Scalars['DateTime']['input']>;
  /** payment, transfer or execute. */
  kind?: InputMaybe<Scalars['String']['input']>;
};

/** What would happen. Nothing is reserved. */
export type PolicyCheck = {
  /** Whether the spend would be accepted without a human. */
  allowed: Scalars['Boolean']['output'];
  /** The amount asked about. */
  amount: Scalars['Float']['output'];
  /** The merchant or destination asked about. */
  merchant?: Maybe<Scalars['String']['output']>;
  /** Limit for one transaction; absent without one. */
  limitPerTx?: Maybe<Scalars['Float']['output']>;
  /** The outcome in one sentence. */
  message: Scalars['String']['output'];
  /** allow, approval_required, review or deny. */
  outcome: Scalars['String']['output'];
  /** Type of the refusal. */
  errorType?: Maybe<Scalars['String']['output']>;
  /** Every rule with its figures. */
  rules: Scalars['JSON']['output'];
  /** Mandate that decides. */
  mandateId?: Maybe<Scalars['ID']['output']>;
  /** Its version. */
  mandateVersion?: Maybe<Scalars['Int']['output']>;
  /** Instant of the evaluation. */
  evaluatedAt: Scalars['DateTime']['output'];
  /** Category of the merchant. */
  category: Scalars['String']['output'];
  /** The amount in US dollars. */
  usdAmount: Scalars['Decimal']['output'];
  /** Exchange rate that was used, for tokens that are not in dollars. */
  fx?: Maybe<FxRate>;
  /** What is left of the limits, before this spend. */
  remaining: RemainingBudget;
};

/** What is left of the two windows, in US dollars. */
export type RemainingBudget = {
  /** Of the day's limit; absent without one. */
  day?: Maybe<Scalars['Decimal']['output']>;
  /** Of the month's limit; absent without one. */
  month?: Maybe<Scalars['Decimal']['output']>;
};

/** Test money to ask for. */
export type FaucetInput = {
  /** Wallet to fund. */
  walletId: Scalars['ID']['input'];
  /** Decimal amount; default 100, at most 10000. */
  amount?: InputMaybe<Scalars['String']['input']>;
  /** Token; default USDC. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** Chain; default base. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Test money on its way: a deposit like any other. */
export type FaucetPayload = {
  /** Wallet that is funded. */
  walletId: Scalars['ID']['output'];
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
  /** Amount minted. */
  amount: Scalars['Decimal']['output'];
  /** Transaction on the test chain. */
  txHash: Scalars['String']['output'];
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

export type Query = {
  /** One wallet; an agent sees its own. */
  wallet?: Maybe<Wallet>;
  /** Wallets, newest first; an agent sees its own. */
  wallets: WalletConnection;
  /** Available balance of one token on one chain. */
  walletBalance?: Maybe<WalletBalance>;
  /** One payment; an agent sees its own. */
  payment?: Maybe<Payment>;
  /** Payments, newest first; an agent sees its own. */
  payments: PaymentConnection;
  /** Differences between ledger and chain, newest first; organization keys only. */
  reconciliationMismatches: ReconciliationMismatchConnection;
  /** One difference between ledger and chain; organization keys only. */
  reconciliationMismatch?: Maybe<ReconciliationMismatch>;
  /** The dry run: the same gates as a payment, over a read-only view. */
  checkPolicy?: Maybe<PolicyCheck>;
};


export type QueryWalletArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWalletsArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
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
  status?: InputMaybe<PaymentStatus>;
  stage?: InputMaybe<PaymentStage>;
  merchant?: InputMaybe<Scalars['String']['input']>;
  token?: InputMaybe<Scalars['String']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdUntil?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryReconciliationMismatchesArgs = {
  state?: InputMaybe<MismatchState>;
  kind?: InputMaybe<MismatchKind>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryReconciliationMismatchArgs = {
  id: Scalars['ID']['input'];
};


export type QueryCheckPolicyArgs = {
  input: CheckPolicyInput;
};

export type Mutation = {
  /** Makes a payment; refusals are errors that name the rule and the figure. */
  createPayment?: Maybe<CreatePaymentPayload>;
  /** Transfers dollars to a recipient. */
  transfer?: Maybe<TransferPayload>;
  /** Pays a payment service under the mandate in force. */
  executeMandate?: Maybe<ExecuteMandatePayload>;
  /** Funds a wallet with test money; test mode only. */
  faucet?: Maybe<FaucetPayload>;
  /** Stops all spending from a wallet; deposits and reads go on. Repeating it changes nothing. */
  freezeWallet?: Maybe<FreezeWalletPayload>;
  /** Lets a wallet spend again. Repeating it changes nothing. */
  unfreezeWallet?: Maybe<UnfreezeWalletPayload>;
  /** Settles a mismatch that a person has looked at; one that settlement still works on resolves itself. */
  resolveReconciliationMismatch?: Maybe<ResolveReconciliationMismatchPayload>;
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

/** Which wallet, and why. */
export type FreezeWalletInput = {
  /** Wallet. */
  walletId: Scalars['ID']['input'];
  /** Why, for those who look at it later. */
  reason: Scalars['String']['input'];
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The frozen wallet. */
export type FreezeWalletPayload = {
  /** The wallet. */
  wallet: Wallet;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** Which wallet, and why. */
export type UnfreezeWalletInput = {
  /** Wallet. */
  walletId: Scalars['ID']['input'];
  /** Why, for those who look at it later. */
  reason: Scalars['String']['input'];
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The wallet that can spend again. */
export type UnfreezeWalletPayload = {
  /** The wallet. */
  wallet: Wallet;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** Which mismatch, and how it was settled. */
export type ResolveReconciliationMismatchInput = {
  /** Mismatch identifier. */
  id: Scalars['ID']['input'];
  /** How it was settled, for those who look at it later. */
  resolution: Scalars['String']['input'];
};

/** The resolved mismatch. */
export type ResolveReconciliationMismatchPayload = {
  /** The mismatch. */
  mismatch: ReconciliationMismatch;
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
  Payment: Payment;
  Wallet: Wallet;
  Agent: Agent;
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
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Decimal: ResolverTypeWrapper<Partial<Scalars['Decimal']['output']>>;
  DateTime: ResolverTypeWrapper<Partial<Scalars['DateTime']['output']>>;
  JSON: ResolverTypeWrapper<Partial<Scalars['JSON']['output']>>;
  Payment: ResolverTypeWrapper<Partial<Payment>>;
  ID: ResolverTypeWrapper<Partial<Scalars['ID']['output']>>;
  String: ResolverTypeWrapper<Partial<Scalars['String']['output']>>;
  Int: ResolverTypeWrapper<Partial<Scalars['Int']['output']>>;
  Boolean: ResolverTypeWrapper<Partial<Scalars['Boolean']['output']>>;
  Approval: ResolverTypeWrapper<Partial<Approval>>;
  PaymentStatus: ResolverTypeWrapper<Partial<PaymentStatus>>;
  PaymentStage: ResolverTypeWrapper<Partial<PaymentStage>>;
  FxRate: ResolverTypeWrapper<Partial<FxRate>>;
  PaymentAttempt: ResolverTypeWrapper<Partial<PaymentAttempt>>;
  Wallet: ResolverTypeWrapper<Partial<Wallet>>;
  WalletAddress: ResolverTypeWrapper<Partial<WalletAddress>>;
  WalletStatus: ResolverTypeWrapper<Partial<WalletStatus>>;
  Balance: ResolverTypeWrapper<Partial<Balance>>;
  WalletBalance: ResolverTypeWrapper<Partial<WalletBalance>>;
  Policy: ResolverTypeWrapper<Partial<Policy>>;
  Float: ResolverTypeWrapper<Partial<Scalars['Float']['output']>>;
  TimeWindow: ResolverTypeWrapper<Partial<TimeWindow>>;
  MandateUsage: ResolverTypeWrapper<Partial<MandateUsage>>;
  LimitUsage: ResolverTypeWrapper<Partial<LimitUsage>>;
  Agent: ResolverTypeWrapper<Partial<Agent>>;
  Mandate: ResolverTypeWrapper<Partial<Mandate>>;
  Merchant: ResolverTypeWrapper<Partial<Merchant>>;
  Organization: ResolverTypeWrapper<Partial<Organization>>;
  PaymentConnection: ResolverTypeWrapper<Partial<PaymentConnection>>;
  PaymentEdge: ResolverTypeWrapper<Partial<PaymentEdge>>;
  ReconciliationMismatch: ResolverTypeWrapper<Partial<ReconciliationMismatch>>;
  MismatchKind: ResolverTypeWrapper<Partial<MismatchKind>>;
  MismatchState: ResolverTypeWrapper<Partial<MismatchState>>;
  ReconciliationMismatchConnection: ResolverTypeWrapper<Partial<ReconciliationMismatchConnection>>;
  ReconciliationMismatchEdge: ResolverTypeWrapper<Partial<ReconciliationMismatchEdge>>;
  WalletConnection: ResolverTypeWrapper<Partial<WalletConnection>>;
  WalletEdge: ResolverTypeWrapper<Partial<WalletEdge>>;
  PageInfo: ResolverTypeWrapper<Partial<PageInfo>>;
  CreatePaymentInput: ResolverTypeWrapper<Partial<CreatePaymentInput>>;
  CreatePaymentPayload: ResolverTypeWrapper<Partial<CreatePaymentPayload>>;
  ExecuteMandateInput: ResolverTypeWrapper<Partial<ExecuteMandateInput>>;
  ExecuteMandatePayload: ResolverTypeWrapper<Partial<ExecuteMandatePayload>>;
  TransferInput: ResolverTypeWrapper<Partial<TransferInput>>;
  TransferPayload: ResolverTypeWrapper<Partial<TransferPayload>>;
  CheckPolicyInput: ResolverTypeWrapper<Partial<CheckPolicyInput>>;
  PolicyCheck: ResolverTypeWrapper<Partial<PolicyCheck>>;
  RemainingBudget: ResolverTypeWrapper<Partial<RemainingBudget>>;
  FaucetInput: ResolverTypeWrapper<Partial<FaucetInput>>;
  FaucetPayload: ResolverTypeWrapper<Partial<FaucetPayload>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  FreezeWalletInput: ResolverTypeWrapper<Partial<FreezeWalletInput>>;
  FreezeWalletPayload: ResolverTypeWrapper<Partial<FreezeWalletPayload>>;
  UnfreezeWalletInput: ResolverTypeWrapper<Partial<UnfreezeWalletInput>>;
  UnfreezeWalletPayload: ResolverTypeWrapper<Partial<UnfreezeWalletPayload>>;
  ResolveReconciliationMismatchInput: ResolverTypeWrapper<Partial<ResolveReconciliationMismatchInput>>;
  ResolveReconciliationMismatchPayload: ResolverTypeWrapper<Partial<ResolveReconciliationMismatchPayload>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Decimal: Partial<Scalars['Decimal']['output']>;
  DateTime: Partial<Scalars['DateTime']['output']>;
  JSON: Partial<Scalars['JSON']['output']>;
  Payment: Partial<Payment | FederationReferenceTypes['Payment']>;
  ID: Partial<Scalars['ID']['output']>;
  String: Partial<Scalars['String']['output']>;
  Int: Partial<Scalars['Int']['output']>;
  Boolean: Partial<Scalars['Boolean']['output']>;
  Approval: Partial<Approval>;
  FxRate: Partial<FxRate>;
  PaymentAttempt: Partial<PaymentAttempt>;
  Wallet: Partial<Wallet | FederationReferenceTypes['Wallet']>;
  WalletAddress: Partial<WalletAddress>;
  Balance: Partial<Balance>;
  WalletBalance: Partial<WalletBalance>;
  Policy: Partial<Policy>;
  Float: Partial<Scalars['Float']['output']>;
  TimeWindow: Partial<TimeWindow>;
  MandateUsage: Partial<MandateUsage>;
  LimitUsage: Partial<LimitUsage>;
  Agent: Partial<Agent | FederationReferenceTypes['Agent']>;
  Mandate: Partial<Mandate>;
  Merchant: Partial<Merchant>;
  Organization: Partial<Organization>;
  PaymentConnection: Partial<PaymentConnection>;
  PaymentEdge: Partial<PaymentEdge>;
  ReconciliationMismatch: Partial<ReconciliationMismatch>;
  ReconciliationMismatchConnection: Partial<ReconciliationMismatchConnection>;
  ReconciliationMismatchEdge: Partial<ReconciliationMismatchEdge>;
  WalletConnection: Partial<WalletConnection>;
  WalletEdge: Partial<WalletEdge>;
  PageInfo: Partial<PageInfo>;
  CreatePaymentInput: Partial<CreatePaymentInput>;
  CreatePaymentPayload: Partial<CreatePaymentPayload>;
  ExecuteMandateInput: Partial<ExecuteMandateInput>;
  ExecuteMandatePayload: Partial<ExecuteMandatePayload>;
  TransferInput: Partial<TransferInput>;
  TransferPayload: Partial<TransferPayload>;
  CheckPolicyInput: Partial<CheckPolicyInput>;
  PolicyCheck: Partial<PolicyCheck>;
  RemainingBudget: Partial<RemainingBudget>;
  FaucetInput: Partial<FaucetInput>;
  FaucetPayload: Partial<FaucetPayload>;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  FreezeWalletInput: Partial<FreezeWalletInput>;
  FreezeWalletPayload: Partial<FreezeWalletPayload>;
  UnfreezeWalletInput: Partial<UnfreezeWalletInput>;
  UnfreezeWalletPayload: Partial<UnfreezeWalletPayload>;
  ResolveReconciliationMismatchInput: Partial<ResolveReconciliationMismatchInput>;
  ResolveReconciliationMismatchPayload: Partial<ResolveReconciliationMismatchPayload>;
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
  attempts?: Resolver<Array<ResolversTypes['PaymentAttempt']>, ParentType, ContextType>;
  failureCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failureMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approvalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  executedBeforeKill?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  simulated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  policyEvaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  custody?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  addresses?: Resolver<Array<ResolversTypes['WalletAddress']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WalletStatus'], ParentType, ContextType>;
  frozenReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenSource?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType>;
  policy?: Resolver<Maybe<ResolversTypes['Policy']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['MandateUsage']>, ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  balances?: Resolver<Array<ResolversTypes['Balance']>, ParentType, ContextType>;
  totalUsd?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  payments?: Resolver<ResolversTypes['PaymentConnection'], ParentType, ContextType, RequireFields<WalletPaymentsArgs, 'first'>>;
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
  maxPerTransaction?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  dailyLimit?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  monthlyLimit?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  allowedMerchants?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  allowedCategories?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  blockedCategories?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  approvalThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  timeWindows?: Resolver<Array<ResolversTypes['TimeWindow']>, ParentType, ContextType>;
};

export type TimeWindowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TimeWindow'] = ResolversParentTypes['TimeWindow']> = {
  days?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
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

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  payments?: Resolver<ResolversTypes['PaymentConnection'], ParentType, ContextType, RequireFields<AgentPaymentsArgs, 'first'>>;
};

export type MandateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mandate'] = ResolversParentTypes['Mandate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MerchantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Merchant'] = ResolversParentTypes['Merchant']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PaymentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentConnection'] = ResolversParentTypes['PaymentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PaymentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type PaymentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PaymentEdge'] = ResolversParentTypes['PaymentEdge']> = {
  node?: Resolver<ResolversTypes['Payment'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReconciliationMismatchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatch'] = ResolversParentTypes['ReconciliationMismatch']> = {
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
  edges?: Resolver<Array<ResolversTypes['ReconciliationMismatchEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ReconciliationMismatchEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReconciliationMismatchEdge'] = ResolversParentTypes['ReconciliationMismatchEdge']> = {
  node?: Resolver<ResolversTypes['ReconciliationMismatch'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WalletConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalletConnection'] = ResolversParentTypes['WalletConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WalletEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  limitPerTx?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  errorType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rules?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
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
  wallets?: Resolver<ResolversTypes['WalletConnection'], ParentType, ContextType, RequireFields<QueryWalletsArgs, 'first'>>;
  walletBalance?: Resolver<Maybe<ResolversTypes['WalletBalance']>, ParentType, ContextType, RequireFields<QueryWalletBalanceArgs, 'walletId'>>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType, RequireFields<QueryPaymentArgs, 'id'>>;
  payments?: Resolver<ResolversTypes['PaymentConnection'], ParentType, ContextType, RequireFields<QueryPaymentsArgs, 'first'>>;
  reconciliationMismatches?: Resolver<ResolversTypes['ReconciliationMismatchConnection'], ParentType, ContextType, RequireFields<QueryReconciliationMismatchesArgs, 'first'>>;
  reconciliationMismatch?: Resolver<Maybe<ResolversTypes['ReconciliationMismatch']>, ParentType, ContextType, RequireFields<QueryReconciliationMismatchArgs, 'id'>>;
  checkPolicy?: Resolver<Maybe<ResolversTypes['PolicyCheck']>, ParentType, ContextType, RequireFields<QueryCheckPolicyArgs, 'input'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createPayment?: Resolver<Maybe<ResolversTypes['CreatePaymentPayload']>, ParentType, ContextType, RequireFields<MutationCreatePaymentArgs, 'input'>>;
  transfer?: Resolver<Maybe<ResolversTypes['TransferPayload']>, ParentType, ContextType, RequireFields<MutationTransferArgs, 'input'>>;
  executeMandate?: Resolver<Maybe<ResolversTypes['ExecuteMandatePayload']>, ParentType, ContextType, RequireFields<MutationExecuteMandateArgs, 'input'>>;
  faucet?: Resolver<Maybe<ResolversTypes['FaucetPayload']>, ParentType, ContextType, RequireFields<MutationFaucetArgs, 'input'>>;
  freezeWallet?: Resolver<Maybe<ResolversTypes['FreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationFreezeWalletArgs, 'input'>>;
  unfreezeWallet?: Resolver<Maybe<ResolversTypes['UnfreezeWalletPayload']>, ParentType, ContextType, RequireFields<MutationUnfreezeWalletArgs, 'input'>>;
  resolveReconciliationMismatch?: Resolver<Maybe<ResolversTypes['ResolveReconciliationMismatchPayload']>, ParentType, ContextType, RequireFields<MutationResolveReconciliationMismatchArgs, 'input'>>;
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

export type Resolvers<ContextType = RequestContext> = {
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Payment?: PaymentResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  FxRate?: FxRateResolvers<ContextType>;
  PaymentAttempt?: PaymentAttemptResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  WalletAddress?: WalletAddressResolvers<ContextType>;
  Balance?: BalanceResolvers<ContextType>;
  WalletBalance?: WalletBalanceResolvers<ContextType>;
  Policy?: PolicyResolvers<ContextType>;
  TimeWindow?: TimeWindowResolvers<ContextType>;
  MandateUsage?: MandateUsageResolvers<ContextType>;
  LimitUsage?: LimitUsageResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Mandate?: MandateResolvers<ContextType>;
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
};
