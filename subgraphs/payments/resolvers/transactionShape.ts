/** A transaction of a wallet -> what the graph shows. */
import { getAddress } from 'ethers/address'
import { invariant } from '../../shared/errors.ts'
import { AMOUNT_LINE, isUsdPosting } from '../../shared/ledger/journal.ts'
import { accountNameOf, balanceChangesOf, isOfRefund, kindOf, walletLinesOf } from '../rules/transactions.ts'
import { isSetAside, type TransactionView, transactionIdOf } from '../services/transactionViews.ts'
import { formatAsset, symbolOf } from './totalsShape.ts'

export function shapeTransaction({ row, wallet, payment, hold, deposit, outflow, gasHash }: TransactionView) {
  const main = row.lines[AMOUNT_LINE]
  invariant(main !== undefined && !isUsdPosting(main), `journal ${row._id} is about no wallet`)
  const { token, chain } = main
  const format = (units: bigint | string) => formatAsset(BigInt(units), token)
  const { available, held, inFlight, blocked } = balanceChangesOf(walletLinesOf(row))
  const ofRefund = isOfRefund(row.type) ? deposit : null
  const to =
    gasHash === null ? (ofRefund?.from ?? (payment ?? hold)?.to ?? deposit?.from ?? outflow?.transfer?.to ?? '') : ''
  return {
    id: transactionIdOf(row),
    ...kindOf(row.type),
    isSetAside: isSetAside({ row, payment, hold, deposit }),
    ...{ amount: format(main.amount), token: symbolOf(token, chain), chain, walletId: wallet._id },
    agentId: wallet.agentId,
    agent: wallet.agentId === null ? null : { id: wallet.agentId },
    paymentId: payment?._id ?? hold?.paymentId ?? null,
    holdId: hold?._id ?? payment?.holdId ?? null,
    depositId: deposit?._id ?? null,
    counterparty: to === '' ? null : getAddress(to),
    txHash: gasHash ?? ofRefund?.txHash ?? payment?.txHash ?? deposit?.txHash ?? outflow?.transfer?.txHash ?? null,
    journalId: row._id,
    balanceChanges: {
      available: format(available),
      held: format(held),
      inFlight: format(inFlight),
      blocked: format(blocked),
      total: format(available + held + inFlight + blocked),
    },
    lines: row.lines.map(({ account, direction, amount }) => ({
      ...{ account, name: accountNameOf(account), direction },
      amount: format(amount),
    })),
    postedAt: row.postedAt.toISOString(),
  }
}
