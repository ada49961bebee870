/**
 * When an organization wants to be told before something runs out: thresholds by mode, in the position that every commit guards.
 * The events are opt-in. Pure.
 */
import { invalidField } from './errors.ts'
import { formatUsd, parseUsd } from './money.ts'
import type { Mode } from './principal.ts'

export interface AlertThresholds {
  /** What a wallet has available of a token, in millionths of its unit; null: never told. */
  readonly walletLow: bigint | null
  /** Of a limit of a day or month, before all of it is used, in percent. */
  readonly limitPercent: number
  /** Of the gas budget of a day, in percent. */
  readonly gasPercent: number
  readonly mandateEndsHours: number
  readonly approvalEndsMinutes: number
  /** Attempts at a webhook endpoint that have failed one after the other. */
  readonly endpointFailures: number
}

const DEFAULT_ALERTS: AlertThresholds = {
  walletLow: 10_000_000n,
  limitPercent: 80,
  gasPercent: 80,
  mandateEndsHours: 72,
  approvalEndsMinutes: 60,
  endpointFailures: 5,
}

/** Of the numbers among them. */
const RANGES = {
  limitPercent: [1, 99],
  gasPercent: [1, 99],
  mandateEndsHours: [1, 720],
  approvalEndsMinutes: [1, 1_440],
  endpointFailures: [1, 100],
} as const satisfies Partial<Record<keyof AlertThresholds, readonly [number, number]>>
type Counted = keyof typeof RANGES
const COUNTED = Object.keys(RANGES) as readonly Counted[]

export const MANDATE_ENDS_HOURS_MAX = RANGES.mandateEndsHours[1]
export const APPROVAL_ENDS_MINUTES_MAX = RANGES.approvalEndsMinutes[1]

/** Only what differs from the defaults is stored. */
export type OwnAlerts = Readonly<Partial<Record<Mode, Partial<AlertThresholds>>>>

export const alertsOf = (org: { readonly alerts?: OwnAlerts | undefined }, mode: Mode): AlertThresholds => ({
  ...DEFAULT_ALERTS,
  ...org.alerts?.[mode],
})

/** As callers write them; null restores the default, except that of a wallet, which null switches off. */
export type AlertsInput = Readonly<
  Partial<Record<Counted, number | null | undefined>> & { walletLow?: string | null | undefined }
>

/** @param before what is in force. @throws DomainError invalid_request */
export function parseAlerts(
  before: Partial<AlertThresholds>,
  input: AlertsInput,
  path: string,
): Partial<AlertThresholds> {
  const next: Partial<Record<keyof AlertThresholds, unknown>> = { ...before }
  for (const name of COUNTED) {
    const value = input[name]
    if (value === undefined) continue
    const [low, high] = RANGES[name]
    if (value !== null && !(Number.isInteger(value) && value >= low && value <= high))
      throw invalidField(`${path}.${toWire(name)}`, 'out_of_range', `must be an integer from ${low} to ${high}.`)
    next[name] = value ?? DEFAULT_ALERTS[name]
  }
  if (input.walletLow !== undefined)
    next.walletLow = input.walletLow === null ? null : parseUsd(input.walletLow, `${path}.wallet_low`)
  return next as Partial<AlertThresholds>
}

export const formatAlerts = ({ walletLow, ...counted }: AlertThresholds) => ({
  ...counted,
  walletLow: walletLow === null ? null : formatUsd(walletLow),
})

const toWire = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
