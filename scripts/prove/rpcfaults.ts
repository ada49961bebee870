/**
 * Faulty nodes (reliability 7.2 row 11): while payments are made, three of ten requests to two endpoints of one chain time
 * out, fail, are cut, are answered wrongly or by an older block, or are carried out and their response is lost; one endpoint
 * also lies about what was mined, and about the transfers of blocks. Each payment is paid once, none is failed, and all have ended within a minute of the
 * recovery. `--fault` takes a lost response for the failure of the payment.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { failPaymentIntent } from '../../subgraphs/payments/settlement/intents/failPayment.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import { waitUntil } from '../waitUntil.ts'
import { FAST_OPTIONS, findNonceGaps, findUnpaid, openFundedAgent, payMany, waitForEnds } from './chainEnds.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openRpcFaults, RPC_FAULTS, type RpcFault, type RpcFaults } from './rpcProxy.ts'
import { openWorld } from './world.ts'

const PAYMENTS = { ci: 60, full: 500 } as const
const FAULT_PAYMENTS = 10
const AT_ONCE = 10
const UNITS = 1_000n
const FAULT_SHARE = 0.3
/** Each takes ten seconds. */
const TIMEOUT_SHARE = 0.01
/** A transfer that nobody made, and one that is left out. */
const BLOCK_LIES_MIN = 2
/** Others follow once these are under way. */
const PAUSE_MS = 200
const RECOVERED_MS = 60_000
/** The one that is asked first. */
const LIAR = 0
const INJECTED_WITHIN_MS = { ci: 20_000, full: 120_000 } as const

export async function proveRpcFaults({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'] })
  const rpcUrl = world.rpcUrl ?? ''
  const endpoints = await openRpcFaults(rpcUrl, 2)
  const breaches: string[] = []
  const paymentIds: string[] = []
  let endedAfterMs = 0
  try {
    const settlement = {
      options: FAST_OPTIONS,
      onStep: async (step: string) => {
        if (fault && step === 'sent') await failUnacknowledged(service, endpoints)
      },
    }
    const through = { rpcUrls: { base: endpoints.urls.join() }, settlement }
    const service: Service = await world.open({ withWorkers: true, isQuiet: true, ...through })
    const agent = await openFundedAgent(service, '100')
    endpoints.choose = fault ? () => 'lostResponse' : (endpoint) => chooseFault(endpoint, random)
    if (!fault)
      endpoints.liesAboutBlocks = (endpoint) =>
        endpoint === LIAR && (endpoints.blockLies < BLOCK_LIES_MIN || random() < FAULT_SHARE)
    const total = fault ? FAULT_PAYMENTS : PAYMENTS[size]
    for (let paid = 0; paid < total; paid += AT_ONCE) {
      paymentIds.push(...(await payMany(service, agent, AT_ONCE, UNITS)))
      await sleep(PAUSE_MS + random() * PAUSE_MS)
    }
    const hasMetAll = async () =>
      fault || (OFTEN.every((kind) => endpoints.injected[kind] !== undefined) && endpoints.blockLies >= BLOCK_LIES_MIN)
    // What was signed last has to meet them too.
    await waitUntil('every fault is injected', hasMetAll, INJECTED_WITHIN_MS[size]).catch((error: Error) =>
      breaches.push(error.message),
    )
    endpoints.choose = () => null
    endpoints.liesAboutBlocks = () => false
    const recovered = performance.now()
    await waitForEnds(service, RECOVERED_MS).catch((error: Error) => breaches.push(error.message))
    endedAfterMs = performance.now() - recovered
    breaches.push(...(await findUnpaid(service, paymentIds)), ...(await findNonceGaps(service, rpcUrl)))
    breaches.push(...(await world.audit()))
  } finally {
    endpoints.choose = () => null
    endpoints.liesAboutBlocks = () => false
    await world.close()
    await endpoints.close()
  }
  const { injected, blockLies } = endpoints
  return { figures: { payments: paymentIds.length, ...injected, blockLies, endedAfterMs }, breaches }
}

const OFTEN = RPC_FAULTS.filter((kind) => kind !== 'timeout')

function chooseFault(endpoint: number, random: () => number): RpcFault | null {
  if (random() >= FAULT_SHARE) return null
  if (random() < TIMEOUT_SHARE) return 'timeout'
  const kind = OFTEN[Math.floor(random() * OFTEN.length)] as RpcFault
  // Were both to tell the same lie, it would be the truth.
  return kind === 'lie' && endpoint !== LIAR ? 'reset' : kind
}

/** The faulty verdict: what a node has not acknowledged is taken to have failed. */
async function failUnacknowledged({ database, commit }: Service, { injected }: RpcFaults): Promise<void> {
  if (injected.lostResponse === undefined) return
  const rows = await database.collection<PaymentRow>('payments').find({ stage: 'broadcasting' }).toArray()
  const failure = { type: 'all_adapters_exhausted', message: 'No node has acknowledged it.', details: {} } as const
  for (const row of rows)
    await commit.submit(failPaymentIntent({ settleLimits: settleReservation }, row, failure)).catch(() => undefined)
}
