/** Native coins from the relayer to a wallet that pays its own gas, one transaction at a time for each wallet. */
import type { OrgId } from '../../../shared/ids.ts'
import { hasUnmined, type SignedBytes, topUpSubject } from '../../models/nonceSlots.ts'
import { storeTopUpIntent } from '../intents/storeTopUp.ts'
import { headOf, type Network, type WalletAccount } from '../network/network.ts'
import { allocateNonces, pickRelayer, releaseNonce } from '../network/relayerAccounts.ts'
import { submitInTime } from '../network/submitInTime.ts'
import { feesAt } from './gasBump.ts'
import { estimateGasLimit } from './gasLimits.ts'
import { signRelay } from './relayTransactions.ts'

const PLAIN_GAS = 21_000

interface Gift {
  readonly orgId: OrgId
  /** What it lacks, in wei: asked once nothing is under way to it any more, because that may have been enough. */
  readonly lack: () => Promise<bigint>
  readonly signal: AbortSignal
}

/**
 * Gives a wallet native coins unless it is being given some already.
 * @returns uncovered: the organization's gas budget does not allow it
 */
export async function topUp(
  network: Network,
  wallet: WalletAccount,
  gift: Gift,
): Promise<'underWay' | 'enough' | 'uncovered'> {
  // Chunks of one wallet run at the same time.
  if (wallet.isGettingGas) return 'underWay'
  wallet.isGettingGas = true
  try {
    // Nobody drives those of an account to the end whose key was taken away.
    const accounts = network.relayers.map(({ account }) => account)
    if (await hasUnmined(network.database, topUpSubject(wallet.walletId), accounts)) return 'underWay'
    const wei = await gift.lack()
    return wei > 0n ? await sendTopUp(network, wallet, { ...gift, wei }) : 'enough'
  } finally {
    wallet.isGettingGas = false
  }
}

/** Stored before it is sent, like everything that is sent. */
async function sendTopUp(
  network: Network,
  wallet: WalletAccount,
  { orgId, wei, signal }: Omit<Gift, 'lack'> & { readonly wei: bigint },
): Promise<'underWay' | 'uncovered'> {
  const relayer = pickRelayer(network)
  const head = await headOf(network)
  const call = { to: wallet.address, data: '0x', value: wei }
  const plain = { from: relayer.address, to: wallet.address, data: '0x' }
  const gasLimit = await estimateGasLimit(network, plain, PLAIN_GAS)
  const [nonce = 0] = await allocateNonces(network, relayer, 1)
  let isStored = false
  let bytes: SignedBytes
  try {
    const fees = feesAt(network, head)
    bytes = await signRelay(network, relayer, { call, nonce, purpose: 'topUp', fees, gasLimit, head, payment: null })
    const slot = {
      account: relayer.account,
      nonce,
      fence: network.fence,
      bytes,
      subjectId: topUpSubject(wallet.walletId),
    }
    const costWei = wei + BigInt(gasLimit) * fees.maxFee
    const outcome = await submitInTime(network, storeTopUpIntent(network, orgId, slot, costWei), signal)
    const answer = outcome.kind === 'done' ? outcome.answer : outcome.kind
    isStored = answer === 'stored'
    if (answer === 'uncovered') return 'uncovered'
    // Another transaction got the nonce: the payments look again.
    if (answer !== 'stored') return 'underWay'
  } finally {
    releaseNonce(relayer, nonce, isStored)
  }
  network.log.info({ walletId: wallet.walletId, wei: String(wei), network: network.id }, 'a wallet gets gas')
  await network.onStep?.('attemptStored', topUpSubject(wallet.walletId))
  await network.adapter.sendRaw([bytes.raw])
  await network.onStep?.('attemptSent', topUpSubject(wallet.walletId))
  return 'underWay'
}
