/** The nonces of the accounts that send: states (7), no signature after a stop (14), and what was booked for gas (6). */
import type { Findings } from '../findings.ts'
import { type Nonce, PAYMENT_FIELDS, type Payment, type SignedBytes } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'
import type { Wallets } from '../wallets.ts'
import type { Networks } from './networks.ts'

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly stops: Stops
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
      checkSignatures(deps, nonce, payments.get(nonce.subjectId))
      const [, chain = ''] = nonce.account.split(':')
      if (nonce.mined !== null && nonce.orgId !== null)
        gas.set(chain, (gas.get(chain) ?? 0n) + BigInt(nonce.mined.gasWei))
      last.set(nonce.account, Math.max(last.get(nonce.account) ?? -1, Number(nonce.nonce)))
    }
    await networks.checkGas(page, findings)
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
  const ids = [...new Set(page.map(({ subjectId }) => subjectId))]
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

function checkSignatures(
  { stops, wallets, findings }: Deps,
  { _id, bytes }: Nonce,
  payment: Payment | undefined,
): void {
  if (payment === undefined) return
  for (const one of bytes) {
    if (one.purpose !== 'pay') continue
    findings.checked(14)
    const stop = isAfterCompletion(payment, one) ? null : stops.stopAtTime(payment, wallets, one.at)
    if (stop !== null)
      findings.breach(14, `${_id}: ${payment._id} is signed at ${one.at.toISOString()} although ${stop}`)
  }
}

/** Completed is final: if its transfer leaves the chain it is sent again, whatever has been stopped since. */
function isAfterCompletion({ completedAt }: Payment, { at }: SignedBytes): boolean {
  return completedAt !== null && at >= completedAt
}
