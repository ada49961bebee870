/**
 * What is taken from a credential is taken everywhere (domain A.3): agents are suspended, revoked, get a new key or lose a
 * capability, a refresh token is used twice, keys of persons are revoked, exchanged or lose a role, a person is suspended, and sessions
 * end with each of these, by revoking, by signing out and by a code that is used twice; enrolment keys end by revoking and with
 * who made them, and those of merchants by revoking, while two processes serve them all. The next request is refused in both processes, also with a valid token,
 * and sockets and streams of events that are open in each close within a second. A one-time code that
 * both processes get at once opens one session at most, and none that lasts. With `--fault` the rows change and no event
 * tells of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openTwoProcesses } from './processWorld.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { openSocket, openStream } from './revoke/listeners.ts'
import { loseRole, type Operator, openOperator, openSignedIn, openSuspended } from './revoke/operator.ts'
import {
  API,
  admin,
  cookieIn,
  type Headers,
  type Json,
  openAgent,
  openBrowser,
  openEnrolment,
  openKey,
  openMerchant,
  openPayer,
  openRefreshed,
  openSession,
  openToken,
  PAGE,
  request,
  SIGN_IN,
  type Subject,
  type World,
} from './revoke/subjects.ts'

const ROUNDS = { ci: 1, full: 40 } as const
/** Every so many stops. */
const EVERY = { ci: 2, full: 1 } as const
const WITHIN_MS = 1_000
/** For a socket that does not close. */
const GIVE_UP_MS = 3_000

interface Stop {
  readonly name: string
  readonly open: (world: World) => Promise<Subject>
  readonly path: (subject: Subject, world: World) => string
  readonly method?: 'PATCH' | 'DELETE'
  readonly body?: Json | ((subject: Subject) => Json)
  /** With which credential; default: the administrator's. */
  readonly by?: (subject: Subject) => Headers
  /** The stop itself is answered with this refusal. */
  readonly answer?: number
  /** What the fault writes instead. */
  readonly row: { readonly collection: 'agents' | 'apiKeys' | 'sessions'; readonly set: Json }
}

const agentPath =
  (act = '') =>
  ({ id }: Subject) =>
    `${API}/agents/${id}${act === '' ? '' : `/${act}`}`
const keyPath =
  (act = '') =>
  ({ id, keyId = id }: Subject, { orgId }: World) =>
    `${API}/organizations/${orgId}/keys/${keyId}${act}`
const personPath = ({ personId }: Subject, { orgId }: World) =>
  `${API}/organizations/${orgId}/people/${personId}/suspend`
const sessionPath = ({ id }: Subject, { orgId }: World) => `${API}/organizations/${orgId}/sessions/${id}/revoke`
const reason = { reason: 'A drill.' }
const agentRow = (set: Json) => ({ collection: 'agents', set }) as const
const sessionRow = { collection: 'sessions', set: { status: 'revoked' } } as const
const keyRow = (set: Json) => ({ collection: 'apiKeys', set }) as const

