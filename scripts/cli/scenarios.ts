/** What brings about each event of the sandbox: the act that causes it in earnest, by the magic values of test mode. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Fields } from './client.ts'
import { CommandFailure, Refused } from './failure.ts'
import type { Payer } from './wallets.ts'

/** Ids of what was made, as the service names them. */
export type Made = Readonly<Record<string, unknown>>

export interface Stage {
  readonly client: Client
  /** The values of the scenario, with those that `--set` has changed. */
  readonly values: Readonly<Record<string, string>>
  /** Whose wallet it is; registered at the first use if none was named. */
  payer(): Promise<Payer & Made>
}

export interface Scenario {
  readonly event: string
  readonly does: string
  /** What `--set` may change. */
  readonly values: Readonly<Record<string, string>>
  act(stage: Stage): Promise<Made>
}

const MONEY = { amount: '1.00', token: 'USDC', chain: 'base' } as const
const LEAST_FUNDS = 100n
const MICRO = 1_000_000n
const CREDIT_WITHIN_MS = 60_000
const POLL_MS = 100
const REASON = { reason: 'agentpay trigger' } as const

export const SCENARIOS: readonly Scenario[] = [
  {
    ...{ event: 'payment.completed', does: 'pays ok.test', values: { ...MONEY, to: 'ok.test' } },
    act: (stage) => pay(stage),
  },
  {
    ...{ event: 'payment.pending', does: 'pays ok.test', values: { ...MONEY, to: 'ok.test' } },
    act: (stage) => pay(stage),
  },
  {
    ...{ event: 'payment.failed', does: 'pays gas.test', values: { ...MONEY, to: 'gas.test' } },
    act: (stage) => pay(stage, ['insufficient_funds']),
  },
  {
    ...{ event: 'policy.violated', does: 'pays gambling.test', values: { ...MONEY, to: 'gambling.test' } },
    act: (stage) => pay(stage, ['policy_violation']),
  },
  {
    ...{ event: 'compliance.flagged', does: 'pays sanctioned.test', values: { ...MONEY, to: 'sanctioned.test' } },
    act: (stage) => pay(stage, ['compliance_denied']),
  },
  {
    ...{ event: 'approval.requested', does: 'pays more than the threshold' },
    values: { ...MONEY, amount: '30.00', to: 'ok.test' },
    act: (stage) => pay(stage),
  },
  {
    ...{ event: 'approval.resolved', does: 'pays more than the threshold, and cancels' },
    values: { ...MONEY, amount: '30.00', to: 'ok.test' },
    async act(stage) {
      const made = await pay(stage)
      await stage.client.call(`POST /api/v2/approvals/${made.approval_id}/cancel`, { body: {} })
      return made
    },
  },
  {
    ...{ event: 'deposit.credited', does: 'asks the faucet', values: { ...MONEY, amount: '10.00' } },
    act: (stage) => fund(stage, stage.values.amount ?? MONEY.amount),
  },
  {
    ...{ event: 'hold.created', does: 'places a hold for ok.test', values: { ...MONEY, merchant: 'ok.test' } },
    act: (stage) => hold(stage),
  },
  {
    ...{ event: 'hold.captured', does: 'places a hold, and captures it', values: { ...MONEY, merchant: 'ok.test' } },
    act: (stage) => hold(stage, 'capture'),
  },
  {
    ...{ event: 'hold.voided', does: 'places a hold, and voids it', values: { ...MONEY, merchant: 'ok.test' } },
    act: (stage) => hold(stage, 'void'),
  },
  {
    ...{ event: 'wallet.created', does: 'makes a wallet', values: { name: 'agentpay trigger' } },
    act: async ({ client, values }) => idsOf((await client.call('POST /api/v2/wallets', { body: values })).body),
  },
  { event: 'wallet.frozen', does: 'freezes the wallet', values: REASON, act: (stage) => change(stage, ['freeze']) },
  {
    ...{ event: 'wallet.unfrozen', does: 'freezes the wallet, and lifts it', values: REASON },
    act: (stage) => change(stage, ['freeze', 'unfreeze']),
  },
  {
    ...{ event: 'agent.suspended', does: 'suspends the agent', values: REASON },
    act: (stage) => changeAgent(stage, ['suspend']),
  },
  {
    ...{ event: 'agent.reactivated', does: 'suspends the agent, and reactivates it', values: REASON },
    act: (stage) => changeAgent(stage, ['suspend', 'reactivate']),
  },
  { event: 'mandate.created', does: 'registers an agent', values: {}, act: (stage) => stage.payer() },
]

