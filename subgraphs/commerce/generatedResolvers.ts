/** Resolver types of this contract, written by scripts/compose.ts. Never edit by hand. */
import type { Connection } from '../shared/connections.ts';
import type { Maybe, Scalars, QueryMerchantArgs, QueryMerchantsArgs, MutationCreateMerchantArgs, MutationUpdateMerchantArgs, Merchant, MerchantStatus, PayoutAddress, Organization, Mode, MerchantOrder, MerchantOrderField, OrderDirection, MerchantEdge, PageInfo, CreateMerchantInput, UpdateMerchantInput, PayoutAddressInput, CreateMerchantPayload, UpdateMerchantPayload } from './generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { RequestContext } from '../shared/principal.ts';
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
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Merchant:
    ( { __typename: 'Merchant' }
    & GraphQLRecursivePick<FederationTypes['Merchant'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Merchant: ResolverTypeWrapper<Merchant>;
  MerchantStatus: MerchantStatus;
  PayoutAddress: ResolverTypeWrapper<PayoutAddress>;
  Organization: ResolverTypeWrapper<Organization>;
  Mode: Mode;
  MerchantOrder: MerchantOrder;
  MerchantOrderField: MerchantOrderField;
  OrderDirection: OrderDirection;
  MerchantConnection: ResolverTypeWrapper<Connection<Merchant>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  MerchantEdge: ResolverTypeWrapper<MerchantEdge>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  CreateMerchantInput: CreateMerchantInput;
  UpdateMerchantInput: UpdateMerchantInput;
  PayoutAddressInput: PayoutAddressInput;
  CreateMerchantPayload: ResolverTypeWrapper<CreateMerchantPayload>;
  UpdateMerchantPayload: ResolverTypeWrapper<UpdateMerchantPayload>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Mutation: Record<PropertyKey, never>;
  Merchant: Merchant;
  PayoutAddress: PayoutAddress;
  Organization: Organization;
  MerchantOrder: MerchantOrder;
  MerchantConnection: Connection<Merchant>;
  Boolean: Scalars['Boolean']['output'];
  MerchantEdge: MerchantEdge;
  PageInfo: PageInfo;
  CreateMerchantInput: CreateMerchantInput;
  UpdateMerchantInput: UpdateMerchantInput;
  PayoutAddressInput: PayoutAddressInput;
  CreateMerchantPayload: CreateMerchantPayload;
  UpdateMerchantPayload: UpdateMerchantPayload;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType, RequireFields<QueryMerchantArgs, 'id'>>;
  merchants?: Resolver<Maybe<ResolversTypes['MerchantConnection']>, ParentType, ContextType, Partial<QueryMerchantsArgs>>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
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

export type Resolvers<ContextType = RequestContext> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
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
};
