/** Deposits and plain holds: money arrives, is held, and is captured, given back, or left until the hold expires. */
import { waitUntil } from '../../waitUntil.ts'
import { PAYEE } from '../organization.ts'
import { advanceClock } from './bankAccountSteps.ts'
import { among, answering, mustSend, type Of, type Scene, type Step, WITHIN_MS } from './steps.ts'

const UNITS = 1_000_000
/** No other deposit is of this amount. */
const [DEPOSITED, WHOLE, PART, HELD] = ['1.01', '0.5', '0.3', '0.4'] as const
const HOLD_S = 60
const EXTENDED_S = 7_200
const units = (text: string): bigint => BigInt(Math.round(Number(text) * UNITS))
/** What a round leaves in the wallet. */
const LEFT = units(DEPOSITED) - units(WHOLE) - units(PART)

const settlement = (...steps: string[]) => steps.join('>')
const [CREDITED, SENT, BOOKED] = ['commit:beforeWrite:deposits', 'settlement:sent', 'commit:beforeWrite:payments']
const END_OF_BLOCK = ['settlement:blockApplied', 'settlement:cursorSaved']

const hold = (name: string, amount: string, seconds = 3_600): Step => ({
  name: `place the ${name}`,
  path: () => '/holds',
  body: (of) => ({
    ...{ wallet_id: of('wallet'), amount, token: 'USDC', chain: 'base', merchant: PAYEE },
    expires_in_seconds: seconds,
  }),
  keeps: { hold_id: name },
  points: answering('holds', 'journals', 'positions'),
})
const end = (name: string, verb: 'capture' | 'void', body: object, ...writes: string[]): Step => ({
  ...{ name: `${verb} the ${name}`, path: (of: Of) => `/holds/${of(name)}/${verb}`, body: () => ({ ...body }) },
  points: answering('holds', 'journals', 'positions', ...writes),
})
const capture = (name: string, amount: string): Step => {
  const { points, ...step } = end(name, 'capture', { amount }, 'payments')
  return {
    ...step,
    points: [
      ...points,
      ...['authorized', 'signed', 'stored', 'sent', 'accepted'].map((one) => `settlement:${one}`),
      ...[settlement(SENT, BOOKED), settlement(SENT, BOOKED, 'commit:beforeCommit')],
      ...[settlement(SENT, BOOKED, 'commit:afterCommit'), ...END_OF_BLOCK.map((one) => settlement(SENT, BOOKED, one))],
    ],
    async isOver(scene) {
      const { payment_id: id } = await mustSend(scene, `/holds/${scene.made.get(name)}`)
      return (await mustSend(scene, `/payments/${id}`)).status === 'completed'
    },
  }
}

/** It locks nothing more: the money stays where it is, and longer. */
const extend = (name: string): Step => ({
  name: `extend the ${name}`,
  path: (of) => `/holds/${of(name)}/extend`,
  body: () => ({ expires_in_seconds: EXTENDED_S }),
  points: answering('holds', 'positions'),
  async isOver(scene) {
    const { created_at: from, expires_at: until } = await mustSend(scene, `/holds/${scene.made.get(name)}`)
    return Date.parse(String(until)) - Date.parse(String(from)) >= EXTENDED_S * 1_000
  },
})

export const HOLD_STEPS: readonly Step[] = [
  {
    name: 'deposit',
    path: () => '/test/faucet',
    body: (of) => ({ wallet_id: of('wallet'), amount: DEPOSITED }),
    points: [
      ...among('nonceSlots', 'idempotency'),
      ...among('deposits', 'journals', 'positions', 'events'),
      ...END_OF_BLOCK.map((one) => settlement(CREDITED, one)),
    ],
    isOver: async (scene) => (await depositsOf(scene)) >= Number(scene.made.get('deposits')) + 1,
  },
  ...[hold('whole hold', WHOLE), capture('whole hold', WHOLE)],
  ...[hold('part hold', HELD), capture('part hold', PART)],
  ...[hold('voided hold', HELD), extend('voided hold'), end('voided hold', 'void', { reason: 'A drill.' })],
  hold('expired hold', HELD, HOLD_S),
  { name: 'expire the hold', ...advanceClock(HOLD_S + 1), points: among('holds', 'journals', 'positions', 'events') },
]

const depositsOf = ({ world, made }: Scene): Promise<number> =>
  world.database.collection('deposits').countDocuments({ walletId: made.get('wallet'), amount: units(DEPOSITED) })

/** What the wallet has now. */
export async function beforeHolds(scene: Scene): Promise<bigint> {
  scene.made.set('deposits', String(await depositsOf(scene)))
  return (await balanceOf(scene)).available
}

interface Balance {
  readonly available: bigint
  readonly held: bigint
  readonly inFlight: bigint
}

async function balanceOf({ world, made }: Scene): Promise<Balance> {
  const positions = world.database.collection<{ balances: Record<string, Balance> }>('positions')
  const row = await positions.findOne({ walletId: made.get('wallet') })
  const { available = 0n, held = 0n, inFlight = 0n } = row?.balances['base:USDC'] ?? {}
  return { available: BigInt(available), held: BigInt(held), inFlight: BigInt(inFlight) }
}

const ENDS: Readonly<Record<string, string>> = {
  'whole hold': `captured,,${WHOLE}`,
  'part hold': `captured,,${PART}`,
  'voided hold': 'voided,requested,0',
  'expired hold': 'voided,expired,0',
}

/** Everything once: one deposit, each hold ended in its way, and what is left of the money is all available. */
export async function holdsEnd(scene: Scene, before: bigint): Promise<void> {
  const { breaches, made } = scene
  const wanted = `${before + LEFT},0,0`
  const read = async () => Object.values(await balanceOf(scene)).join()
  // What is mined last is booked with the block that follows.
  await waitUntil('the wallet is at rest', async () => (await read()) === wanted, WITHIN_MS).catch(async () =>
    breaches.push(`the wallet has ${await read()} (available, held, in flight) instead of ${wanted}`),
  )
  const deposits = (await depositsOf(scene)) - Number(made.get('deposits'))
  if (deposits !== 1) breaches.push(`a mint became ${deposits} deposits`)
  for (const [name, end] of Object.entries(ENDS)) {
    const { status, void_reason: reason, captured_amount: captured } = await mustSend(scene, `/holds/${made.get(name)}`)
    const found = [status, reason, Number(captured)].join()
    if (found !== end) breaches.push(`the ${name} is ${found} and should be ${end}`)
  }
}
