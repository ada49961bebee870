/**
 * The three ways into the service, each paying the same payment with a key of its own: the service function, the
 * operation through the gateway without a socket, and REST.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CallersOrder, CallersSetup } from './httpCallers.ts'
import { type Cell, callInTurn, type Lane, type Measured, measure, type Seen } from './measure.ts'
import { type BenchAgent, type BenchOrganization, MERCHANT } from './organization.ts'
import type { World } from './world.ts'

/** What takes its turn in a comparison. */
export interface Contender {
  readonly name: string
  measure(cell: Cell, seconds: number): Promise<Measured>
  close(): Promise<void>
}

export const SUBMIT = 'submitPayment'
export const HTTP = 'HTTP'

const WARM_UP_SECONDS = 0.2

export function contenderOf(world: World, lane: Lane): Contender {
  return {
    name: lane.name,
    async measure(cell, seconds) {
      await callInTurn(lane, cell, WARM_UP_SECONDS)
      return measure(world.service.database, () => callInTurn(lane, cell, seconds))
    },
    close: async () => lane.close?.(),
  }
}

/** Without GraphQL: parsed input and real gates, under a key. */
export function submitLane({ service }: Pick<World, 'service'>, organization: Payers): Lane {
  const { submitPayment } = service.subgraphs.payments
  return {
    name: SUBMIT,
    async accept({ sequence, wallet }) {
      const { principal, walletId } = agentOf(organization, wallet)
      const request = {
        ...({ kind: 'payment', walletId, to: MERCHANT, merchant: null, chain: 'base' } as const),
        ...({ amount: { units: 10_000n, token: 'USDC' }, usdMicro: null, purpose: 'bench', metadata: null } as const),
      }
      const input = { ...inputOf(walletId), idempotencyKey: keyOf(sequence) }
      await submitPayment(principal, request, { operation: 'bench', input })
    },
  }
}

export function operationLane(world: World, organization: BenchOrganization): Lane {
  return {
    name: 'operation in process',
    async accept({ sequence, wallet }) {
      const { principal, walletId } = agentOf(organization, wallet)
      await world.execute('CreatePayment', principal, { ...inputOf(walletId), idempotencyKey: keyOf(sequence) })
    },
  }
}

export async function httpContender(world: World, { agents }: BenchOrganization): Promise<Contender> {
  const callers = fork(new URL('./httpCallers.ts', import.meta.url), { stdio: 'inherit' })
  await once(callers, 'spawn')
  const payers = agents.map(({ agentId, walletId, token }) => ({ agentId, walletId, token }))
  callers.send({ url: world.url, payers, to: MERCHANT } satisfies CallersSetup)
  return {
    name: HTTP,
    measure: (cell, seconds) =>
      measure(world.service.database, async () => {
        callers.send({ cell, seconds } satisfies CallersOrder)
        const [seen] = (await once(callers, 'message')) as [Seen]
        return seen
      }),
    async close() {
      callers.disconnect()
      await once(callers, 'exit')
    },
  }
}

/** Who pays, without what only HTTP needs. */
interface Payers {
  readonly agents: readonly Pick<BenchAgent, 'walletId' | 'principal'>[]
}

function agentOf({ agents }: Payers, wallet: number): Payers['agents'][number] {
  const agent = agents[wallet]
  if (agent === undefined) throw new Error(`the organization has no wallet ${wallet}`)
  return agent
}

const inputOf = (walletId: string) => ({
  walletId,
  to: MERCHANT,
  amount: '0.01',
  token: 'USDC',
  chain: 'base',
  purpose: 'bench',
})

/** Somewhat longer than a UUID, which is what callers send. */
const keyOf = (sequence: number): string => `bench-${process.pid}-${String(sequence).padStart(24, '0')}`
