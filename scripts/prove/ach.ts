/**
 * Payments over ACH (domain 1.6, 8.7 row 8): random sequences of every event, with withdrawals in between, by the rules that
 * commits use; and the same through two services at once, which race for every balance. What came back has left nothing, no
 * balance is below zero, dollars are neither made nor lost, and the audit says so of the database. `--fault` decides steps by
 * balances as they were before the last one.
 */
import type { Service } from '../../gateway/compose.ts'
import type { UsdPosition } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { EMPTY_USD_BALANCES, EMPTY_USD_TOTALS } from '../../subgraphs/shared/ledger/accounts.ts'
import { isUsdPosting, type JournalEntry, requireBalanced } from '../../subgraphs/shared/ledger/journal.ts'
import { postUsd } from '../../subgraphs/shared/ledger/usdBalances.ts'
import { bookTransferred } from '../../subgraphs/shared/ledger/usdPostings.ts'
import type { AchPaymentRow } from '../../subgraphs/treasury/rules/achPayment.ts'
import { ACH_EVENT_TYPES } from '../../subgraphs/treasury/rules/achStates.ts'
import { takeStep } from '../../subgraphs/treasury/rules/achSteps.ts'
import { createOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const SEQUENCES = { ci: 2_000, full: 100_000 } as const
const RACES = { ci: 150, full: 10_000 } as const
const EVENTS_OF_SEQUENCE = 24
const AT_ONCE = 24
const CODES = ['R01', 'R02', 'R10', 'R29'] as const
const FA = 'fa_1'
const AT = new Date('2026-01-05T15:00:00.000Z')

const SYNC = 'mutation ($input: SyncAccountHolderInput!) { syncAccountHolder(input: $input) { created } }'
const LINK =
  'mutation ($input: LinkExternalBankAccountInput!) { linkExternalBankAccount(input: $input) { externalBankAccount { id } } }'
const FUND = 'mutation ($input: FundTreasuryInput!) { fundTreasury(input: $input) { treasuryPayment { id } } }'
const WITHDRAW =
  'mutation ($input: WithdrawTreasuryInput!) { withdrawTreasury(input: $input) { treasuryPayment { id } } }'
const ADVANCE =
  'mutation ($input: SimulateTreasuryPaymentEventInput!) { simulateTreasuryPaymentEvent(input: $input) { replayed } }'
const RETURN = 'mutation ($input: SimulateTreasuryReturnInput!) { simulateTreasuryReturn(input: $input) { replayed } }'
const CANCEL = 'mutation ($input: CancelTreasuryPaymentInput!) { cancelTreasuryPayment(input: $input) { replayed } }'
const UNPAUSE =
  'mutation ($input: ChangeExternalBankAccountInput!) { unpauseExternalBankAccount(input: $input) { replayed } }'

export async function proveAch({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const breaches: string[] = []
  let [steps, returned] = [0, 0]
  const sequences = fault ? 200 : SEQUENCES[size]
  for (let sequence = 0; sequence < sequences; sequence++) {
    const ran = runSequence(random, fault)
    steps += ran.steps
    returned += ran.returned
    breaches.push(...ran.breaches.map((breach) => `sequence ${sequence}: ${breach}`))
  }
  if (fault) return { figures: { sequences, steps, returned }, breaches }
  const world = await openWorld({ chains: [] })
  try {
    const services = await Promise.all([world.open(), world.open()])
    const acts = await raceAll(services, random, RACES[size])
    breaches.push(...(await world.audit()).filter((line) => !line.includes('nothing was there to check')))
    return { figures: { sequences, steps, returned, acts }, breaches }
  } finally {
    await world.close()
  }
}

function newPayment(index: number): AchPaymentRow {
  return {
    ...{ _id: `tpay_${index}`, v: 1, orgId: 'org_1', mode: 'test', direction: 'DEBIT', method: 'ACH_NEXT_DAY' },
    ...{ secCode: 'CCD', holdDays: 2, amount: BigInt(100 + 7 * index), stage: 'reviewed', status: 'PENDING' },
    ...{ result: 'APPROVED', failureCode: null, returnCode: null, financialAccountId: FA, bankAccountId: 'eba_1' },
    ...{ companyId: null, descriptor: 'x', memo: null, userDefinedId: null, retryOf: null, retriedBy: null },
    ...{ firstOf: `tpay_${index}`, retries: 0, agentId: null, walletId: null, approvalId: null, schedule: null },
    ...{ events: [], behaviour: null, origination: 'accepted', settledAt: null, returnedAt: null, dueAt: null },
    ...{ createdAt: AT, updatedAt: AT },
  }
}

/** A few collections, to which events happen in any order; the tables take those that are possible. */
function runSequence(random: () => number, fault: boolean) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  let position: Omit<UsdPosition, '_id' | 'v'> = {
    ...{ orgId: 'org_1', mode: 'test', holderId: 'ah_1', day: null, month: null, returns: [], bankAccounts: [] },
    ...{ accounts: { [FA]: EMPTY_USD_BALANCES }, totals: EMPTY_USD_TOTALS },
  }
  const payments = [0, 1, 2].map(newPayment)
  const journals: JournalEntry[] = []
  const breaches: string[] = []
  let before = position
  let steps = 0
  for (let event = 0; event < EVENTS_OF_SEQUENCE; event++) {
    if (random() < 0.15) {
      const spent = spend(position, event, random)
      if (spent !== null) position = { ...position, ...postUsd(position, spent) }
    }
    const index = Math.floor(random() * payments.length)
    const type = pick(ACH_EVENT_TYPES)
    const step = takeStep(
      payments[index] as AchPaymentRow,
      fault ? before : position,
      {
        ...{
          type,
          result: random() < 0.1 ? 'DECLINED' : 'APPROVED',
          detailedResults: [],
          externalId: null,
          createdAt: AT,
        },
        ...(type === 'ACH_RETURN_PROCESSED' && { returnCode: pick(CODES) }),
      },
      AT,
    )
    if (step === null) continue
    steps += 1
    payments[index] = step.row
    before = position
    position = { ...step.position, accounts: position.accounts, totals: position.totals }
    for (const journal of step.journals)
      try {
        requireBalanced(journal)
        const next = postUsd(position, journal)
        const isOwed = next.totals.deficit > position.totals.deficit
        if (isOwed && (next.accounts[FA]?.available ?? 0n) > 0n)
          breaches.push(`${journal.postingKey} owes what is there`)
        position = { ...position, ...next }
        journals.push(journal)
      } catch (error) {
        breaches.push(error instanceof Error ? error.message : String(error))
      }
  }
  const back = payments.filter(({ status }) => status === 'RETURNED')
  const left = back.flatMap(({ _id }) => {
    const effect = effectOf(journals.filter(({ reference }) => reference.id === _id))
    return effect === 0n ? [] : [`${_id} came back and has left ${effect}`]
  })
  return { steps, returned: back.length, breaches: [...breaches, ...left] }
}

/** A part of what is available goes to another account. */
function spend(
  { accounts, totals }: Pick<UsdPosition, 'accounts' | 'totals'>,
  number: number,
  random: () => number,
): JournalEntry | null {
  const { available } = accounts[FA] ?? EMPTY_USD_BALANCES
  const amount = BigInt(Math.floor(random() * Number(available)))
  const from = { mode: 'test', financialAccount: FA, amount } as const
  return amount === 0n ? null : bookTransferred(`btr_${number}`, from, 'fa_2', totals.deficit)
}

const effectOf = (journals: readonly JournalEntry[]): bigint =>
  journals
    .flatMap(({ lines }) => lines.filter(isUsdPosting))
    .filter(({ account }) => ['2010', '2011', '2013', '1030'].includes(account))
    .reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount), 0n)

