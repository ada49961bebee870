// Reliability 7.2 row 2: the service dies at every step of holds, the treasury and cards. A step that is new is not forgotten: each
// change that the interface offers, each kind of work that falls due, and each place that commits has one here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'
import { HOLD_STEPS } from '../../../scripts/prove/crash/holdSteps.ts'
import { type Outside, outsideSteps } from '../../../scripts/prove/crash/outsideSteps.ts'
import { TREASURY_STEPS } from '../../../scripts/prove/crash/treasurySteps.ts'
import { treasuryDueWork } from '../../../subgraphs/treasury/workers/dueWork.ts'

const STEPS = [...HOLD_STEPS, ...TREASURY_STEPS, ...outsideSteps({} as Outside)]
const TREASURY = join(import.meta.dirname, '..', '..', '..', 'subgraphs', 'treasury')

test('each operation that changes something of holds, the treasury and cards', () => {
  const paths = STEPS.flatMap(({ path, points, method = 'POST' }) =>
    path === null || points.length === 0 ? [] : [`${method} /api/v2${path((name) => name.replaceAll(' ', '-'))}`],
  )
  const changes = V2_ROWS.filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/v2\/(holds|treasury|cards)(\/|$)/.test(path),
  )
  const isThere = ({ method, path }: (typeof V2_ROWS)[number]) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return paths.some((one) => pattern.test(one))
  }
  expect(changes.length).toBeGreaterThan(30)
  expect(changes.filter((row) => !isThere(row)).map(({ path }) => path)).toEqual([])
})

test('each kind of work of the treasury that falls due', () => {
  const work = treasuryDueWork({ banks: { test: { isSimulated: true } } } as Parameters<typeof treasuryDueWork>[0])
  const due = new Set(STEPS.flatMap((step) => step.due ?? []))
  expect([...due].toSorted()).toEqual(work.map(({ name }) => name).toSorted())
})

/** Where each of these commits: in this step, or why in none. */
const COMMITS: Readonly<Record<string, string>> = {
  'services/ach/achStep.ts': 'settle and release the due',
  'services/ach/changePayment.ts': 'cancel the canceled',
  'services/ach/fund.ts': 'collect the collection',
  'services/ach/stopPayments.ts': 'stop the treasurer',
  'services/ach/withdraw.ts': 'withdraw the withdrawal',
  'services/bankAccounts/changeBankAccount.ts': 'pause of the bank',
  'services/bankAccounts/endedRounds.ts': 'no step: what banks outside return of rounds that have ended',
  'services/bankAccounts/followAtBank.ts': 'make a bank account known',
  'services/bankAccounts/linkBankAccount.ts': 'link the bank',
  'services/bankAccounts/screenOwner.ts': 'no step: other screening lists; the proof of screening',
  'services/bankAccounts/verifyMicroDeposits.ts': 'verify-micro-deposits of the bank',
  'services/bookTransfer.ts': 'book from issuing to operating',
  'services/cards/authorizeCard.ts': 'authorize the charge',
  'services/cards/changeCard.ts': 'freeze the card',
  'services/cards/clearCard.ts': 'clearing of the charge',
  'services/cards/expireCards.ts': 'expire the card',
  'services/cards/forcePost.ts': 'post without asking',
  'services/cards/issueCard.ts': 'issue the card',
  'services/cards/stopCards.ts': 'stop the wallet',
  'services/conversions/createQuote.ts': 'quote the withdrawn quote',
  'services/conversions/endQuotes.ts': 'expire the quote',
  'services/conversions/executeQuote.ts': 'ask for the approved conversion',
  'services/conversions/stopQuotes.ts': 'stop the treasurer',
  'services/reconcileTreasury.ts': 'reconcile what differs',
  'services/renewSecrets.ts': 'no step: an operator gives another master key; it is repeated until nothing is left',
  'services/simulate.ts': 'process the collection',
  'services/syncAccountHolder.ts': 'synchronize the account holder',
  'workers/followBank.ts': 'expire its amounts',
}

test('each file of the treasury that commits', () => {
  const files = readdirSync(TREASURY, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const commits = files.filter((file) => /submitPrepared[(<]/.test(readFileSync(join(TREASURY, file), 'utf8')))
  expect(commits.toSorted()).toEqual(Object.keys(COMMITS).toSorted())
  const names = new Set(STEPS.filter(({ points }) => points.length > 0).map(({ name }) => name))
  const unknown = Object.values(COMMITS).filter((name) => !name.startsWith('no step: ') && !names.has(name))
  expect(unknown).toEqual([])
})