/** @param expected types of the refusals that bring about the event */
async function pay(stage: Stage, expected: readonly string[] = []): Promise<Made> {
  const { client, values } = stage
  const { walletId, agentId, ...registered } = await stage.payer()
  // What the mandate or screening refuses is refused before money is looked at.
  const isRefused = expected.some((type) => type !== 'insufficient_funds')
  const funded = isRefused ? {} : await fundFor(stage)
  const headers = { 'x-agent-id': agentId, 'idempotency-key': randomUUID() }
  const body = { wallet_id: walletId, ...values }
  try {
    const made = await client.call('POST /api/v2/payments', { body, headers })
    if (isRefused) throw new CommandFailure('failed', `${values.to} was paid: payment ${made.body.payment_id}.`)
    return { ...registered, ...funded, ...idsOf(made.body) }
  } catch (error) {
    if (!(error instanceof Refused) || !expected.includes(error.error.type)) throw error
    const { details, type, request_id } = error.error
    return { ...registered, ...idsOf(details), wallet_id: walletId, agent_id: agentId, refused: type, request_id }
  }
}

async function hold(stage: Stage, end?: 'capture' | 'void'): Promise<Made> {
  const { client, values } = stage
  const { walletId, agentId: _, ...registered } = await stage.payer()
  const funded = await fundFor(stage)
  const placed = await client.call('POST /api/v2/holds', { body: { wallet_id: walletId, ...values } })
  const ended =
    end === undefined ? placed : await client.call(`POST /api/v2/holds/${placed.body.hold_id}/${end}`, { body: {} })
  return { ...registered, ...funded, ...idsOf(ended.body) }
}

async function change({ client, payer, values }: Stage, acts: readonly string[]): Promise<Made> {
  const { walletId, agentId: _, ...registered } = await payer()
  for (const act of acts) await client.call(`POST /api/v2/wallets/${walletId}/${act}`, { body: values })
  return { ...registered, wallet_id: walletId }
}

async function changeAgent({ client, payer, values }: Stage, acts: readonly string[]): Promise<Made> {
  const { walletId: _, agentId, ...registered } = await payer()
  for (const act of acts) await client.call(`POST /api/v2/agents/${agentId}/${act}`, { body: values })
  return { ...registered, agent_id: agentId }
}

/** Money for the scenario, unless the wallet has it. */
async function fundFor(stage: Stage): Promise<Made> {
  const needed = toMicro(stage.values.amount ?? MONEY.amount)
  if ((await availableIn(stage)) >= needed) return {}
  const whole = needed / MICRO + 1n
  return fund(stage, `${whole > LEAST_FUNDS ? whole : LEAST_FUNDS}.00`)
}

/** A deposit like any other: it comes over the chain, and this waits until it is credited. */
async function fund(stage: Stage, amount: string): Promise<Made> {
  const { token, chain } = stage.values
  const { walletId, agentId: _, ...registered } = await stage.payer()
  const before = await availableIn(stage)
  const { body } = await stage.client.call('POST /api/v2/test/faucet', {
    body: { wallet_id: walletId, amount, token, chain },
  })
  const deadline = performance.now() + CREDIT_WITHIN_MS
  while ((await availableIn(stage)) <= before) {
    if (performance.now() > deadline)
      throw new CommandFailure('unavailable', `The deposit was not credited within ${CREDIT_WITHIN_MS / 1_000} s.`)
    await sleep(POLL_MS)
  }
  return { ...registered, wallet_id: walletId, deposit_tx_hash: body.tx_hash }
}

async function availableIn({ client, payer, values: { token, chain } }: Stage): Promise<bigint> {
  const { walletId } = await payer()
  const { body } = await client.call(`GET /api/v2/wallets/${walletId}/balance`, { query: { token, chain } })
  return toMicro(String(body.balance))
}

/** Of a decimal text; what is no amount is left to the service to refuse. */
function toMicro(text: string): bigint {
  const [, whole = '0', part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? []
  return BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0'))
}

/** Those of its fields that name a resource, or say how far it is. */
function idsOf(record: Fields): Made {
  const names = Object.keys(record).filter((name) => /_id$|^(tx_hash|status|stage)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
