/**
 * Overload (reliability 7.2, row 34): five times as many payments as the service can accept, which gets half a processor,
 * are offered over HTTP. It goes on accepting about as many as before and says so to the rest (429 or 503 with Retry-After),
 * acknowledges kill switches in time, and books no money wrongly. An organization with a small limit of its own is refused beyond
 * it meanwhile (429). `--fault` removes the bound on requests in progress.
 */
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { type ServiceProcess, startServiceProcess } from './hostileWire/serviceProcess.ts'
import { createAgent, credit } from './organization.ts'
import {
  offerLimited,
  offerOpen,
  openSender,
  type Payer,
  type Sender,
  sendClosed,
  stopAgents,
} from './overload/load.ts'
import { slowDown } from './overload/slowProcess.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { openWorld, type ProveWorld } from './world.ts'

const TIMES = 5
/** Payments a second: what else the machine does while it is measured may hide most of the capacity. */
const CAPACITY_MIN = 100
const SECONDS = { ci: { capacity: 1.5, ramp: 1, overload: 4 }, full: { capacity: 10, ramp: 5, overload: 60 } } as const
/** Of the capacity. At the small size the machine may be busy: there it must only go on, and a stop get through. */
const GOODPUT_MIN = { ci: 0.02, full: 0.8 } as const
const STOPPED_WITHIN_MS = { ci: 10_000, full: 1_000 } as const
const STOPS = { ci: 3, full: 20 } as const
const WARM_UP_SECONDS = 2
const PAYERS = 40
const UNLIMITED = '100000000'
/** Of the organization with a limit of its own, in a minute; most of what it sends is turned away unread. */
const LIMIT = 5
const LIMITED_ATTEMPTS = 150

export async function proveOverload({ size, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  let service: ServiceProcess | null = null
  let sender: Sender | null = null
  let other: Sender | null = null
  let letRun = async (): Promise<void> => undefined
  try {
    const { key, payers, limited: own } = await openPayers(world)
    service = await startServiceProcess(
      'gateway',
      fault ? 'scripts/prove/overload/unboundedGateway.ts' : 'gateway/main.ts',
      [],
      environmentOf(world),
    )
    sender = openSender(service.url, key, payers.slice(STOPS[size]))
    other = openSender(service.url, own.key, [own.payer])
    await sender.connect()
    // Compiled operations and caches.
    await sendClosed(sender, WARM_UP_SECONDS)
    letRun = await slowDown(service.pid)
    const before = await sendClosed(sender, SECONDS[size].capacity)
    const stops = stopAgents(sender, payers.slice(0, STOPS[size]), SECONDS[size].overload)
    const limiting = offerLimited(other, LIMITED_ATTEMPTS, SECONDS[size].ramp + SECONDS[size].overload)
    const offered = await offerOpen(sender, TIMES * Math.max(before.perSecond, CAPACITY_MIN), SECONDS[size])
    const [stopped, refused] = [await stops, await limiting]
    const after = fault ? before : await sendClosed(sender, SECONDS[size].capacity)
    const capacity = (before.perSecond + after.perSecond) / 2
    const goodput = offered.perSecond / capacity
    const slowestStopMs = Math.max(...stopped.map(({ ms }) => ms))
    await Promise.all([sender.close(), other.close()])
    const breaches = [
      ...(goodput < GOODPUT_MIN[size]
        ? [`${offered.perSecond.toFixed(0)} payments a second of ${capacity.toFixed(0)} that it can accept`]
        : []),
      ...(offered.limited + offered.turnedAway === 0 ? ['nobody was turned away'] : []),
      ...(refused.limited === 0 ? ['nobody was refused for a rate limit'] : []),
      // The overload may lie in two windows.
      ...(refused.accepted > 2 * LIMIT
        ? [`${refused.accepted} payments of an organization that may make ${LIMIT}`]
        : []),
      ...refused.breaches,
      ...stopped.flatMap(({ refused }) => (refused === null ? [] : [`a kill switch was refused: ${refused}`])),
      ...(slowestStopMs > STOPPED_WITHIN_MS[size] ? [`a kill switch took ${slowestStopMs.toFixed(0)} ms`] : []),
      ...offered.breaches,
      ...service.breaches(),
      ...(await world.audit()),
    ]
    const { sent, accepted, turnedAway, unanswered, p99Ms } = offered
    const limited = offered.limited + refused.limited
    return {
      figures: {
        ...{ capacity, offered: sent / (SECONDS[size].ramp + SECONDS[size].overload), goodput: 100 * goodput },
        ...{ accepted, limited, turnedAway, unanswered, p99Ms, slowestStopMs },
      },
      breaches,
    }
  } finally {
    await letRun()
    await Promise.all([sender?.close(), other?.close()])
    await service?.stop()
    await world.close()
  }
}

const environmentOf = ({ environment }: ProveWorld) => ({
  ...environment,
  // Nothing settles: what is offered is measured against acceptance alone.
  ...{ RUN_WORKERS: 'false', LOG_LEVEL: 'info', METRICS_PORT: '0' },
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_AGENT_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: UNLIMITED,
})

async function openPayers(world: ProveWorld) {
  const service = await world.open()
  const all = await openOrganization(service, 'Overloaded', PAYERS)
  const { orgId, key, payers } = await openOrganization(service, 'Limited', 1)
  await service.subgraphs.agents.setRateLimits({ orgId, requestsPerMinute: LIMIT })
  return { ...all, limited: { key, payer: payers[0] as Payer } }
}

async function openOrganization(service: Awaited<ReturnType<ProveWorld['open']>>, name: string, count: number) {
  const { orgId, keys } = await service.subgraphs.agents.createOrganization({ name })
  const admin: OrganizationPrincipal = {
    ...{ kind: 'organization', orgId, mode: 'test', keyId: 'key_1', personId: 'person_1' },
    roles: ['admin'],
  }
  const payers = await Promise.all(
    Array.from({ length: count }, async (): Promise<Payer> => {
      const agent = await createAgent(service, { admin, second: admin }, 'Max $1,000,000 per transaction.')
      await credit(service, agent, 10n ** 12n)
      return { agentId: agent.agentId, walletId: agent.walletId }
    }),
  )
  return { orgId, key: keys.test ?? '', payers }
}
