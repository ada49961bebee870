/**
 * Cards under concurrency: 500 authorizations at once, from two services on one database, against a limit of the mandate, a
 * limit of the card and the money of the account in turn, each of which admits exactly k of them. Some are cleared, the rest
 * is voided: then money and limits are exactly what was cleared. `--fault` forgets in the middle of the burst what was
 * reserved, as a commit would that does not guard its rows.
 */
import type { Service } from '../../gateway/compose.ts'
import type { UsdPosition, WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { createManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const CALLERS = 500
const K_MAX = 60
const CENTS = 100
const CENT_MICRO = 10_000n
const BOUNDS = ['mandate', 'card', 'money'] as const
type Bound = (typeof BOUNDS)[number]
const TRIALS = { ci: BOUNDS.length, full: 150 } as const

/** The refusals that each bound gives once it is reached. */
const DECLINES: Readonly<Record<Bound, readonly string[]>> = {
  // So many refusals by the mandate freeze the wallet.
  mandate: ['ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED', 'ACCOUNT_INACTIVE'],
  card: ['CARD_SPEND_LIMIT_EXCEEDED'],
  money: ['INSUFFICIENT_FUNDS'],
}

const input = (type: string, field: string, of: string) =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`
const SYNC = input('SyncAccountHolderInput', 'syncAccountHolder', 'created')
const KYB = input('SimulateKybReviewInput', 'simulateKybReview', 'replayed')
const EVIDENCE = input('RecordKyaEvidenceInput', 'recordKyaEvidence', 'replayed')
const ISSUE = input('IssueCardInput', 'issueCard', 'card { id }')
const UNFREEZE = input('UnfreezeWalletInput', 'unfreezeWallet', 'wallet { id }')
const TRANSACTION = 'cardTransaction { id status declineReason }'
const AUTHORIZE = input('SimulateCardAuthorizationInput', 'simulateCardAuthorization', TRANSACTION)
const CLEAR = input('SimulateCardClearingInput', 'simulateCardClearing', TRANSACTION)
const VOID = input('SimulateCardEventInput', 'simulateCardVoid', TRANSACTION)

export async function proveCards({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const clock = createManualClock(new Date('2026-03-01T12:00:00Z'))
  const world = await openWorld({ chains: [] })
  const breaches: string[] = []
  const figures = { trials: 0, authorizations: 0, approved: 0, cleared: 0, voided: 0 }
  try {
    const services = [await world.open({ clock }), await world.open({ clock })] as const
    for (; figures.trials < (fault ? BOUNDS.length : TRIALS[size]); figures.trials++) {
      const bound = BOUNDS[figures.trials % BOUNDS.length] as Bound
      const k = 1 + Math.floor(random() * K_MAX)
      const trial = await openTrial(services, bound, k)
      const found = await runTrial(trial, { bound, k, fault, clears: Math.floor(random() * k) })
      breaches.push(...found.breaches.map((breach) => `trial ${figures.trials} (${bound}): ${breach}`))
      figures.authorizations += CALLERS
      for (const name of ['approved', 'cleared', 'voided'] as const) figures[name] += found[name]
      if (fault && breaches.length > 0) break
    }
    if (!fault) breaches.push(...(await world.audit()))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

interface Trial {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
  readonly cardId: string
}

type Answer = Record<string, { cardTransaction: { id: string; status: string; declineReason: string | null } }>

/** An organization of its own, whose one card is bound in one way to k dollars. */
async function openTrial(services: Trial['services'], bound: Bound, k: number): Promise<Trial> {
  const [service] = services
  const { agents, treasury } = service.subgraphs
  const organization = await createOrganization(service, 'Cards')
  const { admin } = organization
  const agent = await createAgent(
    service,
    organization,
    bound === 'mandate' ? `Max $${k} per day.` : 'Max $100000 per day.',
  )
  // Something in the wallet for the audit to look at; a card does not spend it.
  await credit(service, agent, 1_000_000n)
  await execute(agents, admin, KYB, { input: { status: 'accepted' } })
  await execute(agents, admin, EVIDENCE, { input: { agentId: agent.agentId, type: 'purpose_review' } })
  await execute(treasury, admin, SYNC, { input: {} })
  const limits = bound === 'card' ? { limitDaily: String(k) } : {}
  const { issueCard } = await execute<{ issueCard: { card: { id: string } } }>(treasury, admin, ISSUE, {
    input: { walletId: agent.walletId, ...limits },
  })
  const trial = { services, organization, agent, cardId: issueCard.card.id }
  const given = { amountMinor: (bound === 'money' ? k : 2 * CALLERS) * CENTS, status: 'CREDIT_AUTHORIZATION' }
  const { id: cardTransactionId } = await act(trial, 0, AUTHORIZE, given)
  await act(trial, 0, CLEAR, { cardTransactionId })
  return trial
}

async function act({ services, organization, cardId }: Trial, at: number, document: string, more: object) {
  const { treasury } = (services[at % 2] as Service).subgraphs
  const answer = await execute<Answer>(treasury, organization.admin, document, { input: { cardId, ...more } })
  const [payload] = Object.values(answer)
  if (payload === undefined) throw new Error('no answer')
  return payload.cardTransaction
}

interface Run {
  readonly bound: Bound
  readonly k: number
  readonly clears: number
  readonly fault: boolean
}

async function runTrial(trial: Trial, { bound, k, clears, fault }: Run) {
  const breaches: string[] = []
  let finished = 0
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const answer = await act(trial, index, AUTHORIZE, { amountMinor: CENTS, merchantDomain: 'shop.example' })
      finished += 1
      if (fault && finished === Math.floor(CALLERS / 2)) await forget(trial)
      return answer
    }),
  )
  const approved = answers.filter(({ status }) => status === 'PENDING')
  if (approved.length !== k) breaches.push(`${approved.length} of ${k} were approved`)
  for (const reason of new Set(answers.flatMap(({ declineReason }) => declineReason ?? [])))
    if (!DECLINES[bound].includes(reason)) breaches.push(`declined with ${reason}`)
  if (fault) return { approved: approved.length, cleared: 0, voided: 0, breaches }
  breaches.push(...(await differences(trial, { held: approved.length, cleared: 0 })))
  const ends = approved.map(({ id }, index) =>
    act(trial, index, index < clears ? CLEAR : VOID, { cardTransactionId: id }),
  )
  await Promise.all(ends)
  await unfreeze(trial)
  const cleared = Math.min(clears, approved.length)
  breaches.push(...(await differences(trial, { held: 0, cleared })))
  // What was voided can be spent again, and no more than that.
  const again = await Promise.all(
    Array.from({ length: CALLERS / 10 }, (_, index) => act(trial, index, AUTHORIZE, { amountMinor: CENTS })),
  )
  const possible = Math.min(k - cleared, CALLERS / 10)
  const passed = again.filter(({ status }) => status === 'PENDING').length
  if (passed !== possible) breaches.push(`${passed} of ${possible} were approved afterwards`)
  return { approved: approved.length, cleared, voided: approved.length - cleared, breaches }
}

async function unfreeze({ services, organization, agent }: Trial): Promise<void> {
  const frozen = { walletId: agent.walletId, reason: 'Next burst.' }
  await execute(services[0].subgraphs.payments, organization.admin, UNFREEZE, { input: frozen })
}

const positionsOf = ([{ database }]: Trial['services']) => database.collection('positions')

/** Where money, mandate and card do not count exactly these dollars. */
async function differences(trial: Trial, { held, cleared }: { held: number; cleared: number }): Promise<string[]> {
  const { services, agent, organization, cardId } = trial
  const positions = positionsOf(services)
  const wallet = (await positions.findOne({ walletId: agent.walletId } as object)) as WalletPosition | null
  const usd = (await positions.findOne({ _id: `usd:${organization.admin.orgId}:test` } as object)) as UsdPosition | null
  const card = (await services[0].database
    .collection('cards')
    .findOne({ _id: cardId } as object)) as WalletPosition | null
  const heldCents = Object.values(usd?.accounts ?? {}).reduce((sum, one) => sum + one.held, 0n)
  const reserved = BigInt(held * CENTS) * CENT_MICRO
  const net = BigInt(cleared * CENTS) * CENT_MICRO
  const expected = [
    ['money held', heldCents, BigInt(held * CENTS)],
    ['mandate reserves', wallet?.day?.reserved ?? 0n, reserved],
    ['mandate counts', wallet?.day?.net ?? 0n, net],
    ['card reserves', card?.day?.reserved ?? 0n, reserved],
    ['card counts', card?.day?.net ?? 0n, net],
  ] as const
  return expected.flatMap(([name, is, should]) => (is === should ? [] : [`${name} ${is} instead of ${should}`]))
}

/** The fault: what was reserved is forgotten, and nobody's version tells. */
async function forget({ services, agent, organization, cardId }: Trial): Promise<void> {
  const positions = positionsOf(services)
  await positions.updateOne({ walletId: agent.walletId } as object, { $set: { 'day.reserved': 0n } })
  await services[0].database.collection('cards').updateOne({ _id: cardId } as object, { $set: { 'day.reserved': 0n } })
  const id = { _id: `usd:${organization.admin.orgId}:test` } as object
  const usd = (await positions.findOne(id)) as UsdPosition | null
  const set = Object.entries(usd?.accounts ?? {}).map(([name, { available, held }]) => [
    `accounts.${name}.available`,
    available + held,
  ])
  await positions.updateOne(id, { $set: Object.fromEntries(set) })
}
