/** Brings about a real event in the sandbox, waits until it is in the log, and prints what was made for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fields } from '../client.ts'
import { command, type Session } from '../command.ts'
import { CommandFailure, passes, wrongUsage } from '../failure.ts'
import { formatFacts, formatTable } from '../printer.ts'
import { type Made, SCENARIOS, type Scenario, type Stage } from '../scenarios.ts'
import { findPayer, type Payer } from '../wallets.ts'

/** Families whose first event is meant. */
const SHORT: Readonly<Record<string, string>> = { deposit: 'deposit.credited', hold: 'hold.created' }
const CAPABILITIES = ['payments', 'wallets', 'holds', 'mandates', 'approvals']
const POLL_MS = 100

export const trigger = command({
  name: 'trigger',
  args: ['[EVENT]'],
  summary: 'Bring about a real event in test mode, by doing what causes it; without EVENT, list what there is.',
  options: {
    set: { type: 'string', value: 'NAME=VALUE', multiple: true, help: 'change a value of the scenario: amount=12.50' },
    wallet: { type: 'string', value: 'WALLET', help: 'with this wallet, instead of that of a new agent' },
    within: { type: 'string', value: 'SECONDS', default: '30', help: 'how long to wait for the event; default: 30' },
  },
  async run({ args: [name], flags, printer, session }) {
    if (name === undefined) return printer.result(SCENARIOS, formatScenarios)
    const event = SHORT[name] ?? name
    const scenario = SCENARIOS.find((one) => one.event === event)
    if (scenario === undefined) throw wrongUsage(`Nothing here brings about ${name}; agentpay trigger lists what does.`)
    const values = readValues(scenario, flags.set ?? [])
    const withinMs = 1_000 * Number(flags.within)
    if (!(withinMs > 0)) throw wrongUsage('--within is a number of seconds.')
    const { mode } = await session().whoAmI()
    if (mode !== 'test') throw wrongUsage('Events are triggered with a key of test mode alone: sk_test_.')
    const work = bringAbout(session(), scenario, { values, wallet: flags.wallet, withinMs })
    const { made, told } = await printer.waiting(`${event}: ${scenario.does}`, work)
    const result = { event, ...made, source_event_id: told.source_event_id, cursor: told.cursor }
    printer.result({ ...result, data: told.data }, () => formatFacts(result))
  },
})

function formatScenarios(): string {
  const rows = SCENARIOS.map(({ event, does, values }) => [
    event,
    does,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ])
  return formatTable(['event', 'what it does', 'values for --set'], rows)
}

/** @throws CommandFailure a value that the scenario does not have */
function readValues({ event, values }: Scenario, changes: readonly string[]): Record<string, string> {
  const changed = changes.map((text) => {
    const [, name = '', value = ''] = /^([a-z_]+)=(.*)$/s.exec(text) ?? []
    if (!Object.hasOwn(values, name))
      throw wrongUsage(`--set ${text}: ${event} has ${Object.keys(values).join(', ') || 'nothing'} to change.`)
    return [name, value] as const
  })
  return { ...values, ...Object.fromEntries(changed) }
}

function openStage(session: Session, values: Stage['values'], wallet: string | undefined): Stage {
  const { client, whoAmI } = session
  let payer: Promise<Payer & Made> | undefined
  async function open(): Promise<Payer & Made> {
    const { kind, organization } = await whoAmI()
    if (wallet !== undefined || kind === 'agent') return { ...(await findPayer(session, wallet)) }
    const { body } = await client.call<{ agent_id: string; wallet_id: string; mandate_id: string }>(
      'POST /api/v2/auth/agent/register',
      { body: { name: 'agentpay trigger', capabilities: CAPABILITIES, owner_org_id: organization?.id } },
    )
    const { agent_id, wallet_id, mandate_id } = body
    return { walletId: wallet_id, agentId: agent_id, agent_id, wallet_id, mandate_id }
  }
  return { client, values, payer: () => (payer ??= open()) }
}

interface Told {
  readonly type: string
  readonly source_event_id: string
  readonly cursor: string
  readonly data: Fields
}

/** @throws CommandFailure the event has not come in time */
export async function bringAbout(
  session: Session,
  scenario: Scenario,
  {
    values,
    wallet,
    withinMs,
  }: Pick<Stage, 'values'> & { readonly wallet: string | undefined; readonly withinMs: number },
): Promise<{ made: Made; told: Told }> {
  const { client } = session
  const last = await client.call<{ data: { cursor: string }[] }>('GET /api/v2/events', { query: { limit: '1' } })
  const after = last.body.data[0]?.cursor
  const made = await scenario.act(openStage(session, values, wallet))
  const ids = new Set(Object.entries(made).flatMap(([name, id]) => (name.endsWith('_id') ? [id] : [])))
  const query = { types: scenario.event, order: 'oldest_first', after }
  const deadline = performance.now() + withinMs
  for (;;) {
    const told = await client
      .call<{ data: (Told & Fields)[] }>('GET /api/v2/events', { query })
      .then(({ body }) =>
        body.data.find((one) => [one.resource_id, one.wallet_id, one.agent_id].some((id) => ids.has(id))),
      )
      // It was done: a service that is busy for a moment is asked again.
      .catch((error: unknown) => (passes(error) ? undefined : Promise.reject(error)))
    if (told !== undefined) return { made, told }
    if (performance.now() > deadline)
      throw new CommandFailure(
        'failed',
        `${scenario.event} did not come within ${withinMs / 1_000} s: ${JSON.stringify(made)}`,
      )
    await sleep(POLL_MS)
  }
}
