/** Keeps the nonces of wallets moving, as maintainNonces does for the relayers' accounts. */
import { Transaction } from 'ethers'
import type { OrgId } from '../../../shared/ids.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { FencedOff, findSlotsFrom, type SignedBytes } from '../../models/nonceSlots.ts'
import { findWallets } from '../../models/wallets.ts'
import { headOf, type Network, Stopped, type WalletAccount } from '../network/network.ts'
import { openSendingWallets } from '../network/walletAccounts.ts'
import { feesAt } from '../transactions/gasBump.ts'
import { topUp } from '../transactions/topUp.ts'
import { maintainAccount } from './maintainNonces.ts'

const AT_ONCE = 8
const LOOK_EVERY_MS = 100
/** For a wallet whose fees were raised beyond what it was topped up for. */
const MORE_GAS = 400_000n
/** More than a wallet has under way, except where its fees are too low for long. */
const SLOTS_MAX = 500
/** Longer than a transaction takes from being signed to being found by its account. */
const IDLE_MS = 60_000

export async function maintainWallets(network: Network, signal: AbortSignal): Promise<void> {
  const { nonceCheckMs } = network.options
  while (!signal.aborted) {
    if (network.reading !== 'following') {
      await sleep(LOOK_EVERY_MS, signal)
      continue
    }
    const sending = await openSendingWallets(network)
    const wallets = [...new Set([...sending, ...lostIn(network)])]
    for (let start = 0; start < wallets.length && !signal.aborted; start += AT_ONCE)
      await Promise.all(wallets.slice(start, start + AT_ONCE).map((wallet) => maintainWallet(network, wallet, signal)))
    closeIdle(network, wallets)
    const isAsked = () => [...network.wallets.values()].some(({ resendAll }) => resendAll)
    for (let waited = 0; waited < nonceCheckMs && !isAsked() && !signal.aborted; waited += LOOK_EVERY_MS)
      await sleep(LOOK_EVERY_MS, signal)
  }
}

/** What a reorganization has dropped is recorded as mined, until it is mined again. */
const lostIn = (network: Network): WalletAccount[] =>
  [...network.wallets.values()].filter(({ resendAll, unmined }) => resendAll || unmined > 0)

async function maintainWallet(network: Network, wallet: WalletAccount, signal: AbortSignal): Promise<void> {
  // Gas may have arrived since.
  const resendAll = wallet.resendAll || wallet.isUnfunded
  wallet.resendAll = false
  wallet.isUnfunded = false
  const head = await headOf(network)
  try {
    await maintainAccount(network, wallet, { head, olderThanMs: resendAll ? 0 : network.options.resendAfterMs, signal })
    if (wallet.isUnfunded) await giveMoreGas(network, wallet, signal)
  } catch (error) {
    wallet.resendAll ||= resendAll
    if (error instanceof FencedOff || error instanceof Stopped) throw error
    // One wallet must not delay the others.
    network.log.warn({ err: error, account: wallet.account }, 'the nonces of a wallet are maintained later')
  }
}

async function giveMoreGas(network: Network, wallet: WalletAccount, signal: AbortSignal): Promise<void> {
  // Its own organization: a nonce that was never used has none in the records of earlier versions.
  const [owner] = await findWallets(network.database, [wallet.walletId])
  const orgId = owner?.orgId ?? (await findPayer(network, wallet))
  if (orgId === null) return
  const lack = async () => {
    const lacking = await lackOf(network, wallet)
    return lacking > 0n ? larger(lacking, MORE_GAS * feesAt(network, await headOf(network)).maxFee) : 0n
  }
  const answer = await topUp(network, wallet, { orgId, lack, signal })
  if (answer === 'enough')
    // Else it would be given gas for as long as an endpoint says so.
    network.log.warn({ account: wallet.account }, 'an endpoint says that a wallet lacks gas, and it has enough')
  if (answer === 'uncovered')
    network.log.warn({ account: wallet.account, orgId }, 'a wallet waits for the gas budget of its organization')
}

/** Of the treasury's hot wallet: whose conversion waits for the gas. */
async function findPayer({ adapter, database }: Network, { account, address }: WalletAccount): Promise<OrgId | null> {
  const slots = await findSlotsFrom(database, account, await adapter.minedNonce(address), SLOTS_MAX)
  return slots.find(({ orgId }) => orgId !== null)?.orgId ?? null
}

/** What its stored transactions may cost beyond its native coins, in wei. */
async function lackOf({ adapter, database }: Network, { account, address }: WalletAccount): Promise<bigint> {
  const mined = await adapter.minedNonce(address)
  const slots = await findSlotsFrom(database, account, mined, SLOTS_MAX)
  const cost = slots.reduce((sum, { bytes }) => sum + bytes.map(costOf).reduce(larger, 0n), 0n)
  return cost - (await adapter.agreedBalance(address))
}

function costOf({ raw, maxFee }: SignedBytes): bigint {
  const { gasLimit, value } = Transaction.from(raw)
  return gasLimit * maxFee + value
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** A wallet without unmined transactions is opened again by its next payment. */
function closeIdle(network: Network, sending: readonly WalletAccount[]): void {
  const open = new Set(sending.map(({ account }) => account))
  for (const { account, usedAt, allocated } of network.wallets.values())
    if (!open.has(account) && allocated.size === 0 && performance.now() - usedAt > IDLE_MS)
      network.wallets.delete(account)
}
