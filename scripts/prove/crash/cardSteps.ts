/** Cards: issued, charged, cleared, returned, posted without being asked, voided, frozen and canceled; what is forgotten expires. */
import { advanceClock } from './bankAccountSteps.ts'
import { among, answering, type Body, mustSend, type Of, type Scene, type Step } from './steps.ts'

const DAY_S = 86_400
/** The clock brings it about: on the next banking day, over weekend and holiday. */
const NETWORK_WITHIN_S = 5 * DAY_S
const AUTHORIZED_WITHIN_S = 7 * DAY_S + 60
const [CHARGED, CLEARED, REFUNDED, POSTED, PUT_OFF] = [700, 650, 40, 30, 60] as const
/** What a round takes from the account for cards. */
export const SPENT = CLEARED - REFUNDED + POSTED
const TRANSACTIONS = 'cardTransactions'

const act = (verb: string, body: Body = { reason: 'A drill.' }): Step => ({
  ...{ name: `${verb} the card`, path: (of: Of) => `/cards/${of('card')}/${verb}`, body: () => body },
  points: answering('cards'),
})
const simulate = (name: string, verb: string, body: (of: Of) => Body, keeps?: string): Step => ({
  ...{ name, path: (of: Of) => `/cards/${of('card')}/simulate/${verb}`, body },
  points: answering(TRANSACTIONS, 'journals', 'positions'),
  ...(keeps === undefined ? {} : { keeps: { card_transaction_id: keeps } }),
})
const authorize = (name: string, amount_minor: number): Step =>
  simulate(`authorize the ${name}`, 'authorize', () => ({ amount_minor }), name)
const follow = (name: string, verb: string, amount_minor?: number): Step =>
  simulate(`${verb} of the ${name}`, verb, (of) => ({
    card_transaction_id: of(name),
    ...(amount_minor === undefined ? {} : { amount_minor }),
  }))

export const CHARGES: readonly Step[] = [
  {
    ...{ name: 'issue a card', path: () => '/cards', body: (of) => ({ wallet_id: of('wallet') }) },
    ...{ keeps: { card_id: 'card' }, points: answering('cards') },
  },
  authorize('charge', CHARGED),
  follow('charge', 'clearing', CLEARED),
  follow('charge', 'return', REFUNDED),
  simulate('post without asking', 'clearing', () => ({ amount_minor: POSTED }), 'posted'),
  authorize('voided', PUT_OFF),
  follow('voided', 'void'),
  {
    name: 'settle with the card network',
    ...advanceClock(NETWORK_WITHIN_S),
    points: among(TRANSACTIONS, 'journals', 'positions'),
  },
  authorize('forgotten charge', PUT_OFF),
  {
    name: 'expire the authorization',
    ...advanceClock(AUTHORIZED_WITHIN_S),
    points: among(TRANSACTIONS, 'journals', 'positions'),
  },
  ...[act('freeze'), act('unfreeze'), act('cancel')],
]

const ENDS: Readonly<Record<string, readonly [status: string, networkCents: number]>> = {
  ...{ charge: ['SETTLED', CLEARED - REFUNDED], posted: ['SETTLED', POSTED] },
  ...{ voided: ['VOIDED', 0], 'forgotten charge': ['EXPIRED', 0] },
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
  const { status } = await mustSend(scene, `/cards/${made.get('card')}`)
  if (status !== 'canceled') breaches.push(`the card is ${status} and was canceled`)
}
