/**
 * The three entry points of the service, each making the same payment under a new idempotency key: the service function,
 * the operation through the gateway without a socket, and REST.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CallersOrder, CallersSetup } from './httpCallersProcess.ts'
import { type LoadResult, type LoadShape, type LoadTarget, type Measured, measure, runClosedLoop } from './measure.ts'
import { type BenchAgent, type BenchOrganization, MERCHANT } from './organization.ts'
import type { World } from './world.ts'

/** One side of a comparison. */
export interface Contender {
  readonly name: string
  measure(shape: LoadShape, seconds: number): Promise<Measured>
  close(): Promise<void>
}

export const SUBMIT = 'submitPayment'
export const HTTP = 'HTTP'

const WARM_UP_SECONDS = 0.2

export function contenderOf(world: World, target: LoadTarget): Contender {
  return {
    name: target.name,
    async measure(shape, seconds) {
      await runClosedLoop(target, shape, WARM_UP_SECONDS)
      return measure(world.service.database, () => runClosedLoop(target, shape, seconds))
    },
    close: async () => target.close?.(),
  }
}

/** Without GraphQL: parsed input and real gates, with an idempotency key. */
export function submitTarget({ service }: Pick<World, 'service'>, organization: Payers): LoadTarget {
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

export function operationTarget(world: World, organization: BenchOrganization): LoadTarget {
  return {
    name: 'operation in process',
    async accept({ sequence, wallet }) {
      const { principal, walletId } = agentOf(organization, wallet)
      await world.execute('CreatePayment', principal, { ...inputOf(walletId), idempotencyKey: keyOf(sequence) })
    },
  }
}

export async function httpContender(world: World, { agents }: BenchOrganization): Promise<Contender> {
  const callers = fork(new URL('./httpCallersProcess.ts', import.meta.url), { stdio: 'inherit' })
  await once(callers, 'spawn')
  const payers = agents.map(({ agentId, walletId, token }) => ({ agentId, walletId, token }))
  callers.send({ url: world.url, payers, to: MERCHANT } satisfies CallersSetup)
  return {
    name: HTTP,
    measure: (shape, seconds) =>
      measure(world.service.database, async () => {
        callers.send({ shape, seconds } satisfies CallersOrder)
        const [result] = (await once(callers, 'message')) as [LoadResult]
        return result
      }),
    async close() {
      callers.disconnect()
      await once(callers, 'exit')
    },
  }
}

/** The paying agents, without what only HTTP needs. */
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
