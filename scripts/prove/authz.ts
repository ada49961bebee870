/**
 * The table of who may call what (specification 5, domain A.1), walked by requests: every kind of key by its roles, agents by
 * capability and scope, operators, enrolment keys, merchants' keys, sessions and nobody, on every route, root field and subscription, with and
 * without an Idempotency-Key. Each is let in or refused as the table says, with the same type over REST and GraphQL. An
 * operation that the table does not have is a breach. `--fault` gives a key without a role the role of an administrator.
 */
import { getNamedType, isLeafType } from 'graphql'
import { CAPABILITIES, ROLES, type Role, SCOPES } from '../../subgraphs/shared/principal.ts'
import { type CallerKind, LISTED_FIELDS, promisedAccess } from './accessTable.ts'
import { acpOperations } from './carriers/acpOperations.ts'
import type { Answer, Caller } from './carriers/client.ts'
import { API_SCHEMA, ask, type Given, graphOperations, type Operation, restOperations } from './carriers/operations.ts'
import {
  bodyOf,
  OPERATOR_KEY,
  openServedWorld,
  type ServedOrganization,
  type ServedWorld,
} from './carriers/servedWorld.ts'
import { connectSocket } from './carriers/socket.ts'
import { openStream, type Subscribing, subscriptionOperations } from './carriers/streams.ts'
import { inParallel } from './inParallel.ts'
import type { ProofInput, ProofResult, Size } from './proof.ts'

const AT_ONCE = 24
/** Every so many cells, so that each operation and each caller has its share. */
const EVERY = { ci: 7, full: 1 } as const
/** With a key every so many of them: a kept refusal takes the way of the first. */
const KEYED_EVERY = { ci: 10, full: 1 } as const
const STREAM = '/api/v2/events/stream'
const LONE_CAPABILITIES = ['cards', 'payments', 'wallets', 'mandates', 'approvals', 'holds']

interface Asker {
  readonly name: string
  readonly caller: Caller
  readonly is: CallerKind
}

interface Scene {
  readonly world: ServedWorld
  readonly askers: readonly Asker[]
  readonly walletId: string
  readonly breaches: string[]
}

