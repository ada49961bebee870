/**
 * What cards spend, as the log tells it. It counts in the limits of their wallets and in their own (4): an authorization with
 * what the merchant asked for, then with what was cleared, and no longer with what came back. A forced post asks no limit: it is
 * flagged, and what is asked afterwards finds less room. Above the threshold an approval is named (7), and nothing is charged after a stop (14).
 * Events have the merchant's amounts and rows those in dollars; where several steps are one figure in the row, the later one
 * counts from the first step on, so that nothing is called a breach that may be none.
 */
import type { Findings } from '../findings.ts'
import { type Limits, openLimits } from '../limits.ts'
import type { CardTransaction, Event, MandateVersion } from '../rows.ts'
import type { Stops } from '../stops.ts'
import type { Wallets } from '../wallets.ts'

export const CARD_TRANSACTION_FIELDS = {
  ...{ orgId: 1, mode: 1, createdAt: 1, cardId: 1, agentId: 1, kind: 1, merchantDomain: 1, approvalId: 1 },
  ...{ walletId: 1, mandateId: 1, mandateVersion: 1, dayKey: 1, monthKey: 1, policyEvaluatedAt: 1, status: 1 },
  ...{ billedCents: 1, heldCents: 1, clearedCents: 1, refundedCents: 1, refunded: 1 },
} as const

interface Deps {
  readonly wallets: Wallets
  readonly stops: Pick<Stops, 'stopInLog'>
  readonly limits: Limits
  readonly findings: Findings
}

/** Of a card, in USD micro units; null: none. */
interface CardLimits {
  readonly perTx: bigint | null
  readonly daily: bigint | null
  readonly monthly: bigint | null
}

const NO_LIMITS: CardLimits = { perTx: null, daily: null, monthly: null }

/** Events of earlier versions do not tell them: nothing is compared until the next one that does. */
const limitsIn = ({ limit_per_tx, limit_daily, limit_monthly }: Event['data']): CardLimits => ({
  ...{ perTx: usdMicroOf(limit_per_tx), daily: usdMicroOf(limit_daily), monthly: usdMicroOf(limit_monthly) },
})

function usdMicroOf(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

const micro = (cents: bigint): bigint => BigInt(cents) * 10_000n

/** Categories in which the amount is known only afterwards: a fifth more may be cleared than was authorized. */
const TOLERANT = ['restaurants', 'lodging', 'car_rental', 'fuel']

const spendOf = (row: CardTransaction) => ({
  ...{ ...row, kind: 'card', usdMicro: micro(row.billedCents), token: 'USD', chain: '' },
  ...{ merchant: row.merchantDomain, merchantId: null },
})

type CardSpend = ReturnType<typeof spendOf>
/** Limits are told apart by whose they are. */
const ofItsCard = (spend: CardSpend): CardSpend => ({ ...spend, walletId: spend.cardId })

/** Cards count in the time zone of the mandate. */
function versionOf(version: MandateVersion | undefined, { daily, monthly }: CardLimits): MandateVersion | undefined {
  if (version === undefined) return undefined
  return { ...version, policy: { ...version.policy, dailyLimit: daily, monthlyLimit: monthly } }
}

export function openCardHistories({ wallets, stops, limits, findings }: Deps) {
  const own = openLimits(findings)
  /** Of each card, as its last event has told them. */
  const limitsOf = new Map<string, CardLimits>()
  /** What has come back in several steps, until the last of them. */
  const returning = new Set<string>()
  /** Cards that are not active. */
  const stopped = new Map<string, string>()

  function giveBack(row: CardTransaction, version: MandateVersion | undefined, isLast: boolean): void {
    if (!returning.has(row._id))
      inBoth(row, (counted, spend) => counted.giveBack(spend, version, micro(row.refundedCents)))
    if (isLast) returning.delete(row._id)
    else returning.add(row._id)
  }

  function accept({ _id, data, createdAt }: Event, row: CardTransaction, version: MandateVersion | undefined): void {
    const spend = spendOf(row)
    const { perTx, ...windows } = limitsOf.get(row.cardId) ?? NO_LIMITS
    limits.reserve(spend, version)
    own.reserve(ofItsCard(spend), versionOf(version, { perTx, ...windows }))
    if (perTx !== null && spend.usdMicro > perTx)
      findings.breach(4, `${row._id} spends ${spend.usdMicro} of at most ${perTx} in one transaction of its card`)
    const { maxPerTransaction: max = null, approvalThreshold: threshold = null } = version?.policy ?? {}
    findings.checked(4)
    if (max !== null && spend.usdMicro > max)
      findings.breach(4, `${row._id} spends ${spend.usdMicro} of at most ${max} in one transaction`)
    if (threshold !== null && spend.usdMicro > threshold && row.approvalId === null)
      findings.breach(7, `${row._id} spends ${spend.usdMicro} above ${threshold} without an approval`)
    findings.checked(14)
    const status = stopped.get(row.cardId)
    // A card for one use is canceled with what it has paid at once.
    const isUsedUp = status === 'canceled' && data.status === 'SETTLED'
    const stopOfCard = status === undefined || isUsedUp ? null : `its card is ${status}`
    const stop = stopOfCard ?? stops.stopInLog(spend, wallets, createdAt)
    if (stop !== null) findings.breach(14, `${_id}: ${row._id} is accepted although ${stop}`)
  }

  function clear({ _id, data }: Event, row: CardTransaction): void {
    const [authorized, cleared] = [Number(data.amount_minor), Number(data.cleared_amount_minor)]
    const most = TOLERANT.includes(String(data.category)) ? authorized + Math.floor(authorized / 5) : authorized
    if (cleared > most) findings.breach(4, `${_id}: ${row._id} clears ${cleared}, where ${most} may be cleared at most`)
    inBoth(row, (counted, spend) => counted.settle(spend, micro(row.clearedCents)))
  }

  /** In the windows of the wallet, and in those of the card. */
  function inBoth(row: CardTransaction, count: (counted: Limits, spend: CardSpend) => void): void {
    count(limits, spendOf(row))
    count(own, ofItsCard(spendOf(row)))
  }

  return {
    /** What becomes of a card. */
    follow({ resourceId, data }: Event): void {
      if (data.status === 'active') stopped.delete(resourceId)
      else stopped.set(resourceId, String(data.status))
      limitsOf.set(resourceId, limitsIn(data))
    },
    add(event: Event, row: CardTransaction, version: MandateVersion | undefined): void {
      const { _id, type, data } = event
      const isForced = row.kind === 'FORCE_POST'
      if ((data.force_post === true) !== isForced)
        findings.breach(7, `${_id}: ${row._id} is ${isForced ? 'forced and not flagged' : 'flagged as forced'}`)
      if (row.dayKey === '' || data.status === 'DECLINED') return
      if (type === 'card.transaction_created') {
        if (isForced) inBoth(row, (counted, spend) => counted.record(spend, version))
        else accept(event, row, version)
      }
      if (data.status === 'SETTLED') {
        const refunded = Number(data.refunded_amount_minor)
        if (refunded === 0) clear(event, row)
        else giveBack(row, version, refunded === Number(row.refunded))
      } else if (data.status !== 'PENDING') inBoth(row, (counted, spend) => counted.settle(spend, 0n))
      // A part was voided.
      else if (type === 'card.transaction_updated') {
        const left = row.status === 'PENDING' ? micro(row.heldCents) : 0n
        inBoth(row, (counted, spend) => counted.lower(spend, left))
      }
    },
  }
}
