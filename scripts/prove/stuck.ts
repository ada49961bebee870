/**
 * Stuck and dropped transactions (reliability 7.2 row 13): mining stops, what the relayers send is dropped, the base fee
 * rises above what was signed, all while payments are made. Afterwards every payment is paid in the nonce that it had, no
 * nonce of any account is open, and the audit finds nothing. `--fault` neither sends again nor raises fees.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { toBeHex } from 'ethers'
import type { Service } from '../../gateway/compose.ts'
import type { SettlementOptions } from '../../subgraphs/payments/settlement/network/network.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { FAST_OPTIONS, findNonceGaps, findUnpaid, openFundedAgent, payMany, waitForEnds } from './chainEnds.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcFaults } from './rpcProxy.ts'
import { openWorld, type ProveWorld } from './world.ts'

const ROUNDS = { ci: 1, full: 3 } as const
const PAYMENTS = { ci: 10, full: 34 } as const
const UNITS = 1_000n
const STANDSTILL_MS = 1_000
const SENT_WITHIN_MS = 30_000
/** Of sending. */
const STANDS_STILL_MS = 3_000
/** Times the present one, which falls while the proof waits, and beyond the tip that fees contain. */
const FEE_JUMP = 40n
const BEYOND_TIP = 5_000_000_000n
const SETTLED_WITHIN_MS = { ci: 90_000, full: 600_000 } as const
/** Far longer than it takes to send again. */
const FAULT_WAIT_MS = 5_000
const NEVER_MS = 3_600_000
const WITHOUT_REPAIR: Partial<SettlementOptions> = { resendAfterMs: NEVER_MS, bumpFeeAfterMs: NEVER_MS }

/** A disturbance begins before the payments are made, and ends once all of them were sent. */
interface Disturbance {
  readonly begin: (world: ProveWorld, faults: Faults) => Promise<unknown>
  readonly end: (world: ProveWorld, faults: Faults) => Promise<unknown>
}

interface Faults {
  /** Whether the node drops the next transaction, which it has acknowledged. */
  drops: () => boolean
}

const NOTHING = () => false

const dropAll: Disturbance = {
  async begin(_, faults) {
    faults.drops = () => true
  },
  async end(_, faults) {
    faults.drops = NOTHING
  },
}

/** Every second transaction, so that those behind wait for gaps. */
const dropSome: Disturbance = {
  async begin(_, faults) {
    let count = 0
    faults.drops = () => count++ % 2 === 0
  },
  end: dropAll.end,
}

/** While nothing is mined, what was signed falls below the base fee. */
const raiseFee: Disturbance = {
  begin: ({ rpcUrl }) => callRpc(rpcUrl ?? '', 'evm_setIntervalMining', [0]),
  async end({ rpcUrl }) {
    const head = (await callRpc(rpcUrl ?? '', 'eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
    const raised = BigInt(head.baseFeePerGas) * FEE_JUMP + BEYOND_TIP
    await callRpc(rpcUrl ?? '', 'anvil_setNextBlockBaseFeePerGas', [toBeHex(raised)])
    return callRpc(rpcUrl ?? '', 'evm_setIntervalMining', [1])
  },
}

const DISTURBANCES: readonly Disturbance[] = [dropAll, dropSome, raiseFee]

export async function proveStuck({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'] })
  const rpcUrl = world.rpcUrl ?? ''
  const endpoints = await openRpcFaults(rpcUrl, 1)
  const breaches: string[] = []
  const paymentIds: string[] = []
  const figures = { payments: 0, dropped: 0, replaced: 0, settledAfterMs: 0 }
  try {
    const options = { ...FAST_OPTIONS, ...(fault ? WITHOUT_REPAIR : {}) }
    const through = { rpcUrls: { base: endpoints.urls.join() }, settlement: { options } }
    const service = await world.open({ withWorkers: true, isQuiet: true, ...through })
    const agent = await openFundedAgent(service, '100')
    const faults: Faults = { drops: NOTHING }
    endpoints.drops = () => {
      const isDropped = faults.drops()
      figures.dropped += isDropped ? 1 : 0
      return isDropped
    }
    const began = performance.now()
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++)
      for (const disturb of fault ? [dropAll] : DISTURBANCES) {
        await disturb.begin(world, faults)
        const paid = await payMany(service, agent, PAYMENTS[size], UNITS)
        await waitForSending(service)
        await sleep(random() * STANDSTILL_MS)
        await disturb.end(world, faults)
        paymentIds.push(...paid)
      }
    const within = fault ? FAULT_WAIT_MS : SETTLED_WITHIN_MS[size]
    await waitForEnds(service, within).catch((error: Error) => breaches.push(error.message))
    figures.settledAfterMs = performance.now() - began
    figures.payments = paymentIds.length
    figures.replaced = await countReplaced(service)
    if (!fault && (figures.dropped === 0 || figures.replaced === 0))
      breaches.push(`${figures.dropped} transactions were dropped and ${figures.replaced} replaced`)
    breaches.push(...(await findUnpaid(service, paymentIds)), ...(await findNonceGaps(service, rpcUrl)))
    breaches.push(...(await findSecondNonces(service, paymentIds)), ...(await world.audit()))
  } finally {
    await world.close()
    await endpoints.close()
  }
  return { figures, breaches }
}

/** All, or as many as the relayers may have in flight: the others are sent once some are mined. */
async function waitForSending({ database }: Service): Promise<void> {
  const unsent = { status: 'pending', stage: { $in: ['queued', 'broadcasting'] } }
  const last = { count: Number.POSITIVE_INFINITY, since: performance.now() }
  const isSent = async () => {
    const count = await database.collection('payments').countDocuments(unsent)
    if (count !== last.count) Object.assign(last, { count, since: performance.now() })
    return count === 0 || performance.now() - last.since > STANDS_STILL_MS
  }
  await waitUntil('all payments are sent', isSent, SENT_WITHIN_MS)
}

interface Slot {
  readonly subjectId: string
  /** Of a batch. */
  readonly paymentIds?: readonly string[]
  readonly bytes: readonly object[]
}

const countReplaced = ({ database }: Service): Promise<number> =>
  database.collection<Slot>('accountNonces').countDocuments({ 'bytes.1': { $exists: true } })

async function findSecondNonces({ database }: Service, paymentIds: readonly string[]): Promise<string[]> {
  const signed = await database
    .collection<Slot>('accountNonces')
    .find({ 'bytes.0': { $exists: true } })
    .toArray()
  const carried = signed.flatMap((slot) => slot.paymentIds ?? [slot.subjectId])
  const counts = Map.groupBy(carried, (id) => id)
  return paymentIds
    .filter((id) => counts.get(id)?.length !== 1)
    .map((id) => `${id} was sent with ${counts.get(id)?.length ?? 0} nonces`)
}
