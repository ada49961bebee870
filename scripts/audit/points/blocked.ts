/** The blocked balances (2): what the deposits from listed addresses have in them; what was released has its entry. */
import type { Findings } from '../findings.ts'
import type { Deposit, Journal } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Wallets } from '../wallets.ts'

export async function auditBlocked(source: Source, wallets: Wallets, findings: Findings): Promise<void> {
  const sums = new Map<string, bigint>()
  const filter = { isGone: { $ne: true }, blocked: { $gt: 0n } }
  for await (const page of source.pages<Deposit>('deposits', { filter }))
    for (const { walletId, chain, token, blocked = 0n } of page) {
      const key = `${chain}:${token} of ${walletId}`
      sums.set(key, (sums.get(key) ?? 0n) + blocked)
    }
  for (const [walletId, { position }] of wallets)
    for (const [asset, { blocked }] of Object.entries(position.balances)) {
      findings.checked(2)
      const [key, sum] = [`${asset} of ${walletId}`, sums.get(`${asset} of ${walletId}`) ?? 0n]
      if (blocked !== sum) findings.breach(2, `${key} blocks ${blocked}, and its deposits ${sum}`)
    }
  for await (const page of source.pages<Deposit>('deposits', { filter: { unblocked: { $exists: true } } }))
    await checkReleases(source, page, findings)
}

async function checkReleases(source: Source, deposits: readonly Deposit[], findings: Findings): Promise<void> {
  const idOf = ({ _id, unblocks = 0 }: Deposit) => `led_${_id}.unblocked.${unblocks}`
  const found = await source.find<Journal>('journals', { _id: { $in: deposits.map(idOf) } })
  const posted = new Map(
    found.map(({ _id, type, lines }) => [
      _id,
      type === 'funds_unblocked' ? BigInt(lines.find(({ account }) => account === '2023')?.amount ?? 0n) : -1n,
    ]),
  )
  for (const deposit of deposits) {
    findings.checked(2)
    const [released, moved] = [deposit.unblocked?.amount ?? 0n, posted.get(idOf(deposit)) ?? 0n]
    if (released !== moved)
      findings.breach(2, `${deposit._id} was released with ${released} blocked, and its journal moves ${moved}`)
  }
}
