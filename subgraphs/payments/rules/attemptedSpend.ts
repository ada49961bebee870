/** What a spend was to do and who asked for it: kept with what refused it, because it leaves no payment or hold. Pure. */
import { type Amount, type Dollars, formatAmount } from '../../shared/money.ts'
import type { Caller } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'

export interface AttemptedSpend {
  /** Decimal amount in the token. */
  readonly amount: string
  readonly token: string
  /** Null: of dollars, which are on none. */
  readonly chain: string | null
  /** The payee as the caller named it. */
  readonly to: string
  /** Its domain, where the caller named one beside it or one is known. */
  readonly merchant: string | null
  /** Agent or key. */
  readonly requestedBy: string
}

interface Requested {
  readonly amount: Amount | Dollars
  readonly chain?: Chain | undefined
  readonly to: string
  readonly merchant: string | null
}

export const attemptedSpend = (caller: Caller, { amount, chain, to, merchant }: Requested): AttemptedSpend => ({
  ...{ amount: formatAmount(amount), token: amount.token, chain: chain ?? null, to, merchant },
  requestedBy: caller.kind === 'agent' ? caller.agentId : caller.keyId,
})

/** As data of an event. */
export const attemptData = ({ requestedBy, chain, ...spend }: AttemptedSpend) => ({
  ...spend,
  ...(chain === null ? {} : { chain }),
  requested_by: requestedBy,
})
