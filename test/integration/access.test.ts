// Specification 5 and domain A.1: every operation as every kind of caller, over both carriers, with and without an
// Idempotency-Key. Each is admitted or refused exactly as the graph declares it, and the documents agree.
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadManifest } from '../../gateway/rest/manifest.ts'
import { type Access, describeAccess } from '../../subgraphs/shared/access.ts'
import { readDeclarations } from '../../subgraphs/shared/contract.ts'
import { CAPABILITIES, SCOPES } from '../../subgraphs/shared/principal.ts'
import { type Answer, type Caller, createCarrier, headersOf, postGraph, send } from '../support/carriers.ts'
import { openAgent, openScene, type Scene } from '../support/scene.ts'
import { OPERATORS, startTestService, type TestService } from '../support/startService.ts'

const sdl = readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8')
const declared = readDeclarations(parse(sdl))
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()

/** A credential, and what the specification knows of it. */
interface Asker extends Caller {
  readonly name: string
  readonly agent?: { readonly capabilities: readonly string[]; readonly scope: string }
  readonly roles?: readonly string[]
  readonly operator?: true
  readonly enrolment?: true
}

let service: TestService
let scene: Scene
let walletId: string
let agentId: string
let callers: readonly Asker[]

beforeAll(async () => {
  service = await startTestService('access', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Access')
  const { orgId, key } = scene.organization
  const all = Object.keys(CAPABILITIES)
  const agent = async (name: string, capabilities: readonly string[], scope: string): Promise<Asker> => {
    const made = await openAgent(scene, { capabilities, scope })
    walletId ??= made.walletId
    agentId ??= made.agentId
    return { name: `agent ${name} ${scope}`, agent: { capabilities, scope }, ...made.caller }
  }
  const keyOf = async (
    name: string,
    roles: readonly ('admin' | 'approver' | 'compliance' | 'viewer')[],
    mode?: 'live',
  ) => ({
    ...{ name: `key ${name}`, roles },
    apiKey: await service.createKey(orgId, { roles, ...(mode && { mode }) }),
  })
  const enrolment = await carrier.call('createEnrolmentKey', { org_id: orgId, max_uses: 1_000 }, { apiKey: key })
  callers = [
    { name: 'nobody' },
    { name: 'enrolment key', enrolment: true, apiKey: `${enrolment.body.enrolment_key}` },
    { name: 'operator', operator: true, apiKey: OPERATORS.alice },
    { name: 'first key', roles: ['admin', 'approver', 'compliance'], apiKey: key },
    await keyOf('without a role', []),
    await keyOf('of an approver', ['approver']),
    await keyOf('for compliance', ['compliance']),
    await keyOf('of a viewer', ['viewer']),
    await keyOf('of an administrator', ['admin']),
    await keyOf('of live mode', ['admin'], 'live'),
    ...(await Promise.all(SCOPES.map((scope) => agent('with everything', all, scope)))),
    ...(await Promise.all(
      ['cards', 'payments', 'wallets', 'mandates', 'approvals'].map((one) => agent(one, [one], 'agent:admin')),
    )),
  ]
}, 90_000)
afterAll(() => service.stop())

/** The access that the declaration grants this caller, computed independently of the code under test. */
function promised({ agent, organization, operator, ...access }: Access, caller: Asker): string {
  if (access.public) return 'let in'
  if (caller.enrolment) return access.enrolment ? 'let in' : 'capability_denied'
  if (caller.operator) return operator ? 'let in' : 'authentication_error'
  if (caller.agent) {
    if (agent === undefined) return 'capability_denied'
    const { capabilities, scope } = caller.agent
    if (agent.capabilities.length > 0 && !agent.capabilities.some((one) => capabilities.includes(one)))
      return 'capability_denied'
    const order = ['agent:read', 'agent:execute', 'agent:admin']
    return order.indexOf(scope) >= order.indexOf(agent.scope) ? 'let in' : 'insufficient_scope'
  }
  if (caller.roles === undefined) return 'authentication_error'
  if (organization === undefined) return 'capability_denied'
  if (access.changes && caller.roles.includes('viewer')) return 'insufficient_scope'
  const isAuditor = caller.roles.includes('admin') || caller.roles.includes('compliance')
  const held = [
    ...caller.roles,
    ...(caller.roles.includes('admin') ? ['approver'] : []),
    ...(isAuditor ? ['auditor'] : []),
  ]
  return organization.role === null || held.includes(organization.role) ? 'let in' : 'insufficient_scope'
}

/** The outcome: anything but these refusals means that the operation itself was reached. */
function found({ refused }: Answer): string {
  const of = refused?.details.reason
  if (refused?.type === 'authentication_error') return of === 'missing_credentials' ? refused.type : 'let in'
  return refused?.type === 'capability_denied' || refused?.type === 'insufficient_scope' ? refused.type : 'let in'
}

/**
 * Input that is good enough to come as far as the question who calls; in the names of the graph. Where a finer rule says
 * the same as the declaration would, it is input for which that rule has nothing to say.
 */
function inputOf(root: string, caller: Asker): Readonly<Record<string, unknown>> {
  switch (root) {
    case 'createPayment':
    case 'transfer':
    case 'executeMandate':
    case 'createHold':
      return {
        walletId,
        to: `0x${'a1'.repeat(20)}`,
        merchant: 'a.example',
        pspDomain: 'a.example',
        amount: '1.00',
        token: 'USDC',
      }
    case 'activateKillSwitch':
    case 'previewKillSwitch':
      return caller.operator
        ? { scope: 'organization', targetId: 'org_none' }
        : { scope: 'agent', targetId: 'agt_none', reasonCode: 'test' }
    default:
      return {}
  }
}

const SCALARS: Readonly<Record<string, unknown>> = {
  ...{ ID: 'x', String: 'x', Int: 1, Float: 1, Boolean: true, JSON: {} },
  ...{ Decimal: '1.00', DateTime: '2026-01-01T00:00:00.000Z' },
}

function sample(type: GraphQLInputType, given: unknown): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [sample(nullable.ofType, given)]
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map(({ name }) => name)
    return values.find((name) => name.toLowerCase() === given) ?? values[0]
  }
  if (!isInputObjectType(nullable)) return given ?? SCALARS[nullable.name]
  const names = (given ?? {}) as Readonly<Record<string, unknown>>
  const fields = Object.values(nullable.getFields())
  const wanted = fields.filter((field) => isRequiredInputField(field) || field.name in names)
  return Object.fromEntries(wanted.map((field) => [field.name, sample(field.type, names[field.name])]))
}

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ at: `${type?.name}.${field.name}`, field })),
)
const isKeyed = ({ args: [first] }: GraphQLField<unknown, unknown>): boolean => {
  const type = first && getNullableType(first.type)
  return isInputObjectType(type) && 'idempotencyKey' in type.getFields()
}

