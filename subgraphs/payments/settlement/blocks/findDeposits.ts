/**
 * Finds transfers to wallets of the service in a block. The id of a deposit must survive a reorganization: it names the
 * authorization used, which may be submitted in another transaction the second time, or else the transaction and the log's
 * position in it (its position in the block can change).
 */
import { concat, getAddress, keccak256 } from 'ethers'
import type { Token } from '../../../shared/tokens.ts'
import type { Block, Receipt } from '../../chains/chainAdapter.ts'
import { addressOfTopic, TOPICS } from '../../chains/eip3009.ts'
import { findWalletsByAddress } from '../../models/wallets.ts'
import type { ArrivedDeposit } from '../intents/creditDeposit.ts'
import type { Network } from '../network/network.ts'

export interface Arrival {
  readonly _id: string
  readonly to: string
  readonly from: string
  readonly token: Token
  readonly amount: bigint
  readonly receipt: Receipt
}

export async function findDeposits(network: Network, block: Block): Promise<ArrivedDeposit[]> {
  const arrivals = block.receipts.flatMap((receipt) => arrivalsOf(network, receipt))
  if (arrivals.length === 0) return []
  const addresses = [...new Set(arrivals.map(({ to }) => to))].map(getAddress)
  const wallets = new Map(
    (await findWalletsByAddress(network.database, addresses)).map((row) => [row.address.toLowerCase(), row]),
  )
  return arrivals.flatMap(({ _id, to, from, token, amount, receipt }): ArrivedDeposit[] => {
    const wallet = wallets.get(to)
    // Test and live mode may share an embedded chain; each credits its own wallets.
    if (wallet === undefined || wallet.mode !== network.mode) return []
    return [
      {
        _id,
        orgId: wallet.orgId,
        mode: wallet.mode,
        walletId: wallet._id,
        token,
        chain: network.chain,
        amount,
        from,
        txHash: receipt.hash,
        block: receipt.blockNumber,
        blockHash: receipt.blockHash,
      },
    ]
  })
}

const WORD = /^0x[0-9a-f]{64}$/i

export function arrivalsOf(network: Network, receipt: Receipt): Arrival[] {
  return receipt.logs.flatMap(({ address, topics, data }, position): Arrival[] => {
    const token = network.tokens.get(address)
    const [topic, fromTopic, toTopic] = topics
    if (token === undefined || topic !== TOPICS.transfer || fromTopic === undefined || toTopic === undefined) return []
    if (!WORD.test(data)) {
      const facts = { network: network.id, hash: receipt.hash, position }
      network.log.error(facts, 'a transfer with an unreadable amount is ignored')
      return []
    }
    const amount = BigInt(data)
    if (amount === 0n) return []
    const before = receipt.logs[position - 1]
    const authorized =
      before?.address === address && before.topics[0] === TOPICS.authorizationUsed && before.topics[1] === fromTopic
    const name = authorized
      ? keccak256(concat([address, ...before.topics.slice(1)])).slice(2)
      : `${receipt.hash.slice(2)}_${position}`
    const from = addressOfTopic(fromTopic)
    return [{ _id: `dep_${network.chain}_${name}`, to: addressOfTopic(toTopic), from, token, amount, receipt }]
  })
}
