/** What the services of payments are given: the shared machinery, the ports, and the gates in their order. */
import type { Declarations } from '../shared/access.ts'
import type { Clock } from '../shared/clock.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId } from '../shared/ids.ts'
import type { Mode } from '../shared/principal.ts'
import type { Gate, MerchantDirectory } from '../shared/spend.ts'
import type { Log } from '../shared/subgraph.ts'
import type { Chain } from '../shared/tokens.ts'
import type { PolicyReader, Rates, Screener, WalletKeys } from './ports.ts'
import type { GasQuotes } from './services/gasQuotes.ts'
import type { WalletFactsCache } from './services/walletFacts.ts'

export interface PaymentsDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
  readonly gates: readonly Gate[]
  /** Of this contract, for operations that ask by themselves. */
  readonly callers: Declarations
  readonly merchants: MerchantDirectory
  readonly policies: PolicyReader
  readonly screener: Screener
  readonly rates: Rates
  /** Without it gas is nobody's concern, as where no relayer pays. */
  readonly gasQuotes?: GasQuotes
  readonly walletKeys: WalletKeys
  readonly walletFacts: WalletFactsCache
  /** Chains with an adapter, by mode: a test key can never spend on a live chain. */
  readonly chains: Readonly<Record<Mode, ReadonlySet<Chain>>>
  /** Tells the settlement worker of this process that a payment is queued. */
  readonly wakeSettlement: () => void
}
