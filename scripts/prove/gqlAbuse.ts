/**
 * No GraphQL document or message takes more of the service than README's table allows (reliability 7.2, row 31). Each limit is
 * taken at its figure and refused one above, over HTTP and WebSocket alike, and documents at a limit get their events. Each
 * abuse is refused with an error of the service that says what it exceeds, shortly, within a bounded time of the processor;
 * hundreds of them leave nothing behind in memory, while another client is served and hears its events. `--fault` lets
 * documents have more aliases.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { QUERY_LIMITS } from '../../gateway/queryCost.ts'
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import type { Answer, Caller, HttpRequest } from './carriers/client.ts'
import { openServedWorld, type ServedAgent, type ServedOrganization, type ServedWorld } from './carriers/servedWorld.ts'
import { connectSocket, type Socket } from './carriers/socket.ts'
import { ABUSES, DOCUMENTS_OF, type Document, inQuery, inSubscription, type Wrap } from './gqlAbuse/documents.ts'
import { type HttpAbuse, httpAbuses } from './gqlAbuse/httpAbuses.ts'
import { type Limits, readLimits } from './gqlAbuse/readmeLimits.ts'
import { expectError, expectRefused, problemsIn, problemsOf } from './gqlAbuse/refusals.ts'
import { holdSilentSocket, holdSocketLimits, tryAbusesOfSockets } from './gqlAbuse/socketAbuses.ts'
import { openGoodClient } from './hostileWire/goodClient.ts'
import { inParallel } from './inParallel.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const ROUNDS = { ci: 3, full: 100 } as const
const AT_ONCE = 8
const TRIES = 5
/** Of the processor, of client and service together, for the fastest of some tries. */
const CPU_MS_MAX = 50
const HEAP_GROWTH_MAX = 64 * 1024 * 1024
const WITHIN_MS = 15_000
const EVENTS = 5

interface Scene {
  readonly world: ServedWorld
  readonly limits: Limits
  readonly abuser: ServedAgent
  readonly wrapSocket: Wrap
  readonly breaches: string[]
  readonly figures: Record<string, number>
}

export async function proveGqlAbuse({ size, fault }: ProofInput): Promise<ProofResult> {
  const limits = readLimits()
  const { aliases } = QUERY_LIMITS
  const world = await openServedWorld({ environment: { RUN_WORKERS: 'false' } })
  const breaches: string[] = []
  const figures: Record<string, number> = {}
  try {
    const organization = await world.createOrganization('Abusing')
    const abuser = await createAgent(organization)
    const scene = { world, limits, abuser, wrapSocket: inSubscription(abuser.walletId), breaches, figures }
    if (fault) Object.assign(QUERY_LIMITS, { aliases: aliases * 2 })
    await holdLimits(scene)
    if (!fault) await abuse(scene, organization, size)
    breaches.push(...world.failures)
  } finally {
    Object.assign(QUERY_LIMITS, { aliases })
    await world.close()
  }
  return { figures, breaches }
}

const createAgent = (organization: ServedOrganization): Promise<ServedAgent> =>
  organization.createAgent({ capabilities: ['payments', 'wallets', 'mandates'], scope: 'agent:execute' })

async function abuse(scene: Scene, organization: ServedOrganization, size: ProofInput['size']): Promise<void> {
  const { world, limits, breaches, figures } = scene
  const callers = async () => (await createAgent(organization)).caller
  const silent = size === 'full' ? holdSilentSocket(world.url, await callers()) : null
  figures.socketAbuses = await tryAbusesOfSockets(world.url, callers, breaches)
  figures.socketLimits = await holdSocketLimits(world.url, limits, callers, breaches)
  const tries = triesOf(scene)
  figures.abuses = tries.length
  await measure(scene, tries)
  await flood(scene, tries, ROUNDS[size])
  if (silent === null) return
  figures.silentMs = (await silent) ?? 0
  if (figures.silentMs === 0) breaches.push('a socket that no longer answers is not ended')
}

/** A document at each limit, and one above it, by each carrier. */
async function holdLimits(scene: Scene): Promise<void> {
  const { limits, wrapSocket, breaches, figures } = scene
  const open: { name: string; socket: Socket }[] = []
  for (const [name, documentOf] of Object.entries(DOCUMENTS_OF)) {
    const limit = limits[name as keyof Limits]
    const says = name === 'tokens' ? `more that ${limit} tokens` : `${name} above ${limit}.`
    const [taken, refused] = [limit, limit + 1].map((count) => documentOf(count, inQuery)) as [Document, Document]
    const answer = await ask(scene, taken)
    if (!isWhole(answer)) breaches.push(`HTTP refuses ${limit} ${name}: ${answer.text}`)
    if (name === 'rows') expectCost(answer, limit, breaches)
    expectRefused(`${limit + 1} ${name}`, await ask(scene, refused), new RegExp(says), breaches)
    const socket = await connectSocket(scene.world.url, scene.abuser.caller)
    const [inside, outside] = [limit, limit + 1].map((count) => documentOf(count, wrapSocket)) as [Document, Document]
    const outcome = await socket.subscribe(outside.query, outside.variables)
    expectError(`${limit + 1} ${name}`, outcome, new RegExp(says), breaches)
    const taking = await socket.subscribe(inside.query, inside.variables)
    if (taking !== 'open') breaches.push(`a socket refuses ${limit} ${name}: ${taking}`)
    open.push({ name, socket })
  }
  await holdDirectives(scene)
  figures.limits = open.length + 1 + (await holdLimitsOfHttp(scene))
  await expectEvents(scene, open)
  for (const { socket } of open) await socket.close()
}

