/** What a proof about the chain waits for and holds in the end: payments, nonces, and what the chain still waits for. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import type { SettlementOptions } from '../../subgraphs/payments/settlement/network/network.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { createAgent, createOrganization, fundByFaucet, pay } from './organization.ts'

/** For a chain with four blocks a second. */
export const FAST_OPTIONS: Partial<SettlementOptions> = {
  ...{ leaseMs: 3_000, queuePollMs: 50, nonceCheckMs: 200, resendAfterMs: 500, overdueAfterMs: 3_000 },
  ...{ bumpFeeAfterMs: 1_000, stuckAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 },
}
const FUNDED_WITHIN_MS = 60_000
const GAPS_MS = 20_000

interface Position {
  readonly walletId: string
  readonly balances: Readonly<Record<string, { readonly available: bigint }>>
}

/** An agent of a new organization whose wallet has money. */
export async function openFundedAgent(service: Service, amount: string): Promise<AgentPrincipal> {
  const organization = await createOrganization(service, 'Paying')
  const agent = await createAgent(service, organization, 'Max $100,000 per transaction.')
  await fundByFaucet(service, organization, { walletId: agent.walletId, amount })
  await waitUntil('the deposit', async () => (await availableOf(service, agent)) > 0n, FUNDED_WITHIN_MS)
  return agent
}

/** In units of USDC on base. */
async function availableOf({ database }: Service, { walletId }: AgentPrincipal): Promise<bigint> {
  const row = await database.collection<Position>('positions').findOne({ walletId })
  return row?.balances['base:USDC']?.available ?? 0n
}

/** @returns the ids; every payment must be accepted */
export async function payMany(service: Service, agent: AgentPrincipal, count: number, units: bigint) {
  const outcomes = await Promise.all(Array.from({ length: count }, () => pay(service, agent, { units })))
  return outcomes.map((outcome) => {
    if ('refused' in outcome) throw new Error(`a payment was refused: ${outcome.refused}`)
    return outcome.paymentId
  })
}

/** Every payment has ended, and settlement has no task left. */
export function waitForEnds({ database }: Service, withinMs: number): Promise<boolean> {
  return waitUntil(
    'every payment ends',
    async () => {
      const pending = await database.collection('payments').countDocuments({ status: 'pending' })
      return pending === 0 && (await database.collection('settlementTasks').countDocuments({})) === 0
    },
    withinMs,
  )
}

/** All of these payments were valid, so every one must have been paid. */
export async function findUnpaid({ database }: Service, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await database
    .collection<{ _id: string; status: string; failureMessage?: string }>('payments')
    .find({ _id: { $in: [...paymentIds] } })
    .toArray()
  const lost = paymentIds.length === rows.length ? [] : [`${paymentIds.length - rows.length} payments are lost`]
  const unpaid = rows.filter(({ status }) => status !== 'completed')
  return [...lost, ...unpaid.map(({ _id, status, failureMessage }) => `${_id} is ${status}: ${failureMessage ?? ''}`)]
}

interface Slot {
  readonly account: string
  readonly nonce: number
  readonly state: string
  readonly bytes: readonly { readonly purpose: string }[]
}

/** Nonces that were allocated and that the chain does not take within `GAPS_MS`. */
export async function findNonceGaps(service: Service, rpcUrl: string): Promise<string[]> {
  for (const until = performance.now() + GAPS_MS; ; await sleep(250)) {
    const open = await findOpenNonces(service, rpcUrl)
    if (open.length === 0 || performance.now() > until) return open
  }
}

async function findOpenNonces({ database }: Service, rpcUrl: string): Promise<string[]> {
  const slots = await database.collection<Slot>('accountNonces').find({}).toArray()
  const breaches: string[] = []
  for (const [account, own] of Map.groupBy(slots, (slot) => slot.account)) {
    const address = account.slice(account.lastIndexOf(':') + 1)
    const mined = Number(await callRpc(rpcUrl, 'eth_getTransactionCount', [address, 'latest']))
    const open = own.filter(({ nonce }) => nonce >= mined)
    const told = open.map(
      ({ nonce, state, bytes }) => `${nonce} ${state} ${bytes.map(({ purpose }) => purpose).join()}`,
    )
    if (open.length > 0)
      breaches.push(`${open.length} nonces of ${account} are open from ${mined} on: ${told.join('; ')}`)
  }
  return breaches
}
