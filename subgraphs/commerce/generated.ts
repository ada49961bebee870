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
  Decimal: { input: string; output: string; }
  Cents: { input: number; output: number; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  readonly productManifest?: Maybe<ProductManifest>;
  readonly checkout?: Maybe<Checkout>;
  readonly checkouts?: Maybe<CheckoutConnection>;
  readonly charge?: Maybe<Charge>;
  readonly charges?: Maybe<ChargeConnection>;
  readonly order?: Maybe<Order>;
  readonly orders?: Maybe<OrderConnection>;
  readonly merchant?: Maybe<Merchant>;
  readonly merchants?: Maybe<MerchantConnection>;
};


export type QueryProductManifestArgs = {
  merchant?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCheckoutArgs = {
  id: Scalars['ID']['input'];
};


export type QueryCheckoutsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CheckoutOrder>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<CheckoutStatus>>;
};


export type QueryChargeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryChargesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ChargeOrder>;
  statuses?: InputMaybe<ReadonlyArray<ChargeStatus>>;
};


export type QueryOrderArgs = {
  id: Scalars['ID']['input'];
};


export type QueryOrdersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<OrderOrder>;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  statuses?: InputMaybe<ReadonlyArray<OrderStatus>>;
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
  readonly setProductFeed?: Maybe<SetProductFeedPayload>;
  readonly importProductFeed?: Maybe<ImportProductFeedPayload>;
  readonly endCharge?: Maybe<EndChargePayload>;
  readonly createCheckout?: Maybe<CheckoutPayload>;
  readonly updateCheckout?: Maybe<CheckoutPayload>;
  readonly cancelCheckout?: Maybe<CheckoutPayload>;
  readonly authorizeCheckout?: Maybe<AuthorizeCheckoutPayload>;
  readonly payCheckout?: Maybe<PayCheckoutPayload>;
  readonly rotateMerchantSecret?: Maybe<RotateMerchantSecretPayload>;
  readonly receiveOrderEvent?: Maybe<ReceiveOrderEventPayload>;
  readonly createMerchant?: Maybe<CreateMerchantPayload>;
  readonly updateMerchant?: Maybe<UpdateMerchantPayload>;
};


export type MutationSetProductFeedArgs = {
  input: SetProductFeedInput;
};


export type MutationImportProductFeedArgs = {
  input: ImportProductFeedInput;
};


export type MutationEndChargeArgs = {
  input: EndChargeInput;
};


export type MutationCreateCheckoutArgs = {
  input: CreateCheckoutInput;
};


export type MutationUpdateCheckoutArgs = {
  input: UpdateCheckoutInput;
};


export type MutationCancelCheckoutArgs = {
  input: CancelCheckoutInput;
};


export type MutationAuthorizeCheckoutArgs = {
  input: AuthorizeCheckoutInput;
};


export type MutationPayCheckoutArgs = {
  input: PayCheckoutInput;
};


export type MutationRotateMerchantSecretArgs = {
  input: RotateMerchantSecretInput;
};


