/**
 * The sandbox: payees and amounts of test mode that bring about each failure of a spend (specification 7). A row is data;
 * the port that its failure would come from in reality acts on it, so states, events, ledger and limits follow as they
 * would. Live mode has no scenarios: `scenarioOf` is the only way to the table.
 */
import { UNCATEGORIZED } from '../../shared/categories.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import type { Mode } from '../../shared/principal.ts'

/** The part of the world that fails, and how. */
export type Fault =
  /** No endpoint of the chain answers, or it does and brings no blocks. */
  | { readonly port: 'route'; readonly isReachable: boolean }
  /** The merchant has no payout address on any chain. */
  | { readonly port: 'merchants' }
  /** There is no recent exchange rate; concerns tokens that are not worth a dollar. */
  | { readonly port: 'rates' }
  /** Gas costs more than the budget of the organization. */
  | { readonly port: 'gas' }
  /** similar: to a name on a list, which a person reviews. risk: nobody is listed, and it is too risky all the same. */
  | { readonly port: 'screening'; readonly outcome: 'deny' | 'similar' | 'risk' | 'unavailable' }
  /** The node says that the transfer would revert, this often. */
  | { readonly port: 'simulation'; readonly reason: string; readonly times: number }
  /** The transfer counts only that long after its block was confirmed. */
  | { readonly port: 'confirmation'; readonly delayMs: number }

export interface Scenario {
  /** Its merchant is `<name>.test`. */
  readonly name: string
  /** Of the merchant on every chain; nobody has its key. */
  readonly address: string | null
  /** Cents of an amount that do the same when `ok.test` is paid. */
  readonly cents: number | null
  readonly category: string
  /** Null: the payment is completed, if the policy allows its merchant. */
  readonly fault: Fault | null
}

const ALWAYS = Number.POSITIVE_INFINITY

export const SCENARIOS: readonly Scenario[] = [
  row('ok', 0, null),
  row('insufficient-funds', 1, refuses('ERC20: transfer amount exceeds balance', ALWAYS)),
  row('sanctioned', 2, { port: 'screening', outcome: 'deny' }),
  row('revert', 3, refuses('the token refuses this recipient', ALWAYS)),
  row('retry', 4, refuses('the token is busy', 2)),
  row('exhausted', 5, refuses('gas required exceeds allowance', ALWAYS)),
  row('slow', 6, { port: 'confirmation', delayMs: 15_000 }),
  row('gas', 7, { port: 'gas' }),
  row('screening', 8, { port: 'screening', outcome: 'unavailable' }),
  row('rate', 9, { port: 'rates' }),
  { ...row('no-route', null, { port: 'merchants' }), address: null },
  { ...row('gambling', null, null), address: addressOf(10), category: 'gambling' },
  { ...row('review', null, { port: 'screening', outcome: 'similar' }), address: addressOf(11) },
  { ...row('risk', null, { port: 'screening', outcome: 'risk' }), address: addressOf(12) },
  { ...row('unreachable', null, { port: 'route', isReachable: false }), address: addressOf(13) },
  { ...row('stalled', null, { port: 'route', isReachable: true }), address: addressOf(14) },
]

const OK = 'ok'
const BY_ADDRESS = new Map(SCENARIOS.flatMap((one) => (one.address === null ? [] : [[one.address, one] as const])))
const BY_DOMAIN = new Map(SCENARIOS.map((one) => [`${one.name}.test`, one]))
const BY_CENTS = new Map(SCENARIOS.flatMap((one) => (one.cents === null ? [] : [[one.cents, one] as const])))

/** A transfer, as the ports see it. */
export interface Transferred {
  readonly to: string | null
  /** Of the token's smallest unit; every token has six places. */
  readonly units: bigint
}

/** What is to happen to a transfer; null in live mode, and for everybody else's address. */
export function scenarioOf(mode: Mode, { to, units }: Transferred): Scenario | null {
  if (mode !== 'test' || to === null) return null
  const found = BY_ADDRESS.get(to.toLowerCase())
  if (found?.name !== OK) return found ?? null
  return (units % 10_000n === 0n ? BY_CENTS.get(Number((units / 10_000n) % 100n)) : null) ?? found
}

/** The sandbox's merchant of that domain or address; null in live mode. */
export function sandboxMerchant(mode: Mode, payee: string): { domain: string; scenario: Scenario } | null {
  if (mode !== 'test') return null
  const scenario = BY_ADDRESS.get(payee.trim().toLowerCase()) ?? BY_DOMAIN.get(normaliseDomain(payee) ?? '')
  return scenario === undefined ? null : { domain: `${scenario.name}.test`, scenario }
}

function row(name: string, cents: number | null, fault: Fault | null): Scenario {
  return { name, address: cents === null ? null : addressOf(cents), cents, category: UNCATEGORIZED, fault }
}

function refuses(reason: string, times: number): Fault {
  return { port: 'simulation', reason, times }
}

function addressOf(number: number): string {
  return `0x7e57${String(number).padStart(36, '0')}`
}
