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
  /** An instant in ISO 8601, UTC, with milliseconds and Z. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Reading the merchant registry. */
export type Query = {
  /** One merchant of the caller's organization. */
  merchant?: Maybe<Merchant>;
  /** Merchants of the caller's organization, newest first. */
  merchants?: Maybe<MerchantConnection>;
};


/** Reading the merchant registry. */
export type QueryMerchantArgs = {
  id: Scalars['ID']['input'];
};


/** Reading the merchant registry. */
export type QueryMerchantsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  domain?: InputMaybe<Scalars['String']['input']>;
  category?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Scalars['String']['input']>;
};

/** Keeping the merchant registry: organization keys with the role admin. */
export type Mutation = {
  /** Registers a merchant. */
  createMerchant?: Maybe<CreateMerchantPayload>;
  /** Changes the fields that are given; null clears an optional one. */
  updateMerchant?: Maybe<UpdateMerchantPayload>;
};


/** Keeping the merchant registry: organization keys with the role admin. */
export type MutationCreateMerchantArgs = {
  input: CreateMerchantInput;
};


/** Keeping the merchant registry: organization keys with the role admin. */
export type MutationUpdateMerchantArgs = {
  input: UpdateMerchantInput;
};

/** Somebody who is paid: policies read its domain and category, payments its payout addresses. */
export type Merchant = {
  /** Identifier, mrc_ and a suffix. */
  id: Scalars['ID']['output'];
  /** Trade name. */
  name: Scalars['String']['output'];
  /** Registered name. */
  legalName: Scalars['String']['output'];
  /** ASCII host name, unique in the organization. */
  domain: Scalars['String']['output'];
  /** Merchant category code, four digits. */
  mcc?: Maybe<Scalars['String']['output']>;
  /** Category as policies name it. */
  category: Scalars['String']['output'];
  /** ISO 3166 country code. */
  country?: Maybe<Scalars['String']['output']>;
  /** Where the merchant is paid, one address a chain. */
  payoutAddresses: Array<PayoutAddress>;
  /** Key-value pairs of the organization. */
  metadata?: Maybe<Scalars['JSON']['output']>;
  /** Whether the merchant may be paid. */
  status: MerchantStatus;
  /** test or live. */
  mode: Scalars['String']['output'];
  /** The organization whose registry this is. */
  organization: Organization;
  /** When the merchant was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Whether a merchant may be paid. */
export type MerchantStatus =
  /** May be paid. */
  | 'active'
  /** Is not paid. */
  | 'blocked';

/** An address on a chain. */
export type PayoutAddress = {
  /** Chain. */
  chain: Scalars['String']['output'];
  /** EIP-55 address. */
  address: Scalars['String']['output'];
};

/** An organization, owned by another part of the graph. */
export type Organization = {
  /** Its identifier. */
  id: Scalars['ID']['output'];
};

/** A page of merchants. */
export type MerchantConnection = {
  /** The merchants of this page with their cursors. */
  edges: Array<MerchantEdge>;
  /** Where this page stands. */
  pageInfo: PageInfo;
};

/** A merchant in a page. */
export type MerchantEdge = {
  /** The merchant. */
  node: Merchant;
  /** Give it as after to continue behind this merchant. */
  cursor: Scalars['String']['output'];
};

/** Where a page stands in its list. */
export type PageInfo = {
  /** Whether more follow. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there were some before. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A merchant to register. */
export type CreateMerchantInput = {
  /** Trade name, 1 to 100 characters. */
  name: Scalars['String']['input'];
  /** Registered name, 1 to 200 characters. */
  legalName: Scalars['String']['input'];
  /** Host name or URL of the merchant. */
  domain: Scalars['String']['input'];
  /** Merchant category code, four digits; gives the category when none is named. */
  mcc?: InputMaybe<Scalars['String']['input']>;
  /** Category as policies name it. */
  category?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 country code of two letters. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Where the merchant is paid, one address a chain. */
  payoutAddresses?: InputMaybe<Array<PayoutAddressInput>>;
  /** Any key-value pairs, at most 50 keys and 16 KiB. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Repeats with the same key make no second merchant. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What to change of a merchant. */
export type UpdateMerchantInput = {
  /** Id of the merchant. */
  id: Scalars['ID']['input'];
  /** Trade name, 1 to 100 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Registered name, 1 to 200 characters. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Host name or URL of the merchant. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** Merchant category code; a category that came from the old code follows it. */
  mcc?: InputMaybe<Scalars['String']['input']>;
  /** Category as policies name it. */
  category?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166 country code of two letters. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** All payout addresses from now on. */
  payoutAddresses?: InputMaybe<Array<PayoutAddressInput>>;
  /** All key-value pairs from now on. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** active or blocked. */
  status?: InputMaybe<Scalars['String']['input']>;
};

/** An address on a chain. */
export type PayoutAddressInput = {
  /** Chain, lower case. */
  chain: Scalars['String']['input'];
  /** Address; a mixed-case one must have its EIP-55 checksum. */
  address: Scalars['String']['input'];
};

/** A registered merchant. */
export type CreateMerchantPayload = {
  /** The merchant. */
  merchant: Merchant;
  /** Whether an Idempotency-Key had made this merchant before. */
  replayed: Scalars['Boolean']['output'];
};

/** A changed merchant. */
export type UpdateMerchantPayload = {
  /** The merchant as it is now. */
  merchant: Merchant;
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
  DateTime: ResolverTypeWrapper<Partial<Scalars['DateTime']['output']>>;
  JSON: ResolverTypeWrapper<Partial<Scalars['JSON']['output']>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Partial<Scalars['ID']['output']>>;
  Int: ResolverTypeWrapper<Partial<Scalars['Int']['output']>>;
  String: ResolverTypeWrapper<Partial<Scalars['String']['output']>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Merchant: ResolverTypeWrapper<Partial<Merchant>>;
  MerchantStatus: ResolverTypeWrapper<Partial<MerchantStatus>>;
  PayoutAddress: ResolverTypeWrapper<Partial<PayoutAddress>>;
  Organization: ResolverTypeWrapper<Partial<Organization>>;
  MerchantConnection: ResolverTypeWrapper<Partial<MerchantConnection>>;
  MerchantEdge: ResolverTypeWrapper<Partial<MerchantEdge>>;
  PageInfo: ResolverTypeWrapper<Partial<PageInfo>>;
  Boolean: ResolverTypeWrapper<Partial<Scalars['Boolean']['output']>>;
  CreateMerchantInput: ResolverTypeWrapper<Partial<CreateMerchantInput>>;
  UpdateMerchantInput: ResolverTypeWrapper<Partial<UpdateMerchantInput>>;
  PayoutAddressInput: ResolverTypeWrapper<Partial<PayoutAddressInput>>;
  CreateMerchantPayload: ResolverTypeWrapper<Partial<CreateMerchantPayload>>;
  UpdateMerchantPayload: ResolverTypeWrapper<Partial<UpdateMerchantPayload>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Partial<Scalars['DateTime']['output']>;
  JSON: Partial<Scalars['JSON']['output']>;
  Query: Record<PropertyKey, never>;
  ID: Partial<Scalars['ID']['output']>;
  Int: Partial<Scalars['Int']['output']>;
  String: Partial<Scalars['String']['output']>;
  Mutation: Record<PropertyKey, never>;
  Merchant: Partial<Merchant | FederationReferenceTypes['Merchant']>;
  PayoutAddress: Partial<PayoutAddress>;
  Organization: Partial<Organization>;
  MerchantConnection: Partial<MerchantConnection>;
  MerchantEdge: Partial<MerchantEdge>;
  PageInfo: Partial<PageInfo>;
  Boolean: Partial<Scalars['Boolean']['output']>;
  CreateMerchantInput: Partial<CreateMerchantInput>;
  UpdateMerchantInput: Partial<UpdateMerchantInput>;
  PayoutAddressInput: Partial<PayoutAddressInput>;
  CreateMerchantPayload: Partial<CreateMerchantPayload>;
  UpdateMerchantPayload: Partial<UpdateMerchantPayload>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], unknown> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], unknown> {
  name: 'JSON';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  merchant?: Resolver<Maybe<ResolversTypes['Merchant']>, ParentType, ContextType, RequireFields<QueryMerchantArgs, 'id'>>;
  merchants?: Resolver<Maybe<ResolversTypes['MerchantConnection']>, ParentType, ContextType, RequireFields<QueryMerchantsArgs, 'first'>>;
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
  payoutAddresses?: Resolver<Array<ResolversTypes['PayoutAddress']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MerchantStatus'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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
  edges?: Resolver<Array<ResolversTypes['MerchantEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
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
