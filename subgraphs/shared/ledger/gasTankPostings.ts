/** The journal entry of native coins for the accounts that pay gas (domain 8.6). Pure. */
import type { Mode } from '../principal.ts'
import type { Chain } from '../tokens.ts'
import type { JournalEntry } from './journal.ts'

interface TopUp {
  readonly mode: Mode
  readonly chain: Chain
  /** Of the transaction that has brought them, in lower case. */
  readonly hash: string
  readonly wei: bigint
}

export function gasToppedUp({ mode, chain, hash, wei }: TopUp): JournalEntry {
  const line = { token: 'native', chain, amount: wei, walletId: null } as const
  return {
    postingKey: `tank_${mode}_${chain}_${hash}`,
    type: 'gas_topped_up',
    reference: { resource: 'gas_tank', id: `${mode}:${chain}` },
    lines: [
      { ...line, account: '1130', direction: 'debit' },
      { ...line, account: '3010', direction: 'credit' },
    ],
  }
}
