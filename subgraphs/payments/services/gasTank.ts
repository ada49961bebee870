/**
 * The native coins with which the relayers pay gas: what an operator has sent to one of their accounts is booked once for each
 * transaction, in the journals of the platform.
 */
import { computeAddress } from 'ethers'
import { DomainError } from '../../shared/errors.ts'
import { gasToppedUp } from '../../shared/ledger/gasTankPostings.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'
import { bookOnce, findConfirmed, type StockDeps } from './stock.ts'

export interface ToppedUp {
  readonly wei: bigint
  readonly to: string
  /** False: it had been booked before. */
  readonly isNew: boolean
}

/**
 * Books what a transaction has brought to an account that pays gas there; repeating it books nothing.
 * @throws DomainError no_route; not_found, conflict: it is not confirmed, brought nothing, or moves coins between these accounts
 */
export async function topUpGas(
  deps: StockDeps,
  transaction: { readonly mode: Mode; readonly chain: Chain; readonly hash: string },
): Promise<ToppedUp> {
  const { mode, chain } = transaction
  const hash = transaction.hash.toLowerCase()
  const { network, receipt } = await findConfirmed(deps, { mode, chain, hash })
  const accounts = [...network.relayerKeys, ...(network.retiredRelayerKeys ?? [])].map((key) => computeAddress(key))
  const sent = receipt.succeeded ? await network.adapter.nativeTransfer(hash) : null
  const to = accounts.find((account) => account.toLowerCase() === sent?.to)
  if (sent === null || to === undefined || sent.wei === 0n)
    throw new DomainError('conflict', `It brought no coins to an account that pays gas there: ${accounts.join(', ')}.`)
  if (accounts.some((account) => account.toLowerCase() === receipt.from))
    throw new DomainError('conflict', `It moves coins between accounts that pay gas on ${chain}: nothing has come.`)
  return { wei: sent.wei, to, isNew: await bookOnce(deps, mode, gasToppedUp({ mode, chain, hash, wei: sent.wei })) }
}
