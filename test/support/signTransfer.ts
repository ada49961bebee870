/** Transfers that somebody outside the service signs and sends. */
import { Interface, Transaction, type Wallet } from 'ethers'
import { tokenOn } from '../../scripts/embedded/embeddedChains.ts'

const token = new Interface(['function transfer(address,uint256)'])

/** A transfer of USDC on base that somebody outside the service makes: the first transaction of that account. */
export function signTransfer(
  signer: Pick<Wallet, 'signingKey'>,
  to: string,
  units: bigint,
): { readonly raw: string; readonly hash: string } {
  const transaction = Transaction.from({
    ...{ type: 2, chainId: 8453, nonce: 0, to: tokenOn('base', 'USDC').address, gasLimit: 100_000n, value: 0n },
    data: token.encodeFunctionData('transfer', [to, units]),
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  transaction.signature = signer.signingKey.sign(transaction.unsignedHash)
  return { raw: transaction.serialized, hash: transaction.hash ?? '' }
}
