/** Faults that concern another organization than the healthy one: how each is injected and repaired, and what must hold then. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction, Wallet } from 'ethers'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import {
  administerToken,
  blockNumber,
  callChain,
  findDifferences,
  findRow,
  hasStatus,
  type ProofContext,
  payOrThrow,
  reorganize,
  signEmpty,
  tokenBalanceOf,
  untilTrue,
} from './isolationContext.ts'
import { fundByFaucet } from './organization.ts'
import { execute } from './world.ts'

export interface Scenario {
  readonly name: string
  /** Name of the figure: the longest delay of the healthy organization. */
  readonly figure: string
  /** Resolves once the fault has taken effect. */
  inject(context: ProofContext): Promise<InjectedFault>
}

interface InjectedFault {
  repair(): Promise<void>
  /** Waits until the fault has no effect any more. @returns breaches */
  verify(): Promise<string[]>
}

const UNSIGNABLE_PAYMENTS = { ci: 384, full: 2_000 } as const
const CALLERS = 64
const UNITS = 2_000n
const HIGH_BASE_FEE = '0x174876e800'
const nothing = async () => undefined
const newAddress = (): string => Wallet.createRandom().address

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a dead endpoint and a payment that reverts',
    figure: 'deadEndpointMs',
    async inject(context) {
      const { agent } = await context.openAgent('Reverted')
      context.endpoints.down.add(1)
      const { id } = await payBlacklisted(context, agent)
      const isMined = async () => {
        const { txHash } = await findRow(context, id)
        return txHash !== null && (await callChain(context, 'eth_getTransactionReceipt', txHash)) !== null
      }
      await untilTrue('it reverts', isMined)
      return {
        repair: async () => context.endpoints.down.clear(),
        async verify() {
          await untilTrue('it fails', hasStatus(context, id, 'failed'))
          return findDifferences(context, agent)
        },
      }
    },
  },
  {
    name: 'a nonce gap at the head, and a rising fee',
    figure: 'feeRiseMs',
    async inject(context) {
      const { agent, organization } = await context.openAgent('Stopped')
      const freeze = `mutation ($input: FreezeWalletInput!) { freezeWallet(input: $input) { wallet { id } } }`
      const input = { walletId: agent.walletId, reason: 'Drill.' }
      let isFrozen = false
      context.endpoints.drops = () => isFrozen
      context.hooks.onStored = async (paymentId) => {
        const { walletId } = await findRow(context, paymentId)
        if (walletId !== agent.walletId || isFrozen) return
        // From now on transactions are dropped, until the fee has risen.
        isFrozen = true
        await execute(context.service.subgraphs.payments, organization.admin, freeze, { input })
      }
      const id = await payOrThrow(context, agent, newAddress(), UNITS)
      await untilTrue('it is stopped', hasStatus(context, id, 'failed'))
      await sleep(500)
      await callChain(context, 'anvil_setNextBlockBaseFeePerGas', HIGH_BASE_FEE)
      await sleep(500)
      context.hooks.onStored = null
      context.endpoints.drops = () => false
      return { repair: nothing, verify: () => findDifferences(context, agent) }
    },
  },
  {
    name: 'payments that cannot be authorized',
    figure: 'unauthorizedMs',
    async inject(context) {
      const { agent } = await context.openAgent('Without a key')
      const { orgId, walletId } = agent
      const { database } = context.service
      await database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: walletId })
      const count = UNSIGNABLE_PAYMENTS[context.size]
      for (let made = 0; made < count; made += CALLERS)
        await Promise.all(Array.from({ length: CALLERS }, () => payOrThrow(context, agent, newAddress(), 10n)))
      return {
        repair: nothing,
        async verify() {
          const open = () => database.collection('payments').countDocuments({ orgId, status: 'pending' })
          await untilTrue('they fail with their reason', async () => (await open()) === 0)
          return findDifferences(context, agent)
        },
      }
    },
  },
  {
    name: 'a deposit that cannot be posted',
    figure: 'unbookableMs',
    async inject(context) {
      const { agent, organization } = await context.openAgent('Broken')
      const { walletId } = agent
      const positions = context.service.database.collection<{ _id: string }>('positions')
      const _id = `wal:${walletId}`
      const position = await positions.findOne({ _id })
      await positions.deleteOne({ _id })
      await fundByFaucet(context.service, organization, { walletId, amount: '7' })
      const mismatches = context.service.database.collection<MismatchRow>('mismatches')
      const is = (state: MismatchRow['state']) => async () => (await mismatches.findOne({ walletId, state })) !== null
      await untilTrue('a mismatch is open', is('open'))
      return {
        async repair() {
          if (position !== null) await positions.insertOne(position)
        },
        async verify() {
          await untilTrue('it is posted and resolved', is('resolved'))
          return findDifferences(context, agent)
        },
      }
    },
  },
  {
    name: 'a cancellation dropped by a reorganization',
    figure: 'lostCancellationMs',
    async inject(context) {
      const { agent } = await context.openAgent('Canceled')
      const from = (await blockNumber(context)) + 1
      const { id, to } = await payBlacklisted(context, agent)
      await untilTrue('it is canceled', hasStatus(context, id, 'failed'))
      await administerToken(context, 'unBlacklist', to)
      await reorganize(context, from)
      return {
        repair: nothing,
        async verify() {
          const until = (await blockNumber(context)) + 8
          await untilTrue('more blocks', async () => (await blockNumber(context)) >= until)
          const paid = await tokenBalanceOf(context, to)
          const breaches = paid === 0n ? [] : [`a failed payment was paid ${paid} units`]
          return [...breaches, ...(await findDifferences(context, agent))]
        },
      }
    },
  },
  {
    name: 'an account whose transactions are lost',
    figure: 'stuckAccountMs',
    async inject(context) {
      const { agent } = await context.openAgent('Lost')
      const [network] = context.service.config.networks
      const [first = ''] = network?.relayerKeys ?? []
      const { address } = new Wallet(first)
      context.endpoints.drops = (raw) => Transaction.from(raw).from === address
      const ids = await Promise.all([1, 2, 3].map(() => payOrThrow(context, agent, newAddress(), UNITS)))
      const rows = () => Promise.all(ids.map((id) => findRow(context, id)))
      await untilTrue('one of them is lost', async () =>
        (await rows()).some(({ chainWork }) => chainWork?.relayer === address),
      )
      // Long enough for further blocks to be mined without it.
      await sleep(2_500)
      return {
        repair: async () => {
          context.endpoints.drops = () => false
        },
        async verify() {
          for (const id of ids) await untilTrue('it is paid', hasStatus(context, id, 'completed'))
          return findDifferences(context, agent)
        },
      }
    },
  },
  {
    name: 'a completed payment whose nonce is reused after a reorganization',
    figure: 'lostPaymentMs',
    async inject(context) {
      const { agent } = await context.openAgent('Reorganized')
      const to = newAddress()
      const id = await payOrThrow(context, agent, to, UNITS)
      await untilTrue('it is completed', hasStatus(context, id, 'completed'))
      const { chainWork } = await findRow(context, id)
      const keys = context.service.config.networks.flatMap(({ relayerKeys }) => relayerKeys)
      const key = keys.find((one) => new Wallet(one).address === chainWork?.relayer) ?? ''
      await reorganize(context, chainWork?.minedBlock ?? 0, [signEmpty(key, chainWork?.slot ?? 0)])
      return {
        repair: nothing,
        async verify() {
          await untilTrue('it is paid again', async () => (await tokenBalanceOf(context, to)) === UNITS)
          const { status } = await findRow(context, id)
          return [...(status === 'completed' ? [] : [`it is ${status}`]), ...(await findDifferences(context, agent))]
        },
      }
    },
  },
]

/** A payment whose destination is blacklisted by the token as soon as the payment is signed. */
async function payBlacklisted(context: ProofContext, agent: AgentPrincipal): Promise<{ id: string; to: string }> {
  const to = newAddress()
  context.hooks.onStored = async (paymentId) => {
    if ((await findRow(context, paymentId)).to !== to) return
    context.hooks.onStored = null
    await administerToken(context, 'blacklist', to)
  }
  return { id: await payOrThrow(context, agent, to, UNITS), to }
}
