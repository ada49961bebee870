/** Holds among the random operations of the ledger's proof; that each ends once under any race is what `holds` proves. */
import type { Service } from '../../../gateway/compose.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { PAYEE } from '../organization.ts'
import { execute } from '../world.ts'
import { any, type Bench, remember, units } from './bench.ts'

const CREATE = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
const CAPTURE = 'mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { hold { id } } }'
const VOID = 'mutation ($input: VoidHoldInput!) { voidHold(input: $input) { hold { id } } }'

export async function placeHold({ agents, organization, holds, random, figures }: Bench, { subgraphs }: Service) {
  const { walletId } = any(agents, random) as AgentPrincipal
  const amount = `0.${String(units(random)).padStart(6, '0')}`
  const input = { walletId, amount, token: 'USDC', chain: 'base', merchant: PAYEE }
  type Placed = { createHold: { hold: { id: string } } }
  const placed = await orRefused(execute<Placed>(subgraphs.payments, organization.admin, CREATE, { input }))
  if (placed === null) return
  figures.holds += 1
  remember(holds, placed.createHold.hold.id)
}

/** All of it, the smallest part, or nothing; what was captured is queued as a payment and stays so. */
export async function endHold({ organization, holds, random, figures }: Bench, { subgraphs }: Service): Promise<void> {
  const holdId = any(holds, random)
  if (holdId === undefined) return
  const [source, input] =
    random() < 0.5
      ? ([VOID, { holdId }] as const)
      : ([CAPTURE, { holdId, ...(random() < 0.5 ? { amount: '0.000001' } : {}) }] as const)
  const ended = await orRefused(execute(subgraphs.payments, organization.admin, source, { input }))
  if (ended !== null) figures.holdsEnded += 1
}

/** Null: refused, as for a wallet without the money or a hold that has ended. */
const orRefused = <T>(act: Promise<T>): Promise<T | null> =>
  act.catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