function askGraph(field: GraphQLField<unknown, unknown>, caller: Asker, key?: string): Promise<Answer> {
  const given = inputOf(field.name, caller)
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name in given)
  const keyed = key === undefined ? given : { ...given, idempotencyKey: key }
  const variables = Object.fromEntries(
    args.map(({ name, type }) => [name, sample(type, name === 'input' ? keyed : given[name])]),
  )
  const kind = schema.getMutationType()?.getFields()[field.name] === field ? 'mutation' : 'query'
  const head = args.length === 0 ? '' : `(${args.map(({ name, type }) => `$${name}: ${type}`).join(', ')})`
  const passed = args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'
  return askGraphText(`${kind} ${head} { ${field.name}${passed} ${selection} }`, variables, caller)
}

async function askGraphText(query: string, variables: object, caller: Asker): Promise<Answer> {
  const answer = await send(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headersOf(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const [error] = (answer.body.errors ?? []) as { message: string; extensions: Record<string, unknown> }[]
  if (error === undefined) return answer
  const { type, details } = error.extensions
  const refused = { type: `${type}`, status: 0, message: error.message, details: details as never, requestId: '' }
  return { ...answer, refused }
}

interface Documented {
  readonly operationId: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

/** Every route with its root field in the graph. */
async function routes() {
  const openApi = await send(`${service.url}/api/v2/openapi.json`)
  const { paths } = openApi.body as { paths: Record<string, Record<string, Documented>> }
  const manifest = loadManifest()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, document]) => {
      const [operation] = parse(manifest.get(document.operationId) ?? '').definitions
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${path} has no operation`)
      const [root] = operation.selectionSet.selections
      const name = root?.kind === Kind.FIELD ? root.name.value : ''
      const at = `${operation.operation === 'mutation' ? 'Mutation' : 'Query'}.${name}`
      return { method: method.toUpperCase(), path, document, name, at }
    }),
  )
}

function sampleJson(of: Schema, given: unknown): unknown {
  if (of.properties !== undefined) {
    const names = (given ?? {}) as Readonly<Record<string, unknown>>
    const wanted = Object.keys(of.properties).filter((name) => of.required?.includes(name) || toCamel(name) in names)
    return Object.fromEntries(
      wanted.map((name) => [name, sampleJson(of.properties?.[name] ?? {}, names[toCamel(name)])]),
    )
  }
  if (given !== undefined) return given
  if (of.enum !== undefined) return of.enum[0]
  if (of.format === 'date-time') return SCALARS.DateTime
  switch (of.type) {
    case 'array':
      return [sampleJson(of.items ?? {}, undefined)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'string':
      return of.description?.startsWith('A decimal number') ? '1.00' : 'x'
    default:
      return Array.isArray(of.type) ? '1.00' : {}
  }
}

const toCamel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function askRest(route: Awaited<ReturnType<typeof routes>>[number], caller: Asker, key?: string): Promise<Answer> {
  const { method, path, document } = route
  const given = inputOf(route.name, caller)
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => `${given[toCamel(name)] ?? 'x'}`)
  const query = document.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${sampleJson(one.schema, given[toCamel(one.name)])}`)
  const needsAgent = document.parameters.some(({ name }) => name === 'X-Agent-Id')
  const headers = {
    ...headersOf({ ...caller, ...(needsAgent && { agentId: caller.agentId ?? agentId }) }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const body = document.requestBody?.content['application/json'].schema
  return send(`${service.url}${target}${query.length === 0 ? '' : `?${query.join('&')}`}`, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(sampleJson(body, given)) }),
  })
}