export type MutationReceiveOrderEventArgs = {
  input: ReceiveOrderEventInput;
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
  readonly checkouts?: Maybe<CheckoutConnection>;
  readonly orders?: Maybe<OrderConnection>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


export type MerchantCheckoutsArgs = {
  statuses?: InputMaybe<ReadonlyArray<CheckoutStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CheckoutOrder>;
};


export type MerchantOrdersArgs = {
  statuses?: InputMaybe<ReadonlyArray<OrderStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<OrderOrder>;
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

export type ProductManifest = {
  readonly productFeed: ReadonlyArray<Product>;
  readonly hasMore: Scalars['Boolean']['output'];
  readonly merchant?: Maybe<Merchant>;
};

export type Product = {
  readonly productId: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly price: Price;
  readonly availability: Availability;
  readonly merchantId: Scalars['ID']['output'];
};

export type Price = {
  readonly amountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
};

export type Availability =
  | 'in_stock'
  | 'out_of_stock';

export type Checkout = {
  readonly id: Scalars['ID']['output'];
  readonly url: Scalars['String']['output'];
  readonly status: CheckoutStatus;
  readonly items: ReadonlyArray<CheckoutItem>;
  readonly totalAmountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
  readonly merchant?: Maybe<Merchant>;
  readonly agentId?: Maybe<Scalars['ID']['output']>;
  readonly agent?: Maybe<Agent>;
  readonly orderId?: Maybe<Scalars['ID']['output']>;
  readonly order?: Maybe<Order>;
  readonly sharedTokens: ReadonlyArray<SharedToken>;
  readonly charge?: Maybe<Charge>;
  readonly declined: Scalars['Boolean']['output'];
  readonly pendingApprovalId?: Maybe<Scalars['ID']['output']>;
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  readonly details?: Maybe<Scalars['JSON']['output']>;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type CheckoutStatus =
  | 'open'
  | 'completed'
  | 'canceled'
  | 'expired';

export type CheckoutItem = {
  readonly productId: Scalars['String']['output'];
  readonly itemId: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  readonly quantity: Scalars['Int']['output'];
  readonly unitAmountMinor: Scalars['Cents']['output'];
  readonly totalMinor: Scalars['Cents']['output'];
};

export type SharedToken = {
  readonly holdId: Scalars['ID']['output'];
  readonly status: SharedTokenStatus;
  readonly maxAmountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
  readonly token: Scalars['String']['output'];
  readonly chain: Scalars['String']['output'];
  readonly payment?: Maybe<Payment>;
  readonly agent?: Maybe<Agent>;
  readonly checkout?: Maybe<Checkout>;
  readonly merchant?: Maybe<Merchant>;
  readonly order?: Maybe<Order>;
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type SharedTokenStatus =
  | 'open'
  | 'used'
  | 'expired'
  | 'revoked';

export type Charge = {
  readonly id: Scalars['ID']['output'];
  readonly status: ChargeStatus;
  readonly sessionId: Scalars['ID']['output'];
  readonly checkout?: Maybe<Checkout>;
  readonly amountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
  readonly tries: Scalars['Int']['output'];
  readonly nextAskAt?: Maybe<Scalars['DateTime']['output']>;
  readonly waitsFor?: Maybe<ChargeWait>;
  readonly lastError?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type ChargeWait =
  | 'processor'
  | 'chain'
  | 'gas'
  | 'service';

export type ChargeStatus =
  | 'pending'
  | 'unanswered'
  | 'delayed'
  | 'approved'
  | 'declined'
  | 'failed'
  | 'ended';

export type ChargeOrder = {
  readonly field: ChargeOrderField;
  readonly direction: OrderDirection;
};

export type ChargeOrderField =
  | 'created_at';

export type ChargeConnection = {
  readonly edges: ReadonlyArray<ChargeEdge>;
  readonly nodes: ReadonlyArray<Charge>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type ChargeEdge = {
  readonly node: Charge;
  readonly cursor: Scalars['String']['output'];
};

export type Order = {
  readonly id: Scalars['ID']['output'];
  readonly status: OrderStatus;
  readonly sessionId: Scalars['ID']['output'];
  readonly checkout?: Maybe<Checkout>;
  readonly paymentId: Scalars['ID']['output'];
  readonly payment?: Maybe<Payment>;
  readonly paymentCompleted: Scalars['Boolean']['output'];
  readonly merchantId: Scalars['ID']['output'];
  readonly merchant?: Maybe<Merchant>;
  readonly agent?: Maybe<Agent>;
  readonly amountMinor: Scalars['Cents']['output'];
  readonly refundedAmountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
  readonly items: ReadonlyArray<CheckoutItem>;
  readonly fulfillment?: Maybe<Fulfillment>;
  readonly refunds: ReadonlyArray<OrderRefund>;
  readonly unpaid: Scalars['Boolean']['output'];
  readonly orderNotes?: Maybe<Scalars['String']['output']>;
  readonly purchaseOrderNumber?: Maybe<Scalars['String']['output']>;
  readonly buyer?: Maybe<Scalars['JSON']['output']>;
  readonly fulfillmentDetails?: Maybe<Scalars['JSON']['output']>;
  readonly fulfillmentGroups?: Maybe<Scalars['JSON']['output']>;
  readonly settlement?: Maybe<OrderSettlement>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

export type OrderStatus =
  | 'confirmed'
  | 'fulfilled'
  | 'partially_refunded'
  | 'refunded'
  | 'canceled';

export type OrderSettlement = {
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly chain: Scalars['String']['output'];
  readonly token: Scalars['String']['output'];
  readonly amount: Scalars['Decimal']['output'];
  readonly payee: Scalars['String']['output'];
  readonly payer?: Maybe<Scalars['String']['output']>;
  readonly confirmedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type Fulfillment = {
  readonly carrier?: Maybe<Scalars['String']['output']>;
  readonly tracking?: Maybe<Scalars['String']['output']>;
  readonly shipped: Scalars['Boolean']['output'];
  readonly fulfilledAt: Scalars['DateTime']['output'];
};

export type OrderRefund = {
  readonly refundId: Scalars['String']['output'];
  readonly amountMinor: Scalars['Cents']['output'];
  readonly arrived: Scalars['Boolean']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
};

export type CheckoutOrder = {
  readonly field: CheckoutOrderField;
  readonly direction: OrderDirection;
};

export type CheckoutOrderField =
  | 'created_at';

export type OrderOrder = {
  readonly field: OrderOrderField;
  readonly direction: OrderDirection;
};

export type OrderOrderField =
  | 'created_at';

export type CheckoutConnection = {
  readonly edges: ReadonlyArray<CheckoutEdge>;
  readonly nodes: ReadonlyArray<Checkout>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type CheckoutEdge = {
  readonly node: Checkout;
  readonly cursor: Scalars['String']['output'];
};

export type SharedTokenOrder = {
  readonly field: SharedTokenOrderField;
  readonly direction: OrderDirection;
};

export type SharedTokenOrderField =
  | 'created_at';

export type SharedTokenConnection = {
  readonly edges: ReadonlyArray<SharedTokenEdge>;
  readonly nodes: ReadonlyArray<SharedToken>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type SharedTokenEdge = {
  readonly node: SharedToken;
  readonly cursor: Scalars['String']['output'];
};

export type OrderConnection = {
  readonly edges: ReadonlyArray<OrderEdge>;
  readonly nodes: ReadonlyArray<Order>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  readonly totalCountIsExact: Scalars['Boolean']['output'];
};

export type OrderEdge = {
  readonly node: Order;
  readonly cursor: Scalars['String']['output'];
};

export type Agent = {
  readonly id: Scalars['ID']['output'];
  readonly checkouts?: Maybe<CheckoutConnection>;
  readonly orders?: Maybe<OrderConnection>;
  readonly sharedTokens?: Maybe<SharedTokenConnection>;
};


export type AgentCheckoutsArgs = {
  statuses?: InputMaybe<ReadonlyArray<CheckoutStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<CheckoutOrder>;
};


export type AgentOrdersArgs = {
  statuses?: InputMaybe<ReadonlyArray<OrderStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<OrderOrder>;
};


export type AgentSharedTokensArgs = {
  statuses?: InputMaybe<ReadonlyArray<SharedTokenStatus>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<SharedTokenOrder>;
};

export type Payment = {
  readonly id: Scalars['ID']['output'];
  readonly sharedToken?: Maybe<SharedToken>;
};

export type SetProductFeedInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly products: ReadonlyArray<ProductInput>;
};

export type ImportProductFeedInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly url: Scalars['String']['input'];
};

export type EndChargeInput = {
  readonly chargeId: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type EndChargePayload = {
  readonly charge: Charge;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ProductInput = {
  readonly productId: Scalars['String']['input'];
  readonly title: Scalars['String']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly amountMinor: Scalars['Cents']['input'];
  readonly availability?: InputMaybe<Availability>;
};

export type CheckoutItemInput = {
  readonly productId: Scalars['String']['input'];
  readonly quantity: Scalars['Int']['input'];
};

export type CreateCheckoutInput = {
  readonly items: ReadonlyArray<CheckoutItemInput>;
  readonly merchantId?: InputMaybe<Scalars['ID']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly details?: InputMaybe<Scalars['JSON']['input']>;
  readonly requestDigest?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateCheckoutInput = {
  readonly id: Scalars['ID']['input'];
  readonly items?: InputMaybe<ReadonlyArray<CheckoutItemInput>>;
  readonly details?: InputMaybe<Scalars['JSON']['input']>;
  readonly requestDigest?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CancelCheckoutInput = {
  readonly id: Scalars['ID']['input'];
  readonly details?: InputMaybe<Scalars['JSON']['input']>;
  readonly requestDigest?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type AuthorizeCheckoutInput = {
  readonly agentId: Scalars['ID']['input'];
  readonly sessionId: Scalars['ID']['input'];
  readonly maxAmountMinor: Scalars['Cents']['input'];
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly chain?: InputMaybe<Scalars['String']['input']>;
  readonly approvalId?: InputMaybe<Scalars['ID']['input']>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly requestDigest?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type PayCheckoutInput = {
  readonly sessionId: Scalars['ID']['input'];
  readonly token?: InputMaybe<Scalars['String']['input']>;
  readonly paymentToken?: InputMaybe<Scalars['String']['input']>;
  readonly details?: InputMaybe<Scalars['JSON']['input']>;
  readonly requestDigest?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RotateMerchantSecretInput = {
  readonly merchantId: Scalars['ID']['input'];
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ReceiveOrderEventInput = {
  readonly payload: Scalars['String']['input'];
  readonly signature?: InputMaybe<Scalars['String']['input']>;
  readonly format?: InputMaybe<OrderEventFormat>;
};

export type OrderEventFormat =
  | 'service'
  | 'acp';

export type RotateMerchantSecretPayload = {
  readonly secret?: Maybe<Scalars['String']['output']>;
  readonly merchant: Merchant;
  readonly replayed: Scalars['Boolean']['output'];
};

export type ReceiveOrderEventPayload = {
  readonly received: Scalars['Boolean']['output'];
  readonly duplicate: Scalars['Boolean']['output'];
};

export type SetProductFeedPayload = {
  readonly manifest: ProductManifest;
};

export type ImportProductFeedPayload = {
  readonly manifest: ProductManifest;
  readonly skipped: SkippedVariants;
};

export type SkippedVariants = {
  readonly count: Scalars['Int']['output'];
  readonly reasons: ReadonlyArray<SkippedVariant>;
};

export type SkippedVariantCode =
  | 'no_price'
  | 'other_currency';

export type SkippedVariant = {
  readonly path: Scalars['String']['output'];
  readonly code: SkippedVariantCode;
  readonly message: Scalars['String']['output'];
};

export type CheckoutPayload = {
  readonly checkout: Checkout;
  readonly replayed: Scalars['Boolean']['output'];
};

export type AuthorizeCheckoutPayload = {
  readonly sharedToken?: Maybe<Scalars['String']['output']>;
  readonly sessionId: Scalars['ID']['output'];
  readonly maxAmountMinor: Scalars['Cents']['output'];
  readonly currency: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly record: SharedToken;
  readonly replayed: Scalars['Boolean']['output'];
};

export type PayCheckoutPayload = {
  readonly order: Order;
  readonly checkout: Checkout;
  readonly replayed: Scalars['Boolean']['output'];
};
