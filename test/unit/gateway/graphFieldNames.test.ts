// A refusal over GraphQL names a field as the caller wrote it; keys of the caller's own JSON stay as they are.
import { buildSchema, type GraphQLInputType } from 'graphql'
import { expect, test } from 'vitest'
import { writtenPath } from '../../../gateway/graphFieldNames.ts'

const schema = buildSchema(`
  scalar JSON
  input Address { countryCode: String postalLines: [String!] }
  input PayInput { walletId: ID! metadata: JSON payoutAddresses: [Address!] limitPerTx: Int }
  type Query { payments(createdFrom: String, first: Int): Int }
  type Mutation { pay(input: PayInput!): Int }
`)
const given = (root: 'payments' | 'pay') => {
  const type = root === 'pay' ? schema.getMutationType() : schema.getQueryType()
  const { args = [] } = type?.getFields()[root] ?? {}
  return new Map(args.map(({ name, type }) => [name, type as GraphQLInputType] as const))
}

test.each([
  ['pay', 'wallet_id', 'input.walletId'],
  ['pay', 'limitPerTx', 'input.limitPerTx'],
  ['pay', 'payout_addresses[2].country_code', 'input.payoutAddresses[2].countryCode'],
  ['pay', 'payout_addresses[0].postal_lines[1]', 'input.payoutAddresses[0].postalLines[1]'],
  ['pay', 'metadata.order_id[0].x_y', 'input.metadata.order_id[0].x_y'],
  ['pay', 'input.walletId', 'input.walletId'],
  ['pay', 'variables.input.metadata.a_b', 'variables.input.metadata.a_b'],
  ['payments', 'created_from', 'createdFrom'],
  ['payments', 'first', 'first'],
] as const)('%s: %s is %s', (root, path, written) => {
  expect(writtenPath(given(root), path)).toBe(written)
})
