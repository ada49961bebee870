/**
 * The gas budgets of organizations (4): what is reserved in them is what pending payments, and gifts of gas that are not mined
 * yet, have reserved. A reservation that nothing releases would stop the payments of the organization for ever.
 */
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'

interface Reserving {
  readonly _id: string
  readonly orgId: string | null
  readonly gasReservedWei: string
}

interface Head {
  readonly orgId: string
  /** By `<mode>:<chain>`. */
  readonly gas?: Readonly<Record<string, { readonly reserved: string }>>
}

const RESERVING = { gasReservedWei: { $exists: true } }
const FIELDS = { orgId: 1, gasReservedWei: 1 }

export async function auditGasReservations(source: Source, findings: Findings): Promise<void> {
  const sums = new Map<string, bigint>()
  const add = ({ orgId, gasReservedWei }: Reserving, network: string) => {
    const budget = `${orgId} ${network}`
    sums.set(budget, (sums.get(budget) ?? 0n) + BigInt(gasReservedWei))
  }
  const pending = { filter: { status: 'pending', ...RESERVING }, projection: { ...FIELDS, mode: 1, chain: 1 } }
  for await (const page of source.pages<Reserving & { mode: string; chain: string }>('payments', pending))
    for (const payment of page) add(payment, `${payment.mode}:${payment.chain}`)
  const gifts = { filter: RESERVING, projection: { ...FIELDS, account: 1 } }
  for await (const page of source.pages<Reserving & { account: string }>('accountNonces', gifts))
    for (const nonce of page) add(nonce, nonce.account.split(':').slice(0, 2).join(':'))
  const heads = { filter: { _id: { $gte: 'org:', $lt: 'org;' } }, projection: { orgId: 1, gas: 1 } }
  for await (const page of source.pages<Head & { _id: string }>('positions', heads))
    for (const { orgId, gas = {} } of page)
      for (const [network, { reserved }] of Object.entries(gas)) {
        findings.checked(4)
        const sum = sums.get(`${orgId} ${network}`) ?? 0n
        if (BigInt(reserved) !== sum)
          findings.breach(
            4,
            `the gas budget of ${orgId} on ${network} reserves ${reserved} wei, and its payments ${sum}`,
          )
      }
}
