/** Transactions of wallets and of financial accounts -> what the graph shows. */
import { invariant } from '../../shared/errors.ts'
import { isId } from '../../shared/ids.ts'
import { AMOUNT_LINE, isUsdPosting } from '../../shared/ledger/journal.ts'
import { CENT_MICRO, formatUsd } from '../../shared/money.ts'
import { dollarChangesOf, dollarKindOf } from '../rules/dollarTransactions.ts'
import { accountNameOf } from '../rules/transactions.ts'
import type { DollarView, LedgerView } from '../services/ledgerTransactions.ts'
import { transactionIdOf } from '../services/transactionViews.ts'
import { shapeTransaction } from './transactionShape.ts'

const formatCents = (cents: bigint): string => formatUsd(cents * CENT_MICRO)

const NO_DOLLARS = {
  ...{ currency: null, financialAccountId: null, financialAccount: null, treasuryPaymentId: null },
  ...{ treasuryPayment: null, cardTransactionId: null, cardTransaction: null, bookTransferId: null, quoteId: null },
}

export function shapeLedgerTransaction(view: LedgerView) {
  if (view.of === 'dollars') return shapeDollars(view)
  const { balanceChanges, ...shown } = shapeTransaction(view)
  return { ...NO_DOLLARS, ...shown, balanceChanges: { ...balanceChanges, pending: formatCents(0n) } }
}

function shapeDollars({ row, wallet, isUnderWay }: DollarView) {
  const kind = dollarKindOf(row.type)
  const dollars = row.lines.filter(isUsdPosting)
  const main = row.lines[AMOUNT_LINE]
  invariant(kind !== null && main !== undefined && isUsdPosting(main), `journal ${row._id} is not about dollars`)
  const { available, pending, held, inFlight } = dollarChangesOf(row)
  const financialAccountId = dollars.find((line) => line.financialAccount !== null)?.financialAccount ?? null
  const { id } = row.reference
  return {
    id: transactionIdOf(row),
    ...kind,
    isSetAside: isUnderWay,
    ...{ amount: formatCents(BigInt(main.amount)), currency: 'USD' as const, token: null, chain: null },
    ...{ walletId: wallet?._id ?? null, agentId: wallet?.agentId ?? null, agent: stub(wallet?.agentId ?? null) },
    ...{ financialAccountId, financialAccount: stub(financialAccountId) },
    ...{ paymentId: null, holdId: null, depositId: null, counterparty: null, txHash: null },
    ...(isId('achPayment', id)
      ? { treasuryPaymentId: id, treasuryPayment: stub(id) }
      : { treasuryPaymentId: null, treasuryPayment: null }),
    ...(isId('cardTransaction', id)
      ? { cardTransactionId: id, cardTransaction: stub(id) }
      : { cardTransactionId: null, cardTransaction: null }),
    bookTransferId: isId('bookTransfer', id) ? id : null,
    quoteId: isId('quote', id) ? id : null,
    journalId: row._id,
    balanceChanges: {
      available: formatCents(available),
      pending: formatCents(pending),
      held: formatCents(held),
      inFlight: formatCents(inFlight),
      blocked: formatCents(0n),
      total: formatCents(available + pending + held),
    },
    lines: dollars.map(({ account, direction, amount }) => ({
      ...{ account, name: accountNameOf(account), direction },
      amount: formatCents(BigInt(amount)),
    })),
    postedAt: row.postedAt.toISOString(),
  }
}

const stub = (id: string | null) => (id === null ? null : { id })
