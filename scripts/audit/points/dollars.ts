/**
 * The dollars of organizations (20): positions are the fold of their journals, no balance but cash at the bank is ever below
 * zero, a payment over ACH that has ended without its money has moved none, a conversion takes dollars for tokens that are
 * delivered, and for no others, the card network is owed what it has not settled, and micro-deposits cost what their rounds tell.
 */
import type { Findings } from '../findings.ts'
import type { Journal, Line } from '../rows.ts'
import type { Source } from '../source.ts'

type Direction = Line['direction']
/** Accounts with a balance in the position: its name there, and the side that raises it. */
const ACCOUNTS: Readonly<Record<string, readonly [name: string, raisedBy: Direction, of: 'account' | 'organization']>> =
  {
    '1010': ['cash', 'debit', 'account'],
    '2010': ['available', 'credit', 'account'],
    '2011': ['pending', 'credit', 'account'],
    '2012': ['held', 'credit', 'account'],
    '2013': ['uncollected', 'credit', 'account'],
    '1020': ['receivable', 'debit', 'organization'],
    '1030': ['deficit', 'debit', 'organization'],
    '2014': ['conversionInFlight', 'credit', 'organization'],
    '2060': ['withdrawalClearing', 'credit', 'organization'],
  }
/** What the organization has, less what it owes: nothing of it is left of a payment that moved no money. */
const OWN: Readonly<Record<string, Direction>> = {
  ...{ '2010': 'credit', '2011': 'credit', '2013': 'credit', '2014': 'credit', '2060': 'credit', '1030': 'debit' },
}
const ENDED = ['RETURNED', 'DECLINED', 'CANCELED']

interface UsdLine extends Line {
  readonly mode: string
  readonly financialAccount: string | null
}

interface Position {
  readonly _id: string
  readonly accounts: Readonly<Record<string, Readonly<Record<string, bigint>>>>
  readonly totals: Readonly<Record<string, bigint>>
}

export function openDollars(findings: Findings) {
  const sums = new Map<string, bigint>()
  /** By payment: what it has left of its own, in cents. */
  const effects = new Map<string, bigint>()
  /** By quote: the tokens of the treasury that it has taken. */
  const delivered = new Map<string, bigint>()
  /** By card transaction: what the card network is owed for it, in cents. */
  const payable = new Map<string, bigint>()
  /** By bank account: what its micro-deposits have cost, in cents. */
  const costs = new Map<string, bigint>()
  const add = (to: Map<string, bigint>, key: string, amount: bigint) => to.set(key, (to.get(key) ?? 0n) + amount)
  return {
    add({ _id, orgId, reference, lines }: Journal): void {
      const touched = new Set<string>()
      for (const { account, direction, amount } of lines)
        if (account === '1110') add(delivered, reference.id, direction === 'credit' ? BigInt(amount) : -BigInt(amount))
      for (const { account, mode, financialAccount, direction, amount } of lines.filter(isUsd)) {
        const cents = BigInt(amount)
        if (account === '2040') {
          add(payable, reference.id, direction === 'credit' ? cents : -cents)
          if (payable.get(reference.id) === 0n) payable.delete(reference.id)
        }
        if (account === '5020') {
          add(costs, reference.id, direction === 'debit' ? cents : -cents)
          if (costs.get(reference.id) === 0n) costs.delete(reference.id)
        }
        const side = OWN[account]
        if (side !== undefined) {
          const signed = direction === 'credit' ? cents : -cents
          add(effects, reference.id, signed)
        }
        const place = ACCOUNTS[account]
        if (place === undefined) continue
        const [name, raisedBy, of] = place
        const key = `usd:${orgId}:${mode} ${of === 'account' ? financialAccount : ''} ${name}`
        add(sums, key, direction === raisedBy ? cents : -cents)
        if (name !== 'cash') touched.add(key)
      }
      for (const key of touched) {
        findings.checked(20)
        const sum = sums.get(key) ?? 0n
        if (sum < 0n) findings.breach(20, `${key} is ${sum} after ${_id}`)
      }
    },
    async end(source: Source): Promise<void> {
      const range = { _id: { $gte: 'usd:', $lt: 'usd;' } }
      let positions = 0
      for await (const page of source.pages<Position>('positions', { filter: range }))
        for (const position of page) {
          positions += 1
          compare(position, sums, findings)
        }
      if (positions === 0) findings.nothing(20, 'no organization has dollars')
      if (source.has('achPayments')) await endPayments(source, effects, findings)
      if (source.has('cardTransactions')) await endCards(source, payable, findings)
      if (source.has('bankAccounts')) await endBankAccounts(source, costs, findings)
      if (source.has('quotes')) await endQuotes(source, { effects, delivered }, findings)
    },
  }
}

const isUsd = (line: Line): line is UsdLine => line.token === 'USD'

function compare({ _id, accounts, totals }: Position, sums: ReadonlyMap<string, bigint>, findings: Findings): void {
  const check = (owner: string, name: string, stored: bigint) => {
    findings.checked(20)
    const posted = sums.get(`${_id} ${owner} ${name}`) ?? 0n
    if (stored !== posted)
      findings.breach(20, `${name} ${owner} of ${_id} is ${stored}, and its journals give ${posted}`)
  }
  for (const [name, , of] of Object.values(ACCOUNTS)) {
    if (of === 'organization') check('', name, BigInt(totals[name] ?? 0n))
    else for (const [id, balances] of Object.entries(accounts)) check(id, name, BigInt(balances[name] ?? 0n))
  }
}

