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

/** A mandate: the financial authority of one agent over one wallet. It is immutable; an update makes a new version. */
export type Mandate = {
  /** Identifier, stable over versions. */
  id: Scalars['ID']['output'];
  /** Id of the agent that the mandate governs. */
  agentId: Scalars['ID']['output'];
  /** Id of the wallet that the mandate applies to. */
  walletId: Scalars['ID']['output'];
  /** Agent that the mandate governs. */
  agent: Agent;
  /** Wallet that the mandate applies to. */
  wallet: Wallet;
  /** active, superseded, revoked or expired; a version that another one followed is superseded. */
  status: MandateStatus;
  /** Version that is shown, from 1; by default the newest. */
  version: Scalars['Int']['output'];
  /** The rules of this version. */
  policy: Policy;
  /** The rules as the organization wrote them. */
  policyText: Scalars['String']['output'];
  /** The rules as the service understood them; reading this text gives the same policy. */
  canonicalText: Scalars['String']['output'];
  /** SHA-256 of the policy's canonical JSON. */
  policyHash: Scalars['String']['output'];
  /** Zone of the calendar in which daily and monthly limits run. */
  limitTimezone: Scalars['String']['output'];
  /** Address of the AP2 intent made from this version. */
  ap2IntentRef: Scalars['String']['output'];
  /** The mandate that this one took over from. */
  supersedes?: Maybe<Scalars['ID']['output']>;
  /** End of validity; exclusive. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When this version began. */
  effectiveFrom: Scalars['DateTime']['output'];
  /** When another version or mandate took over from it. */
  supersededAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was revoked. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why it was revoked. */
  revokedReason?: Maybe<Scalars['String']['output']>;
  /** Organization that wrote it. */
  createdBy: Scalars['ID']['output'];
  /** When the mandate was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When the mandate last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Live budget, from the very counters that enforcement uses. */
  usage: MandateUsage;
  /** Every version that ever was in force, newest first. */
  versions: MandateVersionConnection;
};


/** A mandate: the financial authority of one agent over one wallet. It is immutable; an update makes a new version. */
export type MandateVersionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** One version of a mandate: what was written, what was understood, and what it changed. */
export type MandateVersion = {
  /** Number, from 1. */
  version: Scalars['Int']['output'];
  /** The rules. */
  policy: Policy;
  /** The rules as the organization wrote them. */
  policyText: Scalars['String']['output'];
  /** The rules as the service understood them. */
  canonicalText: Scalars['String']['output'];
  /** SHA-256 of the policy's canonical JSON. */
  policyHash: Scalars['String']['output'];
  /** Zone of the calendar in which its limits ran. */
  limitTimezone: Scalars['String']['output'];
  /** What changed against the version before; empty for the first. */
  changes: Array<PolicyChange>;
  /** When it came into force. */
  effectiveFrom: Scalars['DateTime']['output'];
  /** When it was followed by another. */
  supersededAt?: Maybe<Scalars['DateTime']['output']>;
  /** Organization that wrote it. */
  createdBy: Scalars['ID']['output'];
};

/** A field of the policy object that changed. */
export type PolicyChange = {
  /** Wire name of the field, as in the policy object. */
  field: Scalars['String']['output'];
  /** Its value before; null is no limit. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** Its value after; null is no limit. */
  after?: Maybe<Scalars['JSON']['output']>;
  /** looser, tighter or different. */
  change: PolicyChangeDirection;
};

/** In which direction a change goes. */
export type PolicyChangeDirection =
  /** More is allowed than before. */
  | 'looser'
  /** Less is allowed than before. */
  | 'tighter'
  /** Neither contains the other. */
  | 'different';

