/** The blocked balances (2): what the deposits from listed addresses have in them. */
import type { Findings } from '../findings.ts'
import type { Deposit } from '../rows.ts'
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
}
