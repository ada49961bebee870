/**
 * Resources of others (specification 5 rule 6, OWASP API1): two organizations with four agents each, and a resource of every
 * kind. Every input of every route, root field and subscription that names a resource is asked with the id of a sibling's
 * and of the other organization's; so is every entity resolver on its subgraph, and each id through `node`. The answer to
 * an id of somebody else is that to one that does not exist, tells nothing of the resource, is the same over REST and
 * GraphQL, and changes no row of its owner. Which inputs there are is read from the documents: one whose kind is not known
 * here is a breach. `--fault` makes the wallet of the victim one of the other organization.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type GraphQLNamedType, type GraphQLSchema, type GraphQLUnionType, graphql } from 'graphql'
import { findTold, isMisread, missing, missingId, outcomeOf, shapeOf } from './bola/answers.ts'
import { askWith } from './bola/asking.ts'
import { type IdInput, type IdInputs, type Kind, kindOfType, readIdInputs } from './bola/idInputs.ts'
import { walkSubscriptions } from './bola/listening.ts'
import { type House, openHouse, ownersOf, principalOf, type Stranger, strangersTo } from './bola/scene.ts'
import { selectAll, selectOf } from './bola/selectAll.ts'
import { acpOperations } from './carriers/acpOperations.ts'
import type { Answer } from './carriers/client.ts'
import { API_SCHEMA, graphOperations, graphRequest, type Operation, restOperations } from './carriers/operations.ts'
import { openServedWorld, type ServedWorld } from './carriers/servedWorld.ts'
import { inParallel } from './inParallel.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const AT_ONCE = 16
/** Afterwards a resource can do less, and after the second nothing is left of who asks. */
const ENDING = /\.(delete|cancel|void|freeze|activate|archive|disable|close|deny)/
const PARTING = /\.(revoke|suspend|rotate)(?!Webhook)/
const rankOf = ({ at }: Operation): number => Number(ENDING.test(at)) + 2 * Number(PARTING.test(at))
/** There is no refund to unlink, and who notifies of one signs as the payee. */
const UNCONTROLLED: ReadonlySet<string> = new Set(['Mutation.unlinkRefund', 'Mutation.notifyRefund'])
const STRANGERS = { ci: 3, full: Number.POSITIVE_INFINITY } as const
/** Each operation is asked by every so many of them, over each carrier by the same. */
const EVERY = { ci: 3, full: 1 } as const
/** Of other organizations, and of siblings: who listens. */
const LISTENERS = { ci: 1, full: Number.POSITIVE_INFINITY } as const
/** What a mutation that names a resource of somebody else may be refused with. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['not_found', 'capability_denied', 'insufficient_scope', 'authentication_error'],
])

/** Fewer would mean that operations or inputs are no longer found. */
const CELLS_MIN = { ci: 500, full: 1_500 } as const

type Figures = Record<'cells' | 'cellsMin' | 'entities' | 'subscriptions' | 'own' | 'ownDone', number>

interface Scene {
  readonly world: ServedWorld
  readonly victim: House
  readonly inputs: IdInputs['known']
  readonly operations: readonly Operation[]
  readonly isAsked: (operation: Operation, stranger: Stranger) => boolean
  readonly listeners: number
  readonly breaches: string[]
  readonly figures: Figures
  /** Operation, input and stranger -> what the first carrier answered. */
  readonly outcomes: Map<string, string>
}