/** Of the whole request, and what the documents of sockets cannot have: they have one root field, and no place for more text. */
async function holdLimitsOfHttp(scene: Scene): Promise<number> {
  const { limits, abuser, breaches, world } = scene
  const { body, text, rootFields } = limits
  const root = (count: number): Document => ({ query: `{ ${'me { id } '.repeat(count)} }` })
  const long = (length: number): Document => ({ query: `{ me { id } } #${'x'.repeat(length - 15)}` })
  for (const [name, limit, documentOf, says] of [
    ['rootFields', rootFields, root, `rootFields above ${rootFields}.`],
    ['characters', text, long, `longer than ${text} characters`],
  ] as const) {
    const answer = await ask(scene, documentOf(limit))
    if (!isWhole(answer)) breaches.push(`HTTP refuses ${limit} ${name}: ${answer.text}`)
    expectRefused(`${limit + 1} ${name}`, await ask(scene, documentOf(limit + 1)), new RegExp(says), breaches)
  }
  const small = JSON.stringify({ query: '{ me { id } }' })
  const sendBytes = (length: number) =>
    world.send({ ...post(abuser.caller, small + ' '.repeat(length - small.length)) })
  const whole = await sendBytes(body)
  if (!isWhole(whole)) breaches.push(`HTTP refuses a body of ${body} bytes: ${whole.text}`)
  expectRefused('a larger body', await sendBytes(body + 1), /large/, breaches)
  return 3
}

/** No directive may stand twice at one place, so another rule refuses these too, and over HTTP says so alone. */
async function holdDirectives({ limits, wrapSocket, abuser, world, breaches }: Scene): Promise<void> {
  const { directivesPerNode: limit } = limits
  const crowded = (wrap: Wrap, count: number) => wrap(`id ${'@skip(if: false) '.repeat(count)}`)
  const socket = await connectSocket(world.url, abuser.caller)
  const inside = await socket.subscribe(crowded(wrapSocket, limit))
  const says = new RegExp(`directivesPerNode above ${limit}\\.`)
  if (says.test(inside)) breaches.push(`a socket counts ${limit} directives as more: ${inside}`)
  expectError('directives at one place', await socket.subscribe(crowded(wrapSocket, limit + 1)), says, breaches)
  await socket.close()
}

/** What a document at a limit asks for is really delivered. */
async function expectEvents(scene: Scene, open: readonly { name: string; socket: Socket }[]): Promise<void> {
  await pay(scene.world, scene.abuser)
  for (const { name, socket } of open) {
    await waitUntil(
      `an event of a document at its limit of ${name}`,
      async () => eventsOf(socket).length > 0,
      WITHIN_MS,
    )
    const told = `${eventsOf(socket)[0]}`
    if (told.includes('"errors"') || !told.includes('"wallet":{'))
      scene.breaches.push(`an event of a document at its limit of ${name}: ${told.slice(0, 500)}`)
  }
}

const eventsOf = ({ received }: Socket): string[] =>
  received.map((one) => JSON.stringify(one)).filter((text) => text.includes('"paymentEvents":{'))

/** Refused for want of money, which is an event too. */
async function pay({ send }: ServedWorld, { walletId, agentId, caller }: ServedAgent): Promise<void> {
  const body = JSON.stringify({ wallet_id: walletId, amount: '1.00', token: 'USDC', to: `0x${'c3'.repeat(20)}` })
  await send({ method: 'POST', path: '/api/v2/payments', caller, body, headers: { 'x-agent-id': agentId } })
}

/** One abuse by one carrier; each time with other text, as whoever fills caches would. @returns what is wrong */
interface Try {
  readonly name: string
  attempt(round: number, socket: Socket): Promise<string[]>
}

