/**
 * Addresses inside (reliability 1.2): each spelling is refused when an endpoint is created and when it is changed, and an attempt at
 * one that stands in the database all the same, or whose name has been pointed inside since, is not sent. Listeners on the
 * addresses of this machine get no connection. `--fault` allows receivers on this machine.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { DeliveryRow } from '../../subgraphs/events/models/deliveries.ts'
import type { WebhookRow } from '../../subgraphs/events/models/webhooks.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { waitUntil } from '../waitUntil.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { ANSWERS, FLIPPING, FLIPPING_SPELLINGS, SPELLINGS } from './webhooks/spellings.ts'
import { openWebhookWorld, type WebhookProcess, type WebhookWorld } from './webhooks/world.ts'

const PORT = 8_443
const PUBLIC = 'https://8.8.8.8/hook'
const UPDATE = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }'
const ROUNDS = { ci: 1, full: 10 } as const
const ALL = [...SPELLINGS, ...FLIPPING_SPELLINGS]
const ENDPOINTS_AT_ONCE = 50
const WITHIN_MS = 60_000

export async function proveSsrf({ size, fault }: ProofInput): Promise<ProofResult> {
  const inside = await listenInside()
  const world = await openWebhookWorld()
  const breaches: string[] = []
  try {
    const names = createNames()
    const process = await world.open({ resolveHost: names.resolve, allowLoopbackReceivers: fault })
    process.start()
    let attempts = 0
    for (let round = 0; round < ROUNDS[size]; round++) {
      const owner = world.newOrganization()
      breaches.push(...(await registerAll(process, owner)))
      if (fault && breaches.length > 0) break
      attempts += await attemptAll(world, process, breaches)
      names.forget()
    }
    if (inside.connections() > 0) breaches.push(`${inside.connections()} connections reached a listener inside`)
    return { figures: { spellings: ALL.length, attempts, connections: inside.connections() }, breaches }
  } finally {
    await world.close()
    await inside.close()
  }
}

async function registerAll(process: WebhookProcess, owner: OrganizationPrincipal): Promise<string[]> {
  const webhookId = await process.register(owner, { url: PUBLIC })
  const breaches: string[] = []
  for (const url of SPELLINGS) {
    if (!(await isRefused(process.register(owner, { url })))) breaches.push(`${url} was registered`)
    if (!(await isRefused(process.call(owner, UPDATE, { webhookId, url }))))
      breaches.push(`${url} was taken as a new address`)
  }
  return breaches
}

const isRefused = (registered: Promise<unknown>): Promise<boolean> =>
  registered.then(
    () => false,
    (error: unknown) => {
      if (error instanceof DomainError && error.type === 'invalid_request') return true
      throw error
    },
  )

/** As an earlier version, or a hole in the one before, could have left it. */
async function attemptAll(world: WebhookWorld, process: WebhookProcess, breaches: string[]): Promise<number> {
  let attempts = 0
  for (let from = 0; from < ALL.length; from += ENDPOINTS_AT_ONCE)
    attempts += await attemptSome(world, process, ALL.slice(from, from + ENDPOINTS_AT_ONCE), breaches)
  return attempts
}

async function attemptSome(
  world: WebhookWorld,
  process: WebhookProcess,
  urls: readonly string[],
  breaches: string[],
): Promise<number> {
  const owner = world.newOrganization()
  const sent = new Map<string, string>()
  const webhooks = world.database.collection<WebhookRow>('webhooks')
  const register = async (url: string) => {
    const isFlipping = FLIPPING_SPELLINGS.includes(url)
    const id = await process.register(owner, { url: isFlipping ? url : PUBLIC })
    sent.set(id, url)
    if (!isFlipping) await webhooks.updateOne({ _id: id } as object, { $set: { url } })
  }
  await Promise.all(urls.map(register))
  await world.commit(process, owner.orgId, 1)
  const rows = world.database.collection<DeliveryRow>('deliveries')
  const attempted = { orgId: owner.orgId, attemptsMade: { $gt: 0 } }
  await waitUntil('all are attempted', async () => (await rows.countDocuments(attempted)) === sent.size, WITHIN_MS)
  for (const { webhookId, attempts } of await rows.find(attempted).toArray())
    for (const { error, statusCode } of attempts)
      if (statusCode !== null || !String(error).startsWith('Not sent:'))
        breaches.push(`${sent.get(webhookId)} was sent to: ${error ?? statusCode}`)
  return sent.size
}

function createNames() {
  const asked = new Map<string, number>()
  return {
    forget: () => asked.clear(),
    async resolve(hostname: string) {
      const rounds =
        { ...ANSWERS, ...FLIPPING }[hostname.toLowerCase()] ?? (isLocal(hostname) ? [['127.0.0.1']] : undefined)
      if (rounds === undefined) throw Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' })
      const turn = asked.get(hostname) ?? 0
      asked.set(hostname, turn + 1)
      const addresses = rounds[Math.min(turn, rounds.length - 1)] ?? []
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}

const isLocal = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

/** Where a hole would lead: on the allowed port of every address of this machine. */
async function listenInside() {
  let connections = 0
  const servers: Server[] = []
  for (const host of ['0.0.0.0', '::1']) {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await waitUntil(`port ${PORT} of this machine is free`, () => listens(server, host), WITHIN_MS)
    servers.push(server)
  }
  return {
    connections: () => connections,
    async close() {
      for (const server of servers) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Others that need this port, such as tests, need it for seconds. */
async function listens(server: Server, host: string): Promise<boolean> {
  server.listen({ port: PORT, host, ipv6Only: host.includes(':') })
  const failed = once(server, 'error').then(() => false)
  return Promise.race([once(server, 'listening').then(() => true), failed])
}
