/**
 * Resources of others (specification 5 rule 6, OWASP API1): two organizations with four agents each, and a resource of every
 * kind. Every input of every route, root field and subscription that names a resource is asked with the id of a sibling's
 * and of the other organization's; so is every entity resolver on its subgraph, and each id through `node`. The answer to
 * an id of somebody else is that to one that does not exist, tells nothing of the resource, is the same over REST and
 * GraphQL, and changes no row of its owner. Which inputs there are is read from the documents: one whose kind is not known
 * here is a breach. `--fault` makes the wallet of the victim one of the other organization.
 */
import { type GraphQLNamedType, type GraphQLSchema, type GraphQLUnionType, getNamedType, graphql } from 'graphql'
import { type IdInput, type IdInputs, KINDS, type Kind, kindOfType, readIdInputs } from './bola/idInputs.ts'
import { type House, type Ids, openHouse, principalOf, type Stranger, strangersTo } from './bola/scene.ts'
import { selectAll } from './bola/selectAll.ts'
import type { Answer } from './carriers/client.ts'
import {
  API_SCHEMA,
  ask,
  type Given,
  graphOperations,
  graphRequest,
  type Operation,
  restOperations,
} from './carriers/operations.ts'
import { openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import { connectSocket } from './carriers/socket.ts'
import { validInput } from './carriers/validInput.ts'
import { inParallel } from './inParallel.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const AT_ONCE = 16
const STRANGERS = { ci: 3, full: Number.POSITIVE_INFINITY } as const
/** What a mutation that names a resource of somebody else may be refused with. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['not_found', 'capability_denied', 'insufficient_scope', 'authentication_error'],
])

interface Scene {
  readonly world: ServedWorld
  readonly victim: House
  readonly inputs: IdInputs['known']
  readonly operations: readonly Operation[]
  readonly breaches: string[]
  readonly figures: { cells: number; entities: number; subscriptions: number }
  /** Operation, input and stranger -> what the first carrier answered. */
  readonly outcomes: Map<string, string>
}