const STOPS: readonly Stop[] = [
  {
    name: 'suspend',
    open: openAgent,
    path: agentPath('suspend'),
    body: reason,
    row: agentRow({ status: 'suspended' }),
  },
  {
    name: 'revoke',
    open: openAgent,
    path: agentPath('revoke-key'),
    body: reason,
    row: agentRow({ status: 'revoked' }),
  },
  { name: 'rotate key', open: openAgent, path: agentPath('rotate-key'), body: {}, row: agentRow({ keyVersion: 2 }) },
  {
    ...{ name: 'use a refresh token twice', open: openRefreshed, path: () => `${API}/auth/agent/token`, answer: 401 },
    by: () => ({}),
    ...{ body: ({ reuse = {} }) => reuse, row: agentRow({}) },
  },
  {
    name: 'revoke a person’s key',
    open: openKey,
    path: keyPath('/revoke'),
    body: {},
    row: keyRow({ status: 'revoked' }),
  },
  {
    ...{ name: 'suspend a person', open: openKey, path: personPath, body: reason },
    row: keyRow({ suspended: { reason: '', at: new Date(), by: 'key_1' } }),
  },
  {
    ...{ name: 'take a role', open: openKey, path: keyPath(), method: 'PATCH', body: { roles: [] } },
    row: keyRow({ roles: [] }),
  },
  {
    ...{ name: 'leave a person who only reads', open: openKey, path: keyPath(), method: 'PATCH' },
    ...{ body: { roles: ['viewer'] }, row: keyRow({ roles: ['viewer'] }) },
  },
  {
    ...{ name: 'exchange a key at once', open: openKey, path: keyPath('/rotate'), body: { overlap_seconds: 0 } },
    row: keyRow({ status: 'revoked' }),
  },
  {
    ...{ name: 'take a capability', open: openPayer, path: agentPath(), method: 'PATCH' },
    ...{ body: { capabilities: ['wallets'] }, row: agentRow({ capabilities: ['wallets'] }) },
  },
  {
    ...{ name: 'revoke an enrolment key', open: openEnrolment, body: {}, row: keyRow({ status: 'revoked' }) },
    path: ({ id }, { orgId }) => `${API}/organizations/${orgId}/enrolment-keys/${id}/revoke`,
  },
  {
    ...{ name: 'suspend who made an enrolment key', open: openEnrolment, path: personPath, body: reason },
    row: keyRow({ suspended: { reason: '', at: new Date(), by: 'key_1' } }),
  },
  { name: 'revoke a session', open: openToken, path: sessionPath, body: {}, row: sessionRow },
  { name: 'revoke the key of a session', open: openToken, path: keyPath('/revoke'), body: {}, row: sessionRow },
  { name: 'suspend the person of a session', open: openBrowser, path: personPath, body: reason, row: sessionRow },
  {
    ...{ name: 'sign out', open: openBrowser, path: () => SIGN_IN, method: 'DELETE', row: sessionRow },
    by: ({ headers }) => headers,
  },
  {
    ...{ name: 'use a code twice', open: openBrowser, path: () => SIGN_IN, by: () => PAGE, answer: 401 },
    ...{ body: ({ reuse = {} }) => reuse, row: sessionRow },
  },
  {
    ...{ name: 'revoke the key of a merchant', open: openMerchant, body: {}, row: keyRow({ status: 'revoked' }) },
    path: ({ id, merchantId }) => `${API}/merchants/${merchantId}/keys/${id}/revoke`,
  },
]

interface Figures {
  stops: number
  sockets: number
  /** Requests to suspended organizations. */
  suspended: number
  slowestMs: number
}

interface Run {
  readonly world: World
  readonly breaches: string[]
  readonly figures: Figures
}

export async function proveRevoke({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const opened = await openTwoProcesses(size)
  const breaches: string[] = []
  const figures: Figures = { stops: 0, sockets: 0, suspended: 0, slowestMs: 0 }
  let operator: Operator | null = null
  try {
    const row = await opened.database.collection<{ _id: string }>('organizations').findOne({})
    const run: Run = { world: { ...opened, orgId: row?._id ?? '' }, breaches, figures }
    operator = fault ? null : await openOperator(run.world)
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++) {
      if (operator !== null) await takeByOperator(run, operator, `person ${round}`)
      if (!fault) breaches.push(...(await raceCode(run.world)))
      const stops = STOPS.filter((_, index) => (index + round + seed) % EVERY[size] === 0)
      for (const [index, stop] of (fault ? STOPS.slice(0, 1) : stops).entries()) {
        const subject = await stop.open(run.world)
        const at = opened.services[(round + index) % opened.services.length]?.url ?? ''
        await take(run, stop.name, subject, () =>
          fault ? writeRow(run.world, stop, subject) : carryOut(stop, subject, run.world, at),
        )
      }
    }
  } finally {
    await operator?.close()
    await opened.close()
  }
  return { figures: { ...figures }, breaches }
}

