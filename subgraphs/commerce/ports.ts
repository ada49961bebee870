/** What commerce needs from outside: the screening of those whom it registers, shared tokens, and ways out of the service. */
import type { SharedTokens } from '../shared/acp.ts'
import type { Exchange } from '../shared/outgoing/exchange.ts'
import type { ResolveHost } from '../shared/outgoing/resolveHost.ts'
import type { RecordScreening } from '../shared/recordScreening.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { Gate } from '../shared/spend.ts'
import type { Stoppable } from '../shared/stoppable.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { PaymentProcessor } from './processors/verdicts.ts'

export interface RegistryDeps extends SubgraphDeps {
  readonly screening: RecordScreening
}

/** As the configuration names it. */
interface ProcessorSettings {
  readonly url: string
  readonly secret: string
  /** For its whole answer. */
  readonly timeoutMs: number
}

export interface CommerceOptions extends RegistryDeps {
  readonly tokens: SharedTokens
  readonly killSwitch: Gate<Stoppable>
  /** Seals the secrets of merchants. */
  readonly secrets: SecretBox
  /** The service's own base address. */
  readonly baseUrl: string
  /** Absent: charges are approved by the rules of the service alone, and recorded in its ledger. */
  readonly processor?: ProcessorSettings | undefined
  /** Allows addresses on this machine in test mode, over http too: for local runs and tests, never in production. */
  readonly allowLoopbackReceivers?: boolean
  readonly resolveHost?: ResolveHost
}

export interface CommerceDeps extends Omit<CommerceOptions, 'processor'> {
  /** Null: none is asked. */
  readonly processor: PaymentProcessor | null
  /** For product feeds, which are longer than other answers. */
  readonly fetchFeed: Exchange
  readonly allowLoopbackReceivers: boolean
}