export async function proveAuthz({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openServedWorld()
  const breaches: string[] = findUnlisted()
  const figures = { callers: 0, operations: 0, cells: 0, refused: 0 }
  try {
    const organization = await world.createOrganization('Access')
    const agent = await organization.createAgent({ capabilities: Object.keys(CAPABILITIES), scope: 'agent:admin' })
    const askers = fault ? [await openStrengthened(world, organization)] : await openAskers(world, organization, size)
    const scene: Scene = { world, askers, walletId: agent.walletId, breaches }
    const routes = [...(await restOperations(world.send, agent.agentId)), ...(await acpOperations(world.send))]
    const operations = [...graphOperations(), ...routes]
    const listening = subscriptionOperations(({ type }) => (isLeafType(getNamedType(type)) ? '' : '{ __typename }'))
    figures.callers = askers.length
    figures.operations = operations.length + listening.length + 1
    const cells = operations
      .flatMap((operation, row) => askers.map((asker, column) => ({ operation, asker, at: row + column + seed })))
      .filter(({ at }) => fault || at % EVERY[size] === 0)
    await inParallel(AT_ONCE, cells, async ({ operation, asker }, index) => {
      const isKeyedToo = operation.isKeyed && index % KEYED_EVERY[size] === 0
      const keys = isKeyedToo ? [undefined, `key-${index}`, `key-${index}`] : [undefined]
      for (const key of keys) {
        const refused = await walkCell(scene, operation, asker, key)
        figures.cells += 1
        figures.refused += refused ? 1 : 0
      }
    })
    await inParallel(AT_ONCE, fault ? [] : [...askers.entries()], async ([column, asker]) => {
      const own = listening.filter((_one, row) => (row + column + seed) % EVERY[size] === 0)
      figures.cells += own.length + 1
      await walkSubscriptions(scene, asker, own)
      await walkStream(scene, asker)
    })
    breaches.push(...world.failures)
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

/** The table has a row for each root field, and no other. */
function findUnlisted(): string[] {
  const types = [API_SCHEMA.getQueryType(), API_SCHEMA.getMutationType(), API_SCHEMA.getSubscriptionType()]
  const fields = new Set(types.flatMap((type) => Object.keys(type?.getFields() ?? {})))
  return [
    ...[...fields].filter((field) => !LISTED_FIELDS.has(field)).map((field) => `${field} is not in the table`),
    ...[...LISTED_FIELDS].filter((field) => !fields.has(field)).map((field) => `${field} of the table does not exist`),
  ]
}

/** @returns whether it was refused */
async function walkCell(scene: Scene, operation: Operation, asker: Asker, key?: string): Promise<boolean> {
  const { breaches, world } = scene
  if (!LISTED_FIELDS.has(operation.at.split('.')[1] ?? '')) return false
  const promised = promisedBy(operation, asker)
  const answer = await ask(world.send, operation, asker.caller, inputOf(scene, operation.at, asker), key)
  const found = accessIn(answer)
  const where = `${operation.name} as ${asker.name}${key === undefined ? '' : ' with a key'}`
  if (found !== promised) breaches.push(`${where}: ${found}, not ${promised}`)
  if (answer.status >= 500) breaches.push(`${where}: ${answer.status} ${answer.text}`)
  const status = promised === 'authentication_error' ? 401 : 403
  if (found !== 'let in' && answer.refusal?.status !== status) breaches.push(`${where}: refused with ${answer.status}`)
  return found !== 'let in'
}

/** Anything but these refusals means that the operation itself was reached. */
function accessIn({ refusal }: Answer): string {
  const { type, details } = refusal ?? {}
  if (type === 'authentication_error') return details?.reason === 'missing_credentials' ? type : 'let in'
  return type === 'capability_denied' || type === 'insufficient_scope' ? type : 'let in'
}

/** What pays with the wallet of the agent that calls is for agents alone, whatever the table says of others. */
function promisedBy({ at, isOfAgents = false }: Operation, { is }: Asker): string {
  const isOther = is.kind !== 'agent' && is.kind !== 'nobody'
  return isOfAgents && isOther ? 'capability_denied' : promisedAccess(at, is)
}

async function walkSubscriptions(
  { world, breaches }: Scene,
  { name, caller, is }: Asker,
  listening: readonly Subscribing[],
): Promise<void> {
  const socket = await connectSocket(world.url, caller)
  for (const { at, request } of listening) {
    const { query, variables } = request({ webhookId: 'whk_none' })
    const outcome = await socket.subscribe(query, variables)
    const promised = promisedAccess(at, is)
    if ((promised === 'let in') !== isLetIn(outcome))
      breaches.push(`${at} as ${name}: ${outcome}, where ${promised} is promised`)
  }
  await socket.close()
}

/** What is listened to that is not there is refused as such to whoever is let in. */
const isLetIn = (outcome: string): boolean => outcome === 'open' || outcome.includes('"not_found"')

async function walkStream({ world, breaches }: Scene, { name, caller, is }: Asker): Promise<void> {
  const promised = promisedAccess('Subscription.events', is)
  const { outcome, status, text } = await openStream(world.url, STREAM, caller)
  const found = outcome === 'open' ? 'let in' : outcome
  if (found !== promised) breaches.push(`${STREAM} as ${name}: ${status} ${text}, where ${promised} is promised`)
}

/**
 * Input that comes as far as the question who calls. Where a finer rule says the same as the table would, it is input about
 * which that rule has nothing to say.
 */
function inputOf({ walletId }: Scene, at: string, { is }: Asker): Given {
  switch (at.split('.')[1]) {
    case 'createPayment':
    case 'transfer':
    case 'executeMandate':
    case 'createHold':
      return {
        ...{ walletId, to: `0x${'a1'.repeat(20)}`, merchant: 'a.example', pspDomain: 'a.example' },
        ...{ amount: '1.00', token: 'USDC' },
      }
    case 'activateKillSwitch':
    case 'previewKillSwitch':
      return is.kind === 'operator'
        ? { scope: 'organization', targetId: 'org_none' }
        : { scope: 'agent', targetId: 'agt_none', reasonCode: 'test' }
    default:
      return {}
  }
}

async function openAskers(world: ServedWorld, organization: ServedOrganization, size: Size): Promise<Asker[]> {
  const isFull = size === 'full'
  const keys = isFull ? [...subsetsOf(ROLES.filter((role) => role !== 'viewer')), ['viewer' as const]] : CI_KEYS
  const agents = isFull
    ? SCOPES.flatMap((scope) => [...Object.keys(CAPABILITIES).map((one) => agentOf([one], scope)), everything(scope)])
    : [...SCOPES.map(everything), ...LONE_CAPABILITIES.map((one) => agentOf([one], 'agent:admin'))]
  const modes = isFull ? (['test', 'live'] as const) : (['test'] as const)
  return [
    { name: 'nobody', caller: {}, is: { kind: 'nobody' } },
    { name: 'an operator', caller: { 'x-api-key': OPERATOR_KEY }, is: { kind: 'operator' } },
    await openEnrolment(world, organization),
    await openMerchant(world, organization),
    {
      name: 'the first key',
      caller: organization.admin,
      is: { kind: 'org', roles: ['admin', 'approver', 'compliance'] },
    },
    await openKey(organization, ['admin'], 'live'),
    ...(await inParallel(
      AT_ONCE,
      modes.flatMap((mode) => keys.map((roles) => ({ roles, mode }))),
      ({ roles, mode }) => openKey(organization, roles, mode),
    )),
    ...(await inParallel(AT_ONCE, [['admin'], ['viewer']] as const, (roles) =>
      openSession(world, organization, roles),
    )),
    ...(await inParallel(AT_ONCE, agents, async (is) => {
      const { caller } = await organization.createAgent(is)
      const name = is.capabilities.length > 1 ? 'everything' : `${is.capabilities}`
      return { name: `an agent with ${name} and ${is.scope}`, caller, is }
    })),
  ]
}

const CI_KEYS: readonly (readonly Role[])[] = [[], ['approver'], ['compliance'], ['viewer'], ['admin']]
const agentOf = (capabilities: readonly string[], scope: (typeof SCOPES)[number]) =>
  ({ kind: 'agent', capabilities, scope }) as const
const everything = (scope: (typeof SCOPES)[number]) => agentOf(Object.keys(CAPABILITIES), scope)

function subsetsOf<T>(all: readonly T[]): T[][] {
  const subsets: T[][] = [[]]
  for (const one of all) subsets.push(...subsets.map((subset) => [...subset, one]))
  return subsets
}

async function openKey(
  organization: ServedOrganization,
  roles: readonly Role[],
  mode: 'test' | 'live',
): Promise<Asker> {
  const caller = await organization.createKey(roles, mode)
  return { name: `a ${mode} key with the roles [${roles}]`, caller, is: { kind: 'org', roles } }
}

/** The token of a session of a key. */
async function openSession(
  { send }: ServedWorld,
  organization: ServedOrganization,
  roles: readonly Role[],
): Promise<Asker> {
  const { orgId } = organization
  const caller = await organization.createKey(roles)
  const path = `/api/v2/organizations/${orgId}/sessions`
  const { secret } = bodyOf(await send({ method: 'POST', path, caller, body: JSON.stringify({ kind: 'token' }) }))
  const token = { authorization: `Bearer ${secret}` }
  return { name: `a session with the roles [${roles}]`, caller: token, is: { kind: 'org', roles } }
}

async function openEnrolment({ send }: ServedWorld, { orgId, admin }: ServedOrganization): Promise<Asker> {
  const path = `/api/v2/organizations/${orgId}/enrolment-keys`
  const body = JSON.stringify({ max_uses: 1_000 })
  const { enrolment_key } = bodyOf(await send({ method: 'POST', path, caller: admin, body }))
  return { name: 'an enrolment key', caller: { 'x-api-key': `${enrolment_key}` }, is: { kind: 'enrolment' } }
}

async function openMerchant({ send }: ServedWorld, { admin }: ServedOrganization): Promise<Asker> {
  const post = async (path: string, body: object) =>
    bodyOf(await send({ method: 'POST', path, caller: admin, body: JSON.stringify(body) }))
  const shop = { name: 'Shop', legal_name: 'Shop', domain: 'keyed.example' }
  const { merchant_id } = await post('/api/v2/merchants', shop)
  const { api_key } = await post(`/api/v2/merchants/${merchant_id}/keys`, {})
  return { name: "a merchant's key", caller: { 'x-api-key': `${api_key}` }, is: { kind: 'merchant' } }
}

/** The fault. */
async function openStrengthened({ service }: ServedWorld, organization: ServedOrganization): Promise<Asker> {
  const asker = await openKey(organization, [], 'test')
  await service.database.collection('apiKeys').updateMany({ roles: [] }, { $set: { roles: ['admin'] } })
  return asker
}
