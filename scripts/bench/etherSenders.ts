/** The usual ways to send tokens with ethers, for comparison: one transfer after the other, and its NonceManager. */
import { Contract, JsonRpcProvider, Network, NonceManager, type Signer, Wallet } from 'ethers'
import { fundNative } from '../embedded/chainKeys.ts'
import { embeddedChains } from '../embedded/embeddedChains.ts'
import { type BenchChain, USDC } from './chain.ts'

export interface EtherSenders {
  /** Each wallet transfers and waits for the receipt, again and again. */
  naive(seconds: number): Promise<Sent>
  /** Each wallet sends all its transfers, then waits for all receipts. */
  nonceManager(payments: number): Promise<Sent>
  close(): void
}

/** Transactions with a receipt. */
interface Sent {
  readonly hashes: readonly string[]
  readonly seconds: number
}

const ABI = ['function transfer(address to, uint256 value) returns (bool)']
const TO = '0x000000000000000000000000000000000000dEaD'
const UNITS = 10_000n
const FUNDS = 1_000_000_000n
/** The default of ethers, 4 s, would only make it wait longer. */
const POLL_MS = 100

export async function openEtherSenders(chain: BenchChain, wallets: number): Promise<EtherSenders> {
  const network = new Network('base', embeddedChains.base.chainId)
  const options = { staticNetwork: network, cacheTimeout: -1, pollingInterval: POLL_MS }
  const provider = new JsonRpcProvider(chain.rpcUrl, network, options)
  const signers = Array.from({ length: wallets }, () => new Wallet(Wallet.createRandom().privateKey, provider))
  const addresses = signers.map(({ address }) => address)
  await fundNative(chain.rpcUrl, addresses)
  await chain.mint(addresses, FUNDS)
  const transferOf = (signer: Signer) => new Contract(USDC, ABI, signer).getFunction('transfer')
  return {
    naive: (seconds) =>
      timed(async (hashes) => {
        const deadline = performance.now() + seconds * 1_000
        await Promise.all(
          signers.map(async (signer) => {
            const transfer = transferOf(signer)
            while (performance.now() < deadline) {
              const sent = await transfer.send(TO, UNITS)
              await sent.wait()
              hashes.push(sent.hash)
            }
          }),
        )
      }),
    nonceManager: (payments) =>
      timed(async (hashes) => {
        const each = Math.ceil(payments / wallets)
        await Promise.all(
          signers.map(async (signer) => {
            const transfer = transferOf(new NonceManager(signer))
            const sending = Array.from({ length: each }, () => transfer.send(TO, UNITS))
            for (const sent of await Promise.all(sending)) {
              await sent.wait()
              hashes.push(sent.hash)
            }
          }),
        )
      }),
    close: () => provider.destroy(),
  }
}

async function timed(send: (hashes: string[]) => Promise<void>): Promise<Sent> {
  const hashes: string[] = []
  const began = performance.now()
  await send(hashes)
  return { hashes, seconds: (performance.now() - began) / 1_000 }
}
