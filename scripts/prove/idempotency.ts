/**
 * Idempotency keys (reliability 7.2 rows 8 and 9): 50 copies of one request at once on two processes, some with another
 * body. One payment for each key; every accepted copy has identical bytes, another body gets 422. A key whose payment
 * failed for want of money never makes another, whatever money has come since. `--fault` gives each process its own keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { countBatches } from './countBatches.ts'
import { type Answer, openPayingCaller, type PayingCaller, waitForQuiet } from './payingCaller.ts'
import { openTwoProcesses, type ProcessWorld } from './processWorld.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

const KEYS = { ci: 2, full: 1_000 } as const
const REFUSED_KEYS = { ci: 1, full: 100 } as const
/** Enough to be noticed. */
const FAULT_KEYS = 2
const COPIES = 50
const OTHER_BODY_SHARE = 0.1
const AMOUNT = '0.01'
const OTHER_AMOUNT = '0.02'
const SPREAD_MS = 40
const IN_FLIGHT_PAUSE_MS = 100
const TRIES_MAX = 100
const END_MS = 120_000

export async function proveIdempotency({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const keys = fault ? FAULT_KEYS : KEYS[size]
  const refusedKeys = fault ? 1 : REFUSED_KEYS[size]
  const world = await openTwoProcesses(size)
  try {
    const breaches: string[] = []
    const counts = { copies: 0, replays: 0, otherBodies: 0, inFlight: 0 }
    const caller = await openPayingCaller(world, '1000')
    for (let key = 0; key < keys; key++) {
      const sent = await sendCopies({ world, caller, random, fault }, `copies-${key}`, counts)
      breaches.push(...judge(sent).map((breach) => `key ${key}: ${breach}`))
    }
    breaches.push(...(await proveRefusedKeys(world, refusedKeys, fault)))
    await waitForQuiet(world, END_MS).catch((error: Error) => breaches.push(error.message))
    const payments = await countPayments(world, caller)
    if (payments !== keys) breaches.push(`${keys} keys made ${payments} payments`)
    breaches.push(...(await world.audit()))
    const batches = await countBatches(world.database)
    return { figures: { keys, ...counts, batches, refusedKeys }, breaches }
  } finally {
    await world.close()
  }
}

const countPayments = ({ database }: ProcessWorld, { walletId }: PayingCaller): Promise<number> =>
  database.collection('payments').countDocuments({ walletId })

interface Sending {
  readonly world: ProcessWorld
  readonly caller: PayingCaller
  readonly random: () => number
  readonly fault: boolean
}

interface Copy extends Answer {
  readonly amount: string
}

/** Each copy until it is decided: 409 says that another one is in flight. */
function sendCopies(
  { world: { services }, caller, random, fault }: Sending,
  key: string,
  counts: Record<'copies' | 'replays' | 'otherBodies' | 'inFlight', number>,
): Promise<Copy[]> {
  const copies = Array.from({ length: COPIES }, async (_, copy): Promise<Copy> => {
    const isOther = copy > 0 && random() < OTHER_BODY_SHARE
    const amount = isOther ? OTHER_AMOUNT : AMOUNT
    await sleep(copy === 0 ? 0 : SPREAD_MS * (1 + random()))
    counts.copies += 1
    const at = copy % services.length
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const answer = await caller.post(services[at]?.url ?? '', fault ? `${key}-${at}` : key, amount)
      if (answer.status !== 409) {
        counts.replays += copy > 0 && answer.status === 201 ? 1 : 0
        counts.otherBodies += isOther ? 1 : 0
        return { ...answer, amount }
      }
      counts.inFlight += 1
      await sleep(IN_FLIGHT_PAUSE_MS)
    }
    return { status: 409, text: 'still in flight', paymentId: null, amount }
  })
  return Promise.all(copies)
}

/** The body that arrived first is the key's; usually that of the first copy, which was sent before the others. */
function judge(copies: readonly Copy[]): string[] {
  const accepted = copies.filter(({ status }) => status === 201)
  const texts = new Set(accepted.map(({ text }) => text))
  const own = accepted[0]?.amount
  const isAsExpected = ({ amount, status }: Copy) => status === (amount === own ? 201 : 422)
  return [
    ...(texts.size === 1 ? [] : [`${texts.size} different responses to one request`]),
    ...copies
      .filter((copy) => !isAsExpected(copy))
      .map(({ amount, status, text }) => {
        const body = amount === own ? 'the same body' : 'another body'
        return `${body} is answered ${status}: ${text.slice(0, 200)}`
      }),
  ]
}

/** Without money each key makes a failed payment; once there is money, it still answers with that. */
async function proveRefusedKeys(world: ProcessWorld, count: number, fault: boolean): Promise<string[]> {
  const poor = await openPayingCaller(world, '0')
  const url = world.services[0]?.url ?? ''
  const send = (round: string) =>
    Promise.all(
      Array.from({ length: count }, (_, key) => poor.post(url, fault ? `poor-${key}-${round}` : `poor-${key}`, AMOUNT)),
    )
  const before = await send('before')
  await poor.fund('10')
  const after = await send('after')
  const payments = await countPayments(world, poor)
  return [
    ...(payments === count ? [] : [`${count} refused keys made ${payments} payments`]),
    ...before.flatMap(({ status, text }, key) => [
      ...(status === 402 ? [] : [`without money the answer is ${status}: ${text.slice(0, 200)}`]),
      ...(after[key]?.text === text && after[key]?.status === status
        ? []
        : [`refused key ${key} is answered differently later`]),
    ]),
  ]
}
