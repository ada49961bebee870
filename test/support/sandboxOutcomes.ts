/** The values of the sandbox, and what each brings about, as the README tells it. */
import { readFileSync } from 'node:fs'

/** A row of the README's table. */
export interface SandboxValue {
  readonly name: string
  readonly address: string | null
  /** As the README writes them: `.03`. */
  readonly cents: string | null
  readonly result: string
}

export function readSandboxTable(): readonly SandboxValue[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = readme.matchAll(/^\| `([a-z-]+)\.test` \| ([^|]*) \| ([^|]*) \| ([^|]*) \| [^|]* \|$/gm)
  const orNull = (cell: string) => (cell === 'none' ? null : cell.replaceAll('`', ''))
  return [...rows].map(([, name = '', address = '', cents = '', result = '']) => ({
    ...{ name, address: orNull(address), cents: orNull(cents), result },
  }))
}

export interface SandboxOutcome {
  /**
   * accepted: 201 at once, and the end follows. parked: it waits for a person of compliance, who clears it. refused: nothing
   * is left. failed: refused, and leaves a failed payment.
   */
  readonly call: 'accepted' | 'parked' | 'refused' | 'failed'
  /** Null: the payment is completed. */
  readonly error: { readonly status: number; readonly type: string; readonly reason?: string } | null
  readonly attempts?: number
  readonly token?: string
  readonly secondsAtLeast?: number
}

const error = (status: number, type: string, reason?: string) => ({ status, type, ...(reason && { reason }) })

export const SANDBOX_OUTCOMES: Readonly<Record<string, SandboxOutcome>> = {
  ok: { call: 'accepted', error: null },
  'insufficient-funds': {
    ...{ call: 'accepted', attempts: 3 },
    error: error(402, 'insufficient_funds', 'balance_below_amount'),
  },
  sanctioned: { call: 'refused', error: error(403, 'compliance_denied', 'sanctions_hit') },
  revert: { call: 'accepted', error: error(502, 'all_adapters_exhausted'), attempts: 3 },
  retry: { call: 'accepted', error: null, attempts: 2 },
  exhausted: { call: 'accepted', error: error(502, 'all_adapters_exhausted'), attempts: 3 },
  slow: { call: 'accepted', error: null, secondsAtLeast: 15 },
  gas: { call: 'failed', error: error(402, 'insufficient_funds', 'gas_not_covered') },
  screening: { call: 'refused', error: error(503, 'service_unavailable', 'screening_unavailable') },
  rate: { call: 'refused', error: error(503, 'fx_rate_unavailable'), token: 'EURC' },
  'no-route': { call: 'refused', error: error(422, 'no_route', 'merchant_has_no_address_on_chain') },
  gambling: { call: 'refused', error: error(403, 'policy_violation', 'category_blocked') },
  review: { call: 'parked', error: null },
  risk: { call: 'refused', error: error(403, 'compliance_denied', 'aml_risk') },
  unreachable: { call: 'refused', error: error(422, 'no_route', 'rpc_unreachable') },
  stalled: { call: 'refused', error: error(422, 'no_route', 'chain_unavailable') },
}
