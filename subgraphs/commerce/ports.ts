/** What commerce needs from outside: the screening of those whom it registers, and shared tokens. */
import type { SharedTokens } from '../shared/acp.ts'
import type { RecordScreening } from '../shared/recordScreening.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { Gate } from '../shared/spend.ts'
import type { Stoppable } from '../shared/stoppable.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'

export interface RegistryDeps extends SubgraphDeps {
  readonly screening: RecordScreening
}

export interface CommerceDeps extends RegistryDeps {
  readonly tokens: SharedTokens
  readonly killSwitch: Gate<Stoppable>
  /** Seals the secrets of merchants. */
  readonly secrets: SecretBox
  /** The service's own base address. */
  readonly baseUrl: string
}
