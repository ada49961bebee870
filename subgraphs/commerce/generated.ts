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
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  readonly merchant?: Maybe<Merchant>;
  readonly merchants?: Maybe<MerchantConnection>;
};


export type QueryMerchantArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMerchantsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<MerchantOrder>;
  domain?: InputMaybe<Scalars['String']['input']>;
  category?: InputMaybe<Scalars['String']['input']>;
  statuses?: InputMaybe<ReadonlyArray<MerchantStatus>>;
};

export type Mutation = {
  readonly createMerchant?: Maybe<CreateMerchantPayload>;
  readonly updateMerchant?: Maybe<UpdateMerchantPayload>;
};


export type MutationCreateMerchantArgs = {
  input: CreateMerchantInput;
};


export type MutationUpdateMerchantArgs = {
  input: UpdateMerchantInput;
};

export type Merchant = {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly legalName: Scalars['String']['output'];
  readonly domain: Scalars['String']['output'];
  readonly mcc?: Maybe<Scalars['String']['output']>;
  readonly category: Scalars['String']['output'];
  readonly country?: Maybe<Scalars['String']['output']>;
  readonly payoutAddresses: ReadonlyArray<PayoutAddress>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly status: MerchantStatus;
  readonly mode: Mode;
  readonly organization: Organization;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type MerchantStatus =
  | 'active'
  | 'blocked';

export type PayoutAddress = {
  readonly chain: Scalars['String']['output'];
  readonly address: Scalars['String']['output'];
};

export type Organization = {
  readonly id: Scalars['ID']['output'];
};

export type Mode =
  | 'test'
  | 'live';

export type MerchantOrder = {
  readonly field: MerchantOrderField;
  readonly direction: OrderDirection;
};

export type MerchantOrderField =
  | 'created_at'
  | 'domain';

export type OrderDirection =
  | 'asc'
  | 'desc';

export type MerchantConnection = {
  readonly edges: ReadonlyArray<MerchantEdge>;
  readonly nodes: ReadonlyArray<Merchant>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type MerchantEdge = {
  readonly node: Merchant;
  readonly cursor: Scalars['String']['output'];
};

export type PageInfo = {
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type CreateMerchantInput = {
  readonly name: Scalars['String']['input'];
  readonly legalName: Scalars['String']['input'];
  readonly domain: Scalars['String']['input'];
  readonly mcc?: InputMaybe<Scalars['String']['input']>;
  readonly category?: InputMaybe<Scalars['String']['input']>;
  readonly country?: InputMaybe<Scalars['String']['input']>;
  readonly payoutAddresses?: InputMaybe<ReadonlyArray<PayoutAddressInput>>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateMerchantInput = {
  readonly id: Scalars['ID']['input'];
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly legalName?: InputMaybe<Scalars['String']['input']>;
  readonly domain?: InputMaybe<Scalars['String']['input']>;
  readonly mcc?: InputMaybe<Scalars['String']['input']>;
  readonly category?: InputMaybe<Scalars['String']['input']>;
  readonly country?: InputMaybe<Scalars['String']['input']>;
  readonly payoutAddresses?: InputMaybe<ReadonlyArray<PayoutAddressInput>>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly status?: InputMaybe<MerchantStatus>;
};

export type PayoutAddressInput = {
  readonly chain: Scalars['String']['input'];
  readonly address: Scalars['String']['input'];
};

export type CreateMerchantPayload = {
  readonly merchant: Merchant;
  readonly replayed: Scalars['Boolean']['output'];
};

export type UpdateMerchantPayload = {
  readonly merchant: Merchant;
};