async function endPayments(source: Source, effects: ReadonlyMap<string, bigint>, findings: Findings): Promise<void> {
  const projection = { status: 1, stage: 1, direction: 1, amount: 1 }
  type Payment = {
    readonly _id: string
    readonly status: string
    readonly stage: string
    readonly direction: string
    readonly amount: bigint
  }
  for await (const page of source.pages<Payment>('achPayments', { projection }))
    for (const { _id, status, stage, direction, amount } of page) {
      findings.checked(20)
      const effect = effects.get(_id) ?? 0n
      const wanted =
        ENDED.includes(status) || stage === 'awaiting_approval' ? 0n : effectOf(direction, stage, BigInt(amount))
      if (effect !== wanted)
        findings.breach(20, `${_id} is ${stage}, and its journals leave ${effect} instead of ${wanted}`)
    }
}

/** A collection is owed once its file has left; a withdrawal is gone once it is settled. */
function effectOf(direction: string, stage: string, amount: bigint): bigint {
  if (direction === 'DEBIT') return ['processed', 'settled', 'released'].includes(stage) ? amount : 0n
  return stage === 'settled' ? -amount : 0n
}

/** Those of earlier versions say nothing of the network. */
async function endCards(source: Source, payable: ReadonlyMap<string, bigint>, findings: Findings): Promise<void> {
  type Charge = Readonly<Record<'clearedCents' | 'refundedCents' | 'networkCents', bigint>> & {
    readonly _id: string
    readonly kind: string
    readonly dueAt: Date | null
  }
  const filter = { networkCents: { $exists: true } }
  const projection = { kind: 1, clearedCents: 1, refundedCents: 1, networkCents: 1, dueAt: 1 }
  for await (const page of source.pages<Charge>('cardTransactions', { filter, projection }))
    for (const { _id, kind, clearedCents, refundedCents, networkCents, dueAt } of page) {
      findings.checked(20)
      const spent =
        kind === 'CREDIT_AUTHORIZATION' ? -BigInt(clearedCents) : BigInt(clearedCents) - BigInt(refundedCents)
      const [left, owed] = [payable.get(_id) ?? 0n, spent - BigInt(networkCents)]
      if (left !== owed) findings.breach(20, `${_id} owes the card network ${owed}, and its journals ${left}`)
      if ((owed !== 0n) !== (dueAt !== null))
        findings.breach(
          20,
          `${_id} owes the card network ${owed}, which is due at ${dueAt?.toISOString() ?? 'no time'}`,
        )
    }
}

/** Those of earlier versions have kept no cost. */
async function endBankAccounts(source: Source, costs: ReadonlyMap<string, bigint>, findings: Findings): Promise<void> {
  const filter = { lostCents: { $exists: true } }
  type Account = { readonly _id: string; readonly lostCents: bigint }
  for await (const page of source.pages<Account>('bankAccounts', { filter, projection: { lostCents: 1 } }))
    for (const { _id, lostCents } of page) {
      findings.checked(20)
      const cost = costs.get(_id) ?? 0n
      if (cost !== BigInt(lostCents))
        findings.breach(20, `micro-deposits to ${_id} have cost ${lostCents}, and the journals give ${cost}`)
    }
}

interface Quote {
  readonly _id: string
  readonly status: string
  readonly walletId: string
  readonly token: string
  readonly chain: string
  readonly fromCents: bigint
  readonly feeCents: bigint
  readonly toUnits: bigint
  readonly paymentId: string | null
  readonly deliveredAt: Date | null
}

const FEE_PART = 1_000n

async function endQuotes(
  source: Source,
  { effects, delivered }: Record<'effects' | 'delivered', ReadonlyMap<string, bigint>>,
  findings: Findings,
): Promise<void> {
  type Delivery = Readonly<Record<'_id' | 'quoteId' | 'walletId' | 'token' | 'chain' | 'status', string>> & {
    readonly amount: bigint
  }
  const projection = { quoteId: 1, walletId: 1, token: 1, chain: 1, status: 1, amount: 1 }
  for await (const page of source.pages<Quote>('quotes', {})) {
    const ids = { quoteId: { $in: page.map(({ _id }) => _id) } }
    const payments = Map.groupBy(await source.find<Delivery>('payments', ids, projection), ({ quoteId }) => quoteId)
    for (const quote of page) {
      findings.checked(20)
      const { _id, status, fromCents, feeCents, toUnits, paymentId, deliveredAt } = quote
      const own = payments.get(_id) ?? []
      const fee = (BigInt(fromCents) + FEE_PART - 1n) / FEE_PART
      const wanted = deliveredAt === null ? 0n : -BigInt(fromCents)
      const [effect, taken] = [effects.get(_id) ?? 0n, delivered.get(_id) ?? 0n]
      const isOwn = ({ walletId, token, chain, amount }: Delivery) =>
        walletId === quote.walletId && token === quote.token && chain === quote.chain && amount === toUnits
      const faults = [
        own.length === (paymentId === null ? 0 : 1) && own.every((one) => one._id === paymentId)
          ? null
          : `names ${paymentId}, and ${own.length} payments deliver it`,
        own.every(isOwn) ? null : `is delivered otherwise by ${paymentId}`,
        (status === 'executed') === own.some((one) => one.status !== 'failed')
          ? null
          : `is ${status}, and its payment ${own[0]?.status}`,
        BigInt(feeCents) === (fee < 1n ? 1n : fee) ? null : `has a fee of ${feeCents} for ${fromCents}`,
        effect === wanted ? null : `leaves ${effect} cents instead of ${wanted}`,
        taken === (deliveredAt === null ? 0n : BigInt(toUnits)) ? null : `has taken ${taken} of the treasury`,
      ]
      for (const fault of faults) if (fault !== null) findings.breach(20, `${_id} ${fault}`)
    }
  }
}
