/** The nonces of the accounts that send: states (7), no signature after a stop (14) or to somebody listed (18), and what was booked for gas (6). */
import type { Findings } from '../findings.ts'
import type { Listings } from '../listings.ts'
import { type Journal, type Nonce, PAYMENT_FIELDS, type Payment, type SignedBytes } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'
import { authorizationOf } from '../transfers.ts'
import type { Wallets } from '../wallets.ts'
import type { Networks } from './networks.ts'

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly stops: Stops
  readonly listings: Listings
  readonly skewMs: number
  readonly networks: Networks
  readonly findings: Findings
}

const STATES = ['empty', 'signed', 'sent', 'mined']

/** @param booked gas expense in the ledger, in wei by chain */
export async function auditNonces(deps: Deps, booked: ReadonlyMap<string, bigint>): Promise<void> {
  const { source, networks, findings } = deps
  const gas = new Map<string, bigint>()
  const last = new Map<string, number>()
  for await (const page of source.pages<Nonce>('accountNonces', { projection: { 'bytes.raw': 0 } })) {
    const payments = await paymentsOf(source, page)
    for (const nonce of page) {
      checkState(nonce, findings)
      if (nonce.paymentIds !== undefined) checkBatch(nonce, nonce.paymentIds, payments, findings)
      for (const subject of subjectsOf(nonce)) checkSignatures(deps, nonce, payments.get(subject))
      const [, chain = ''] = nonce.account.split(':')
      if (nonce.mined !== null && nonce.orgId !== null)
        gas.set(chain, (gas.get(chain) ?? 0n) + BigInt(nonce.mined.gasWei))
      last.set(nonce.account, Math.max(last.get(nonce.account) ?? -1, Number(nonce.nonce)))
    }
    await networks.checkGas(page, findings)
    await checkShares(source, page, findings)
  }
  for (const chain of new Set([...gas.keys(), ...booked.keys()])) {
    findings.checked(6)
    const [paid, posted] = [gas.get(chain) ?? 0n, booked.get(chain) ?? 0n]
    if (paid !== posted)
      findings.breach(6, `gas on ${chain}: ${posted} wei in the ledger, ${paid} in the nonce records`)
  }
  await networks.checkAccounts(last, findings)
}

async function paymentsOf(source: Source, page: readonly Nonce[]): Promise<Map<string, Payment>> {
  const ids = [...new Set(page.flatMap(subjectsOf))]
  const rows = await source.find<Payment>('payments', { _id: { $in: ids } }, PAYMENT_FIELDS)
  return new Map(rows.map((row) => [row._id, row]))
}

function checkState({ _id, state, bytes, mined }: Nonce, findings: Findings): void {
  findings.checked(7)
  if (!STATES.includes(state)) findings.breach(7, `${_id} has the state ${state}`)
  if ((state === 'empty') !== (bytes.length === 0))
    findings.breach(7, `${_id} is ${state} with ${bytes.length} transactions`)
  if (state === 'mined' && mined === null) findings.breach(7, `${_id} is mined by no transaction`)
  if (mined !== null && !bytes.some(({ hash }) => hash === mined.hash))
    findings.breach(7, `${_id} was mined with ${mined.hash}, which was not signed for it`)
}

const BATCH_MAX = 50

/** A batch is of one organization, and its record finds each of its payments from the chain's logs. */
function checkBatch(
  { _id, orgId, bytes, authorizationNonce }: Nonce,
  paymentIds: readonly string[],
  payments: ReadonlyMap<string, Payment>,
  findings: Findings,
): void {
  findings.checked(7)
  const known = new Set(paymentIds)
  if (known.size !== paymentIds.length || known.size < 2 || known.size > BATCH_MAX)
    findings.breach(7, `${_id} is a batch of ${paymentIds.length} payments, ${known.size} of them different`)
  for (const paymentId of known)
    if (payments.get(paymentId)?.orgId !== orgId) findings.breach(7, `${_id} of ${orgId} carries ${paymentId}`)
  const nonces = [...known].map((_id) => authorizationOf(payments.get(_id) ?? { _id })).sort()
  if (String([authorizationNonce ?? []].flat().sort()) !== String(nonces))
    findings.breach(7, `${_id} does not name the authorizations of its payments`)
  for (const { hash, purpose, items = [] } of bytes)
    if (purpose === 'pay' && (items.length === 0 || !items.every((item) => known.has(item))))
      findings.breach(7, `${_id} signs ${hash} for payments that it does not record`)
}

/** The gas of a batch is divided among the payments that it carried, to the wei; the first has the remainder. */
async function checkShares(source: Source, page: readonly Nonce[], findings: Findings): Promise<void> {
  for (const { _id, orgId, paymentIds, mined, bytes } of page) {
    if (paymentIds === undefined || mined === null) continue
    findings.checked(6)
    const hash = mined.hash.toLowerCase()
    const range = { _id: { $gte: `led_gas_${hash}`, $lt: `led_gas_${hash}/` }, orgId }
    const booked = new Map<string, bigint>()
    for (const { type, reference, lines } of await source.find<Journal>('journals', range)) {
      const wei = BigInt(lines[0]?.amount ?? 0) * (type === 'gas_paid' ? 1n : -1n)
      booked.set(reference.id, (booked.get(reference.id) ?? 0n) + wei)
    }
    const items = bytes.find((one) => one.hash === mined.hash)?.items ?? paymentIds
    const cost = BigInt(mined.gasWei)
    const share = cost / BigInt(items.length)
    const first = cost - share * BigInt(items.length - 1)
    const isDivided = items.every((item, index) => (booked.get(item) ?? 0n) === (index === 0 ? first : share))
    const isOthers = [...booked].some(([item, wei]) => wei !== 0n && !items.includes(item))
    if (!isDivided || isOthers) findings.breach(6, `${_id}: the gas of ${hash} is not divided among its payments`)
  }
}

/** A nonce of a wallet may have been signed for another payment before. */
const subjectsOf = ({ paymentIds, subjectId, bytes }: Nonce): readonly string[] =>
  paymentIds ?? [...new Set([subjectId, ...bytes.flatMap(({ items = [] }) => items)])]

function checkSignatures(
  { stops, wallets, listings, skewMs, findings }: Deps,
  { _id, bytes }: Nonce,
  payment: Payment | undefined,
): void {
  if (payment === undefined) return
  for (const one of bytes) {
    if (one.purpose !== 'pay' || (one.items !== undefined && !one.items.includes(payment._id))) continue
    findings.checked(14)
    if (isAfterCompletion(payment, one)) continue
    findings.checked(18)
    const list = listings.listOf(payment.to, new Date(one.at.getTime() - skewMs))
    if (list !== null)
      findings.breach(18, `${_id}: ${payment._id} is signed at ${one.at.toISOString()} to an address of ${list}`)
    const stop = stops.stopAtTime(payment, wallets, one.at)
    if (stop !== null)
      findings.breach(14, `${_id}: ${payment._id} is signed at ${one.at.toISOString()} although ${stop}`)
  }
}

/** Completed is final: if its transfer leaves the chain it is sent again, whatever has been stopped since. */
function isAfterCompletion({ completedAt }: Payment, { at }: SignedBytes): boolean {
  return completedAt !== null && at >= completedAt
}
