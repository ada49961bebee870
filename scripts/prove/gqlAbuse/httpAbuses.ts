/** What only HTTP offers to abuse: batches, methods, media types, stored documents, large bodies. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import type { HttpRequest } from '../carriers/client.ts'

export interface HttpAbuse {
  readonly name: string
  /** What the refusal says. */
  readonly says: RegExp
  readonly request: Omit<HttpRequest, 'caller'>
}

const QUERY = '{ me { id } }'
const HASH = createHash('sha256').update(QUERY).digest('hex')
const STORED = { persistedQuery: { version: 1, sha256Hash: HASH } }
const LONG = 900_000

const post = (name: string, says: RegExp, body: unknown, headers: HttpRequest['headers'] = {}): HttpAbuse => ({
  ...{ name, says },
  request: { method: 'POST', path: '/graphql', body: typeof body === 'string' ? body : JSON.stringify(body), headers },
})
const get = (name: string, says: RegExp, parameters: Record<string, string>, headers: HttpRequest['headers'] = {}) => ({
  ...{ name, says },
  request: { method: 'GET' as const, path: `/graphql?${new URLSearchParams(parameters)}`, headers },
})

const PAY = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { replayed } }'

/** A spend that is refused for this input before it is anything else. */
function pay(name: string, says: RegExp, walletId: string, input: object): HttpAbuse {
  const whole = { walletId, to: `0x${'c3'.repeat(20)}`, amount: '1.00', token: 'USDC', ...input }
  return post(name, says, { query: PAY, variables: { input: whole } })
}

export function httpAbuses(walletId: string): readonly HttpAbuse[] {
  const [operation = ''] = loadManifest().keys()
  return [
    post('a batch', /batch/i, Array(10).fill({ query: QUERY })),
    post('a batch of one', /batch/i, [{ query: QUERY }]),
    post('a batch of nothing', /batch/i, []),
    post('a stored document', /Persisted|persisted/, { extensions: STORED }),
    post('a document to be stored', /Persisted|persisted/, { query: QUERY, extensions: STORED }),
    get('a stored document by GET', /Persisted|persisted/, { extensions: JSON.stringify(STORED) }, APOLLO),
    post('a trusted document by its name', /query/, { operationName: operation }),
    post('a trusted document by its id', /query/, { id: operation, documentId: operation, doc_id: operation }),
    post('the name of a trusted document as text', /Syntax Error/, { query: operation }),
    post(
      'a subscription in parts',
      /WebSocket/,
      { query: 'subscription { paymentEvents { id } }' },
      {
        accept: 'multipart/mixed;subscriptionSpec=1.0, application/json',
      },
    ),
    post(
      'incremental delivery',
      /Unknown directive/,
      { query: '{ me { ... @defer { id } } }' },
      {
        accept: 'multipart/mixed;deferSpec=20220824, application/json',
      },
    ),
    get('a mutation by GET', /GET/, { query: 'mutation { __typename }' }, APOLLO),
    get('a form of another site', /CSRF|preflight|content-type/i, { query: QUERY }),
    post('text instead of JSON', /application\/json|JSON|json/, QUERY, { 'content-type': 'text/plain' }),
    post('a form', /application\/json|JSON|json/, `query=${QUERY}`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    post('a body that would unfold', /UTF-8|JSON|encoding/i, gzipSync(Buffer.alloc(LONG)).toString('latin1'), {
      'content-encoding': 'gzip',
    }),
    post('a body in hundreds of lists', /nested/, `{"query":"${QUERY}","variables":{"x":${'['.repeat(900)}`),
    post('no document', /no keys/, {}),
    post('a document that is no text', /query|string/i, { query: [QUERY] }),
    post('variables that are none', /variables/, { query: QUERY, variables: [] }),
    post('hundreds of operations', /sameField above/, {
      query: Array.from({ length: 240 }, (_, n) => `query Q${n} { me { id } }`).join(' '),
    }),
    pay('an amount of 900,000 digits', /amount|Decimal/, walletId, { amount: '9'.repeat(LONG) }),
    pay('an amount with 900,000 decimals', /amount|Decimal/, walletId, { amount: `0.${'0'.repeat(LONG)}1` }),
    pay('an address of 900,000 characters', /to|address/, walletId, { to: `0x${'a'.repeat(LONG)}` }),
    pay('a purpose of 900,000 characters', /purpose/, walletId, { purpose: 'x'.repeat(LONG) }),
    pay('metadata of 900,000 characters', /metadata/, walletId, { metadata: { x: 'x'.repeat(LONG) } }),
    pay('a key of 900,000 characters', /[kK]ey/, walletId, { idempotencyKey: 'x'.repeat(LONG) }),
    pay('a wallet of 900,000 characters', /wallet/, `wal_${'x'.repeat(LONG)}`, {}),
    post('a cursor of 900,000 characters', /cursor|after/, {
      query: 'query ($after: String) { payments(after: $after) { __typename } }',
      variables: { after: 'x'.repeat(LONG) },
    }),
  ]
}

/** A header that a form of another site cannot send. */
const APOLLO = { 'apollo-require-preflight': 'true' }