export async function proveBola({ size, fault }: ProofInput): Promise<ProofResult> {
  const world = await openServedWorld({ environment: { RUN_WORKERS: 'false' } })
  const { known, unknown } = readIdInputs()
  const breaches = unknown.map((input) => `${input}: there is no kind for it`)
  const figures = { cells: 0, entities: 0, subscriptions: 0 }
  try {
    const houses = [await openHouse(world, 'Victim'), await openHouse(world, 'Other')] as const
    const rest = await restOperations(world.send, '')
    breaches.push(...findUnnamed(rest, known))
    const all = [...graphOperations(({ type }) => selectAll(getNamedType(type))), ...rest]
    const operations = fault ? all.filter(({ at }) => at === 'Query.wallet') : all
    const pairs = [houses, [houses[1], houses[0]] as const].slice(0, size === 'full' ? 2 : 1)
    for (const [victim, other] of pairs) {
      if (fault) await giveAway(world, victim, other)
      const scene: Scene = { world, victim, inputs: known, operations, breaches, figures, outcomes: new Map() }
      const strangers = strangersTo(victim, other).slice(0, STRANGERS[size])
      for (const isSibling of [false, true])
        await walk(
          scene,
          strangers.filter((stranger) => stranger.isSibling === isSibling),
          isSibling,
        )
    }
    breaches.push(...world.failures)
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

const selectionOf = (type: string): string => selectAll(API_SCHEMA.getType(type) as GraphQLNamedType)

/** Parameters of a path that are no input of the graph would not be walked. */
function findUnnamed(rest: readonly Awaited<ReturnType<typeof restOperations>>[number][], inputs: IdInputs['known']) {
  return rest.flatMap(({ at, path, name }) => {
    const named = inputs.get(at)?.length ?? 0
    const parameters = [...path.matchAll(/\{(\w*[iI]d)\}/g)].length
    return parameters > named ? [`${name} has a parameter that is no input of ${at}`] : []
  })
}

/** Whoever is of another organization must leave all of its rows as they are, a sibling those of the agent. */
async function walk(scene: Scene, strangers: readonly Stranger[], isSibling: boolean): Promise<void> {
  const { operations, breaches, victim, world } = scene
  const before = await readRows(world, victim, isSibling)
  const cells = strangers.flatMap((stranger) =>
    operations.flatMap((operation) => placesOf(scene, operation).map((place) => ({ stranger, operation, place }))),
  )
  await inParallel(AT_ONCE, cells, ({ stranger, operation, place }) => walkCell(scene, stranger, operation, place))
  for (const stranger of strangers) {
    await walkNodes(scene, stranger)
    await walkEntities(scene, stranger)
  }
  const after = await readRows(world, victim, isSibling)
  for (const [id, row] of before)
    if (after.get(id) !== row) breaches.push(`${id} has changed: ${row} -> ${after.get(id)}`)
  for (const [id, row] of isSibling ? [] : after) if (!before.has(id)) breaches.push(`${id} is new: ${row}`)
  for (const stranger of strangers) await walkSubscription(scene, stranger)
}

/** One input alone, and all at once where there are several. */
type Place = readonly IdInput[]

function placesOf({ inputs }: Scene, operation: Operation): Place[] {
  const own = (inputs.get(operation.at) ?? []).filter(({ name }) => operation.takes(name))
  return [...own.map((input) => [input]), ...(own.length > 1 ? [own] : [])]
}

async function walkCell(scene: Scene, stranger: Stranger, operation: Operation, place: Place): Promise<void> {
  const { victim, breaches, figures, outcomes } = scene
  if (place.some(({ kind }) => stranger.shares.includes(kind))) return
  const names = place.map(({ name }) => name).join(' and ')
  const where = `${operation.name} by a ${stranger.name} with ${names} of the victim`
  const theirs = await askWith(scene, stranger, operation, place, victim.ids)
  const unknown = await askWith(scene, stranger, operation, place, missing(victim.ids))
  figures.cells += 1
  if (isMisread(theirs)) breaches.push(`${where}: ${theirs.text}`)
  if (shapeOf(theirs) !== shapeOf(unknown))
    breaches.push(`${where}: ${shapeOf(theirs)}, where an unknown one gets ${shapeOf(unknown)}`)
  const asked = place.map(({ kind }) => victim.ids[kind])
  for (const told of findTold(scene, stranger, theirs.text, asked)) breaches.push(`${where} tells ${told}`)
  const outcome = outcomeOf(theirs)
  if (operation.at.startsWith('Mutation') && !REFUSED.has(theirs.refusal?.type ?? '') && !isSpared(operation.at))
    breaches.push(`${where} is not refused as one that does not exist: ${theirs.status} ${theirs.text}`)
  const key = `${operation.at} ${names} ${stranger.name}`
  const first = outcomes.get(key)
  if (first !== undefined && first !== outcome && !isSpared(operation.at))
    breaches.push(`${where}: ${outcome}, over the other carrier ${first}`)
  outcomes.set(key, outcome)
}

/** The document of the proof itself is wrong. */
const isMisread = ({ text }: Answer): boolean => /GRAPHQL_VALIDATION_FAILED|document is too large/.test(text)

/** A credential is for its own agent whoever calls; it stands in different places over REST and GraphQL. */
const isSpared = (at: string): boolean => at === 'Mutation.issueToken'

function askWith(
  { world, inputs }: Scene,
  stranger: Stranger,
  operation: Operation,
  place: Place,
  ids: Ids,
): Promise<Answer> {
  const { caller, own } = stranger
  const required = (inputs.get(operation.at) ?? []).filter(({ isRequired }) => isRequired)
  const given: Given = {
    ...validInput(operation.at),
    ...ownOf(operation.at, stranger),
    ...Object.fromEntries(required.map(({ name, kind }) => [name, own[kind]])),
    ...Object.fromEntries(place.map(({ name, kind }) => [name, ids[kind]])),
  }
  return ask(world.send, operation, caller, given)
}

/** What a spend of the caller's own needs to be decided. */
function ownOf(at: string, { own, shop }: Stranger): Given {
  if (at === 'Mutation.createPayment') return { agentId: own.agent }
  return at === 'Mutation.executeMandate' ? { walletId: own.wallet, pspDomain: shop } : {}
}

/** Ids of the same form that do not exist. */
function missing(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, missingId(id)])) as Record<Kind, string>
}

