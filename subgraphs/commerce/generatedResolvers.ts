/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, QueryProductManifestArgs, QueryCheckoutArgs, QueryCheckoutsArgs, QueryChargeArgs, QueryChargesArgs, QueryOrderArgs, QueryOrdersArgs, QueryMerchantArgs, QueryMerchantsArgs, MutationSetProductFeedArgs, MutationImportProductFeedArgs, MutationEndChargeArgs, MutationCreateCheckoutArgs, MutationUpdateCheckoutArgs, MutationCancelCheckoutArgs, MutationAuthorizeCheckoutArgs, MutationPayCheckoutArgs, MutationRotateMerchantSecretArgs, MutationReceiveOrderEventArgs, MutationCreateMerchantArgs, MutationUpdateMerchantArgs, Merchant, MerchantCheckoutsArgs, MerchantOrdersArgs, MerchantStatus, PayoutAddress, Organization, Mode, MerchantOrder, MerchantOrderField, OrderDirection, MerchantEdge, PageInfo, CreateMerchantInput, UpdateMerchantInput, PayoutAddressInput, CreateMerchantPayload, UpdateMerchantPayload, ProductManifest, Product, Price, Availability, Checkout, CheckoutStatus, CheckoutItem, SharedTokenStatus, ChargeWait, ChargeStatus, ChargeOrder, ChargeOrderField, ChargeEdge, Order, OrderStatus, OrderSettlement, Fulfillment, OrderRefund, CheckoutOrder, CheckoutOrderField, OrderOrder, OrderOrderField, CheckoutEdge, SharedTokenOrder, SharedTokenOrderField, SharedTokenEdge, OrderEdge, Agent, AgentCheckoutsArgs, AgentOrdersArgs, AgentSharedTokensArgs, Payment, SetProductFeedInput, ImportProductFeedInput, EndChargeInput, EndChargePayload, ProductInput, CheckoutItemInput, CreateCheckoutInput, UpdateCheckoutInput, CancelCheckoutInput, AuthorizeCheckoutInput, PayCheckoutInput, RotateMerchantSecretInput, ReceiveOrderEventInput, OrderEventFormat, RotateMerchantSecretPayload, ReceiveOrderEventPayload, SetProductFeedPayload, ImportProductFeedPayload, SkippedVariants, SkippedVariantCode, SkippedVariant, CheckoutPayload, AuthorizeCheckoutPayload, PayCheckoutPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { CheckoutShape, MerchantShape, OrderShape, ChargeShape, SharedTokenShape } from './shapes.ts';
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
  Merchant: Merchant;
  Checkout: Checkout;
  Order: Order;
  Agent: Agent;
  Payment: Payment;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Merchant:
    ( { __typename: 'Merchant' }
    & GraphQLRecursivePick<FederationTypes['Merchant'], {"id":true}> );
  Checkout:
    ( { __typename: 'Checkout' }
    & GraphQLRecursivePick<FederationTypes['Checkout'], {"id":true}> );
  Order:
    ( { __typename: 'Order' }
    & GraphQLRecursivePick<FederationTypes['Order'], {"id":true}> );
  Agent:
    ( { __typename: 'Agent' }
    & GraphQLRecursivePick<FederationTypes['Agent'], {"id":true}> );
  Payment:
    ( { __typename: 'Payment' }
    & GraphQLRecursivePick<FederationTypes['Payment'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  Cents: ResolverTypeWrapper<Scalars['Cents']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Merchant: ResolverTypeWrapper<MerchantShape>;
  MerchantStatus: MerchantStatus;
  PayoutAddress: ResolverTypeWrapper<PayoutAddress>;
  Organization: ResolverTypeWrapper<Organization>;
  Mode: Mode;
  MerchantOrder: MerchantOrder;
  MerchantOrderField: MerchantOrderField;
  OrderDirection: OrderDirection;
  MerchantConnection: ResolverTypeWrapper<Connection<MerchantShape>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  MerchantEdge: ResolverTypeWrapper<Omit<MerchantEdge, 'node'> & { node: ResolversTypes['Merchant'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  CreateMerchantInput: CreateMerchantInput;
  UpdateMerchantInput: UpdateMerchantInput;
  PayoutAddressInput: PayoutAddressInput;
  CreateMerchantPayload: ResolverTypeWrapper<Omit<CreateMerchantPayload, 'merchant'> & { merchant: ResolversTypes['Merchant'] }>;
  UpdateMerchantPayload: ResolverTypeWrapper<Omit<UpdateMerchantPayload, 'merchant'> & { merchant: ResolversTypes['Merchant'] }>;
  ProductManifest: ResolverTypeWrapper<Omit<ProductManifest, 'merchant'> & { merchant?: Maybe<ResolversTypes['Merchant']> }>;
  Product: ResolverTypeWrapper<Product>;
  Price: ResolverTypeWrapper<Price>;
  Availability: Availability;
  Checkout: ResolverTypeWrapper<CheckoutShape>;
  CheckoutStatus: CheckoutStatus;
  CheckoutItem: ResolverTypeWrapper<CheckoutItem>;
  SharedToken: ResolverTypeWrapper<SharedTokenShape>;
  SharedTokenStatus: SharedTokenStatus;
  Charge: ResolverTypeWrapper<ChargeShape>;
  ChargeWait: ChargeWait;
  ChargeStatus: ChargeStatus;
  ChargeOrder: ChargeOrder;
  ChargeOrderField: ChargeOrderField;
  ChargeConnection: ResolverTypeWrapper<Connection<ChargeShape>>;
  ChargeEdge: ResolverTypeWrapper<Omit<ChargeEdge, 'node'> & { node: ResolversTypes['Charge'] }>;
  Order: ResolverTypeWrapper<OrderShape>;
  OrderStatus: OrderStatus;
  OrderSettlement: ResolverTypeWrapper<OrderSettlement>;
  Fulfillment: ResolverTypeWrapper<Fulfillment>;
  OrderRefund: ResolverTypeWrapper<OrderRefund>;
  CheckoutOrder: CheckoutOrder;
  CheckoutOrderField: CheckoutOrderField;
  OrderOrder: OrderOrder;
  OrderOrderField: OrderOrderField;
  CheckoutConnection: ResolverTypeWrapper<Connection<CheckoutShape>>;
  CheckoutEdge: ResolverTypeWrapper<Omit<CheckoutEdge, 'node'> & { node: ResolversTypes['Checkout'] }>;
  SharedTokenOrder: SharedTokenOrder;
  SharedTokenOrderField: SharedTokenOrderField;
  SharedTokenConnection: ResolverTypeWrapper<Connection<SharedTokenShape>>;
  SharedTokenEdge: ResolverTypeWrapper<Omit<SharedTokenEdge, 'node'> & { node: ResolversTypes['SharedToken'] }>;
  OrderConnection: ResolverTypeWrapper<Connection<OrderShape>>;
  OrderEdge: ResolverTypeWrapper<Omit<OrderEdge, 'node'> & { node: ResolversTypes['Order'] }>;
  Agent: ResolverTypeWrapper<Omit<Agent, 'checkouts' | 'orders' | 'sharedTokens'> & { checkouts?: Maybe<ResolversTypes['CheckoutConnection']>, orders?: Maybe<ResolversTypes['OrderConnection']>, sharedTokens?: Maybe<ResolversTypes['SharedTokenConnection']> }>;
  Payment: ResolverTypeWrapper<Omit<Payment, 'sharedToken'> & { sharedToken?: Maybe<ResolversTypes['SharedToken']> }>;
  SetProductFeedInput: SetProductFeedInput;
  ImportProductFeedInput: ImportProductFeedInput;
  EndChargeInput: EndChargeInput;
  EndChargePayload: ResolverTypeWrapper<Omit<EndChargePayload, 'charge'> & { charge: ResolversTypes['Charge'] }>;
  ProductInput: ProductInput;
  CheckoutItemInput: CheckoutItemInput;
  CreateCheckoutInput: CreateCheckoutInput;
  UpdateCheckoutInput: UpdateCheckoutInput;
  CancelCheckoutInput: CancelCheckoutInput;
  AuthorizeCheckoutInput: AuthorizeCheckoutInput;
  PayCheckoutInput: PayCheckoutInput;
  RotateMerchantSecretInput: RotateMerchantSecretInput;
  ReceiveOrderEventInput: ReceiveOrderEventInput;
  OrderEventFormat: OrderEventFormat;
  RotateMerchantSecretPayload: ResolverTypeWrapper<Omit<RotateMerchantSecretPayload, 'merchant'> & { merchant: ResolversTypes['Merchant'] }>;
  ReceiveOrderEventPayload: ResolverTypeWrapper<ReceiveOrderEventPayload>;
  SetProductFeedPayload: ResolverTypeWrapper<Omit<SetProductFeedPayload, 'manifest'> & { manifest: ResolversTypes['ProductManifest'] }>;
  ImportProductFeedPayload: ResolverTypeWrapper<Omit<ImportProductFeedPayload, 'manifest'> & { manifest: ResolversTypes['ProductManifest'] }>;
  SkippedVariants: ResolverTypeWrapper<SkippedVariants>;
  SkippedVariantCode: SkippedVariantCode;
  SkippedVariant: ResolverTypeWrapper<SkippedVariant>;
  CheckoutPayload: ResolverTypeWrapper<Omit<CheckoutPayload, 'checkout'> & { checkout: ResolversTypes['Checkout'] }>;
  AuthorizeCheckoutPayload: ResolverTypeWrapper<Omit<AuthorizeCheckoutPayload, 'record'> & { record: ResolversTypes['SharedToken'] }>;
  PayCheckoutPayload: ResolverTypeWrapper<Omit<PayCheckoutPayload, 'order' | 'checkout'> & { order: ResolversTypes['Order'], checkout: ResolversTypes['Checkout'] }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Decimal: Scalars['Decimal']['output'];
  Cents: Scalars['Cents']['output'];
  Query: Record<PropertyKey, never>;
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Merchant: MerchantShape;
  PayoutAddress: PayoutAddress;
  Organization: Organization;
  MerchantOrder: MerchantOrder;
  MerchantConnection: Connection<MerchantShape>;
  Boolean: Scalars['Boolean']['output'];
  MerchantEdge: Omit<MerchantEdge, 'node'> & { node: ResolversParentTypes['Merchant'] };
  PageInfo: PageInfo;
  CreateMerchantInput: CreateMerchantInput;
  UpdateMerchantInput: UpdateMerchantInput;
  PayoutAddressInput: PayoutAddressInput;
  CreateMerchantPayload: Omit<CreateMerchantPayload, 'merchant'> & { merchant: ResolversParentTypes['Merchant'] };
  UpdateMerchantPayload: Omit<UpdateMerchantPayload, 'merchant'> & { merchant: ResolversParentTypes['Merchant'] };
  ProductManifest: Omit<ProductManifest, 'merchant'> & { merchant?: Maybe<ResolversParentTypes['Merchant']> };
  Product: Product;
  Price: Price;
  Checkout: CheckoutShape;
  CheckoutItem: CheckoutItem;
  SharedToken: SharedTokenShape;
  Charge: ChargeShape;
  ChargeOrder: ChargeOrder;
  ChargeConnection: Connection<ChargeShape>;
  ChargeEdge: Omit<ChargeEdge, 'node'> & { node: ResolversParentTypes['Charge'] };
  Order: OrderShape;
  OrderSettlement: OrderSettlement;
  Fulfillment: Fulfillment;
  OrderRefund: OrderRefund;
  CheckoutOrder: CheckoutOrder;
  OrderOrder: OrderOrder;
  CheckoutConnection: Connection<CheckoutShape>;
  CheckoutEdge: Omit<CheckoutEdge, 'node'> & { node: ResolversParentTypes['Checkout'] };
  SharedTokenOrder: SharedTokenOrder;
  SharedTokenConnection: Connection<SharedTokenShape>;
  SharedTokenEdge: Omit<SharedTokenEdge, 'node'> & { node: ResolversParentTypes['SharedToken'] };
  OrderConnection: Connection<OrderShape>;
  OrderEdge: Omit<OrderEdge, 'node'> & { node: ResolversParentTypes['Order'] };
  Agent: Omit<Agent, 'checkouts' | 'orders' | 'sharedTokens'> & { checkouts?: Maybe<ResolversParentTypes['CheckoutConnection']>, orders?: Maybe<ResolversParentTypes['OrderConnection']>, sharedTokens?: Maybe<ResolversParentTypes['SharedTokenConnection']> };
  Payment: Omit<Payment, 'sharedToken'> & { sharedToken?: Maybe<ResolversParentTypes['SharedToken']> };
  SetProductFeedInput: SetProductFeedInput;
  ImportProductFeedInput: ImportProductFeedInput;
  EndChargeInput: EndChargeInput;
  EndChargePayload: Omit<EndChargePayload, 'charge'> & { charge: ResolversParentTypes['Charge'] };
  ProductInput: ProductInput;
  CheckoutItemInput: CheckoutItemInput;
  CreateCheckoutInput: CreateCheckoutInput;
  UpdateCheckoutInput: UpdateCheckoutInput;
  CancelCheckoutInput: CancelCheckoutInput;
  AuthorizeCheckoutInput: AuthorizeCheckoutInput;
  PayCheckoutInput: PayCheckoutInput;
  RotateMerchantSecretInput: RotateMerchantSecretInput;
  ReceiveOrderEventInput: ReceiveOrderEventInput;
  RotateMerchantSecretPayload: Omit<RotateMerchantSecretPayload, 'merchant'> & { merchant: ResolversParentTypes['Merchant'] };
  ReceiveOrderEventPayload: ReceiveOrderEventPayload;
  SetProductFeedPayload: Omit<SetProductFeedPayload, 'manifest'> & { manifest: ResolversParentTypes['ProductManifest'] };
  ImportProductFeedPayload: Omit<ImportProductFeedPayload, 'manifest'> & { manifest: ResolversParentTypes['ProductManifest'] };
  SkippedVariants: SkippedVariants;
  SkippedVariant: SkippedVariant;
  CheckoutPayload: Omit<CheckoutPayload, 'checkout'> & { checkout: ResolversParentTypes['Checkout'] };
  AuthorizeCheckoutPayload: Omit<AuthorizeCheckoutPayload, 'record'> & { record: ResolversParentTypes['SharedToken'] };
  PayCheckoutPayload: Omit<PayCheckoutPayload, 'order' | 'checkout'> & { order: ResolversParentTypes['Order'], checkout: ResolversParentTypes['Checkout'] };
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], unknown> {
  name: 'Decimal';
}

export interface CentsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Cents'], unknown> {
  name: 'Cents';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  productManifest?: Resolver<Maybe<ResolversTypes['ProductManifest']>, ParentType, ContextType, Partial<QueryProductManifestArgs>>;
  checkout?: Resolver<Maybe<ResolversTypes['Checkout']>, ParentType, ContextType, RequireFields<QueryCheckoutArgs, 'id'>>;
  checkouts?: Resolver<Maybe<ResolversTypes['CheckoutConnection']>, ParentType, ContextType, Partial<QueryCheckoutsArgs>>;
  charge?: Resolver<Maybe<ResolversTypes['Charge']>, ParentType, ContextType, RequireFields<QueryChargeArgs, 'id'>>;
  charges?: Resolver<Maybe<ResolversTypes['ChargeConnection']>, ParentType, ContextType, Partial<QueryChargesArgs>>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType, RequireFields<QueryOrderArgs, 'id'>>;
  orders?: Resolver<Maybe<ResolversTypes['OrderConnection']>, ParentType, ContextType, Partial<QueryOrdersArgs>>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType, RequireFields<QueryMerchantArgs, 'id'>>;
  merchants?: Resolver<Maybe<ResolversTypes['MerchantConnection']>, ParentType, ContextType, Partial<QueryMerchantsArgs>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  setProductFeed?: Resolver<Maybe<ResolversTypes['SetProductFeedPayload']>, ParentType, ContextType, RequireFields<MutationSetProductFeedArgs, 'input'>>;
  importProductFeed?: Resolver<Maybe<ResolversTypes['ImportProductFeedPayload']>, ParentType, ContextType, RequireFields<MutationImportProductFeedArgs, 'input'>>;
  endCharge?: Resolver<Maybe<ResolversTypes['EndChargePayload']>, ParentType, ContextType, RequireFields<MutationEndChargeArgs, 'input'>>;
  createCheckout?: Resolver<Maybe<ResolversTypes['CheckoutPayload']>, ParentType, ContextType, RequireFields<MutationCreateCheckoutArgs, 'input'>>;
  updateCheckout?: Resolver<Maybe<ResolversTypes['CheckoutPayload']>, ParentType, ContextType, RequireFields<MutationUpdateCheckoutArgs, 'input'>>;
  cancelCheckout?: Resolver<Maybe<ResolversTypes['CheckoutPayload']>, ParentType, ContextType, RequireFields<MutationCancelCheckoutArgs, 'input'>>;
  authorizeCheckout?: Resolver<Maybe<ResolversTypes['AuthorizeCheckoutPayload']>, ParentType, ContextType, RequireFields<MutationAuthorizeCheckoutArgs, 'input'>>;
  payCheckout?: Resolver<Maybe<ResolversTypes['PayCheckoutPayload']>, ParentType, ContextType, RequireFields<MutationPayCheckoutArgs, 'input'>>;
  rotateMerchantSecret?: Resolver<Maybe<ResolversTypes['RotateMerchantSecretPayload']>, ParentType, ContextType, RequireFields<MutationRotateMerchantSecretArgs, 'input'>>;
  receiveOrderEvent?: Resolver<Maybe<ResolversTypes['ReceiveOrderEventPayload']>, ParentType, ContextType, RequireFields<MutationReceiveOrderEventArgs, 'input'>>;
  createMerchant?: Resolver<Maybe<ResolversTypes['CreateMerchantPayload']>, ParentType, ContextType, RequireFields<MutationCreateMerchantArgs, 'input'>>;
  updateMerchant?: Resolver<Maybe<ResolversTypes['UpdateMerchantPayload']>, ParentType, ContextType, RequireFields<MutationUpdateMerchantArgs, 'input'>>;
};

export type MerchantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Merchant'] = ResolversParentTypes['Merchant'], FederationReferenceType extends FederationReferenceTypes['Merchant'] = FederationReferenceTypes['Merchant']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Merchant']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  domain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mcc?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  payoutAddresses?: Resolver<ReadonlyArray<ResolversTypes['PayoutAddress']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MerchantStatus'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['Mode'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  checkouts?: Resolver<Maybe<ResolversTypes['CheckoutConnection']>, ParentType, ContextType, Partial<MerchantCheckoutsArgs>>;
  orders?: Resolver<Maybe<ResolversTypes['OrderConnection']>, ParentType, ContextType, Partial<MerchantOrdersArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PayoutAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayoutAddress'] = ResolversParentTypes['PayoutAddress']> = {
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type MerchantConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantConnection'] = ResolversParentTypes['MerchantConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MerchantEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Merchant']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MerchantEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MerchantEdge'] = ResolversParentTypes['MerchantEdge']> = {
  node?: Resolver<ResolversTypes['Merchant'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CreateMerchantPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateMerchantPayload'] = ResolversParentTypes['CreateMerchantPayload']> = {
  merchant?: Resolver<ResolversTypes['Merchant'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateMerchantPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateMerchantPayload'] = ResolversParentTypes['UpdateMerchantPayload']> = {
  merchant?: Resolver<ResolversTypes['Merchant'], ParentType, ContextType>;
};

export type ProductManifestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProductManifest'] = ResolversParentTypes['ProductManifest']> = {
  productFeed?: Resolver<ReadonlyArray<ResolversTypes['Product']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType>;
};

export type ProductResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  productId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  availability?: Resolver<ResolversTypes['Availability'], ParentType, ContextType>;
  merchantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PriceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Price'] = ResolversParentTypes['Price']> = {
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CheckoutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Checkout'] = ResolversParentTypes['Checkout'], FederationReferenceType extends FederationReferenceTypes['Checkout'] = FederationReferenceTypes['Checkout']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Checkout']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CheckoutStatus'], ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['CheckoutItem']>, ParentType, ContextType>;
  totalAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  orderId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  sharedTokens?: Resolver<ReadonlyArray<ResolversTypes['SharedToken']>, ParentType, ContextType>;
  charge?: Resolver<Maybe<ResolversTypes['Charge']>, ParentType, ContextType>;
  declined?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pendingApprovalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CheckoutItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CheckoutItem'] = ResolversParentTypes['CheckoutItem']> = {
  productId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  itemId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unitAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type SharedTokenResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedToken'] = ResolversParentTypes['SharedToken']> = {
  holdId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SharedTokenStatus'], ParentType, ContextType>;
  maxAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  checkout?: Resolver<Maybe<ResolversTypes['Checkout']>, ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ChargeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Charge'] = ResolversParentTypes['Charge']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ChargeStatus'], ParentType, ContextType>;
  sessionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  checkout?: Resolver<Maybe<ResolversTypes['Checkout']>, ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nextAskAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  waitsFor?: Resolver<Maybe<ResolversTypes['ChargeWait']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ChargeConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChargeConnection'] = ResolversParentTypes['ChargeConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ChargeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Charge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ChargeEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChargeEdge'] = ResolversParentTypes['ChargeEdge']> = {
  node?: Resolver<ResolversTypes['Charge'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrderResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order'], FederationReferenceType extends FederationReferenceTypes['Order'] = FederationReferenceTypes['Order']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Order']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['OrderStatus'], ParentType, ContextType>;
  sessionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  checkout?: Resolver<Maybe<ResolversTypes['Checkout']>, ParentType, ContextType>;
  paymentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  payment?: Resolver<Maybe<ResolversTypes['Payment']>, ParentType, ContextType>;
  paymentCompleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  merchantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  refundedAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['CheckoutItem']>, ParentType, ContextType>;
  fulfillment?: Resolver<Maybe<ResolversTypes['Fulfillment']>, ParentType, ContextType>;
  refunds?: Resolver<ReadonlyArray<ResolversTypes['OrderRefund']>, ParentType, ContextType>;
  unpaid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  orderNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purchaseOrderNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  fulfillmentDetails?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  fulfillmentGroups?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  settlement?: Resolver<Maybe<ResolversTypes['OrderSettlement']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type OrderSettlementResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderSettlement'] = ResolversParentTypes['OrderSettlement']> = {
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  payee?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  payer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  confirmedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type FulfillmentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Fulfillment'] = ResolversParentTypes['Fulfillment']> = {
  carrier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tracking?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shipped?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  fulfilledAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type OrderRefundResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderRefund'] = ResolversParentTypes['OrderRefund']> = {
  refundId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  arrived?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CheckoutConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CheckoutConnection'] = ResolversParentTypes['CheckoutConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['CheckoutEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Checkout']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CheckoutEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CheckoutEdge'] = ResolversParentTypes['CheckoutEdge']> = {
  node?: Resolver<ResolversTypes['Checkout'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SharedTokenConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedTokenConnection'] = ResolversParentTypes['SharedTokenConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SharedTokenEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['SharedToken']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SharedTokenEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SharedTokenEdge'] = ResolversParentTypes['SharedTokenEdge']> = {
  node?: Resolver<ResolversTypes['SharedToken'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrderConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderConnection'] = ResolversParentTypes['OrderConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['OrderEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Order']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalCountIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type OrderEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrderEdge'] = ResolversParentTypes['OrderEdge']> = {
  node?: Resolver<ResolversTypes['Order'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AgentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent'], FederationReferenceType extends FederationReferenceTypes['Agent'] = FederationReferenceTypes['Agent']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Agent']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  checkouts?: Resolver<Maybe<ResolversTypes['CheckoutConnection']>, ParentType, ContextType, Partial<AgentCheckoutsArgs>>;
  orders?: Resolver<Maybe<ResolversTypes['OrderConnection']>, ParentType, ContextType, Partial<AgentOrdersArgs>>;
  sharedTokens?: Resolver<Maybe<ResolversTypes['SharedTokenConnection']>, ParentType, ContextType, Partial<AgentSharedTokensArgs>>;
};

export type PaymentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Payment'] = ResolversParentTypes['Payment'], FederationReferenceType extends FederationReferenceTypes['Payment'] = FederationReferenceTypes['Payment']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Payment']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sharedToken?: Resolver<Maybe<ResolversTypes['SharedToken']>, ParentType, ContextType>;
};

