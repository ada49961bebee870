/**
 * Domain 1.5 to 1.7 and 2.2: what months bring, which the clock of the organization moves through, and what is closed, stopped or not
 * verified when it is asked for.
 */
import { describe, expect, test } from 'vitest'
import { declined, issue, openCardAgent } from '../../support/cardScene.ts'
import type { Body } from '../../support/carriers.ts'
import { done, type Given, openAgent, openScene, refused, type Scene, textIn } from '../../support/scene.ts'
import { collected, linkedAccount, verifiedAccount } from '../../support/treasuryScene.ts'

const DAY = 86_400
/** In cents. */
const [PER_DAY, PER_TRANSACTION, PER_MONTH] = [5_000_000, 2_500_000, 25_000_000]

const advance = async ({ carrier, owner }: Scene, move: Body): Promise<Date> => {
  const { body } = done(await carrier.call('advanceTestClock', move, owner))
  return new Date(textIn(body, 'now'))
}

/** Noon of the first day of a month that has not begun: nothing of it is used up. */
async function toNewMonth(scene: Scene): Promise<void> {
  const now = await advance(scene, { seconds: 0 })
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 17))
  await advance(scene, { to: to.toISOString() })
}

export function treasuryInTime(given: Given): void {
  describe('1.5 to 2.2 what months bring', () => {
    test('1.5 in a month the programme collects 250,000 USD, and declines a cent more; the next month begins anew', async () => {
      const scene = await openScene(given, 'A month')
      const { token: external_bank_account_token } = await verifiedAccount(scene)
      const ask = async (amount_minor: number) =>
        done(await scene.carrier.call('fundTreasury', { amount_minor, external_bank_account_token }, scene.owner)).body
      await toNewMonth(scene)
      for (let asked = 0; asked < PER_MONTH; asked += PER_DAY) {
        for (let today = 0; today < PER_DAY; today += PER_TRANSACTION)
          expect(await ask(PER_TRANSACTION)).toMatchObject({ result: 'APPROVED', status: 'PENDING' })
        await advance(scene, { seconds: DAY })
      }
      const more = await ask(1)
      expect(more).toMatchObject({
        ...{ result: 'DECLINED', status: 'DECLINED', failure_code: 'program_monthly_limit_exceeded' },
      })
      expect((more.events as Body[])[1]).toMatchObject({
        ...{ result: 'DECLINED', detailed_results: ['DECLINED', 'PROGRAM_MONTHLY_LIMIT_EXCEEDED'] },
      })
      await toNewMonth(scene)
      expect(await ask(1)).toMatchObject({ result: 'APPROVED' })
    })

    test('1.6 what came back is tried again within 180 days, and no later', async () => {
      const scene = await openScene(given, 'Half a year')
      const { token: external_bank_account_token } = await verifiedAccount(scene)
      const form = { amount_minor: 500, external_bank_account_token }
      const retry = ({ payment_token }: Body) =>
        scene.carrier.call('retryTreasuryPayment', { payment_token }, scene.owner)
      const given180 = async () => {
        const { payment_token } = await collected(scene, form, 2)
        const code = { payment_token, return_reason_code: 'R01' }
        return done(await scene.carrier.call('returnTreasuryPayment', code, scene.owner)).body
      }
      const [soon, late] = [await given180(), await given180()]
      await advance(scene, { seconds: 178 * DAY })
      expect(done(await retry(soon)).body).toMatchObject({ retry_of: soon.payment_token, status: 'PENDING' })
      await advance(scene, { seconds: 3 * DAY })
      refused(await retry(late), 409, 'conflict', { reason: 'retry_window_closed' })
    })

    test('2.2 after its last month a card is expired for good', async () => {
      const scene = await openScene(given, 'Three years')
      const { card_id } = await issue(scene, await openCardAgent(scene))
      await advance(scene, { seconds: 37 * 31 * DAY })
      const read = async () => done(await scene.carrier.call('getCard', { card_id }, scene.owner)).body
      expect(await read()).toMatchObject({ status: 'expired' })
      for (const operation of ['freezeCard', 'unfreezeCard', 'cancelCard'] as const)
        refused(await scene.carrier.call(operation, { card_id, reason: 'Late.' }, scene.owner), 409, 'conflict')
      refused(
        await scene.carrier.call('changeCardLimits', { card_id, limit_daily: '5.00' }, scene.owner),
        409,
        'conflict',
      )
      const asked = await scene.carrier.call('authorizeCard', { card_id, amount_minor: 100 }, scene.owner)
      declined(done(asked).body, 'CARD_EXPIRED')
      expect(await read()).toMatchObject({ status: 'expired', canceled_at: null })
    })
  })

  describe('1.3, 1.7 what is closed, stopped or not verified', () => {
    test('1.3 the right amounts of a closed bank account verify nothing', async () => {
      const scene = await openScene(given, 'Closed')
      const { token } = await linkedAccount(scene)
      const call = (operation: 'simulateMicroDeposits' | 'closeBankAccount', more: Body) =>
        scene.carrier.call(operation, { token, ...more }, scene.owner)
      done(await call('simulateMicroDeposits', { event: 'sent' }))
      const { micro_deposits } = done(await scene.carrier.call('simulatedMicroDeposits', { token }, scene.owner)).body
      done(await call('closeBankAccount', { reason: 'Another bank.' }))
      const told = await scene.carrier.call('verifyMicroDeposits', { token, micro_deposits }, scene.owner)
      refused(told, 409, 'conflict', { reason: 'bank_account_closed' })
      expect(done(await scene.carrier.call('getBankAccount', { token }, scene.owner)).body).toMatchObject({
        ...{ state: 'CLOSED', verification_attempts: 0 },
      })
    })

    test('1.7 nothing is withdrawn by who is not verified, to what is not, or while a switch stops the rail', async () => {
      const scene = await openScene(given, 'Nothing leaves')
      const { token: bank } = await verifiedAccount(scene)
      const { token: unverified } = await linkedAccount(scene)
      await collected(scene, { amount_minor: 1_000, external_bank_account_token: bank }, 3)
      const agent = await openAgent(scene, { capabilities: ['treasury'] })
      const withdraw = (external_bank_account_token: string, by = scene.owner) =>
        scene.carrier.call('withdrawTreasury', { amount_minor: 100, external_bank_account_token }, by)
      refused(await withdraw(bank, agent.caller), 403, 'compliance_denied', { reason: 'kya_incomplete' })
      refused(await withdraw(unverified), 409, 'bank_account_not_verified')
      const stop = { scope: 'rail', target_id: 'ach', reason: 'Drill.', reason_code: 'test' }
      done(await scene.carrier.call('activateSwitch', stop, scene.owner))
      refused(await withdraw(bank), 403, 'kill_switch_active', { scope: 'rail', target_id: 'ach' })
      const { body } = done(await scene.carrier.call('treasuryBalances', { type: 'ISSUING' }, scene.owner))
      expect(body.balances).toMatchObject([{ available_amount_minor: 1_000 }])
    })
  })
}
