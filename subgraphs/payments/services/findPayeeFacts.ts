/**
 * What the rules against money laundering have to know of a payee (domain 4.4). Each look-up is one read by an index, and
 * is left out where no rule would ask for it: most payments need none.
 */
import { parseAddress } from '../../shared/evmAddress.ts'
import type { WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { PayeeFacts } from '../../shared/spend.ts'
import { findBlockedList } from '../models/deposits.ts'
import { findPaidAmong, hasPaid } from '../models/paidPayees.ts'
import { findWalletsByAddress } from '../models/wallets.ts'
import type { PaymentsDeps, Screener } from '../ports.ts'
import { NEW_COUNTERPARTY_MIN } from '../rules/aml.ts'

interface Sanctions {
  readonly screener: Pick<Screener, 'sanctioned'>
}

/** @param payment.to EIP-55; null: a hold for a merchant that names its address later, so nothing of it is known */
export async function findPayeeFacts(
  { database, findWalletMode, screener }: Pick<PaymentsDeps, 'database' | 'findWalletMode'> & Sanctions,
  payment: { readonly walletId: WalletId; readonly mode: Mode; readonly to: string | null; readonly usdMicro: bigint },
): Promise<PayeeFacts> {
  const { to, usdMicro, mode, walletId: payer } = payment
  const isSmall = usdMicro < NEW_COUNTERPARTY_MIN
  if (to === null) return { isKnown: isSmall, wallet: null, exposedTo: null }
  const [isKnown, theirs] = await Promise.all([
    isSmall || hasPaid(database, { walletId: payer, to }),
    findWalletMode(to),
  ])
  const [row] = theirs !== mode ? [] : await findWalletsByAddress(database, [to])
  if (row === undefined) return { isKnown, wallet: null, exposedTo: null }
  const { _id: walletId, agentId } = row
  const exposedTo = (await findBlockedList(database, walletId)) ?? (await findPaidList(database, screener, walletId))
  return { isKnown, wallet: { walletId, agentId }, exposedTo }
}

/** The version of the list on which somebody stands whom this wallet has paid, before that was known; null: nobody. */
async function findPaidList(database: PaymentsDeps['database'], screener: Sanctions['screener'], walletId: WalletId) {
  const listed = byAddress(screener.sanctioned())
  const paid = await findPaidAmong(database, walletId, [...listed.keys()])
  return paid === null ? null : (listed.get(paid) ?? null)
}

type Sanctioned = ReturnType<Screener['sanctioned']>
const known = new WeakMap<Sanctioned, ReadonlyMap<string, string>>()

/** Spelt as in payments, which takes a while, and is done once for each state of the lists. */
function byAddress(sanctioned: Sanctioned): ReadonlyMap<string, string> {
  const found = known.get(sanctioned)
  if (found !== undefined) return found
  const spelt = sanctioned.flatMap(({ address, version }): [string, string][] => {
    const parsed = parseAddress(address)
    return parsed === null ? [] : [[parsed, version]]
  })
  const map = new Map(spelt)
  known.set(sanctioned, map)
  return map
}
