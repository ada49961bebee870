/** The bad things of isolation, each of somebody else's: how it begins, how it is healed, and what must be true then. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction, Wallet } from 'ethers'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import {
  administer,
  findDifferences,
  findRow,
  hasStatus,
  height,
  heldBy,
  payOrThrow,
  reorganize,
  rpc,
  type Stage,
  signEmpty,
  untilTrue,
} from './isolationStage.ts'
import { execute } from './world.ts'

export interface Scenario {
  readonly name: string
  /** Name of the figure with the longest delay of other organizations. */
  readonly figure: string
  /** Answers once the trouble is there. */
  begin(stage: Stage): Promise<Trouble>
}

interface Trouble {
  heal(): Promise<void>
  /** Waits for the end of the trouble. @returns breaches */
  end(): Promise<string[]>
}

const POISONED = { ci: 384, full: 2_000 } as const
const CALLERS = 64
const UNITS = 2_000n
const HIGH_BASE_FEE = '0x174876e800'
const nothing = async () => undefined
const stranger = (): string => Wallet.createRandom().address

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a dead endpoint and a payment that reverts',
    figure: 'deadEndpointMs',
    async begin(stage) {
      const { agent } = await stage.openAgent('Reverted')
      stage.endpoints.dead.add(1)
      const { id } = await payBlacklisted(stage, agent)
      const isMined = async () => {
        const { txHash } = await findRow(stage, id)
        return txHash !== null && (await rpc(stage, 'eth_getTransactionReceipt', txHash)) !== null
      }
      await untilTrue('it reverts', isMined)
      return {
        heal: async () => stage.endpoints.dead.clear(),
        async end() {
          await untilTrue('it fails', hasStatus(stage, id, 'failed'))
          return findDifferences(stage, agent)
        },
      }
    },
  },
  {
    name: 'a nonce without a payment at the head, and a fee that rises',
    figure: 'feeRiseMs',
    async begin(stage) {
      const { agent, organization } = await stage.openAgent('Stopped')
      const freeze = `mutation ($input: FreezeWalletInput!) { freezeWallet(input: $input) { wallet { id } } }`
      const input = { walletId: agent.walletId, reason: 'Drill.' }
      let isFrozen = false
      stage.endpoints.swallows = () => isFrozen
      stage.hooks.onStored = async (paymentId) => {
        const { walletId } = await findRow(stage, paymentId)
        if (walletId !== agent.walletId || isFrozen) return
        // From now on what is sent is lost, until the fee has risen.
        isFrozen = true
        await execute(stage.service.subgraphs.payments, organization.admin, freeze, { input })
      }
      const id = await payOrThrow(stage, agent, stranger(), UNITS)
      await untilTrue('it is stopped', hasStatus(stage, id, 'failed'))
      await sleep(500)
      await rpc(stage, 'anvil_setNextBlockBaseFeePerGas', HIGH_BASE_FEE)
      await sleep(500)
      stage.hooks.onStored = null
      stage.endpoints.swallows = () => false
      return { heal: nothing, end: () => findDifferences(stage, agent) }
    },
  },
  {
    name: 'payments that cannot be authorized',
    figure: 'unauthorizedMs',
    async begin(stage) {
      const { agent } = await stage.openAgent('Without a key')
      const { orgId, walletId } = agent
      const { database } = stage.service
      await database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: walletId })
      const count = POISONED[stage.size]
      for (let made = 0; made < count; made += CALLERS)
        await Promise.all(Array.from({ length: CALLERS }, () => payOrThrow(stage, agent, stranger(), 10n)))
      return {
        heal: nothing,
        async end() {
          const open = () => database.collection('payments').countDocuments({ orgId, status: 'pending' })
          await untilTrue('they fail with their reason', async () => (await open()) === 0)
          return findDifferences(stage, agent)
        },
      }
    },
  },
  {
    name: 'a row that cannot be booked',
    figure: 'unbookableMs',
    async begin(stage) {
      const { agent, organization } = await stage.openAgent('Broken')
      const { walletId } = agent
      const positions = stage.service.database.collection<{ _id: string }>('positions')
      const _id = `wal:${walletId}`
      const position = await positions.findOne({ _id })
      await positions.deleteOne({ _id })
      const faucet = `mutation ($input: FaucetInput!) { faucet(input: $input) { txHash } }`
      const input = { walletId, amount: '7' }
      await execute(stage.service.subgraphs.payments, organization.admin, faucet, { input })
      const mismatches = stage.service.database.collection<MismatchRow>('mismatches')
      const is = (state: MismatchRow['state']) => async () => (await mismatches.findOne({ walletId, state })) !== null
      await untilTrue('a mismatch is open', is('open'))
      return {
        async heal() {
          if (position !== null) await positions.insertOne(position)
        },
        async end() {
          await untilTrue('it is booked and resolved', is('resolved'))
          return findDifferences(stage, agent)
        },
      }
    },
  },
  {
    name: 'a cancellation that a reorganization took away',
    figure: 'lostCancellationMs',
    async begin(stage) {
      const { agent } = await stage.openAgent('Canceled')
      const from = (await height(stage)) + 1
      const { id, to } = await payBlacklisted(stage, agent)
      await untilTrue('it is canceled', hasStatus(stage, id, 'failed'))
      await administer(stage, 'unBlacklist', to)
      await reorganize(stage, from)
      return {
        heal: nothing,
        async end() {
          const until = (await height(stage)) + 8
          await untilTrue('more blocks', async () => (await height(stage)) >= until)
          const paid = await heldBy(stage, to)
          const breaches = paid === 0n ? [] : [`a failed payment was paid: ${paid}`]
          return [...breaches, ...(await findDifferences(stage, agent))]
        },
      }
    },
  },
  {
    name: 'an account whose transactions are lost',
    figure: 'stuckAccountMs',
    async begin(stage) {
      const { agent } = await stage.openAgent('Lost')
      const [network] = stage.service.config.networks
      const [first = ''] = network?.relayerKeys ?? []
      const { address } = new Wallet(first)
      stage.endpoints.swallows = (raw) => Transaction.from(raw).from === address
      const ids = await Promise.all([1, 2, 3].map(() => payOrThrow(stage, agent, stranger(), UNITS)))
      const rows = () => Promise.all(ids.map((id) => findRow(stage, id)))
      await untilTrue('one of them is lost', async () =>
        (await rows()).some(({ chainWork }) => chainWork?.relayer === address),
      )
      // Long enough for blocks to go on without it.
      await sleep(2_500)
      return {
        heal: async () => {
          stage.endpoints.swallows = () => false
        },
        async end() {
          for (const id of ids) await untilTrue('it is paid', hasStatus(stage, id, 'completed'))
          return findDifferences(stage, agent)
        },
      }
    },
  },
  {
    name: 'a completed payment whose nonce a reorganization gave away',
    figure: 'lostPaymentMs',
    async begin(stage) {
      const { agent } = await stage.openAgent('Reorganized')
      const to = stranger()
      const id = await payOrThrow(stage, agent, to, UNITS)
      await untilTrue('it is completed', hasStatus(stage, id, 'completed'))
      const { chainWork } = await findRow(stage, id)
      const keys = stage.service.config.networks.flatMap(({ relayerKeys }) => relayerKeys)
      const key = keys.find((one) => new Wallet(one).address === chainWork?.relayer) ?? ''
      await reorganize(stage, chainWork?.minedBlock ?? 0, [signEmpty(key, chainWork?.slot ?? 0)])
      return {
        heal: nothing,
        async end() {
          await untilTrue('it is paid again', async () => (await heldBy(stage, to)) === UNITS)
          const { status } = await findRow(stage, id)
          return [...(status === 'completed' ? [] : [`it is ${status}`]), ...(await findDifferences(stage, agent))]
        },
      }
    },
  },
]

/** A payment whose destination the token refuses from the moment on at which it is signed. */
async function payBlacklisted(stage: Stage, agent: AgentPrincipal): Promise<{ id: string; to: string }> {
  const to = stranger()
  stage.hooks.onStored = async (paymentId) => {
    if ((await findRow(stage, paymentId)).to !== to) return
    stage.hooks.onStored = null
    await administer(stage, 'blacklist', to)
  }
  return { id: await payOrThrow(stage, agent, to, UNITS), to }
}
