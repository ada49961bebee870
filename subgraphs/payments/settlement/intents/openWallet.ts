/**
 * What an external wallet had before it was registered becomes a deposit, once: the commit that credits it marks the wallet
 * as opened on that chain. It came from nobody in particular, so its senders are not screened.
 */
import { id as keccakOfText } from 'ethers'
import { composeParts, joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, IntentPart } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { Chain, Token } from '../../../shared/tokens.ts'
import type { BlockHead } from '../../chains/chainAdapter.ts'
import { depositRef } from '../../models/deposits.ts'
import { type WalletRow, walletRowRef } from '../../models/wallets.ts'
import { type ArrivedDeposit, creditWrites, mismatchRefOf } from './creditDeposit.ts'
import { guardedIntent } from './settlementIntent.ts'

/** More on the chain than the ledger can explain, in token units. */
export interface OpeningBalance {
  readonly token: Token
  readonly amount: bigint
}

const creditPart = (deposit: ArrivedDeposit): IntentPart<null> => ({
  reads: () => ({ guard: [] }),
  decide: (state, at) => done(null, creditWrites(state, deposit, at).writes),
})

/** @param block at which the chain had these amounts */
export function openWalletIntent(
  { _id: walletId, orgId, mode }: WalletRow,
  chain: Chain,
  { number: block, hash: blockHash }: Pick<BlockHead, 'number' | 'hash'>,
  balances: readonly OpeningBalance[],
): Intent<'opened' | 'known'> {
  const ref = walletRowRef(walletId)
  const deposits = balances.map(({ token, amount }): ArrivedDeposit => {
    // Taken again after a reorganization it is another one, unless the chain returns to this very block.
    const name = keccakOfText(`opening:${walletId}:${token}:${blockHash}:${amount}`).slice(2)
    const what = { _id: `dep_${chain}_${name}`, orgId, mode, walletId, token, chain, amount }
    return { ...what, from: null, txHash: null, block, blockHash }
  })
  const reads = [ref, walletRef(walletId), ...deposits.flatMap((one) => [depositRef(one._id), mismatchRefOf(one)])]
  return guardedIntent({ orgId, mode }, reads, (state, at) => {
    const wallet = requireRow(state, ref)
    if (wallet.openings?.[chain] !== undefined) return done('known')
    const openings = { ...wallet.openings, [chain]: { block, at } }
    const opened = { set: [setRow(ref, { ...wallet, openings, updatedAt: at })] }
    // One after the other: each may change the wallet.
    const credited = composeParts(deposits.map(creditPart)).decide(state, at)
    invariant(credited.kind === 'done', 'what a wallet had is credited')
    return done('opened', joinWrites([opened, credited.writes]))
  })
}
