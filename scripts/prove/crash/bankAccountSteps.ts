/** Bank accounts: linked, verified, paused, closed, and one whose amounts nobody names in time. */
import { among, answering, type Body, mustSend, type Of, type Scene, type Step } from './steps.ts'

export const treasury = (path: string) => `/treasury/${path}`
const EXTERNAL = 'external-bank-accounts'
const DAY_S = 86_400
/** The amounts can be named for ten days. */
const EXPIRES_WITHIN_S = 11 * DAY_S
const BANK = 'bankAccounts'

export const advanceClock = (seconds: number): Pick<Step, 'path' | 'body'> => ({
  path: () => '/test/clock/advance',
  body: () => ({ seconds }),
})

const link = (name: string): Step => ({
  name: `link the ${name}`,
  path: () => treasury(EXTERNAL),
  body: () => ({
    ...{ routing_number: '021000021', account_number: String(10_000_000 + Math.floor(Math.random() * 89_999_999)) },
    ...{ type: 'CHECKING', owner: 'Acme', owner_type: 'BUSINESS' },
  }),
  keeps: { token: name },
  points: answering(BANK, 'positions'),
})
const brought = (name: string, event: 'sent' | 'posted', ...writes: string[]): Step => ({
  name: `${event} to the ${name}`,
  path: (of) => treasury(`simulate/${EXTERNAL}/${of(name)}/micro-deposits`),
  body: () => ({ event }),
  points: answering(BANK, ...writes),
})
const act = (
  name: string,
  verb: string,
  body: (of: Of) => Body = () => ({ reason: 'A drill.' }),
  ...writes: string[]
): Step => ({
  ...{ name: `${verb} of the ${name}`, path: (of) => treasury(`${EXTERNAL}/${of(name)}/${verb}`), body },
  points: answering(BANK, ...writes),
})

/** The bank account of the payments that follow is linked, and has been paused. */
export const OPENED: readonly Step[] = [
  link('bank'),
  brought('bank', 'sent', 'journals'),
  brought('bank', 'posted'),
  {
    ...act('bank', 'verify-micro-deposits', (of) => ({ micro_deposits: JSON.parse(of('amounts')) })),
    prepare: readAmounts,
  },
  act('bank', 'pause'),
  act('bank', 'unpause'),
]

/** Another one is never verified. */
export const NEVER_VERIFIED: readonly Step[] = [
  link('other'),
  brought('other', 'sent', 'journals'),
  brought('other', 'posted'),
  { name: 'expire its amounts', ...advanceClock(EXPIRES_WITHIN_S), due: 'bank', points: among(BANK, 'events') },
  act('other', 'retry-micro-deposits', () => ({})),
  brought('other', 'sent', 'journals'),
  { ...brought('other', 'sent', 'journals'), name: 'return its amounts', body: () => ({ event: 'returned' }) },
  act('other', 'close', undefined, 'positions'),
]

async function readAmounts(scene: Scene): Promise<void> {
  const path = treasury(`simulate/${EXTERNAL}/${scene.made.get('bank')}/micro-deposits`)
  const { micro_deposits: amounts } = await mustSend(scene, path)
  scene.made.set('amounts', JSON.stringify(amounts))
}

export async function bankAccountsEnd(scene: Scene): Promise<void> {
  for (const [name, wanted] of [
    ['bank', 'CLOSED,R03,verified'],
    ['other', 'CLOSED,R03,returned'],
  ] as const) {
    const account = await mustSend(scene, treasury(`${EXTERNAL}/${scene.made.get(name)}`))
    const found = [account.state, account.last_return_reason_code, account.micro_deposit_status].join()
    if (found !== wanted) scene.breaches.push(`the ${name} is ${found} and should be ${wanted}`)
  }
}