function triesOf(scene: Scene): Try[] {
  const { limits, wrapSocket, abuser, world } = scene
  const overHttp = ABUSES.map(
    ({ name, says, document }): Try => ({
      name: `${name} over HTTP`,
      async attempt(round) {
        const { query, variables } = document(inQuery, limits)
        return problemsOf(await ask(scene, { query: `${query}#${round}`, variables: variables ?? {} }), says)
      },
    }),
  )
  const overSocket = ABUSES.map(
    ({ name, says, document }): Try => ({
      name: `${name} over a socket`,
      async attempt(round, socket) {
        const { query, variables } = document(wrapSocket, limits)
        return problemsIn(await socket.subscribe(`${query}#${round}`, variables), says)
      },
    }),
  )
  const onlyHttp = httpAbuses(abuser.walletId).map(
    ({ name, says, request }: HttpAbuse): Try => ({
      name,
      attempt: async () => problemsOf(await world.send({ ...request, caller: abuser.caller }), says),
    }),
  )
  return [...overHttp, ...overSocket, ...onlyHttp]
}

/** Each by itself: what it takes of the processor, whoever else keeps the machine busy. */
async function measure(scene: Scene, tries: readonly Try[]): Promise<void> {
  const { world, abuser, breaches, figures } = scene
  const taken: number[] = []
  for (const { name, attempt } of tries) {
    const socket = await connectSocket(world.url, abuser.caller)
    const times: number[] = []
    for (let round = 0; round < TRIES && Math.min(...times) > CPU_MS_MAX; round++) {
      const before = process.cpuUsage()
      const problems = await attempt(round, socket)
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1_000)
      if (round === 0) breaches.push(...problems.map((problem) => `${name}: ${problem}`))
    }
    await socket.close()
    const fastest = Math.min(...times)
    taken.push(fastest)
    if (fastest > CPU_MS_MAX) breaches.push(`${name} takes ${fastest.toFixed(1)} ms of the processor`)
  }
  figures.cpuMsMedian = quantile(taken, 0.5)
  figures.cpuMsMax = Math.max(...taken)
}

/** All of them at once and again and again, beside a client of another organization. */
async function flood(scene: Scene, tries: readonly Try[], rounds: number): Promise<void> {
  const { world, abuser, breaches, figures } = scene
  const other = await world.createOrganization('Served')
  const agent = await createAgent(other)
  const listener = await connectSocket(world.url, agent.caller)
  await listener.subscribe('subscription { paymentEvents { id } }')
  const good = openGoodClient(world.url, other.admin['x-api-key'] ?? '')
  const before = heapUsed()
  let heapMax = before
  const attempts = Array.from({ length: rounds }, (_, round) =>
    tries.map((one) => ({ one, round: TRIES + round })),
  ).flat()
  const payments = Array.from({ length: EVENTS }, (_, n) => Math.floor((n * attempts.length) / EVENTS))
  const flooded = (async () => {
    const sockets = await Promise.all(Array.from({ length: AT_ONCE }, () => connectSocket(world.url, abuser.caller)))
    const free = [...sockets]
    await inParallel(AT_ONCE, attempts, async ({ one, round }, index) => {
      const socket = free.pop() as Socket
      const problems = await one.attempt(round, socket)
      free.push(socket)
      if (payments.includes(index)) await pay(world, agent)
      heapMax = Math.max(heapMax, process.memoryUsage().heapUsed)
      breaches.push(...problems.map((problem) => `in a flood, ${one.name}: ${problem}`))
    })
    for (const socket of sockets) await socket.close()
  })()
  const { latenciesMs, errors } = await good.runUntil(flooded)
  await flooded
  await good.close()
  await waitUntil(
    'events of another client in a flood',
    async () => eventsOf(listener).length >= EVENTS,
    WITHIN_MS,
  ).catch(() => breaches.push(`${EVENTS - eventsOf(listener).length} of ${EVENTS} events were lost in a flood`))
  await listener.close()
  breaches.push(...errors.map((error) => `in a flood, another client saw ${error}`))
  const growth = heapUsed() - before
  if (growth > HEAP_GROWTH_MAX) breaches.push(`a flood leaves ${Math.round(growth / 1024)} KiB in memory`)
  Object.assign(figures, {
    ...{ flooded: attempts.length, good: latenciesMs.length, heapGrowthMb: growth / 1024 ** 2 },
    ...{ heapPeakMb: (heapMax - before) / 1024 ** 2 },
    ...{ goodP50Ms: quantile(latenciesMs, 0.5), goodP99Ms: quantile(latenciesMs, 0.99) },
  })
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const post = (caller: Caller, body: string): HttpRequest => ({ method: 'POST', path: '/graphql', caller, body })
const ask = ({ world, abuser }: Scene, { query, variables = {} }: Document): Promise<Answer> =>
  world.send(post(abuser.caller, JSON.stringify({ query, variables })))

const isWhole = ({ status, refusal, body }: Answer): boolean => status === 200 && refusal === null && 'data' in body

function expectCost({ headers }: Answer, rows: number, breaches: string[]): void {
  const told = headers['graphql-cost']
  if (told !== `rows=${rows}, max=${rows}`) breaches.push(`a document of ${rows} rows is told GraphQL-Cost: ${told}`)
}