const missingId = (id: string): string => id.replace(/[0-9A-Za-z]{10}$/, '0000000000')

const ID =
  /\b(?:org|key|ses|agt|wal|mnd|pay|hld|txn|dep|mis|apr|scr|cas|kil|mrc|whk|dlv|evt|req|led|rfs|person)_[\w./-]+/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** What two answers are compared by: neither which ids, nor when. */
function shapeOf({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  return `${status} ${text
    .replaceAll(ID, '<id>')
    .replaceAll(TIME, '<time>')
    .replaceAll(/\d{13}/g, '<ms>')}`
}

const outcomeOf = ({ refusal }: Answer): string => (refusal === null ? 'done' : `${refusal.status} ${refusal.type}`)

/** What the answer says of the victim that the caller has not said. */
function findTold({ victim }: Scene, { shares }: Stranger, text: string, asked: readonly string[]): string[] {
  const untold = asked.reduce((rest, id) => rest.replaceAll(id, ''), text)
  const told = KINDS.filter((kind) => !shares.includes(kind) && !asked.includes(victim.ids[kind]))
    .filter((kind) => untold.includes(victim.ids[kind]))
    .map((kind) => `the ${kind} of the victim: ${text}`)
  const isCanaryTold = text.includes(victim.canary) && !shares.includes('merchant') && !shares.includes('key')
  return isCanaryTold ? [...told, `what the victim has said: ${text}`] : told
}

/** By the id alone. */
async function walkNodes(scene: Scene, stranger: Stranger): Promise<void> {
  const { world, victim, breaches, figures } = scene
  const types = Object.values(API_SCHEMA.getTypeMap()).filter(({ name }) => kindOfType(name) !== null)
  await inParallel(AT_ONCE, types, async ({ name }) => {
    const kind = kindOfType(name) as Kind
    if (stranger.shares.includes(kind)) return
    const version = name === 'MandateVersion' ? '/1' : ''
    const query = `query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id ... on ${name} ${selectionOf(name)} } nodes(ids: $ids) { id } }`
    const find = (id: string) => world.send(graphRequest(stranger.caller, query, { id, ids: [id] }))
    const theirs = await find(victim.ids[kind] + version)
    const unknown = await find(missingId(victim.ids[kind]) + version)
    figures.cells += 1
    const where = `node of the ${kind} of the victim by a ${stranger.name}`
    if (isMisread(theirs)) breaches.push(`${where}: ${theirs.text}`)
    if (shapeOf(theirs) !== shapeOf(unknown)) breaches.push(`${where}: ${shapeOf(theirs)}, not ${shapeOf(unknown)}`)
    const { node = null } = (theirs.body.data ?? {}) as { node?: object | null }
    if (node !== null) breaches.push(`${where}: ${theirs.text}`)
    const entities = `query { _entities(representations: [{ __typename: "${name}", id: "x" }]) { __typename } }`
    const forged = await world.send(graphRequest(stranger.caller, entities))
    if (forged.refusal === null) breaches.push(`_entities of ${name} through the gateway: ${forged.text}`)
  })
}

/** Directly on each subgraph, as a gateway that was deceived would call it. */
async function walkEntities(scene: Scene, stranger: Stranger): Promise<void> {
  const { world, victim, breaches, figures } = scene
  const principal = await principalOf(world, stranger.caller)
  for (const { name: subgraph, schema } of Object.values(world.service.subgraphs))
    for (const type of entitiesOf(schema)) {
      const kind = kindOfType(type.name)
      if (kind === null) {
        breaches.push(`${type.name} of ${subgraph}: there is no kind for this entity`)
        continue
      }
      if (stranger.shares.includes(kind)) continue
      const version = type.name === 'MandateVersion' ? '/1' : ''
      const source = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type.name} ${selectAll(type)} } }`
      const find = async (id: string) => {
        const contextValue = { principal, requestId: 'req_prove', loaders: new Map() }
        const variableValues = { of: [{ __typename: type.name, id: id + version }] }
        return JSON.stringify(await graphql({ schema, source, variableValues, contextValue }))
      }
      const theirs = await find(victim.ids[kind])
      const unknown = await find(missingId(victim.ids[kind]))
      figures.entities += 1
      const where = `${type.name} of ${subgraph} by a ${stranger.name}`
      const [left, right] = [theirs, unknown].map((text) => shapeOf({ status: 200, text }))
      if (left !== right) breaches.push(`${where}: ${left}, not ${right}`)
      for (const told of findTold(scene, stranger, theirs, [victim.ids[kind]])) breaches.push(`${where} tells ${told}`)
    }
}

const entitiesOf = (schema: GraphQLSchema) =>
  (schema.getType('_Entity') as GraphQLUnionType | undefined)?.getTypes() ?? []

async function walkSubscription(scene: Scene, stranger: Stranger): Promise<void> {
  const { world, victim, breaches, figures } = scene
  if (stranger.shares.includes('wallet')) return
  const socket = await connectSocket(world.url, stranger.caller)
  const query = 'subscription ($walletId: ID) { paymentEvents(walletId: $walletId) { id resourceId data } }'
  const theirs = await socket.subscribe(query, { walletId: victim.ids.wallet })
  const unknown = await socket.subscribe(query, { walletId: missingId(victim.ids.wallet) })
  await socket.subscribe(query)
  const [left, right] = [theirs, unknown].map((text) => shapeOf({ status: 200, text }))
  if (left !== right) breaches.push(`a subscription by a ${stranger.name}: ${left}, not ${right}`)
  const agent = victim.agents[0]
  const body = JSON.stringify({ wallet_id: agent?.walletId, amount: '9.00', token: 'USDC', to: `0x${'c3'.repeat(20)}` })
  await world.send({ method: 'POST', path: '/api/v2/payments', caller: agent?.caller ?? {}, body })
  await socket.subscribe(query)
  for (const told of findTold(scene, stranger, JSON.stringify(socket.received), []))
    breaches.push(`a subscription by a ${stranger.name} tells ${told}`)
  await socket.close()
  figures.subscriptions += 1
}

/** Rows of the organization, or for siblings only those of the agent, as text by collection and id. */
async function readRows({ service }: ServedWorld, victim: House, isSibling: boolean): Promise<Map<string, string>> {
  const { organization: orgId, agent: agentId, wallet: walletId } = victim.ids
  const ids = Object.values(victim.ids)
  const ofAgent = { $or: [{ _id: { $in: ids } }, { agentId }, { walletId }] }
  const filter = isSibling ? ofAgent : { $or: [...ofAgent.$or, { orgId }, { 'owner.orgId': orgId }] }
  const { connection } = service.database
  const rows = new Map<string, string>()
  for (const { name } of await connection.listCollections())
    for (const row of await service.database
      .collection<{ _id: string }>(name)
      .find(filter as object)
      .toArray())
      rows.set(`${name} ${row._id}`, toText(row))
  return rows
}

/** Without the version of the row, by which a commit that refuses holds fast what it has read. */
function toText({ v: _, ...row }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** The fault. */
async function giveAway({ service }: ServedWorld, victim: House, other: House): Promise<void> {
  const wallets = service.database.collection<{ _id: string }>('wallets')
  await wallets.updateOne({ _id: victim.ids.wallet }, { $set: { orgId: other.ids.organization } })
}
