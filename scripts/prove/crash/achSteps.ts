/** Payments over ACH: collected, withdrawn, returned at each stage, tried again, declined, canceled, and parked. */
import { advanceClock, treasury } from './bankAccountSteps.ts'
import { parkedConversion, QUOTES, readQuote } from './quoteSteps.ts'
import { among, answering, type Body, mustSend, type Of, type Scene, type Step } from './steps.ts'
import { stopAndLift } from './stopSteps.ts'

const DAY_S = 86_400
/** What waits for a person waits for a day. */
const APPROVAL_WITHIN_S = DAY_S + 60
const ACH = 'achPayments'

/** Over weekend and holiday. */
const RELEASED_WITHIN_S = 8 * DAY_S

/** What stays in the account for cards at the end of a round. */
export const [COLLECTED, BY_CLOCK] = [5_000, 250] as const
const WITHDRAWN = 1_200
const RETURNED = 300
const PARKED = 90
const MOVED = 120

const collect = (name: string, amount_minor: number): Step => ({
  name: `collect the ${name}`,
  path: () => treasury('fund'),
  body: (of) => ({ external_bank_account_token: of('bank'), amount_minor }),
  keeps: { payment_token: name },
  points: answering(ACH, 'positions'),
})
const withdraw = (name: string, amount_minor: number): Step => ({
  name: `withdraw the ${name}`,
  path: () => treasury('withdraw'),
  body: (of) => ({
    ...{ external_bank_account_token: of('bank'), financial_account_token: of('issuing'), amount_minor },
  }),
  keeps: { payment_token: name },
  points: answering(ACH, 'journals', 'positions'),
})
const advance = (name: string, verb: string, body: Body = {}, writes: readonly string[] = ['journals']): Step => ({
  name: `${verb} the ${name}`,
  path: (of) => treasury(`simulate/payments/${of(name)}/advance`),
  body: () => body,
  points: answering(ACH, ...writes),
})
const comesBack = (name: string, return_reason_code: string, ...writes: string[]): Step => ({
  name: `return the ${name}`,
  path: (of) => treasury(`simulate/payments/${of(name)}/return`),
  body: () => ({ return_reason_code }),
  points: answering(ACH, 'journals', ...writes),
})
const act = (name: string, verb: string, keeps: Step['keeps'] = {}, ...writes: string[]): Step => ({
  ...{ name: `${verb} the ${name}`, path: (of: Of) => treasury(`payments/${of(name)}/${verb}`), keeps },
  points: answering(ACH, ...writes),
})
const moved = (from: string, to: string): Step => ({
  name: `book from ${from} to ${to}`,
  path: () => treasury('book-transfers'),
  body: (of) => ({
    ...{ from_financial_account_token: of(from), to_financial_account_token: of(to), amount_minor: MOVED },
  }),
  points: answering('bookTransfers', 'journals', 'positions'),
})
/** An agent asks for it, and it waits for a person. */
const ask = (name: string): Step => ({
  ...withdraw(name, PARKED),
  ...{ name: `ask for the ${name}`, by: 'agent', points: answering(ACH, 'approvals', 'positions') },
  keeps: { payment_token: name, approval_id: `approval of the ${name}` },
})
const decide = (name: string, verb: 'approve' | 'deny', ...writes: string[]): Step => ({
  name: `${verb} the ${name}`,
  path: (of) => `/approvals/${of(`approval of the ${name}`)}/${verb}`,
  body: () => ({}),
  points: answering('approvals', ACH, ...writes),
})

/** With a bank account that stays open. */
export const PAID: readonly Step[] = [
  collect('collection', COLLECTED),
  advance('collection', 'process'),
  advance('collection', 'settle'),
  advance('collection', 'release'),
  ...[moved('issuing', 'operating'), moved('operating', 'issuing')],
]

