/**
 * A bank outside, asked over its interface: it gets to know an account, and payments are handed over to it and followed. The service
 * dies before it asks, between the bank's word and its own record of it, and after that; the bank has everything once.
 */
import { type LithicServer, startLithicServer } from '../../bank/lithicServer.ts'
import type { ServiceProcess } from '../processWorld.ts'
import { treasury } from './bankAccountSteps.ts'
import { among, answering, type Body, mustSend, type Scene, type Step } from './steps.ts'

const [BANK, ACH] = ['bankAccounts', 'achPayments']
/** After so long the bank is asked again, and of what may only come back. */
const [LATER_MS, MUCH_LATER_MS] = [6 * 60_000, 7 * 3_600_000]
const [COLLECTED, WITHDRAWN] = [5_000, 1_200] as const
const TRACE = '091000010000001'

/** In the last of so many commits that write this: on either side of what was asked between them. */
function asked(collection: string, commits: number): readonly string[] {
  const before = Array.from({ length: commits - 1 }, () => [`beforeWrite:${collection}`, 'afterCommit']).flat()
  const last = [[`beforeWrite:${collection}`], [`beforeWrite:${collection}`, 'afterCommit']]
  return last.map((steps) => [...before, ...steps].map((step) => `commit:${step}`).join('>'))
}

/** One organization of a bank, and the service that asks it. */
export interface Outside {
  readonly bank: LithicServer
  readonly orgId: string
  readonly adminKey: string
}

type Row = { _id: string; externalToken?: string | null; origination?: string; stage?: string }
const rowOf = ({ world, made }: Scene, collection: string, name: string) =>
  world.database.collection<Row>(collection).findOne({ _id: made.get(name) ?? '' })
const later = ({ service }: Scene) => service.advance(LATER_MS)
const muchLater = ({ service }: Scene) => service.advance(MUCH_LATER_MS)

const handOver = (name: string, path: string, amount_minor: number, ...writes: string[]): Step => ({
  name: `hand over the ${name}`,
  path: () => treasury(path),
  body: (of) => ({
    ...{ external_bank_account_token: of('bank'), financial_account_token: of('issuing'), amount_minor },
  }),
  keeps: { payment_token: name },
  points: [...answering(ACH, 'positions', ...writes), ...asked(ACH, 2), ...asked(ACH, 3)],
  afterDeath: later,
  isOver: async (scene) => (await rowOf(scene, ACH, name))?.origination === 'accepted',
})

const report = (
  { bank }: Outside,
  name: string,
  stage: string,
  events: readonly string[],
  returnCode?: string,
): Step => ({
  name: `hear that the ${name} is ${stage}`,
  path: null,
  async prepare({ made }) {
    for (const type of events)
      bank.report(made.get(name) ?? '', type, { trace: TRACE, ...(returnCode === undefined ? {} : { returnCode }) })
  },
  act: later,
  points: [...among(ACH, 'events'), ...events.slice(1).flatMap((_, index) => asked(ACH, index + 2))],
  afterDeath: later,
  isOver: async (scene) => (await rowOf(scene, ACH, name))?.stage === stage,
})

const ORIGINATION = ['REVIEWED', 'PROCESSED', 'SETTLED'].map((word) => `ACH_ORIGINATION_${word}`)

export const outsideSteps = (outside: Outside): readonly Step[] => [
  {
    name: 'make a bank account known',
    path: () => treasury('external-bank-accounts'),
    body: () => ({
      ...{ routing_number: '021000021', account_number: String(10_000_000 + Math.floor(Math.random() * 89_999_999)) },
      ...{ type: 'CHECKING', owner: 'Acme', owner_type: 'BUSINESS', verification_method: 'EXTERNALLY_VERIFIED' },
    }),
    keeps: { token: 'bank' },
    points: [...answering(BANK, 'positions'), ...asked(BANK, 2)],
    afterDeath: later,
    isOver: async (scene) => (await rowOf(scene, BANK, 'bank'))?.externalToken != null,
  },
  handOver('collection', 'fund', COLLECTED),
  report(outside, 'collection', 'released', [...ORIGINATION, 'ACH_ORIGINATION_RELEASED']),
  handOver('withdrawal', 'withdraw', WITHDRAWN, 'journals'),
  report(outside, 'withdrawal', 'settled', ORIGINATION),
  // It closes the bank account, too: the next round links another.
  { ...report(outside, 'withdrawal', 'returned', ['ACH_RETURN_PROCESSED'], 'R03'), act: muchLater },
]

/** From now on the service has a bank outside, at which another organization is enrolled. */
export async function openOutside(service: ServiceProcess, { world }: Pick<Scene, 'world'>): Promise<Outside> {
  const bank = await startLithicServer()
  const organization = await world.addOrganization('Outside')
  bank.enrol(organization.orgId)
  Object.assign(service.settings, { LITHIC_API_KEY_TEST: bank.apiKey, LITHIC_URL_TEST: bank.url })
  await service.restart()
  return { bank, ...organization }
}

/** The bank has each once, and what was collected is there: the withdrawal came back. */
export async function outsideEnds(scene: Scene, { bank }: Outside, rounds: number): Promise<void> {
  const { breaches, made } = scene
  const { balances } = await mustSend(scene, treasury(`balances?financial_account_token=${made.get('issuing')}`))
  const [balance] = balances as Body[]
  const expected = rounds * COLLECTED
  if (balance?.available_amount_minor !== expected || balance.total_amount_minor !== expected)
    breaches.push(`at a bank outside there are ${JSON.stringify(balance)}, and ${expected} were left`)
  const had = (all: Iterable<Body>, name: string) =>
    [...all].filter((one) => one.user_defined_id === made.get(name)).length
  const counts = [had(bank.bankAccounts.values(), 'bank')]
  for (const name of ['collection', 'withdrawal']) counts.push(had(bank.payments.values(), name))
  if (counts.join() !== '1,1,1')
    breaches.push(`the bank has ${counts} of a bank account, a collection and a withdrawal`)
  if (bank.undocumented.length > 0) breaches.push(`the bank does not know ${bank.undocumented}`)
}