/** A page of versions. */
export type MandateVersionConnection = {
  /** Versions with their cursors. */
  edges: Array<MandateVersionEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A version in a page. */
export type MandateVersionEdge = {
  /** The version. */
  node: MandateVersion;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** States of a mandate. */
export type MandateStatus =
  /** In force. */
  | 'active'
  /** Another mandate of the same agent and wallet took over. */
  | 'superseded'
  /** Withdrawn by the organization; final. */
  | 'revoked'
  /** Its end has passed; final. */
  | 'expired';

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

/** What a policy text would become. */
export type PolicyPreview = {
  /** The rules as they would be stored. */
  policy: Policy;
  /** Which words became which rule. */
  spans: Array<PolicySpan>;
  /** The rules in one fixed spelling; reading this text gives the same policy. */
  canonicalText: Scalars['String']['output'];
  /** What is worth knowing: limits that never apply, what is unlimited, what is looser or tighter than now. */
  notes: Array<PolicyNote>;
  /** What would change against the mandate that was named. */
  changes: Array<PolicyChange>;
};

/** A clause of a policy text and the rule that it became. */
export type PolicySpan = {
  /** Offset of its first character. */
  start: Scalars['Int']['output'];
  /** Offset after its last character. */
  end: Scalars['Int']['output'];
  /** Its words. */
  text: Scalars['String']['output'];
  /** Wire name of the field, as in the policy object. */
  field: Scalars['String']['output'];
  /** Value of the field in the finished policy. */
  value?: Maybe<Scalars['JSON']['output']>;
  /** The rule in the fixed spelling. */
  sentence: Scalars['String']['output'];
};

/** A remark on a policy that does not refuse it. */
export type PolicyNote = {
  /** Kind of remark. */
  code: Scalars['String']['output'];
  /** The remark. */
  message: Scalars['String']['output'];
};

/** What another policy would have said to the real payments of a wallet. */
export type PolicySimulation = {
  /** Wallet whose payments were replayed. */
  walletId: Scalars['ID']['output'];
  /** First instant of the range. */
  from: Scalars['DateTime']['output'];
  /** End of the range; exclusive. */
  until: Scalars['DateTime']['output'];
  /** The rules that were applied. */
  policy: Policy;
  /** The rules in one fixed spelling. */
  canonicalText: Scalars['String']['output'];
  /** Zone of the calendar in which the limits ran. */
  limitTimezone: Scalars['String']['output'];
  /** Payments in the range; refused attempts left none. */
  payments: Scalars['Int']['output'];
  /** How they were decided. */
  before: SimulationCounts;
  /** How they would have been decided. */
  after: SimulationCounts;
  /** How many would have gone otherwise. */
  changed: Scalars['Int']['output'];
  /** Those payments, oldest first. */
  changes: SimulatedPaymentConnection;
};

/** Payments by outcome. */
export type SimulationCounts = {
  /** Allowed without a person. */
  allowed: Scalars['Int']['output'];
  /** Waiting for a person. */
  approvalRequired: Scalars['Int']['output'];
  /** Refused. */
  denied: Scalars['Int']['output'];
};

/** A payment that would have gone otherwise. */
export type SimulatedPayment = {
  /** Payment identifier. */
  paymentId: Scalars['ID']['output'];
  /** When it was decided. */
  evaluatedAt: Scalars['DateTime']['output'];
  /** What the limits counted, in US dollars. */
  usdAmount: Scalars['Decimal']['output'];
  /** Domain of the merchant, where one is known. */
  merchant?: Maybe<Scalars['String']['output']>;
  /** Category of the merchant. */
  category: Scalars['String']['output'];
  /** How it was decided: allow, approval_required or deny. */
  before: SimulationOutcome;
  /** How it would have been decided. */
  after: SimulationOutcome;
  /** The first rule that stands in the way now. */
  reason?: Maybe<Scalars['String']['output']>;
  /** The outcome in one sentence. */
  message: Scalars['String']['output'];
};

/** Outcomes of a policy. */
export type SimulationOutcome =
  /** Goes through. */
  | 'allow'
  /** Waits for a person. */
  | 'approval_required'
  /** Is refused. */
  | 'deny';

/** A page of payments that would have gone otherwise. */
export type SimulatedPaymentConnection = {
  /** Payments with their cursors. */
  edges: Array<SimulatedPaymentEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A payment in a page. */
export type SimulatedPaymentEdge = {
  /** The payment. */
  node: SimulatedPayment;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** The mandate that an agent gets when it registers. */
export type PolicyTemplate = {
  /** Organization. */
  orgId: Scalars['ID']['output'];
  /** The rules as they were written. */
  policyText: Scalars['String']['output'];
  /** The rules. */
  policy: Policy;
  /** The rules in one fixed spelling. */
  canonicalText: Scalars['String']['output'];
  /** Days until such a mandate expires. */
  expiresInDays: Scalars['Int']['output'];
  /** Whether it is the one that every organization starts with. */
  builtin: Scalars['Boolean']['output'];
};

/** A category of merchants that a policy can name. */
export type PolicyCategory = {
  /** Name in policies. */
  name: Scalars['String']['output'];
  /** Name for people. */
  label: Scalars['String']['output'];
  /** Group that contains it. */
  group: Scalars['String']['output'];
  /** Other words for it. */
  aliases: Array<Scalars['String']['output']>;
  /** Whether payments to it raise the risk score. */
  highRisk: Scalars['Boolean']['output'];
  /** Whether the built-in policy blocks it. */
  defaultBlocked: Scalars['Boolean']['output'];
};

/** What policies can be written in: for editors that complete as one types. */
export type PolicyLanguage = {
  /** The clauses of a policy, what each is for and how it can be worded. */
  constructions: Array<PolicyConstruction>;
  /** The names in capitals that wordings use, with what each stands for. */
  rules: Array<PolicyWording>;
  /** Names that stand for a value, like an amount or a list of domains. */
  slots: Array<Scalars['String']['output']>;
  /** Every category with the words for it. */
  categories: Array<PolicyCategoryWords>;
  /** Groups of categories, each of which stands for all its members. */
  groups: Array<PolicyCategoryGroup>;
};

/** A clause of a policy. */
export type PolicyConstruction = {
  /** Its name. */
  name: Scalars['String']['output'];
  /** What it is for, like limit or approval. */
  topic: Scalars['String']['output'];
  /** Its wordings: [x] may be left out, (x|y) is a choice, {x} says nothing, names in capitals are rules or slots. */
  wordings: Array<Scalars['String']['output']>;
};

/** A name that wordings use. */
export type PolicyWording = {
  /** The name, in capitals. */
  name: Scalars['String']['output'];
  /** What it stands for, in the notation of constructions. */
  wordings: Array<Scalars['String']['output']>;
};

/** The words for a category. */
export type PolicyCategoryWords = {
  /** Name in policies. */
  name: Scalars['String']['output'];
  /** Name for people. */
  label: Scalars['String']['output'];
  /** Group that contains it. */
  group: Scalars['String']['output'];
  /** Other words for it. */
  aliases: Array<Scalars['String']['output']>;
  /** Other words that count only after the word categories, because they are plain English too. */
  namedOnly: Array<Scalars['String']['output']>;
};

/** A group of categories. */
export type PolicyCategoryGroup = {
  /** Name in policies. */
  name: Scalars['String']['output'];
  /** Its members. */
  categories: Array<Scalars['String']['output']>;
};

/** An agent; its own subgraph has the rest. */
export type Agent = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** Mandates of this agent, newest first. */
  mandates: MandateConnection;
};


/** An agent; its own subgraph has the rest. */
export type AgentMandatesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A wallet; its own subgraph has the rest. */
export type Wallet = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** A page of mandates. */
export type MandateConnection = {
  /** Mandates with their cursors. */
  edges: Array<MandateEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** A mandate in a page. */
export type MandateEdge = {
  /** The mandate. */
  node: Mandate;
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

export type Query = {
  /** One approval; an agent sees its own. */
  approval?: Maybe<Approval>;
  /** Approvals, newest first; an agent sees its own. */
  approvals: ApprovalConnection;
  /** One mandate; an agent sees its own. */
  mandate?: Maybe<Mandate>;
  /** Mandates, newest first; an agent sees its own. */
  mandates: MandateConnection;
  /** Every category that a policy can name. */
  policyCategories: Array<PolicyCategory>;
  /** The constructions, categories and words that a policy can be written in. */
  policyLanguage: PolicyLanguage;
  /** Versions of one mandate, newest first. */
  mandateVersions: MandateVersionConnection;
  /** The AP2 intent of a mandate as the document that other parties read, with its signature. */
  ap2Intent: Scalars['JSON']['output'];
  /** What a policy text would become; nothing is stored. */
  previewPolicy: PolicyPreview;
  /** What a policy would have said to the real payments of a wallet. */
  simulatePolicy: PolicySimulation;
  /** The mandate that agents of an organization get when they register. */
  policyTemplate: PolicyTemplate;
  /** Switches that the caller's organization has set, or the operators for operators, newest first. */
  killSwitches: KillSwitchConnection;
  /** The switches that would stop a call; of an agent, a call of its own. */
  effectiveKillSwitches: EffectiveKillSwitches;
  /** What a switch would stop if it was set now. */
  previewKillSwitch: KillSwitchEffect;
};


export type QueryApprovalArgs = {
  id: Scalars['ID']['input'];
};


export type QueryApprovalsArgs = {
  status?: InputMaybe<ApprovalStatus>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  subjectType?: InputMaybe<ApprovalSubjectType>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMandateArgs = {
  id: Scalars['ID']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryMandatesArgs = {
  status?: InputMaybe<MandateStatus>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMandateVersionsArgs = {
  mandateId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAp2IntentArgs = {
  mandateId: Scalars['ID']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPreviewPolicyArgs = {
  input: PreviewPolicyInput;
};


export type QuerySimulatePolicyArgs = {
  input: SimulatePolicyInput;
};


export type QueryPolicyTemplateArgs = {
  orgId: Scalars['ID']['input'];
};


export type QueryKillSwitchesArgs = {
  state?: InputMaybe<KillSwitchState>;
  scope?: InputMaybe<KillSwitchScope>;
  targetId?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEffectiveKillSwitchesArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
  walletId?: InputMaybe<Scalars['ID']['input']>;
  chain?: InputMaybe<Scalars['String']['input']>;
  token?: InputMaybe<Scalars['String']['input']>;
  rail?: InputMaybe<Scalars['String']['input']>;
  protocol?: InputMaybe<Scalars['String']['input']>;
  capability?: InputMaybe<Scalars['String']['input']>;
  merchant?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPreviewKillSwitchArgs = {
  scope: KillSwitchScope;
  targetId: Scalars['String']['input'];
};

/** A policy text to look at. */
export type PreviewPolicyInput = {
  /** The rules in plain words. */
  policy: Scalars['String']['input'];
  /** Zone of time windows that name none. */
  limitTimezone?: InputMaybe<Scalars['String']['input']>;
  /** A mandate to compare with. */
  mandateId?: InputMaybe<Scalars['ID']['input']>;
};

export type Mutation = {
  /** Ask for an approval in advance; once given, it lets one matching spend pass the threshold. */
  requestApproval?: Maybe<ApprovalPayload>;
  /** Approve; with enough approvals, what waits is executed with every gate asked again. */
  approveApproval?: Maybe<ApprovalPayload>;
  /** Deny: one denial ends it, and what waits fails. */
  denyApproval?: Maybe<ApprovalPayload>;
  /** Take the own request back. */
  cancelApproval?: Maybe<ApprovalPayload>;
  /** Puts a mandate in force; one that is in force for the agent and wallet is taken over from. */
  createMandate?: Maybe<CreateMandatePayload>;
  /** Puts a new version in force and keeps the old one. */
  updateMandate?: Maybe<UpdateMandatePayload>;
  /** Ends a mandate for good. */
  revokeMandate?: Maybe<RevokeMandatePayload>;
  /** Writes the mandate that agents get when they register. */
  setPolicyTemplate?: Maybe<SetPolicyTemplatePayload>;
  /** Stops everything that matches. After the answer nothing is accepted and nothing is signed. */
  activateKillSwitch?: Maybe<ActivateKillSwitchPayload>;
  /** Lifts a switch; what it dismissed is not run again. */
  deactivateKillSwitch?: Maybe<DeactivateKillSwitchPayload>;
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


export type MutationCreateMandateArgs = {
  input: CreateMandateInput;
};


export type MutationUpdateMandateArgs = {
  input: UpdateMandateInput;
};


export type MutationRevokeMandateArgs = {
  input: RevokeMandateInput;
};


export type MutationSetPolicyTemplateArgs = {
  input: SetPolicyTemplateInput;
};


export type MutationActivateKillSwitchArgs = {
  input: ActivateKillSwitchInput;
};


export type MutationDeactivateKillSwitchArgs = {
  input: DeactivateKillSwitchInput;
};

/** A policy to hold against past payments: a text, or a version of a mandate. */
export type SimulatePolicyInput = {
  /** Wallet whose payments are replayed. */
  walletId: Scalars['ID']['input'];
  /** The rules in plain words. */
  policy?: InputMaybe<Scalars['String']['input']>;
  /** A mandate, instead of a text. */
  mandateId?: InputMaybe<Scalars['ID']['input']>;
  /** A version of that mandate; default the newest. */
  version?: InputMaybe<Scalars['Int']['input']>;
  /** Zone of the calendar in which the limits run; default the one in force. */
  limitTimezone?: InputMaybe<Scalars['String']['input']>;
  /** First instant; default 30 days before the end. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** End, exclusive; default now. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
  /** Size of the page of changes, 1 to 100. */
  first?: InputMaybe<Scalars['Int']['input']>;
  /** Cursor of the last change seen. */
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A mandate to be made. */
export type CreateMandateInput = {
  /** Agent that it governs. */
  agentId: Scalars['ID']['input'];
  /** Wallet that it applies to; the agent's own. */
  walletId: Scalars['ID']['input'];
  /** The rules in plain words. */
  policy: Scalars['String']['input'];
  /** End of validity; default the days of the organization's template. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Zone of the calendar in which the limits run; default the organization's. */
  limitTimezone?: InputMaybe<Scalars['String']['input']>;
  /** Key under which a repeat makes no second mandate. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What was made. */
export type CreateMandatePayload = {
  /** The mandate. */
  mandate: Mandate;
  /** Whether an earlier call with the same key made it. */
  replayed: Scalars['Boolean']['output'];
};

/** A new version of a mandate. */
export type UpdateMandateInput = {
  /** Mandate identifier. */
  id: Scalars['ID']['input'];
  /** The rules in plain words. */
  policy: Scalars['String']['input'];
  /** Version that the caller has seen; any other one refuses the update. */
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Zone of the calendar in which the limits run; default unchanged. */
  limitTimezone?: InputMaybe<Scalars['String']['input']>;
  /** Key under which a repeat makes no second version. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What was changed. */
export type UpdateMandatePayload = {
  /** The mandate with its new version. */
  mandate: Mandate;
  /** Whether an earlier call with the same key made it. */
  replayed: Scalars['Boolean']['output'];
};

/** A mandate to be ended. */
export type RevokeMandateInput = {
  /** Mandate identifier. */
  id: Scalars['ID']['input'];
  /** Why. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Key under which a repeat gets the same answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What was ended. */
export type RevokeMandatePayload = {
  /** The mandate. */
  mandate: Mandate;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** A template to be written. */
export type SetPolicyTemplateInput = {
  /** Organization identifier; the caller's own. */
  orgId: Scalars['ID']['input'];
  /** The rules in plain words. */
  policy: Scalars['String']['input'];
  /** Days until such a mandate expires, 1 to 3650; default 90. */
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
};

/** What was written. */
export type SetPolicyTemplatePayload = {
  /** The template. */
  policyTemplate: PolicyTemplate;
};

/** A kill switch: it stops every spend that it matches, whatever the token and the mandate say. One row for each time it was set. */
export type KillSwitch = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** What kind of thing it stops. */
  scope: KillSwitchScope;
  /** Which one; * for everything. */
  targetId: Scalars['String']['output'];
  /** Organization that set it; null for the platform. */
  orgId?: Maybe<Scalars['ID']['output']>;
  /** Whether it stops anything now. */
  state: KillSwitchState;
  /** Why it was set; shown to the organization that set it. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Why, as one of a few words. */
  reasonCode: KillSwitchReasonCode;
  /** Key, operator or agent that set it. */
  activatedBy: Scalars['String']['output'];
  /** When it was set. */
  activatedAt: Scalars['DateTime']['output'];
  /** From then on it stops nothing. */
  autoDeactivateAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who lifted it; null when its own end had come. */
  deactivatedBy?: Maybe<Scalars['String']['output']>;
  /** When it was lifted. */
  deactivatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why it was lifted. */
  deactivateReason?: Maybe<Scalars['String']['output']>;
  /** Work under way that it stops; null until it is counted, right after the answer. */
  affected?: Maybe<KillSwitchEffect>;
};

/** Work under way that a switch concerns. */
export type KillSwitchEffect = {
  /** Payments accepted and not signed: they fail and release what they reserved. */
  queued: Scalars['Int']['output'];
  /** Payments that wait for a decision: they are dismissed. */
  parked: Scalars['Int']['output'];
  /** Payments already handed to the chain: they cannot be recalled. */
  broadcast: Scalars['Int']['output'];
};

/** What stops a call now. */
export type EffectiveKillSwitches = {
  /** Whether anything does. */
  blocked: Scalars['Boolean']['output'];
  /** What does, the broadest first. */
  switches: Array<EffectiveKillSwitch>;
};

/** A switch in force, as those see it whom it stops. */
export type EffectiveKillSwitch = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** What kind of thing it stops. */
  scope: KillSwitchScope;
  /** Which one. */
  targetId: Scalars['String']['output'];
  /** platform or organization. */
  level: KillSwitchLevel;
  /** Why; only of the organization's own switches. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When it was set. */
  activatedAt: Scalars['DateTime']['output'];
  /** From then on it stops nothing. */
  autoDeactivateAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Kinds of things that can be stopped, the broadest first. */
export type KillSwitchScope =
  /** Everything. */
  | 'global'
  /** A way of paying. */
  | 'rail'
  /** A chain. */
  | 'chain'
  /** A token. */
  | 'token'
  /** A payment protocol. */
  | 'protocol'
  /** An organization. */
  | 'organization'
  /** A capability. */
  | 'capability'
  /** A merchant, by id or domain. */
  | 'merchant'
  /** A wallet. */
  | 'wallet'
  /** An agent. */
  | 'agent';

/** States of a switch. */
export type KillSwitchState =
  /** It stops what it matches. */
  | 'active'
  /** It was lifted. */
  | 'inactive';

/** Who set a switch. */
export type KillSwitchLevel =
  /** The operators of the service, for everybody. */
  | 'platform'
  /** An organization, for itself. */
  | 'organization';

/** Reasons to stop. */
export type KillSwitchReasonCode =
  /** Something is being attacked. */
  | 'security_incident'
  /** A rule or an authority asks for it. */
  | 'compliance'
  /** A provider does not work. */
  | 'provider_outage'
  /** A key or an agent may be in other hands. */
  | 'suspected_compromise'
  /** Enough was spent. */
  | 'budget'
  /** A drill. */
  | 'test';

/** Page of kill switches. */
export type KillSwitchConnection = {
  /** Kill switches with their cursors. */
  edges: Array<KillSwitchEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** One kill switch of a page. */
export type KillSwitchEdge = {
  /** The kill switch. */
  node: KillSwitch;
  /** Position for `after`. */
  cursor: Scalars['String']['output'];
};

/** What to stop, and why. */
export type ActivateKillSwitchInput = {
  /** What kind of thing. */
  scope: KillSwitchScope;
  /** Which one; * with the scope global. */
  targetId: Scalars['String']['input'];
  /** Why, for those who look at it later. */
  reason: Scalars['String']['input'];
  /** Why, as one of a few words. */
  reasonCode: KillSwitchReasonCode;
  /** When it shall stop nothing any more; default never. */
  autoDeactivateAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What was set. */
export type ActivateKillSwitchPayload = {
  /** The switch. */
  killSwitch: KillSwitch;
  /** Whether it was set before: then nothing has changed. */
  alreadyActive: Scalars['Boolean']['output'];
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** What to lift, and why. */
export type DeactivateKillSwitchInput = {
  /** The switch. */
  id: Scalars['ID']['input'];
  /** Why. */
  reason: Scalars['String']['input'];
  /** Key under which a repeat gets the first answer. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What was lifted. */
export type DeactivateKillSwitchPayload = {
  /** The switch. */
  killSwitch: KillSwitch;
  /** Whether an earlier call with the same key did it. */
  replayed: Scalars['Boolean']['output'];
};

/** A person's agreement that a spend above the threshold needs. A decision is final. */
export type Approval = {
  /** Identifier. */
  id: Scalars['ID']['output'];
  /** Where it stands. */
  status: ApprovalStatus;
  /** What it is about. */
  subjectType: ApprovalSubjectType;
  /** The work that waits for it, or was made under it; null while there is none. */
  subjectId?: Maybe<Scalars['ID']['output']>;
  /** The payment that waits for it, or was made under it. */
  payment?: Maybe<Payment>;
  /** SHA-256 over amount, token, chain, destination, wallet and agent: what was approved is what is executed. */
  subjectHash: Scalars['String']['output'];
  /** Paying wallet. */
  walletId: Scalars['ID']['output'];
  /** Agent whose wallet pays. */
  agentId?: Maybe<Scalars['ID']['output']>;
  /** Amount in the token. */
  amount: Scalars['Decimal']['output'];
  /** Token. */
  token: Scalars['String']['output'];
  /** Chain. */
  chain: Scalars['String']['output'];
  /** Destination address. */
  to: Scalars['String']['output'];
  /** Domain of the merchant, where one is known. */
  merchant?: Maybe<Scalars['String']['output']>;
  /** What the limits count, in US dollars. */
  amountUsd: Scalars['Decimal']['output'];
  /** Agent or key that asked. */
  requestedBy: Scalars['ID']['output'];
  /** Organization. */
  orgId: Scalars['ID']['output'];
  /** Why a person has to agree. */
  reason: ApprovalReason;
  /** Memo of the spend. */
  purpose?: Maybe<Scalars['String']['output']>;
  /** Note of the requester. */
  comment?: Maybe<Scalars['String']['output']>;
  /** How many different people have to approve. */
  requiredApprovals: Scalars['Int']['output'];
  /** Decisions so far, in their order. */
  decisions: Array<ApprovalDecision>;
  /** Mandate in force when it was asked. */
  mandateId?: Maybe<Scalars['ID']['output']>;
  /** Version of that mandate. */
  mandateVersion?: Maybe<Scalars['Int']['output']>;
  /** End of its life; exclusive. */
  expiresAt: Scalars['DateTime']['output'];
  /** When it was asked. */
  createdAt: Scalars['DateTime']['output'];
  /** When it stopped being pending. */
  resolvedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A person's decision. */
export type ApprovalDecision = {
  /** Key of the person. */
  decidedBy: Scalars['ID']['output'];
  /** approve or deny. */
  decision: Scalars['String']['output'];
  /** Why. */
  comment?: Maybe<Scalars['String']['output']>;
  /** When. */
  at: Scalars['DateTime']['output'];
};

/** States of an approval. */
export type ApprovalStatus =
  /** Waits for decisions. */
  | 'pending'
  /** Enough people have agreed. */
  | 'approved'
  /** The payment under it is completed. */
  | 'executed'
  /** The payment under it has failed. */
  | 'failed'
  /** Somebody said no. */
  | 'denied'
  /** Nobody agreed in time. */
  | 'expired'
  /** The requester took it back. */
  | 'canceled'
  /** What it stood on has ended: a kill switch, a revoked mandate, a changed destination. */
  | 'dismissed';

/** Work that approvals are about. */
export type ApprovalSubjectType =
  /** A payment, transfer or mandate execution. */
  | 'payment';

/** Why a person has to agree. */
export type ApprovalReason =
  /** The amount is above the mandate's threshold. */
  | 'above_threshold'
  /** The amount needs a person whatever the mandate says. */
  | 'compliance_review'
  /** The requester asked. */
  | 'manual';

/** A page of approvals. */
export type ApprovalConnection = {
  /** Approvals with their cursors. */
  edges: Array<ApprovalEdge>;
  /** Where the page stands. */
  pageInfo: PageInfo;
};

/** An approval in a page. */
export type ApprovalEdge = {
  /** The approval. */
  node: Approval;
  /** Cursor for the page after it. */
  cursor: Scalars['String']['output'];
};

/** A payment; its own subgraph has the rest. */
export type Payment = {
  /** Identifier. */
  id: Scalars['ID']['output'];
};

/** Asks for an approval in advance. */
export type RequestApprovalInput = {
  /** Paying wallet. */
  walletId: Scalars['ID']['input'];
  /** What it is about; default payment. */
  subjectType?: InputMaybe<ApprovalSubjectType>;
  /** Amount in the token. */
  amount: Scalars['Decimal']['input'];
  /** Token; default USDC. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** Chain; default as for payments. */
  chain?: InputMaybe<Scalars['String']['input']>;
  /** Destination: an address, a merchant domain or a merchant id. */
  to?: InputMaybe<Scalars['String']['input']>;
  /** Merchant, instead of the destination or beside it. */
  merchant?: InputMaybe<Scalars['String']['input']>;
  /** Memo of the spend. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** Note for those who decide. */
  comment?: InputMaybe<Scalars['String']['input']>;
  /** Life, 3600 to 604800 seconds; default a day. */
  expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Makes a repeat safe: the same key never asks twice. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Decides an approval, or takes it back. Who decides is taken from the credentials. */
export type DecideApprovalInput = {
  /** Approval identifier. */
  approvalId: Scalars['ID']['input'];
  /** Why. */
  comment?: InputMaybe<Scalars['String']['input']>;
  /** Makes a repeat safe. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What became of an approval. */
export type ApprovalPayload = {
  /** The approval. */
  approval?: Maybe<Approval>;
  /** Whether this is the answer to a repeat. */
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
  Mandate: Mandate;
  Agent: Agent;
  Approval: Approval;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Mandate:
    ( { __typename: 'Mandate' }
    & GraphQLRecursivePick<FederationTypes['Mandate'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
  Approval:
    ( { __typename: 'Approval' }
    & GraphQLRecursivePick<FederationTypes['Approval'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Decimal: ResolverTypeWrapper<Partial<Scalars['Decimal']['output']>>;
  DateTime: ResolverTypeWrapper<Partial<Scalars['DateTime']['output']>>;
  JSON: ResolverTypeWrapper<Partial<Scalars['JSON']['output']>>;
  Mandate: ResolverTypeWrapper<Partial<Mandate>>;
  ID: ResolverTypeWrapper<Partial<Scalars['ID']['output']>>;
  Int: ResolverTypeWrapper<Partial<Scalars['Int']['output']>>;
  String: ResolverTypeWrapper<Partial<Scalars['String']['output']>>;
  MandateVersion: ResolverTypeWrapper<Partial<MandateVersion>>;
  PolicyChange: ResolverTypeWrapper<Partial<PolicyChange>>;
  PolicyChangeDirection: ResolverTypeWrapper<Partial<PolicyChangeDirection>>;
  MandateVersionConnection: ResolverTypeWrapper<Partial<MandateVersionConnection>>;
  MandateVersionEdge: ResolverTypeWrapper<Partial<MandateVersionEdge>>;
  MandateStatus: ResolverTypeWrapper<Partial<MandateStatus>>;
  Policy: ResolverTypeWrapper<Partial<Policy>>;
  Float: ResolverTypeWrapper<Partial<Scalars['Float']['output']>>;
  TimeWindow: ResolverTypeWrapper<Partial<TimeWindow>>;
  MandateUsage: ResolverTypeWrapper<Partial<MandateUsage>>;
  LimitUsage: ResolverTypeWrapper<Partial<LimitUsage>>;
  PolicyPreview: ResolverTypeWrapper<Partial<PolicyPreview>>;
  PolicySpan: ResolverTypeWrapper<Partial<PolicySpan>>;
  PolicyNote: ResolverTypeWrapper<Partial<PolicyNote>>;
  PolicySimulation: ResolverTypeWrapper<Partial<PolicySimulation>>;
  SimulationCounts: ResolverTypeWrapper<Partial<SimulationCounts>>;
  SimulatedPayment: ResolverTypeWrapper<Partial<SimulatedPayment>>;
  SimulationOutcome: ResolverTypeWrapper<Partial<SimulationOutcome>>;
  SimulatedPaymentConnection: ResolverTypeWrapper<Partial<SimulatedPaymentConnection>>;
  SimulatedPaymentEdge: ResolverTypeWrapper<Partial<SimulatedPaymentEdge>>;
  PolicyTemplate: ResolverTypeWrapper<Partial<PolicyTemplate>>;
  Boolean: ResolverTypeWrapper<Partial<Scalars['Boolean']['output']>>;
  PolicyCategory: ResolverTypeWrapper<Partial<PolicyCategory>>;
  PolicyLanguage: ResolverTypeWrapper<Partial<PolicyLanguage>>;
  PolicyConstruction: ResolverTypeWrapper<Partial<PolicyConstruction>>;
  PolicyWording: ResolverTypeWrapper<Partial<PolicyWording>>;
  PolicyCategoryWords: ResolverTypeWrapper<Partial<PolicyCategoryWords>>;
  PolicyCategoryGroup: ResolverTypeWrapper<Partial<PolicyCategoryGroup>>;
  Agent: ResolverTypeWrapper<Partial<Agent>>;
  Wallet: ResolverTypeWrapper<Partial<Wallet>>;
  MandateConnection: ResolverTypeWrapper<Partial<MandateConnection>>;
  MandateEdge: ResolverTypeWrapper<Partial<MandateEdge>>;
  PageInfo: ResolverTypeWrapper<Partial<PageInfo>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  PreviewPolicyInput: ResolverTypeWrapper<Partial<PreviewPolicyInput>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SimulatePolicyInput: ResolverTypeWrapper<Partial<SimulatePolicyInput>>;
  CreateMandateInput: ResolverTypeWrapper<Partial<CreateMandateInput>>;
  CreateMandatePayload: ResolverTypeWrapper<Partial<CreateMandatePayload>>;
  UpdateMandateInput: ResolverTypeWrapper<Partial<UpdateMandateInput>>;
  UpdateMandatePayload: ResolverTypeWrapper<Partial<UpdateMandatePayload>>;
  RevokeMandateInput: ResolverTypeWrapper<Partial<RevokeMandateInput>>;
  RevokeMandatePayload: ResolverTypeWrapper<Partial<RevokeMandatePayload>>;
  SetPolicyTemplateInput: ResolverTypeWrapper<Partial<SetPolicyTemplateInput>>;
  SetPolicyTemplatePayload: ResolverTypeWrapper<Partial<SetPolicyTemplatePayload>>;
  KillSwitch: ResolverTypeWrapper<Partial<KillSwitch>>;
  KillSwitchEffect: ResolverTypeWrapper<Partial<KillSwitchEffect>>;
  EffectiveKillSwitches: ResolverTypeWrapper<Partial<EffectiveKillSwitches>>;
  EffectiveKillSwitch: ResolverTypeWrapper<Partial<EffectiveKillSwitch>>;
  KillSwitchScope: ResolverTypeWrapper<Partial<KillSwitchScope>>;
  KillSwitchState: ResolverTypeWrapper<Partial<KillSwitchState>>;
  KillSwitchLevel: ResolverTypeWrapper<Partial<KillSwitchLevel>>;
  KillSwitchReasonCode: ResolverTypeWrapper<Partial<KillSwitchReasonCode>>;
  KillSwitchConnection: ResolverTypeWrapper<Partial<KillSwitchConnection>>;
  KillSwitchEdge: ResolverTypeWrapper<Partial<KillSwitchEdge>>;
  ActivateKillSwitchInput: ResolverTypeWrapper<Partial<ActivateKillSwitchInput>>;
  ActivateKillSwitchPayload: ResolverTypeWrapper<Partial<ActivateKillSwitchPayload>>;
  DeactivateKillSwitchInput: ResolverTypeWrapper<Partial<DeactivateKillSwitchInput>>;
  DeactivateKillSwitchPayload: ResolverTypeWrapper<Partial<DeactivateKillSwitchPayload>>;
  Approval: ResolverTypeWrapper<Partial<Approval>>;
  ApprovalDecision: ResolverTypeWrapper<Partial<ApprovalDecision>>;
  ApprovalStatus: ResolverTypeWrapper<Partial<ApprovalStatus>>;
  ApprovalSubjectType: ResolverTypeWrapper<Partial<ApprovalSubjectType>>;
  ApprovalReason: ResolverTypeWrapper<Partial<ApprovalReason>>;
  ApprovalConnection: ResolverTypeWrapper<Partial<ApprovalConnection>>;
  ApprovalEdge: ResolverTypeWrapper<Partial<ApprovalEdge>>;
  Payment: ResolverTypeWrapper<Partial<Payment>>;
  RequestApprovalInput: ResolverTypeWrapper<Partial<RequestApprovalInput>>;
  DecideApprovalInput: ResolverTypeWrapper<Partial<DecideApprovalInput>>;
  ApprovalPayload: ResolverTypeWrapper<Partial<ApprovalPayload>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Decimal: Partial<Scalars['Decimal']['output']>;
  DateTime: Partial<Scalars['DateTime']['output']>;
  JSON: Partial<Scalars['JSON']['output']>;
  Mandate: Partial<Mandate | FederationReferenceTypes['Mandate']>;
  ID: Partial<Scalars['ID']['output']>;
  Int: Partial<Scalars['Int']['output']>;
  String: Partial<Scalars['String']['output']>;
  MandateVersion: Partial<MandateVersion>;
  PolicyChange: Partial<PolicyChange>;
  MandateVersionConnection: Partial<MandateVersionConnection>;
  MandateVersionEdge: Partial<MandateVersionEdge>;
  Policy: Partial<Policy>;
  Float: Partial<Scalars['Float']['output']>;
  TimeWindow: Partial<TimeWindow>;
  MandateUsage: Partial<MandateUsage>;
  LimitUsage: Partial<LimitUsage>;
  PolicyPreview: Partial<PolicyPreview>;
  PolicySpan: Partial<PolicySpan>;
  PolicyNote: Partial<PolicyNote>;
  PolicySimulation: Partial<PolicySimulation>;
  SimulationCounts: Partial<SimulationCounts>;
  SimulatedPayment: Partial<SimulatedPayment>;
  SimulatedPaymentConnection: Partial<SimulatedPaymentConnection>;
  SimulatedPaymentEdge: Partial<SimulatedPaymentEdge>;
  PolicyTemplate: Partial<PolicyTemplate>;
  Boolean: Partial<Scalars['Boolean']['output']>;
  PolicyCategory: Partial<PolicyCategory>;
  PolicyLanguage: Partial<PolicyLanguage>;
  PolicyConstruction: Partial<PolicyConstruction>;
  PolicyWording: Partial<PolicyWording>;
  PolicyCategoryWords: Partial<PolicyCategoryWords>;
  PolicyCategoryGroup: Partial<PolicyCategoryGroup>;
  Agent: Partial<Agent | FederationReferenceTypes['Agent']>;
  Wallet: Partial<Wallet>;
  MandateConnection: Partial<MandateConnection>;
  MandateEdge: Partial<MandateEdge>;
  PageInfo: Partial<PageInfo>;
  Query: Record<PropertyKey, never>;
  PreviewPolicyInput: Partial<PreviewPolicyInput>;
  Mutation: Record<PropertyKey, never>;
  SimulatePolicyInput: Partial<SimulatePolicyInput>;
  CreateMandateInput: Partial<CreateMandateInput>;
  CreateMandatePayload: Partial<CreateMandatePayload>;
  UpdateMandateInput: Partial<UpdateMandateInput>;
  UpdateMandatePayload: Partial<UpdateMandatePayload>;
  RevokeMandateInput: Partial<RevokeMandateInput>;
  RevokeMandatePayload: Partial<RevokeMandatePayload>;
  SetPolicyTemplateInput: Partial<SetPolicyTemplateInput>;
  SetPolicyTemplatePayload: Partial<SetPolicyTemplatePayload>;
  KillSwitch: Partial<KillSwitch>;
  KillSwitchEffect: Partial<KillSwitchEffect>;
  EffectiveKillSwitches: Partial<EffectiveKillSwitches>;
  EffectiveKillSwitch: Partial<EffectiveKillSwitch>;
  KillSwitchConnection: Partial<KillSwitchConnection>;
  KillSwitchEdge: Partial<KillSwitchEdge>;
  ActivateKillSwitchInput: Partial<ActivateKillSwitchInput>;
  ActivateKillSwitchPayload: Partial<ActivateKillSwitchPayload>;
  DeactivateKillSwitchInput: Partial<DeactivateKillSwitchInput>;
  DeactivateKillSwitchPayload: Partial<DeactivateKillSwitchPayload>;
  Approval: Partial<Approval | FederationReferenceTypes['Approval']>;
  ApprovalDecision: Partial<ApprovalDecision>;
  ApprovalConnection: Partial<ApprovalConnection>;
  ApprovalEdge: Partial<ApprovalEdge>;
  Payment: Partial<Payment>;
  RequestApprovalInput: Partial<RequestApprovalInput>;
  DecideApprovalInput: Partial<DecideApprovalInput>;
  ApprovalPayload: Partial<ApprovalPayload>;
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
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
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
  versions?: Resolver<ResolversTypes['MandateVersionConnection'], ParentType, ContextType, RequireFields<MandateVersionsArgs, 'first'>>;
};

export type MandateVersionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersion'] = ResolversParentTypes['MandateVersion']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  policyText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policyHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  limitTimezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['PolicyChange']>, ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  supersededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PolicyChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyChange'] = ResolversParentTypes['PolicyChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  change?: Resolver<ResolversTypes['PolicyChangeDirection'], ParentType, ContextType>;
};

export type MandateVersionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersionConnection'] = ResolversParentTypes['MandateVersionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MandateVersionEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type MandateVersionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateVersionEdge'] = ResolversParentTypes['MandateVersionEdge']> = {
  node?: Resolver<ResolversTypes['MandateVersion'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type PolicyPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyPreview'] = ResolversParentTypes['PolicyPreview']> = {
  policy?: Resolver<ResolversTypes['Policy'], ParentType, ContextType>;
  spans?: Resolver<Array<ResolversTypes['PolicySpan']>, ParentType, ContextType>;
  canonicalText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<Array<ResolversTypes['PolicyNote']>, ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['PolicyChange']>, ParentType, ContextType>;
};

export type PolicySpanResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicySpan'] = ResolversParentTypes['PolicySpan']> = {
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  sentence?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PolicyNoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyNote'] = ResolversParentTypes['PolicyNote']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SimulatedPaymentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulatedPaymentConnection'] = ResolversParentTypes['SimulatedPaymentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['SimulatedPaymentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  highRisk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  defaultBlocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PolicyLanguageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyLanguage'] = ResolversParentTypes['PolicyLanguage']> = {
  constructions?: Resolver<Array<ResolversTypes['PolicyConstruction']>, ParentType, ContextType>;
  rules?: Resolver<Array<ResolversTypes['PolicyWording']>, ParentType, ContextType>;
  slots?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['PolicyCategoryWords']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['PolicyCategoryGroup']>, ParentType, ContextType>;
};

export type PolicyConstructionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyConstruction'] = ResolversParentTypes['PolicyConstruction']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wordings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyWordingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyWording'] = ResolversParentTypes['PolicyWording']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wordings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyCategoryWordsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCategoryWords'] = ResolversParentTypes['PolicyCategoryWords']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  namedOnly?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PolicyCategoryGroupResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PolicyCategoryGroup'] = ResolversParentTypes['PolicyCategoryGroup']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mandates?: Resolver<ResolversTypes['MandateConnection'], ParentType, ContextType, RequireFields<AgentMandatesArgs, 'first'>>;
};

export type WalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MandateConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MandateConnection'] = ResolversParentTypes['MandateConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MandateEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType, RequireFields<QueryApprovalArgs, 'id'>>;
  approvals?: Resolver<ResolversTypes['ApprovalConnection'], ParentType, ContextType, RequireFields<QueryApprovalsArgs, 'first'>>;
  mandate?: Resolver<Maybe<ResolversTypes['Mandate']>, ParentType, ContextType, RequireFields<QueryMandateArgs, 'id'>>;
  mandates?: Resolver<ResolversTypes['MandateConnection'], ParentType, ContextType, RequireFields<QueryMandatesArgs, 'first'>>;
  policyCategories?: Resolver<Array<ResolversTypes['PolicyCategory']>, ParentType, ContextType>;
  policyLanguage?: Resolver<ResolversTypes['PolicyLanguage'], ParentType, ContextType>;
  mandateVersions?: Resolver<ResolversTypes['MandateVersionConnection'], ParentType, ContextType, RequireFields<QueryMandateVersionsArgs, 'mandateId' | 'first'>>;
  ap2Intent?: Resolver<ResolversTypes['JSON'], ParentType, ContextType, RequireFields<QueryAp2IntentArgs, 'mandateId' | 'format'>>;
  previewPolicy?: Resolver<ResolversTypes['PolicyPreview'], ParentType, ContextType, RequireFields<QueryPreviewPolicyArgs, 'input'>>;
  simulatePolicy?: Resolver<ResolversTypes['PolicySimulation'], ParentType, ContextType, RequireFields<QuerySimulatePolicyArgs, 'input'>>;
  policyTemplate?: Resolver<ResolversTypes['PolicyTemplate'], ParentType, ContextType, RequireFields<QueryPolicyTemplateArgs, 'orgId'>>;
  killSwitches?: Resolver<ResolversTypes['KillSwitchConnection'], ParentType, ContextType, RequireFields<QueryKillSwitchesArgs, 'first'>>;
  effectiveKillSwitches?: Resolver<ResolversTypes['EffectiveKillSwitches'], ParentType, ContextType, Partial<QueryEffectiveKillSwitchesArgs>>;
  previewKillSwitch?: Resolver<ResolversTypes['KillSwitchEffect'], ParentType, ContextType, RequireFields<QueryPreviewKillSwitchArgs, 'scope' | 'targetId'>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  requestApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationRequestApprovalArgs, 'input'>>;
  approveApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationApproveApprovalArgs, 'input'>>;
  denyApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationDenyApprovalArgs, 'input'>>;
  cancelApproval?: Resolver<Maybe<ResolversTypes['ApprovalPayload']>, ParentType, ContextType, RequireFields<MutationCancelApprovalArgs, 'input'>>;
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
  mandate?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RevokeMandatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeMandatePayload'] = ResolversParentTypes['RevokeMandatePayload']> = {
  mandate?: Resolver<ResolversTypes['Mandate'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SetPolicyTemplatePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetPolicyTemplatePayload'] = ResolversParentTypes['SetPolicyTemplatePayload']> = {
  policyTemplate?: Resolver<ResolversTypes['PolicyTemplate'], ParentType, ContextType>;
};

export type KillSwitchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KillSwitch'] = ResolversParentTypes['KillSwitch']> = {
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
};

export type EffectiveKillSwitchesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EffectiveKillSwitches'] = ResolversParentTypes['EffectiveKillSwitches']> = {
  blocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  switches?: Resolver<Array<ResolversTypes['EffectiveKillSwitch']>, ParentType, ContextType>;
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
  edges?: Resolver<Array<ResolversTypes['KillSwitchEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
  decisions?: Resolver<Array<ResolversTypes['ApprovalDecision']>, ParentType, ContextType>;
  mandateId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  mandateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ApprovalDecisionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalDecision'] = ResolversParentTypes['ApprovalDecision']> = {
  decidedBy?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ApprovalConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalConnection'] = ResolversParentTypes['ApprovalConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ApprovalEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ApprovalEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalEdge'] = ResolversParentTypes['ApprovalEdge']> = {
  node?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ApprovalPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApprovalPayload'] = ResolversParentTypes['ApprovalPayload']> = {
  approval?: Resolver<Maybe<ResolversTypes['Approval']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Decimal?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Mandate?: MandateResolvers<ContextType>;
  MandateVersion?: MandateVersionResolvers<ContextType>;
  PolicyChange?: PolicyChangeResolvers<ContextType>;
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
  Approval?: ApprovalResolvers<ContextType>;
  ApprovalDecision?: ApprovalDecisionResolvers<ContextType>;
  ApprovalConnection?: ApprovalConnectionResolvers<ContextType>;
  ApprovalEdge?: ApprovalEdgeResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
  ApprovalPayload?: ApprovalPayloadResolvers<ContextType>;
};
