/**
 * The stop button (domain 0.1 gate 2, commit 4): whatever an agent, anonymous callers, another organization or one's own keys
 * send, and however full the commit queue is, every emergency act is acknowledged, on REST and on GraphQL, within a
 * second. `--fault` takes away what is reserved for emergency acts.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../embedded/index.ts'
import { type ProofInput, type ProofResult, quantile } from './proof.ts'
import { type Act, stopAll } from './stopbutton/acts.ts'
import { type FloodRequest, startFlood } from './stopbutton/flood.ts'
import { type Command, type Filled, OPERATOR_KEY, type Opened } from './stopbutton/service.ts'

const ROUNDS = { ci: 1, full: 12 } as const
const PER_SECOND = { ci: 250, full: 1_000 } as const
/** At the small size the machine does other things, and only a stop that does not come through is one. */
const ACKNOWLEDGED_MS = { ci: 10_000, full: 1_000 } as const

interface Phase {
  readonly name: string
  readonly requests: (opened: Opened) => readonly FloodRequest[]
  readonly isQueueFull?: true
}

const READ = { method: 'GET', path: '/api/v2/wallets' } as const
const EXCHANGE = { method: 'POST', path: '/api/v2/auth/agent/token' } as const

const byAgent = ({ noisy: { token } }: Opened): FloodRequest[] => [
  { ...READ, headers: { authorization: `Bearer ${token}` } },
  {
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${token}` },
    body: '{"query":"{ __typename }"}',
  },
]
const byAnonymous = ({ noisy: { agentId } }: Opened): FloodRequest[] => [
  READ,
  { ...READ, headers: { authorization: 'Bearer nonsense' } },
  { ...READ, headers: { 'x-api-key': `${OPERATOR_KEY}y` } },
  { ...EXCHANGE, body: JSON.stringify({ agent_id: agentId, api_key: 'sk_agent_nonsense' }) },
  { method: 'POST', path: '/graphql', body: '{"query":"{ __typename }"}' },
]
const byOthers = ({ other: { key, agent } }: Opened): FloodRequest[] => [
  { ...READ, headers: { 'x-api-key': key } },
  {
    ...{ method: 'POST', path: '/api/v2/payments' },
    headers: { authorization: `Bearer ${agent.token}`, 'x-agent-id': agent.agentId },
    body: JSON.stringify({ wallet_id: agent.walletId, to: agent.walletId, amount: '1.00', token: 'USDC' }),
  },
]
const byOwnKeys = ({ keys }: Opened): FloodRequest[] => keys.map((key) => ({ ...READ, headers: { 'x-api-key': key } }))

const PHASES: readonly Phase[] = [
  { name: 'a flood by an agent', requests: byAgent },
  { name: 'a flood by anonymous callers', requests: byAnonymous },
  { name: 'a flood by another organization', requests: byOthers },
  { name: 'a flood by its own keys', requests: byOwnKeys },
  { name: 'a full queue', requests: () => [], isQueueFull: true },
  {
    name: 'all of it at once',
    requests: (opened) => [byAgent, byAnonymous, byOthers, byOwnKeys].flatMap((by) => by(opened)),
    isQueueFull: true,
  },
]

export async function proveStopButton({ size, fault }: ProofInput): Promise<ProofResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'prove-stop-'))
  const embedded = await startEmbedded({ dataDir, chains: [], log: { info() {}, warn: console.error } })
  const child = fork(new URL('./stopbutton/service.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const breaches: string[] = []
  const acts: Act[] = []
  const floods = { sent: 0, limited: 0, turnedAway: 0 }
  try {
    const order = { mongodbUri: embedded.mongodbUri, rounds: ROUNDS[size] * PHASES.length, fault }
    const opened = await tell<Opened>(child, { order })
    for (const [index, phase] of PHASES.entries()) {
      const rounds = opened.rounds.slice(index * ROUNDS[size], (index + 1) * ROUNDS[size])
      const done = await race(child, { ...opened, rounds }, phase, PER_SECOND[size])
      acts.push(...done.acts)
      floods.sent += done.sent
      floods.limited += done.limited
      floods.turnedAway += done.turnedAway
      breaches.push(...done.breaches.map((breach) => `${phase.name}: ${breach}`))
      breaches.push(...lateOf(done.acts, ACKNOWLEDGED_MS[size]).map((breach) => `${phase.name}: ${breach}`))
    }
  } finally {
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const times = acts.map(({ ms }) => ms)
  const figures = {
    acts: acts.length,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    maxMs: Math.max(...times),
  }
  return { figures: { ...figures, ...floods }, breaches }
}

interface Raced {
  readonly acts: readonly Act[]
  readonly sent: number
  readonly limited: number
  /** Spends that found the queue full. */
  readonly turnedAway: number
  readonly breaches: readonly string[]
}

async function race(child: ChildProcess, opened: Opened, phase: Phase, perSecond: number): Promise<Raced> {
  const requests = phase.requests(opened)
  const flood = requests.length > 0 ? startFlood(opened.url, perSecond, requests) : null
  const breaches: string[] = []
  const acts: Act[] = []
  if (phase.isQueueFull) await tell<Filled>(child, { fill: true })
  await flood?.isFull.catch((error: Error) => breaches.push(error.message))
  for (const round of opened.rounds) acts.push(...(await stopAll(opened, round)))
  const { sent, limited } = (await flood?.stop()) ?? { sent: 0, limited: 0 }
  const { refused: turnedAway } = phase.isQueueFull ? await tell<Filled>(child, { fill: false }) : { refused: 0 }
  if (phase.isQueueFull && turnedAway === 0) breaches.push('the queue never was full')
  return { acts, sent, limited, turnedAway, breaches }
}

function lateOf(acts: readonly Act[], withinMs: number): string[] {
  return acts.flatMap(({ name, status, ms, refused }) => {
    if (refused !== '') return [`${name} was answered ${status}: ${refused}`]
    return ms > withinMs ? [`${name} was acknowledged after ${Math.round(ms)} ms`] : []
  })
}

/** @throws Error when the service ends instead of answering */
async function tell<T>(child: ChildProcess, command: Command): Promise<T> {
  const ended = new AbortController()
  const { signal } = ended
  try {
    child.send(command)
    const exit = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('the service ended')))
    return (await Promise.race([once(child, 'message', { signal }).then(([answer]) => answer), exit])) as T
  } finally {
    ended.abort()
  }
}
