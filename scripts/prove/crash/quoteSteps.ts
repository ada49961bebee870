/** Quotes of conversions: canceled, expired, and parked for an approval that is given, refused, or never decided. */
import { advanceClock, treasury } from './bankAccountSteps.ts'
import { among, answering, mustSend, type Of, type Scene, type Step } from './steps.ts'

const QUOTE_S = 60
/** Further than the clock of an organization goes. */
const NEVER_MS = 20 * 365 * 86_400_000
export const QUOTES = 'quotes'
const PATH = 'conversions/quotes'
/** What a round takes from the account for cards. */
export const CONVERTED = 150

const quote = (name: string, by: Pick<Step, 'by'> = {}): Step => ({
  ...by,
  name: `quote the ${name}`,
  path: () => treasury(PATH),
  body: (of) => ({
    ...{ from_amount_minor: CONVERTED, to_token: 'USDC', to_chain: 'base' },
    wallet_id: of('wallet of the treasurer'),
  }),
  keeps: { quote_id: name },
  points: answering(QUOTES, 'positions'),
})
/** A machine that is busy may need longer than its minute to start again. */
const lastingLonger = (name: string): Pick<Step, 'prepare'> => ({
  async prepare({ world, made }) {
    const expiresAt = new Date(Date.now() + NEVER_MS)
    const quotes = world.database.collection<{ _id: string }>(QUOTES)
    await quotes.updateOne({ _id: made.get(name) ?? '' }, { $set: { expiresAt, dueAt: expiresAt } })
  },
})
/** An agent executes it, and a person has to approve that. */
const ask = (name: string): Step => ({
  ...{ name: `ask for the ${name}`, by: 'agent', ...lastingLonger(name) },
  path: (of) => treasury(`${PATH}/${of(name)}/execute`),
  keeps: { approval_id: `approval of the ${name}` },
  points: answering(QUOTES, 'approvals', 'positions'),
})
const decide = (name: string, verb: 'approve' | 'deny', ...writes: string[]): Step => ({
  name: `${verb} the ${name}`,
  path: (of) => `/approvals/${of(`approval of the ${name}`)}/${verb}`,
  points: answering('approvals', QUOTES, ...writes),
})
export const parkedConversion = (name: string): readonly Step[] => [quote(name, { by: 'agent' }), ask(name)]
export const readQuote = (scene: Scene, name: string) => mustSend(scene, treasury(`${PATH}/${scene.made.get(name)}`))

/** The approval of the last one expires with those of payments. */
export const QUOTED: readonly Step[] = [
  quote('withdrawn quote'),
  {
    ...{ name: 'cancel the quote', ...lastingLonger('withdrawn quote') },
    path: (of: Of) => treasury(`${PATH}/${of('withdrawn quote')}/cancel`),
    points: answering(QUOTES, 'positions'),
  },
  quote('forgotten quote'),
  { name: 'expire the quote', ...advanceClock(QUOTE_S + 1), due: 'quotes', points: among(QUOTES) },
  ...parkedConversion('approved conversion'),
  {
    ...decide('approved conversion', 'approve', 'payments', 'journals', 'positions'),
    isOver: async (scene) => (await readQuote(scene, 'approved conversion')).delivered_at !== null,
  },
  ...[...parkedConversion('denied conversion'), decide('denied conversion', 'deny')],
  ...parkedConversion('undecided conversion'),
]

const ENDS: Readonly<Record<string, string>> = {
  ...{ 'withdrawn quote': 'canceled', 'forgotten quote': 'expired', 'approved conversion': 'executed' },
  ...{ 'denied conversion': 'canceled', 'undecided conversion': 'canceled' },
}

export async function quotesEnd(scene: Scene): Promise<void> {
  for (const [name, wanted] of Object.entries(ENDS)) {
    const { status } = await readQuote(scene, name)
    if (status !== wanted) scene.breaches.push(`the ${name} is ${status} and should be ${wanted}`)
  }
}