/** Nothing is open with the credential after the acknowledgement, and what was is closed within a second. */
async function take({ world, breaches, figures }: Run, name: string, subject: Subject, stop: () => Promise<void>) {
  const listeners = await openListeners(world, subject)
  await stop()
  const acknowledged = performance.now()
  const refused = await Promise.all(
    world.services.map(({ url }) => statusOf(url + subject.path, subject.headers, subject.body)),
  )
  for (const [process, status] of refused.entries())
    if (status !== 401 && status !== 403)
      breaches.push(`${name}: process ${process} answered ${status} after the acknowledgement`)
  const closed = await Promise.all(listeners.map((one) => one.closedWithin(GIVE_UP_MS)))
  for (const [index, closedAt] of closed.entries()) {
    const tookMs = closedAt === null ? Number.POSITIVE_INFINITY : closedAt - acknowledged
    if (tookMs > WITHIN_MS) breaches.push(`${name}: ${listeners[index]?.name} was open after ${tookMs} ms`)
    else figures.slowestMs = Math.max(figures.slowestMs, tookMs)
  }
  figures.stops += 1
  figures.sockets += closed.length
}

async function takeByOperator(run: Run, operator: Operator, person: string): Promise<void> {
  const { world, breaches, figures } = run
  const signedIn = await openSignedIn(operator, world, person)
  await take(run, 'lose a role at the issuer', signedIn, () => loseRole(operator, person))
  const { headers, asked, suspend } = await openSuspended(operator, world)
  await suspend()
  for (const { url } of world.services)
    for (const { name, by, path, body, statuses } of asked) {
      const status = await statusOf(url + path, headers[by], body)
      if (!statuses.includes(status)) breaches.push(`a suspended organization that ${name} is answered ${status}`)
      figures.suspended += 1
    }
}

/** At each process a socket and a stream of events. */
function openListeners({ services }: World, { headers, isDeaf }: Subject) {
  const urls = isDeaf ? [] : services.map(({ url }) => url)
  return Promise.all(
    urls.flatMap((url, process) => [
      openSocket(`a socket of process ${process}`, url, headers),
      openStream(`a stream of process ${process}`, url, headers),
    ]),
  )
}

async function carryOut(
  { path, body = {}, method, answer, by = () => admin(world) }: Stop,
  subject: Subject,
  world: World,
  at: string,
): Promise<void> {
  const sent = typeof body === 'function' ? body(subject) : body
  const response = await request(at + path(subject, world), by(subject), sent, method)
  const text = await response.text()
  if (answer === undefined ? !response.ok : response.status !== answer)
    throw new Error(`${path(subject, world)}: ${response.status} ${text}`)
}

/** One code at every process at once, twice. */
async function raceCode(world: World): Promise<string[]> {
  const { secret: code, path } = await openSession(world, 'browser')
  const at = [...world.services, ...world.services]
  const responses = await Promise.all(at.map(({ url }) => request(url + SIGN_IN, PAGE, { code })))
  const cookies = responses.flatMap((response) => cookieIn(response) ?? [])
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  const statuses = await Promise.all(
    cookies.flatMap((cookie) => world.services.map(({ url }) => statusOf(url + path, { cookie, ...PAGE }))),
  )
  return [
    ...(cookies.length > 1 ? [`one code opened ${cookies.length} sessions`] : []),
    ...statuses.filter((status) => status !== 401).map((status) => `a session of a stolen code is answered ${status}`),
  ]
}

async function writeRow({ database }: World, { row }: Stop, { id }: Subject): Promise<void> {
  // Each process has heard of the registration by then, which makes it look at the agent's sockets once more.
  await sleep(WITHIN_MS)
  await database.collection<{ _id: string }>(row.collection).updateOne({ _id: id }, { $set: row.set })
}

async function statusOf(url: string, headers: Headers, body?: Json): Promise<number> {
  const signal = AbortSignal.timeout(10_000)
  const response = body === undefined ? await fetch(url, { headers, signal }) : await request(url, headers, body)
  await response.arrayBuffer()
  return response.status
}