type Ask = (caller: Asker, key?: string) => Promise<Answer>

/** As every kind of caller; what has a key is asked twice, because its first refusal is kept. */
async function walk(at: string, isKeyedToo: boolean, ask: Ask): Promise<void> {
  const access = declared.get(at)
  if (access === undefined) throw new Error(`${at} is not declared`)
  const expected: string[] = []
  const seen: string[] = []
  for (const caller of callers) {
    const keys = isKeyedToo ? [undefined, `key of ${caller.name}`, `key of ${caller.name}`] : [undefined]
    for (const key of keys) {
      expected.push(`${at} ${caller.name}: ${promised(access, caller)}`)
      seen.push(`${at} ${caller.name}: ${found(await ask(caller, key))}`)
    }
  }
  expect(seen).toEqual(expected)
}

describe('over GraphQL', () => {
  test.each(roots.map((root) => [root.at, root] as const))('%s', async (at, { field }) => {
    await walk(at, isKeyed(field), (caller, key) => askGraph(field, caller, key))
  })
})

test('an agent sees itself, whether or not it may see its wallet and mandate', async () => {
  const query = '{ me { name walletId wallet { address } mandateId mandate { status } } }'
  for (const caller of callers) {
    if (caller.agent === undefined) continue
    const { capabilities } = caller.agent
    const { body } = await postGraph(service.url, query, {}, caller)
    expect([body.data, body.errors], caller.name).toEqual([
      {
        me: {
          ...{ name: expect.any(String), walletId: expect.any(String), mandateId: expect.any(String) },
          wallet: capabilities.includes('wallets') ? { address: expect.any(String) } : null,
          mandate: capabilities.includes('mandates') ? { status: 'active' } : null,
        },
      },
      undefined,
    ])
  }
})

test('over REST', async () => {
  for (const route of await routes()) {
    const isKeyedToo = route.document.parameters.some(({ name }) => name === 'Idempotency-Key')
    await walk(route.at, isKeyedToo, (caller, key) => askRest(route, caller, key))
  }
}, 120_000)

test('the documents name it', async () => {
  const fields = new Map(roots.map(({ at, field }) => [at, field]))
  for (const { at, document } of await routes()) {
    const access = declared.get(at) as Access
    expect(document.description).toBe(`Caller: ${describeAccess(access)}.`)
    expect(fields.get(at)?.description).toContain(document.description)
    expect(document.security).toEqual([
      ...(access.agent ? [{ accessToken: [access.agent.scope] }] : []),
      ...(access.organization ? [{ organizationKey: [access.organization.role].filter((one) => one !== null) }] : []),
      ...(access.enrolment ? [{ enrolmentKey: [] }] : []),
      ...(access.operator ? [{ operatorKey: [] }] : []),
    ])
  }
  const discovery = await send(`${service.url}/.well-known/service-agent.json`)
  const named = new Set((await routes()).flatMap(({ at }) => declared.get(at)?.agent?.capabilities ?? []))
  expect(new Set(discovery.body.capabilities as string[])).toEqual(named)
})
