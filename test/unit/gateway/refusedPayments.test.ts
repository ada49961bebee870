// Domain 0.1, gate 4: a payment whose input is refused uses up nothing of the rate limit of payments; one that was made does.
import { type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import { returnRefusedPayments } from '../../../gateway/auth/refusedPayments.ts'

const document = parse('mutation { a: createPayment { payment { id } } b: createPayment { payment { id } } }')
const [operation] = document.definitions as unknown as [OperationDefinitionNode]

async function returnedFor(errors: readonly { readonly path: readonly string[]; readonly type: string }[]) {
  const returned: number[] = []
  const plugin = returnRefusedPayments({
    rateLimiter: { returnPayments: (_principal, count) => void returned.push(count) },
    isPayment: (field) => field === 'createPayment',
  })
  const singleResult = { errors: errors.map(({ path, type }) => ({ message: '', path, extensions: { type } })) }
  const request = { document, operation, contextValue: {}, response: { body: { kind: 'single', singleResult } } }
  const listener = await plugin.requestDidStart?.({} as never)
  await listener?.willSendResponse?.(request as never)
  return returned.reduce((sum, count) => sum + count, 0)
}

test('each payment of a document whose input is refused is given back', async () => {
  expect(await returnedFor([{ path: ['a'], type: 'invalid_request' }])).toBe(1)
  const both = ['a', 'b'].map((field) => ({ path: [field], type: 'invalid_request' }))
  expect(await returnedFor(both)).toBe(2)
})

test('one that was made counts, whatever is asked of it wrongly, and so does one that was refused otherwise', async () => {
  expect(await returnedFor([{ path: ['a', 'payment', 'entries'], type: 'invalid_request' }])).toBe(0)
  expect(await returnedFor([{ path: ['a'], type: 'policy_violation' }])).toBe(0)
  expect(await returnedFor([])).toBe(0)
})
