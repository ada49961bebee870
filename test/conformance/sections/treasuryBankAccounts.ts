/** Domain 1.3: external bank accounts, and the two amounts by which their owners verify them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
  typesOf,
} from '../../support/scene.ts'
import {
  bankAccountForm,
  linkedAccount,
  NUMBERS,
  newNumber,
  synchronized,
  verifiedAccount,
} from '../../support/treasuryScene.ts'

export function treasuryBankAccounts(given: Given): void {
  describe('A.9 external bank accounts', () => {
    let scene: Scene
    let agent: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Bank accounts')
      agent = (await openAgent(scene, { capabilities: ['treasury'] })).caller
      await synchronized(scene)
    })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const simulate = (token: string, event: string) => call('simulateMicroDeposits', { token, event }, scene.owner)
    const amounts = async (token: string) =>
      done(await call('simulatedMicroDeposits', { token }, agent)).body.micro_deposits as [number, number]
    const verify = (token: string, micro_deposits: unknown, by = agent) =>
      call('verifyMicroDeposits', { token, micro_deposits }, by)
    /** Linked, in an organization of its own: each has at most ten. */
    const fresh = async (name: string, changes: Body = {}) => {
      const own = await openScene(given, name)
      const { token } = await linkedAccount(own, changes)
      return { own, token }
    }

    test('linked: it waits for its amounts, and its number is never shown again', async () => {
      const number = newNumber()
      const answer = await call('linkBankAccount', bankAccountForm({ account_number: number, name: 'Main' }), agent)
      const { body } = created(scene, answer, 201, `/api/v2/treasury/external-bank-accounts/${answer.body.token}`)
      expect(body).toMatchObject({
        ...{ token: expect.stringMatching(/^eba_/), state: 'ENABLED', verification_state: 'PENDING', country: 'USA' },
        ...{ micro_deposit_status: 'created', attempts_remaining: 3, last_four: number.slice(-4), currency: 'USD' },
        ...{ verification_method: 'MICRO_DEPOSIT', is_paused: false, owner: 'Acme Inc', name: 'Main' },
      })
      expect(answer.text).not.toContain(number)
      const read = done(await call('getBankAccount', { token: body.token }, scene.owner))
      expect(read.body).toEqual(body)
      expect(rowsIn(done(await call('listBankAccounts', { state: 'ENABLED' }, agent)))).toContainEqual(body)
      expect(rowsIn(done(await call('listBankAccounts', { verification_state: 'ENABLED' }, agent)))).toEqual([])
      const events = await eventsOf(scene, body.token)
      expect(typesOf(events)).toEqual(['treasury.bank_account.updated'])
      expect(JSON.stringify(events)).not.toContain(number)
      const again = { account_number: number }
      const details = { reason: 'duplicate', existing_token: body.token }
      refused(await call('linkBankAccount', bankAccountForm(again), scene.owner), 409, 'conflict', details)
      refused(await verify(textIn(body, 'token'), [1, 2]), 409, 'conflict', { reason: 'micro_deposits_not_sent' })
      refused(await call('simulatedMicroDeposits', { token: body.token }, agent), 409, 'conflict')
    })

    test.each([
      ['routing_number', '021000022'],
      ['account_number', '12'],
      ['owner', ' '],
      ['country', 'CAN'],
      ['dob', '1980-01-01'],
    ])('a wrong %s is refused by its name', async (field, value) => {
      refusedField(await call('linkBankAccount', bankAccountForm({ [field]: value }), agent), field)
    })

    test('whoever is on a sanctions list is not linked', async () => {
      const form = bankAccountForm({ owner: 'Volkov Trading House' })
      const answer = await call('linkBankAccount', form, agent)
      if (answer.refused !== null) refused(answer, 403, 'compliance_denied')
      refused(
        await call('linkBankAccount', bankAccountForm({ financial_account_token: 'fa_none' }), agent),
        404,
        'not_found',
      )
    })

    test('told rightly, in any order, it is verified, and telling again changes nothing', async () => {
      const { token } = await linkedAccount(scene)
      expect(done(await simulate(token, 'sent')).body).toMatchObject({ micro_deposit_status: 'sent' })
      const [one, other] = await amounts(token)
      expect(one).not.toBe(other)
      for (const amount of [one, other]) expect(amount >= 1 && amount <= 99).toBe(true)
      expect(done(await simulate(token, 'posted')).body).toMatchObject({ micro_deposit_status: 'posted' })
      refused(await simulate(token, 'sent'), 409, 'conflict', { reason: 'not_a_next_event' })
      const { body } = done(await verify(token, [other, one]))
      expect(body).toMatchObject({ verified: true, verification_state: 'ENABLED', micro_deposit_status: 'verified' })
      expect(done(await verify(token, [1, 1])).body).toMatchObject({ verified: true })
    })

    test('three wrong pairs and no more, also at once; then three rounds, also where it is closed and linked anew', async () => {
      const account_number = newNumber()
      const { own, token } = await fresh('Guesses', { account_number })
      const { owner } = own
      const ask = (operation: Parameters<Scene['carrier']['call']>[0], more: object = {}) =>
        own.carrier.call(operation, { token, ...more }, owner)
      for (let round = 1; round <= 3; round++) {
        done(await ask('simulateMicroDeposits', { event: 'sent' }))
        const [right] = done(await ask('simulatedMicroDeposits')).body.micro_deposits as number[]
        const wrong = [Number(right) === 1 ? 2 : 1, Number(right) === 99 ? 98 : 99]
        refusedField(await ask('verifyMicroDeposits', { micro_deposits: [1] }), 'micro_deposits')
        refusedField(await ask('verifyMicroDeposits', { micro_deposits: [0, 100] }), 'micro_deposits')
        const guesses = Array.from({ length: 8 }, () => ask('verifyMicroDeposits', { micro_deposits: wrong }))
        const answers = await Promise.all(guesses)
        const types = answers.map((answer) => answer.refused?.type)
        expect(types.filter((type) => type === 'micro_deposit_mismatch')).toHaveLength(2)
        expect(types.filter((type) => type === 'micro_deposit_attempts_exceeded')).toHaveLength(6)
        const left = answers.flatMap((answer) =>
          answer.refused?.type === 'micro_deposit_mismatch' ? [answer.refused.details.attempts_remaining] : [],
        )
        expect(left.toSorted()).toEqual([1, 2])
        const read = done(await ask('getBankAccount')).body
        expect(read).toMatchObject({ verification_state: 'FAILED_VERIFICATION', verification_attempts: 3 })
        expect(read).toMatchObject({
          verification_failed_reason: 'max_attempts_exceeded',
          micro_deposit_status: 'failed',
        })
        if (round === 2) {
          const { caller } = await openAgent(own, { capabilities: ['treasury'] })
          const byAgent = await own.carrier.call('retryMicroDeposits', { token }, caller)
          refused(byAgent, 409, 'conflict', { reason: 'last_round', required: 'organization' })
        }
        const retry = await ask('retryMicroDeposits')
        if (round < 3)
          expect(done(retry).body).toMatchObject({ micro_deposit_status: 'created', attempts_remaining: 3 })
        else refused(retry, 409, 'conflict', { reason: 'rounds_used' })
      }
      done(await ask('closeBankAccount', { reason: 'Another try.' }))
      const again = await own.carrier.call('linkBankAccount', bankAccountForm({ account_number }), owner)
      refused(again, 409, 'conflict', { reason: 'rounds_used' })
    })

    test('amounts that the operating account has to pay wait until it can', async () => {
      const { own, token } = await fresh('Unpaid amounts', { account_number: NUMBERS.microUnpaid })
      done(await own.carrier.call('advanceTestClock', { seconds: 5 * 86_400 }, own.owner))
      expect(done(await own.carrier.call('getBankAccount', { token }, own.owner)).body).toMatchObject({
        ...{ verification_state: 'INSUFFICIENT_FUNDS', verification_failed_reason: 'operating_balance_too_low' },
      })
      const told = { token, micro_deposits: [1, 2] }
      refused(await own.carrier.call('verifyMicroDeposits', told, own.owner), 409, 'conflict', { reason: 'not_paid' })
      const again = done(await own.carrier.call('retryMicroDeposits', { token }, own.owner)).body
      expect(again).toMatchObject({ verification_state: 'PENDING', micro_deposit_status: 'created' })
    })

    test('rounds that were never sent use up none of the three, and are tried no more than ten times', async () => {
      const { own, token } = await fresh('Never sent', { account_number: newNumber() })
      const ask = (operation: Parameters<Scene['carrier']['call']>[0], more: object = {}) =>
        own.carrier.call(operation, { token, ...more }, own.owner)
      for (let tried = 1; tried < 10; tried++) {
        done(await ask('simulateMicroDeposits', { event: 'returned' }))
        expect(done(await ask('retryMicroDeposits')).body).toMatchObject({ micro_deposit_status: 'created' })
      }
      done(await ask('simulateMicroDeposits', { event: 'returned' }))
      refused(await ask('retryMicroDeposits'), 409, 'conflict', { reason: 'rounds_not_sent' })
    })

    test('what the bank returns is not verified', async () => {
      const { own, token } = await fresh('Returned amounts', { account_number: NUMBERS.microReturned })
      done(await own.carrier.call('simulateMicroDeposits', { token, event: 'sent' }, own.owner))
      const { body } = done(await own.carrier.call('simulateMicroDeposits', { token, event: 'returned' }, own.owner))
      expect(body).toMatchObject({ verification_state: 'FAILED_VERIFICATION', verification_failed_reason: 'R03' })
      const told = { token, micro_deposits: [1, 2] }
      refused(await own.carrier.call('verifyMicroDeposits', told, own.owner), 409, 'conflict', { reason: 'returned' })
    })

    test('an administrator pauses, unpauses and closes it; closed it is for good, and can be linked anew', async () => {
      const number = newNumber()
      const { own, token } = await fresh('Closing', { account_number: number })
      const by = (caller: Caller, operation: 'pauseBankAccount' | 'unpauseBankAccount' | 'closeBankAccount') =>
        own.carrier.call(operation, { token, reason: 'A drill.' }, caller)
      refused(await by(await openPerson(own, ['approver']), 'pauseBankAccount'), 403, 'insufficient_scope')
      for (let times = 0; times < 2; times++)
        expect(done(await by(own.owner, 'pauseBankAccount')).body).toMatchObject({ state: 'PAUSED', is_paused: true })
      expect(done(await by(own.owner, 'unpauseBankAccount')).body).toMatchObject({
        state: 'ENABLED',
        pause_reason: null,
      })
      expect(done(await by(own.owner, 'closeBankAccount')).body).toMatchObject({
        state: 'CLOSED',
        pause_reason: 'A drill.',
      })
      for (const operation of ['pauseBankAccount', 'unpauseBankAccount'] as const)
        refused(await by(own.owner, operation), 409, 'conflict', { reason: 'bank_account_closed' })
      await linkedAccount(own, { account_number: number })
      for (let more = 0; more < 9; more++) await linkedAccount(own)
      const eleventh = await own.carrier.call('linkBankAccount', bankAccountForm(), own.owner)
      refused(eleventh, 409, 'conflict', { reason: 'too_many_bank_accounts' })
    })

    test('test mode may verify without amounts; nobody reaches what belongs to others', async () => {
      const { token } = await verifiedAccount(scene)
      expect(done(await call('getBankAccount', { token }, agent)).body).toMatchObject({
        ...{ verification_state: 'ENABLED', micro_deposit_status: null },
      })
      const other = await openScene(given, 'Others')
      for (const operation of ['getBankAccount', 'retryMicroDeposits', 'closeBankAccount'] as const)
        refused(await other.carrier.call(operation, { token }, other.owner), 404, 'not_found')
    })
  })
}