export async function proveBola({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openServedWorld({ chains: ['base'], environment: { RUN_WORKERS: 'false' } })
  const { known, unknown } = readIdInputs()
  const breaches = unknown.map((input) => `${input}: there is no kind for it`)
  const figures: Figures = { cells: 0, cellsMin: CELLS_MIN[size], entities: 0, subscriptions: 0, own: 0, ownDone: 0 }
  try {
    const houses = [await openHouse(world, 'Victim'), await openHouse(world, 'Other')] as const
    // What was refused to them is listed within half a second, and nobody else has caused it.
    await sleep(1_000)
    const rest = [...(await restOperations(world.send, '')), ...(await acpOperations(world.send))]
    breaches.push(...findUnnamed(rest, known))
    const all = [...graphOperations(selectOf), ...rest]
    const operations = fault ? all.filter(({ at }) => at === 'Query.wallet') : all
    const pairs = [houses, [houses[1], houses[0]] as const].slice(0, size === 'full' ? 2 : 1)
    const rows = new Map([...new Set(operations.map(({ at }) => at))].map((at, row) => [at, row]))
    const scenes: Scene[] = []
    for (const [victim, other] of pairs) {
      if (fault) await giveAway(world, victim, other)
      const strangers = strangersTo(victim, other).slice(0, STRANGERS[size])
      const isAsked: Scene['isAsked'] = ({ at }, stranger) =>
        fault || ((rows.get(at) ?? 0) + strangers.indexOf(stranger) + seed) % EVERY[size] === 0
      const of = { isAsked, listeners: LISTENERS[size], outcomes: new Map<string, string>() }
      const scene: Scene = { world, victim, inputs: known, operations, breaches, figures, ...of }
      scenes.push(scene)
      for (const isSibling of [false, true])
        await walk(
          scene,
          strangers.filter((stranger) => stranger.isSibling === isSibling),
          isSibling,
        )
    }
    // At last, because it ends the resources of those who are strangers to the others.
    for (const scene of fault ? [] : scenes) await walkOwn(scene)
    if (!fault && figures.cells < CELLS_MIN[size]) breaches.push(`only ${figures.cells} cells were asked`)
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
  const { operations, isAsked, listeners, breaches, victim, world } = scene
  const before = await readRows(world, victim, isSibling)
  const cells = strangers.flatMap((stranger) =>
    operations
      .filter((operation) => isAsked(operation, stranger))
      .flatMap((operation) => placesOf(scene, operation).map((place) => ({ stranger, operation, place }))),
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
  for (const stranger of strangers.slice(0, listeners)) await walkSubscriptions(scene, stranger)
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
  // Of those whom it lets in alone.
  if (operation.isOfAgents && outcome === '403 capability_denied') return
  const key = `${operation.at} ${names} ${stranger.name}`
  const first = outcomes.get(key)
  if (first !== undefined && first !== outcome && !isSpared(operation.at))
    breaches.push(`${where}: ${outcome}, over the other carrier ${first}`)
  outcomes.set(key, outcome)
}

/** A credential is for its own agent whoever calls; it stands in different places over REST and GraphQL. */
const isSpared = (at: string): boolean => at === 'Mutation.issueToken'

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

/**
 * What others are refused for is open to the owner with the same input: else a refusal would say nothing of whose it is. What
 * ends a resource comes last.
 */
async function walkOwn(scene: Scene): Promise<void> {
  const { victim, operations, inputs, breaches, figures } = scene
  const owners = ownersOf(victim)
  const mutations = operations.filter(({ carrier, at }) => carrier === 'GraphQL' && at.startsWith('Mutation'))
  for (const operation of [...mutations].sort((a, b) => rankOf(a) - rankOf(b))) {
    const own = (inputs.get(operation.at) ?? []).filter(({ isRequired }) => isRequired)
    if (own.length === 0 || isSpared(operation.at) || UNCONTROLLED.has(operation.at)) continue
    const answers: Answer[] = []
    for (const owner of owners) answers.push(await askWith(scene, owner, operation, own, victim.ids))
    if (answers.some(({ refusal }) => refusal === null)) figures.ownDone += 1
    if (answers.every(({ refusal }) => REFUSED.has(refusal?.type ?? '')))
      breaches.push(`${operation.name} is refused to its owner too: ${answers.map(({ text }) => text).join(' ')}`)
    figures.own += 1
  }
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