export const ENDED: readonly Step[] = [
  collect('declined', RETURNED),
  advance('declined', 'decline', { event_type: 'ACH_ORIGINATION_REVIEWED', decline_reason: 'ACCOUNT_INVALID' }, []),
  collect('rejected', RETURNED),
  advance('rejected', 'process'),
  advance('rejected', 'reject', { event_type: 'ACH_ORIGINATION_REJECTED' }),
  collect('canceled', RETURNED),
  act('canceled', 'cancel'),
  withdraw('taken back', PARKED),
  act('taken back', 'cancel', {}, 'journals'),
  ...[ask('approved'), decide('approved', 'approve', 'journals'), act('approved', 'cancel', {}, 'journals')],
  ...[ask('denied'), decide('denied', 'deny')],
  ask('forgotten'),
  {
    ...{ name: 'expire the approvals', ...advanceClock(APPROVAL_WITHIN_S) },
    points: among('approvals', ACH, QUOTES, 'events'),
  },
  collect('due', BY_CLOCK),
  {
    ...{ name: 'settle and release the due', ...advanceClock(RELEASED_WITHIN_S), due: 'bank' },
    points: among(ACH, 'journals', 'positions', 'events'),
  },
]

/** A kill switch on the agent that has asked: one waits for a person, one has not left yet. */
export const STOPPED: readonly Step[] = [
  ask('stopped'),
  ...[ask('halted'), decide('halted', 'approve', 'journals')],
  ...parkedConversion('stopped conversion'),
  ...stopAndLift('treasurer', 'agent', {
    points: [...among('approvals', QUOTES), ...among('journals')],
    async isOver(scene) {
      const stages = ['stopped', 'halted'].map(async (name) => (await readPayment(scene, name)).status)
      const conversion = await readQuote(scene, 'stopped conversion')
      return [...(await Promise.all(stages)), conversion.status].join() === 'CANCELED,CANCELED,canceled'
    },
  }),
]

/** Collections before settlement, before release and after it, and the withdrawal; the last two are held against the bank account. */
export const RETURNS: readonly Step[] = [
  withdraw('withdrawal', WITHDRAWN),
  advance('withdrawal', 'process', {}, []),
  advance('withdrawal', 'settle'),
  collect('unpaid', RETURNED),
  advance('unpaid', 'process'),
  comesBack('unpaid', 'R01'),
  act('unpaid', 'retry', { payment_token: 'retried' }, 'positions'),
  advance('retried', 'process'),
  advance('retried', 'settle'),
  comesBack('retried', 'R01', 'positions'),
  collect('disputed', RETURNED),
  ...['process', 'settle', 'release'].map((verb) => advance('disputed', verb)),
  comesBack('disputed', 'R10', 'bankAccounts'),
  comesBack('withdrawal', 'R03', 'bankAccounts'),
]

const ENDS: Readonly<Record<string, readonly [status: string, events: number]>> = {
  ...{ collection: ['SETTLED', 5], withdrawal: ['RETURNED', 5], declined: ['DECLINED', 3], rejected: ['DECLINED', 4] },
  ...{ canceled: ['CANCELED', 3], 'taken back': ['CANCELED', 3], approved: ['CANCELED', 3], denied: ['DECLINED', 2] },
  ...{ stopped: ['CANCELED', 2], halted: ['CANCELED', 3], due: ['SETTLED', 5] },
  ...{ forgotten: ['CANCELED', 2], unpaid: ['RETURNED', 4], retried: ['RETURNED', 5], disputed: ['RETURNED', 6] },
}

const readPayment = (scene: Scene, name: string) => mustSend(scene, treasury(`payments/${scene.made.get(name)}`))

export async function paymentsEnd(scene: Scene): Promise<void> {
  for (const [name, [status, count]] of Object.entries(ENDS)) {
    const payment = await readPayment(scene, name)
    const events = (payment.events as unknown[]).length
    if (payment.status !== status || events !== count)
      scene.breaches.push(
        `the ${name} is ${payment.status} with ${events} events, and should be ${status} with ${count}`,
      )
  }
}
