/** What a spend was to do and who asked for it: kept with what refused it, because it leaves no payment or hold. Pure. */
import { type Amount, formatUnits } from '../../shared/money.ts'
import type { Caller } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'

export interface AttemptedSpend {
  /** Decimal amount in the token. */
  readonly amount: string
  readonly token: string
  readonly chain: string
  /** The payee as the caller named it. */
  readonly to: string
  /** Its domain, where the caller named one beside it or one is known. */
  readonly merchant: string | null
  /** Agent or key. */
  readonly requestedBy: string
}

interface Requested {
  readonly amount: Amount
  readonly chain: Chain
  readonly to: string
  readonly merchant: string | null
}

export const attemptedSpend = (caller: Caller, { amount, chain, to, merchant }: Requested): AttemptedSpend => ({
  ...{ amount: formatUnits(amount.units, amount.token), token: amount.token, chain, to, merchant },
  requestedBy: caller.kind === 'agent' ? caller.agentId : caller.keyId,
})

/** As data of an event. */
export const attemptData = ({ requestedBy, ...spend }: AttemptedSpend) => ({ ...spend, requested_by: requestedBy })