export type EndChargePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndChargePayload'] = ResolversParentTypes['EndChargePayload']> = {
  charge?: Resolver<ResolversTypes['Charge'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RotateMerchantSecretPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateMerchantSecretPayload'] = ResolversParentTypes['RotateMerchantSecretPayload']> = {
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  merchant?: Resolver<ResolversTypes['Merchant'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReceiveOrderEventPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReceiveOrderEventPayload'] = ResolversParentTypes['ReceiveOrderEventPayload']> = {
  received?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  duplicate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SetProductFeedPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetProductFeedPayload'] = ResolversParentTypes['SetProductFeedPayload']> = {
  manifest?: Resolver<ResolversTypes['ProductManifest'], ParentType, ContextType>;
};

export type ImportProductFeedPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImportProductFeedPayload'] = ResolversParentTypes['ImportProductFeedPayload']> = {
  manifest?: Resolver<ResolversTypes['ProductManifest'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['SkippedVariants'], ParentType, ContextType>;
};

export type SkippedVariantsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkippedVariants'] = ResolversParentTypes['SkippedVariants']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['SkippedVariant']>, ParentType, ContextType>;
};

export type SkippedVariantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkippedVariant'] = ResolversParentTypes['SkippedVariant']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['SkippedVariantCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CheckoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CheckoutPayload'] = ResolversParentTypes['CheckoutPayload']> = {
  checkout?: Resolver<ResolversTypes['Checkout'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AuthorizeCheckoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuthorizeCheckoutPayload'] = ResolversParentTypes['AuthorizeCheckoutPayload']> = {
  sharedToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sessionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  maxAmountMinor?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  record?: Resolver<ResolversTypes['SharedToken'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PayCheckoutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayCheckoutPayload'] = ResolversParentTypes['PayCheckoutPayload']> = {
  order?: Resolver<ResolversTypes['Order'], ParentType, ContextType>;
  checkout?: Resolver<ResolversTypes['Checkout'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Decimal?: GraphQLScalarType;
  Cents?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Merchant?: MerchantResolvers<ContextType>;
  PayoutAddress?: PayoutAddressResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  MerchantConnection?: MerchantConnectionResolvers<ContextType>;
  MerchantEdge?: MerchantEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  CreateMerchantPayload?: CreateMerchantPayloadResolvers<ContextType>;
  UpdateMerchantPayload?: UpdateMerchantPayloadResolvers<ContextType>;
  ProductManifest?: ProductManifestResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  Price?: PriceResolvers<ContextType>;
  Checkout?: CheckoutResolvers<ContextType>;
  CheckoutItem?: CheckoutItemResolvers<ContextType>;
  SharedToken?: SharedTokenResolvers<ContextType>;
  Charge?: ChargeResolvers<ContextType>;
  ChargeConnection?: ChargeConnectionResolvers<ContextType>;
  ChargeEdge?: ChargeEdgeResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  OrderSettlement?: OrderSettlementResolvers<ContextType>;
  Fulfillment?: FulfillmentResolvers<ContextType>;
  OrderRefund?: OrderRefundResolvers<ContextType>;
  CheckoutConnection?: CheckoutConnectionResolvers<ContextType>;
  CheckoutEdge?: CheckoutEdgeResolvers<ContextType>;
  SharedTokenConnection?: SharedTokenConnectionResolvers<ContextType>;
  SharedTokenEdge?: SharedTokenEdgeResolvers<ContextType>;
  OrderConnection?: OrderConnectionResolvers<ContextType>;
  OrderEdge?: OrderEdgeResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  Payment?: PaymentResolvers<ContextType>;
  EndChargePayload?: EndChargePayloadResolvers<ContextType>;
  RotateMerchantSecretPayload?: RotateMerchantSecretPayloadResolvers<ContextType>;
  ReceiveOrderEventPayload?: ReceiveOrderEventPayloadResolvers<ContextType>;
  SetProductFeedPayload?: SetProductFeedPayloadResolvers<ContextType>;
  ImportProductFeedPayload?: ImportProductFeedPayloadResolvers<ContextType>;
  SkippedVariants?: SkippedVariantsResolvers<ContextType>;
  SkippedVariant?: SkippedVariantResolvers<ContextType>;
  CheckoutPayload?: CheckoutPayloadResolvers<ContextType>;
  AuthorizeCheckoutPayload?: AuthorizeCheckoutPayloadResolvers<ContextType>;
  PayCheckoutPayload?: PayCheckoutPayloadResolvers<ContextType>;
};
