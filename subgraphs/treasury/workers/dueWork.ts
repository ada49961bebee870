/**
 * What the clock of an organization makes due in the treasury: what banks do with payments and micro-deposits, and the ends of
 * authorizations and cards. The workers of all organizations look by real time.
 */
import type { DueWork } from '../../shared/dueWork.ts'
import { ACH_PAYMENTS } from '../models/achPayments.ts'
import { BANK_ACCOUNTS } from '../models/bankAccounts.ts'
import { CARDS } from '../models/cards.ts'
import { CARD_TRANSACTIONS } from '../models/cardTransactions.ts'
import { countDue, findNextDue } from '../models/dueRows.ts'
import { QUOTES } from '../models/quotes.ts'
import type { TreasuryDeps } from '../ports.ts'
import { expireCards, followCardTransactions } from '../services/cards/expireCards.ts'
import { expireQuotes } from '../services/conversions/endQuotes.ts'
import { followDue } from './followBank.ts'
import { createTrouble } from './trouble.ts'

export function treasuryDueWork(deps: TreasuryDeps): readonly DueWork[] {
  const trouble = createTrouble()
  return [
    // Both in one, so that what the bank does happens in one order of times. A bank outside has real time.
    ...(deps.banks.test.isSimulated
      ? [
          dueIn(deps, 'bank', [ACH_PAYMENTS, BANK_ACCOUNTS], (owner, signal) =>
            followDue(deps, { owner, signal }, trouble),
          ),
        ]
      : []),
    dueIn(deps, 'cardAuthorizations', [CARD_TRANSACTIONS], async (owner, signal) => {
      await followCardTransactions(deps, new Set(), { owner, signal })
    }),
    dueIn(deps, 'quotes', [QUOTES], async (owner, signal) => {
      await expireQuotes(deps, new Set(), { owner, signal })
    }),
    dueIn(deps, 'cards', [CARDS], async (owner, signal) => {
      await expireCards(deps, new Set(), { owner, signal })
    }),
  ]
}

function dueIn(
  { database }: Pick<TreasuryDeps, 'database'>,
  name: string,
  collections: readonly string[],
  run: DueWork['run'],
): DueWork {
  return {
    ...{ name, run },
    async nextAt(owner, after) {
      const found = await Promise.all(collections.map((one) => findNextDue(database, one, owner, after)))
      const instants = found.flatMap((at) => at?.getTime() ?? [])
      return instants.length === 0 ? null : new Date(Math.min(...instants))
    },
    async count(owner, until) {
      const counts = await Promise.all(collections.map((one) => countDue(database, one, owner, until)))
      return counts.reduce((sum, one) => sum + one, 0)
    },
  }
}
