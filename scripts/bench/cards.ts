/**
 * `cards`: how long a merchant waits for the decision about a card, at 100 authorizations a second that come whether or not
 * those before are decided. One organization, so that all share one history, one account and its position.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { quantile } from '../statistics.ts'
import { MERCHANT, seedOrganization } from './organization.ts'
import { type BenchOptions, type BenchReport, formatTable } from './report.ts'
import { openWorld, type World } from './world.ts'

const RATE_PER_SECOND = 100
const SECONDS_MIN = 10
const WARM_UP_SECONDS = 3
const CARDS = 100
const GOAL_MS = 50
const CENTS = 100

export async function benchCards({ seconds, print }: BenchOptions): Promise<BenchReport> {
  const world = await openWorld()
  try {
    const { owner, cardIds, walletIds } = await openCards(world)
    await askAt(cardIds, WARM_UP_SECONDS, authorizing(world, owner))
    const { waits, declined } = await askAt(cardIds, Math.max(seconds, SECONDS_MIN), authorizing(world, owner))
    const paid = await askAt(walletIds, Math.max(seconds, SECONDS_MIN), paying(world, owner))
    const row = (name: string, of: readonly number[], refused: number) => {
      const shown = [quantile(of, 0.5), quantile(of, 0.99), Math.max(...of)].map((ms) => `${ms.toFixed(1)} ms`)
      return [name, String(of.length), String(refused), ...shown]
    }
    const heads = ['', 'decided', 'declined', 'p50', 'p99', 'most']
    print(formatTable([heads, row('card authorizations', waits, declined), row('payments', paid.waits, paid.declined)]))
    const [p50, p99, paidP99] = [quantile(waits, 0.5), quantile(waits, 0.99), quantile(paid.waits, 0.99)]
    const value = GOAL_MS / p99
    return {
      bench: 'cards',
      results: [
        { name: 'p50', value: p50, unit: 'ms' },
        { name: 'p99', value: p99, unit: 'ms' },
        { name: 'p99 of payments', value: paidP99, unit: 'ms' },
      ],
      // Who is declined waits less: that would be another measure.
      ratios: [
        {
          name: `p99 within ${GOAL_MS} ms at ${RATE_PER_SECOND} a second`,
          ...{ value, target: 1, met: value >= 1 && declined === 0 },
        },
      ],
    }
  } finally {
    await world.close()
  }
}

interface Opened {
  readonly owner: OrganizationPrincipal
  readonly cardIds: readonly string[]
  readonly walletIds: readonly string[]
}

interface Issued {
  readonly card: { readonly cardId: string }
}

async function openCards(world: World): Promise<Opened> {
  const { orgId, agents } = await seedOrganization(world, { name: 'bench cards', wallets: CARDS })
  const owner: OrganizationPrincipal = {
    ...{ kind: 'organization', orgId, mode: 'test', keyId: 'key_bench', personId: 'person_bench' },
    roles: ['admin'],
  }
  await world.execute('SimulateKybReview', owner, { status: 'accepted' })
  await world.execute('SyncAccountHolder', owner, {})
  const cardIds: string[] = []
  for (const { agentId, walletId } of agents) {
    await world.execute('RecordKyaEvidence', owner, { agentId, type: 'purpose_review' })
    const { card } = await world.execute<Issued>('IssueCard', owner, { walletId })
    cardIds.push(card.cardId)
  }
  const [cardId] = cardIds
  const given = { cardId, amountMinor: 1_000_000 * CENTS, status: 'CREDIT_AUTHORIZATION' }
  const { cardTransactionId } = await authorize(world, owner, given)
  await world.execute('SimulateCardClearing', owner, { cardId, cardTransactionId })
  return { owner, cardIds, walletIds: agents.map(({ walletId }) => walletId) }
}

async function authorize(world: World, owner: OrganizationPrincipal, input: object) {
  const answer = await world.execute<Authorized>('SimulateCardAuthorization', owner, input)
  return answer.cardTransaction
}

interface Authorized {
  readonly cardTransaction: { readonly cardTransactionId: string; readonly status: string }
}

type Ask = (id: string) => Promise<'approved' | 'declined'>

const authorizing =
  (world: World, owner: OrganizationPrincipal): Ask =>
  async (cardId) => {
    const input = { cardId, amountMinor: CENTS, mcc: '5734', merchantName: 'Shop' }
    return (await authorize(world, owner, input)).status === 'PENDING' ? 'approved' : 'declined'
  }

/** What a payment takes at the same rate in the same run: the figures of one machine mean little by themselves. */
const paying =
  (world: World, owner: OrganizationPrincipal): Ask =>
  async (walletId) => {
    await world.execute('CreatePayment', owner, {
      walletId,
      to: MERCHANT,
      amount: '1.00',
      token: 'USDC',
      chain: 'base',
    })
    return 'approved'
  }

/** Waits count from when each was to come, so that a late start does not hide one. */
async function askAt(ids: readonly string[], seconds: number, ask: Ask) {
  const waits: number[] = []
  let declined = 0
  const startedAt = performance.now()
  const all: Promise<void>[] = []
  for (let index = 0; index < seconds * RATE_PER_SECOND; index++) {
    const dueAt = startedAt + (index * 1_000) / RATE_PER_SECOND
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    all.push(
      ask(ids[index % ids.length] as string).then((decided) => {
        waits.push(performance.now() - dueAt)
        if (decided === 'declined') declined += 1
      }),
    )
  }
  await Promise.all(all)
  return { waits, declined }
}
