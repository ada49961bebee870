/**
 * The stop button (domain 0.1 gate 2, commit 4): however many requests an agent, anonymous callers, another organization or
 * the organization's own keys send, and however full the commit queue is, every emergency act is acknowledged within a
 * second, over REST and GraphQL. `--fault` removes the rate limit reserve of emergency acts.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { killWithOwner } from '../embedded/children.ts'
import { startTemporary } from '../embedded/temporary.ts'
import { quantile } from '../statistics.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { type EmergencyAct, runEmergencyActs } from './stopButton/emergencyActs.ts'
import { type FloodRequest, startFlood } from './stopButton/flood.ts'
import { type Command, type FillResult, OPERATOR_KEY, type StartedService } from './stopButton/serviceProcess.ts'
import { findBreaches } from './world.ts'

const ROUNDS = { ci: 1, full: 12 } as const
const PER_SECOND = { ci: 250, full: 1_000 } as const
/** At the small size the machine may be busy: there only an act that does not get through is a breach. */
const ACKNOWLEDGED_MS = { ci: 10_000, full: 1_000 } as const

interface Phase {
  readonly name: string
  readonly requests: (opened: StartedService) => readonly FloodRequest[]
  readonly isQueueFull?: true
}

const READ = { method: 'GET', path: '/api/v2/wallets' } as const
const EXCHANGE = { method: 'POST', path: '/api/v2/auth/agent/token' } as const

const fromAgent = ({ noisy: { token } }: StartedService): FloodRequest[] => [
  { ...READ, headers: { authorization: `Bearer ${token}` } },
  {
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${token}` },
    body: '{"query":"{ __typename }"}',
  },
]
const fromAnonymous = ({ noisy: { agentId } }: StartedService): FloodRequest[] => [
  READ,
  { ...READ, headers: { authorization: 'Bearer nonsense' } },
  { ...READ, headers: { 'x-api-key': `${OPERATOR_KEY}y` } },
  { ...EXCHANGE, body: JSON.stringify({ agent_id: agentId, api_key: 'sk_agent_nonsense' }) },
  { method: 'POST', path: '/graphql', body: '{"query":"{ __typename }"}' },
]
const fromOthers = ({ other: { key, agent } }: StartedService): FloodRequest[] => [
  { ...READ, headers: { 'x-api-key': key } },
  {
    ...{ method: 'POST', path: '/api/v2/payments' },
    headers: { authorization: `Bearer ${agent.token}`, 'x-agent-id': agent.agentId },
    body: JSON.stringify({ wallet_id: agent.walletId, to: agent.walletId, amount: '1.00', token: 'USDC' }),
  },
]
const fromOwnKeys = ({ keys }: StartedService): FloodRequest[] =>
  keys.map((key) => ({ ...READ, headers: { 'x-api-key': key } }))

const PHASES: readonly Phase[] = [
  // First, because it is where the fault shows.
  { name: 'a flood by its own keys', requests: fromOwnKeys },
  { name: 'a flood by an agent', requests: fromAgent },
  { name: 'a flood by anonymous callers', requests: fromAnonymous },
  { name: 'a flood by another organization', requests: fromOthers },
  { name: 'a full queue', requests: () => [], isQueueFull: true },
  {
    name: 'all of these at once',
    requests: (opened) => [fromAgent, fromAnonymous, fromOthers, fromOwnKeys].flatMap((by) => by(opened)),
    isQueueFull: true,
  },
]

export async function proveStopButton({ size, fault }: ProofInput): Promise<ProofResult> {
  const embedded = await startTemporary({ prefix: 'prove-stop', chains: [] })
  const child = fork(new URL('./stopButton/serviceProcess.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  killWithOwner(child)
  const breaches: string[] = []
  const acts: EmergencyAct[] = []
  const floods = { sent: 0, limited: 0, turnedAway: 0 }
  try {
    const order = { mongodbUri: embedded.mongodbUri, rounds: ROUNDS[size] * PHASES.length, fault }
    const opened = await sendCommand<StartedService>(child, { order })
    for (const [index, phase] of PHASES.entries()) {
      if (fault && breaches.length > 0) break
      const rounds = opened.rounds.slice(index * ROUNDS[size], (index + 1) * ROUNDS[size])
      const done = await runPhase(child, { ...opened, rounds }, phase, PER_SECOND[size])
      acts.push(...done.acts)
      floods.sent += done.sent
      floods.limited += done.limited
      floods.turnedAway += done.turnedAway
      breaches.push(...done.breaches.map((breach) => `${phase.name}: ${breach}`))
      breaches.push(...findLateActs(done.acts, ACKNOWLEDGED_MS[size]).map((breach) => `${phase.name}: ${breach}`))
    }
    breaches.push(...(await findBreaches({ mongodbUri: embedded.mongodbUri, database: 'prove', rpcUrls: {} })))
  } finally {
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
    await embedded.stop()
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

interface PhaseResult {
  readonly acts: readonly EmergencyAct[]
  readonly sent: number
  readonly limited: number
  /** Spends refused because the queue was full. */
  readonly turnedAway: number
  readonly breaches: readonly string[]
}

async function runPhase(
  child: ChildProcess,
  opened: StartedService,
  phase: Phase,
  perSecond: number,
): Promise<PhaseResult> {
  const requests = phase.requests(opened)
  const flood = requests.length > 0 ? startFlood(opened.url, perSecond, requests) : null
  const breaches: string[] = []
  const acts: EmergencyAct[] = []
  if (phase.isQueueFull) await sendCommand<FillResult>(child, { fill: true })
  await flood?.limited.catch((error: Error) => breaches.push(error.message))
  for (const round of opened.rounds) acts.push(...(await runEmergencyActs(opened, round)))
  const { sent, limited } = (await flood?.stop()) ?? { sent: 0, limited: 0 }
  const { refused: turnedAway } = phase.isQueueFull
    ? await sendCommand<FillResult>(child, { fill: false })
    : { refused: 0 }
  if (phase.isQueueFull && turnedAway === 0) breaches.push('the queue never was full')
  return { acts, sent, limited, turnedAway, breaches }
}

function findLateActs(acts: readonly EmergencyAct[], withinMs: number): string[] {
  return acts.flatMap(({ name, status, ms, refused }) => {
    if (refused !== '') return [`${name} was refused with ${status}: ${refused}`]
    return ms > withinMs ? [`${name} was acknowledged after ${Math.round(ms)} ms`] : []
  })
}

/** @throws Error when the service ends before it replies */
async function sendCommand<T>(child: ChildProcess, command: Command): Promise<T> {
  const ended = new AbortController()
  const { signal } = ended
  try {
    child.send(command)
    const exit = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('the service ended')))
    return (await Promise.race([once(child, 'message', { signal }).then(([reply]) => reply), exit])) as T
  } finally {
    ended.abort()
  }
}
