// The one mapping of refusals to GraphQL and REST (specification 7), and that nothing else a resolver throws gets out.
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { errorHeaders, refusalOf, toExtensions, toPlainErrors, toRestBody } from '../../../gateway/errors.ts'
import { DomainError, ERROR_TYPES, type ErrorType } from '../../../subgraphs/shared/errors.ts'
import { recordingLog, silentLog } from './fixture.ts'

const types = Object.keys(ERROR_TYPES) as ErrorType[]

describe('the one mapping', () => {
  it.each(types)('%s says the same on both carriers', (type) => {
    const refusal = { type, message: 'Because.', details: { reason: 'r', big: 5n } }
    const { status, code } = ERROR_TYPES[type]
    const retryable = ['rate_limited', 'service_unavailable', 'gateway_timeout', 'fx_rate_unavailable'].includes(type)
    const details = { reason: 'r', big: '5', retryable, doc_url: `/guides/errors#${type}` }
    expect(toExtensions(refusal, 'req_1')).toEqual({ code, type, http_status: status, details, request_id: 'req_1' })
    expect(toRestBody(refusal, 'req_1')).toEqual({ error: { type, message: 'Because.', details, request_id: 'req_1' } })
    expect(status).toBeGreaterThanOrEqual(400)
  })

  it('leaves it to a refusal that knows better whether another try makes sense', () => {
    const refusal = { type: 'conflict', message: 'Busy.', details: { retryable: true } } as const
    expect(toRestBody(refusal, 'req_1').error.details.retryable).toBe(true)
  })

  it('has one code for each type', () => {
    expect(new Set(types.map((type) => ERROR_TYPES[type].code)).size).toBe(types.length)
  })

  it.each([
    ['authentication_error', { reason: 'token_expired' }, { 'www-authenticate': 'Bearer error="invalid_token"' }],
    ['authentication_error', { reason: 'missing_credentials' }, { 'www-authenticate': 'Bearer' }],
    [
      'authentication_error',
      { reason: 'proof_required', max_age_seconds: 300 },
      { 'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="300"' },
    ],
    ['insufficient_scope', {}, { 'www-authenticate': 'Bearer error="insufficient_scope"' }],
    ['rate_limited', { retry_after_ms: 1200 }, { 'retry-after': '2' }],
    ['service_unavailable', { retry_after_ms: 50 }, { 'retry-after': '1' }],
    ['service_unavailable', {}, {}],
    ['policy_violation', {}, {}],
  ] as const)('%s %j brings its headers', (type, details, headers) => {
    expect(errorHeaders({ type, message: '', details })).toEqual(headers)
  })
})

describe('errors of a subgraph', () => {
  const at = (originalError: Error | undefined) =>
    new GraphQLError('told', { path: ['a', 0], ...(originalError && { originalError }) })

  it('keep a refusal at any depth', () => {
    const refusal = new DomainError('not_found', 'No such thing.', { resource: 'thing' })
    const wrapped = new GraphQLError('outer', { path: ['a'], originalError: at(refusal) })
    expect(toPlainErrors([wrapped], 'x', 'req_1', silentLog)[0]).toMatchObject({
      message: 'No such thing.',
      path: ['a'],
      extensions: { type: 'not_found', http_status: 404 },
    })
  })

  it('mask and log everything else that a resolver threw', () => {
    const log = recordingLog()
    const [masked] = toPlainErrors([at(new TypeError('password is hunter2'))], 'x', 'req_1', log)
    expect(masked?.extensions.type).toBe('internal_error')
    expect(JSON.stringify(masked)).not.toContain('hunter2')
    expect(log.lines).toHaveLength(1)
    expect(log.lines[0]?.fields).toMatchObject({ request_id: 'req_1', subgraph: 'x' })
  })

  // The driver and the server name what passes by itself; the message stays inside all the same.
  it.each([
    Object.assign(new Error('pool of 10.0.0.7 cleared'), { name: 'MongoPoolClearedError' }),
    Object.assign(new Error('not primary: 10.0.0.7'), { name: 'MongoServerError', code: 10_107 }),
  ])('ask to repeat what failed because the database does not respond: $name', (thrown) => {
    const [masked] = toPlainErrors([at(thrown)], 'x', 'req_1', silentLog)
    const { message, ...body } = toRestBody(refusalOf(thrown, 'req_1', silentLog), 'req_1').error
    expect(masked).toMatchObject({ message, extensions: { http_status: 503, details: body.details } })
    expect(body).toMatchObject({ type: 'service_unavailable', details: { retryable: true, retry_after_ms: 1_000 } })
    expect(message).not.toContain('10.0.0.7')
  })

  it('tell the caller about a request that does not fit', () => {
    const [invalid] = toPlainErrors([new GraphQLError('Variable "$x" got invalid value')], 'x', 'req_1', silentLog)
    expect(invalid?.extensions.type).toBe('invalid_request')
  })
})