/** Acts of every kind on few payments of one organization, many at once; refusals are part of it. */
async function raceAll(services: readonly Service[], random: () => number, count: number): Promise<number> {
  const [first] = services as [Service, ...Service[]]
  const { admin } = await createOrganization(first, 'ACH')
  const run = <T>(source: string, input: object) =>
    execute<T>((services[Math.floor(random() * services.length)] as Service).subgraphs.treasury, admin, source, {
      input,
    })
  await run(SYNC, {})
  const bank = await linked(run)
  const payments: string[] = []
  const keep = async (source: string, amountMinor: number) => {
    const made = await run<Record<string, { treasuryPayment: { id: string } }>>(source, {
      amountMinor,
      externalBankAccountToken: bank,
    })
    payments.push(Object.values(made)[0]?.treasuryPayment.id ?? '')
  }
  const act = async () => {
    const [kind, amount] = [random(), 1 + Math.floor(random() * 2_000)]
    const id = payments[Math.floor(random() * payments.length)]
    if (kind < 0.2 || id === undefined) await keep(FUND, amount)
    else if (kind < 0.3) await keep(WITHDRAW, amount)
    else if (kind < 0.75) await run(ADVANCE, { id })
    else if (kind < 0.9) await run(RETURN, { id, returnReasonCode: random() < 0.5 ? 'R10' : 'R01' })
    else if (kind < 0.95) await run(CANCEL, { id })
    else await run(UNPAUSE, { id: bank })
  }
  for (let done = 0; done < count; done += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => act().catch(allowRefusal)))
  return count
}

async function linked(run: <T>(source: string, input: object) => Promise<T>): Promise<string> {
  const form = {
    routingNumber: '021000021',
    accountNumber: '12345678',
    type: 'CHECKING',
    owner: 'Acme',
    ownerType: 'BUSINESS',
  }
  const { linkExternalBankAccount } = await run<{ linkExternalBankAccount: { externalBankAccount: { id: string } } }>(
    LINK,
    {
      ...form,
      verificationMethod: 'EXTERNALLY_VERIFIED',
    },
  )
  return linkExternalBankAccount.externalBankAccount.id
}

function allowRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}
