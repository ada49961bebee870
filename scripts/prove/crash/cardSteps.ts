/**
 * Cards: issued, charged, declined, cleared, returned, credited, posted without being asked, voided, frozen, stopped, canceled and
 * expired; what is forgotten expires.
 */
import { advanceClock } from './bankAccountSteps.ts'
import { among, answering, type Body, mustSend, type Of, type Scene, type Step } from './steps.ts'
import { stopAndLift } from './stopSteps.ts'

const DAY_S = 86_400
/** The clock brings it about: on the next banking day, over weekend and holiday. */
const NETWORK_WITHIN_S = 5 * DAY_S
const AUTHORIZED_WITHIN_S = 7 * DAY_S + 60
const [CHARGED, CLEARED, REFUNDED, POSTED, PUT_OFF, GIVEN] = [700, 650, 40, 30, 60, 20] as const
/** What a round takes from the account for cards. */
export const SPENT = CLEARED - REFUNDED + POSTED - GIVEN
/** In US dollars; whoever asks for more is declined. */
const LIMIT = 5
const TRANSACTIONS = 'cardTransactions'
const LAST_MS = 600_000

const issue = (name: string): Step => ({
  ...{ name: `issue the ${name}`, path: () => '/cards', body: (of: Of) => ({ wallet_id: of('wallet') }) },
  ...{ keeps: { card_id: name }, points: answering('cards') },
})
const act = (verb: string, body: Body = { reason: 'A drill.' }): Step => ({
  ...{ name: `${verb} the card`, path: (of: Of) => `/cards/${of('card')}/${verb}`, body: () => body },
  points: answering('cards'),
})
const simulate = (
  name: string,
  verb: string,
  body: (of: Of) => Body,
  keeps?: string,
  writes: readonly string[] = ['journals'],
): Step => ({
  ...{ name, path: (of: Of) => `/cards/${of('card')}/simulate/${verb}`, body },
  points: answering(TRANSACTIONS, ...writes, 'positions'),
  ...(keeps === undefined ? {} : { keeps: { card_transaction_id: keeps } }),
})
/** What holds no money. */
const askFor = (name: string, amount_minor: number, more: Body = {}): Step =>
  simulate(`authorize the ${name}`, 'authorize', () => ({ amount_minor, ...more }), name, [])
const authorize = (name: string, amount_minor: number): Step =>
  simulate(`authorize the ${name}`, 'authorize', () => ({ amount_minor }), name)
const follow = (name: string, verb: string, amount_minor?: number): Step =>
  simulate(`${verb} of the ${name}`, verb, (of) => ({
    card_transaction_id: of(name),
    ...(amount_minor === undefined ? {} : { amount_minor }),
  }))

export const CHARGES: readonly Step[] = [
  issue('card'),
  authorize('charge', CHARGED),
  follow('charge', 'clearing', CLEARED),
  follow('charge', 'return', REFUNDED),
  simulate('post without asking', 'clearing', () => ({ amount_minor: POSTED }), 'posted'),
  authorize('voided', PUT_OFF),
  follow('voided', 'void'),
  askFor('credit', GIVEN, { status: 'CREDIT_AUTHORIZATION' }),
  follow('credit', 'clearing'),
  askFor('inquiry', 0, { status: 'BALANCE_INQUIRY' }),
  {
    ...{ name: 'limit the card', method: 'PATCH', path: (of: Of) => `/cards/${of('card')}/limits` },
    ...{ body: () => ({ limit_per_tx: LIMIT }), points: answering('cards') },
  },
  askFor('excess', CHARGED),
  {
    ...{ name: 'settle with the card network', ...advanceClock(NETWORK_WITHIN_S), due: 'cardAuthorizations' },
    points: among(TRANSACTIONS, 'journals', 'positions'),
  },
  authorize('forgotten charge', PUT_OFF),
  {
    ...{ name: 'expire the authorization', ...advanceClock(AUTHORIZED_WITHIN_S), due: 'cardAuthorizations' },
    points: among(TRANSACTIONS, 'journals', 'positions'),
  },
  ...[act('freeze'), act('unfreeze')],
  ...stopAndLift('wallet', 'wallet', {
    points: among('cards', 'events'),
    isOver: async (scene) => (await statusOf(scene, 'card')) === 'frozen',
  }),
  act('cancel'),
  issue('old card'),
  {
    ...{ name: 'expire the card', ...advanceClock(LAST_MS / 1_000 + 1), due: 'cards', prepare: endsSoon },
    ...{ points: among('cards', 'positions', 'events') },
    isOver: async (scene) => (await statusOf(scene, 'old card')) === 'expired',
  },
]

/** A card lives for three years, and ten of them are all that a clock goes ahead. */
async function endsSoon(scene: Scene): Promise<void> {
  const { now } = await mustSend(scene, '/test/clock')
  const expiresAt = new Date(Date.parse(String(now)) + LAST_MS)
  const cards = scene.world.database.collection<{ _id: string }>('cards')
  await cards.updateOne({ _id: scene.made.get('old card') ?? '' }, { $set: { expiresAt, dueAt: expiresAt } } as object)
}

const statusOf = async (scene: Scene, card: string) => (await mustSend(scene, `/cards/${scene.made.get(card)}`)).status

const ENDS: Readonly<Record<string, readonly [status: string, networkCents: number]>> = {
  ...{ charge: ['SETTLED', CLEARED - REFUNDED], posted: ['SETTLED', POSTED] },
  ...{ voided: ['VOIDED', 0], 'forgotten charge': ['EXPIRED', 0], excess: ['DECLINED', 0] },
  ...{ credit: ['SETTLED', -GIVEN], inquiry: ['SETTLED', 0] },
}

/** The card network has taken what was cleared, less what was returned, once. */
export async function chargesEnd(scene: Scene): Promise<void> {
  const { breaches, made, world } = scene
  type Row = { _id: string; status: string; networkCents?: bigint; dueAt: Date | null }
  const transactions = world.database.collection<Row>(TRANSACTIONS)
  for (const [name, [status, cents]] of Object.entries(ENDS)) {
    const id = made.get(name) ?? ''
    const row = await transactions.findOne({ _id: id })
    const settled = { 'reference.id': id, type: 'card_network_settled' }
    const settlements = await world.database.collection('journals').countDocuments(settled)
    const found = [row?.status, Number(row?.networkCents ?? 0n), row?.dueAt, settlements].join()
    const wanted = [status, cents, null, cents === 0 ? 0 : 1].join()
    if (found !== wanted)
      breaches.push(`the ${name} has ${found} (status, cents, due, settlements) instead of ${wanted}`)
  }
  const status = await statusOf(scene, 'card')
  if (status !== 'canceled') breaches.push(`the card is ${status} and was canceled`)
}
