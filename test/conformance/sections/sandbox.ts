/**
 * Specification 7 in test mode: every value of the sandbox ends as the README says, over the interface and in the events,
 * and leaves funds and limits free. The payments are made early and looked at late, so that nothing waits for them.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../../scripts/audit/audit.ts'
import type { Answer, Body } from '../../support/carriers.ts'
import {
  readSandboxTable,
  SANDBOX_OUTCOMES,
  type SandboxOutcome,
  type SandboxValue,
} from '../../support/sandboxOutcomes.ts'
import {
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  pastMidnight,
  refused,
  type Scene,
  type TestAgent,
  typesOf,
  until,
} from '../../support/scene.ts'

interface Attempt {
  /** By merchant, address or amount. */
  readonly way: string
  readonly paymentId: string | null
  readonly answer: Answer
}

interface Row {
  readonly agent: TestAgent
  readonly attempts: Promise<readonly Attempt[]>
}

interface World {
  readonly scene: Scene
  readonly openedIn: string
  readonly rows: Map<string, Row>
}

const VALUES = readSandboxTable()
const FUNDS = 30
const CAPABILITIES = ['payments', 'wallets', 'mandates', 'holds']
const worlds = new Map<string, World>()
const monthNow = () => new Date().toISOString().slice(0, 7)
const nameOf = (given: Given) => `${given.service().topology}/${given.carrierName}`

/** Pays by every value; how the payments end is looked at by `sandboxEnds`. */
export function sandbox(given: Given): void {
  describe('7 the sandbox', () => {
    let scene: Scene
    let shared: TestAgent
    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Sandbox')
      const world: World = { scene, openedIn: monthNow(), rows: new Map() }
      worlds.set(nameOf(given), world)
      shared = await openAgent(scene, { capabilities: CAPABILITIES, funds: String(FUNDS) })
      for (const value of VALUES) {
        const agent = await openAgent(scene, { capabilities: CAPABILITIES })
        await scene.carrier.call('faucet', { wallet_id: agent.walletId, amount: String(FUNDS) }, scene.owner)
        const made = payInEachWay(scene, value, agent)
        // At once: later sections let more time pass than a review has.
        const attempts =
          SANDBOX_OUTCOMES[value.name]?.call === 'parked' ? made.then((all) => clearAll(scene, all)) : made
        attempts.catch(() => undefined)
        world.rows.set(value.name, { agent, attempts })
      }
    })

    test('the clock of an organization is moved and read, by its agents too; its audit log says so once', async () => {
      const own = await openScene(given, 'Clock')
      const { caller } = await openAgent(own)
      const { call } = own.carrier
      refused(await call('advanceTestClock', { seconds: -1 }, own.owner), 400, 'invalid_request')
      const past = { to: '2020-01-01T00:00:00.000Z' }
      refused(await call('advanceTestClock', past, own.owner), 400, 'invalid_request')
      const moved = done(await call('advanceTestClock', { seconds: 600 }, own.owner)).body
      expect(moved).toMatchObject({ advancing_to: null, due_left: 0 })
      const read = async () => Date.parse(String(done(await call('testClock', {}, caller)).body.now))
      await until(async () => (await read()) >= Date.parse(String(moved.now)))
      const acts = done(await call('listAudit', { operation: 'advanceTestClock', outcome: 'done' }, own.owner)).body
      expect(acts.data).toHaveLength(1)
      const apiKey = await own.service.createKey(own.organization.orgId, { roles: ['admin'], mode: 'live' })
      refused(await call('advanceTestClock', { seconds: 600 }, { apiKey }), 404, 'not_found')
      refused(await call('testClock', {}, { apiKey }), 404, 'not_found')
    })

    test('an address that only looks like one of the sandbox, and the same cents elsewhere, are paid', async () => {
      const near = `0x7e57${'0'.repeat(34)}99`
      for (const [to, amount] of [
        [near, '1.00'],
        [newAddress(), '1.03'],
      ]) {
        const input = { wallet_id: shared.walletId, to, amount, token: 'USDC', wait: 20 }
        expect(done(await scene.carrier.call('createPayment', input, shared.caller)).body.status).toBe('completed')
      }
    })

    test('a merchant that the organization has registered itself is paid, whatever its name', async () => {
      const address = newAddress()
      const form = {
        name: 'Own',
        legal_name: 'Own',
        domain: 'exhausted.test',
        payout_addresses: [{ chain: 'base', address }],
      }
      const own = await openScene(given, 'Own sandbox')
      const agent = await openAgent(own, { funds: '5' })
      done(await own.carrier.call('createMerchant', form, own.owner))
      const input = { wallet_id: agent.walletId, to: 'exhausted.test', amount: '1.00', token: 'USDC', wait: 20 }
      const { body } = done(await own.carrier.call('createPayment', input, agent.caller))
      expect(body).toMatchObject({ status: 'completed', to: expect.stringMatching(new RegExp(address, 'i')) })
    })

    test('a dry run says what is refused before acceptance, and reserves nothing', async () => {
      const check = (to: string) =>
        scene.carrier.call('checkPolicy', { wallet_id: shared.walletId, amount: '5.00', to }, shared.caller)
      expect(done(await check('ok.test')).body).toMatchObject({ allowed: true, merchant: 'ok.test' })
      expect(done(await check('gambling.test')).body).toMatchObject({ allowed: false, outcome: 'deny' })
    })

    describe('holds', () => {
      const place = (merchant: string) =>
        scene.carrier.call(
          'createHold',
          { wallet_id: shared.walletId, amount: '2.00', token: 'USDC', merchant },
          shared.caller,
        )
      const capture = ({ body }: Answer) => scene.carrier.call('captureHold', { hold_id: body.hold_id }, shared.caller)

      test('a listed merchant gets no hold', async () => {
        refused(await place('sanctioned.test'), 403, 'compliance_denied', { reason: 'sanctions_hit' })
        refused(await place('gambling.test'), 403, 'policy_violation', { reason: 'category_blocked' })
      })

      test.each([
        ['no-route.test', 422, 'no_route', 'merchant_has_no_address_on_chain'],
        ['gas.test', 402, 'insufficient_funds', 'gas_not_covered'],
      ])('%s is held, and its capture is refused', async (merchant, status, type, reason) => {
        const held = done(await place(merchant))
        refused(await capture(held), status, type, { reason })
        const { body } = done(await scene.carrier.call('voidHold', { hold_id: held.body.hold_id }, shared.caller))
        expect(body.status).toBe('voided')
      })

      test('a captured hold whose payment fails stays captured, and its money is available', async () => {
        const before = await moneyOf(scene, shared)
        const held = done(await place('revert.test'))
        const { body } = done(await capture(held))
        expect(body).toMatchObject({ status: 'captured', payment_id: expect.stringMatching(/^pay_/) })
        const payment = await endOf(scene, body.payment_id)
        expect(payment).toMatchObject({ status: 'failed', failure_code: 'all_adapters_exhausted' })
        expect(await moneyOf(scene, shared)).toEqual(before)
        expect(typesOf(await eventsOf(scene, body.hold_id))).toEqual(['hold.created'])
        const { body: hold } = done(await scene.carrier.call('getHold', { hold_id: body.hold_id }, shared.caller))
        expect(hold.status).toBe('captured')
      })
    })
  })
}

export function sandboxEnds(given: Given): void {
  describe(`7 the sandbox, over ${given.carrierName}`, () => {
    const world = (): World => {
      const found = worlds.get(nameOf(given))
      if (found === undefined) throw new Error('the sandbox was not paid')
      return found
    }

    test('the audit finds nothing, whatever has happened until now', { timeout: 90_000 }, async () => {
      const { rows } = world()
      for (const { attempts } of rows.values())
        for (const { paymentId } of await attempts) if (paymentId !== null) await endOf(world().scene, paymentId)
      const { config } = given.service()
      const endpoints = new Map(config.networks.map(({ mode, chain, rpcUrls }) => [`${mode}:${chain}`, rpcUrls]))
      const report = await audit({ mongodbUri: config.mongodbUri, database: config.databaseName, endpoints })
      expect(report.points.filter(({ breachCount }) => breachCount > 0)).toEqual([])
    })

    test('every value has its outcome', () => {
      expect(Object.keys(SANDBOX_OUTCOMES)).toEqual(VALUES.map(({ name }) => name))
    })

    test('a denied payee is announced as compliance.flagged, once for each spend', async () => {
      const { scene, rows } = world()
      const { agent } = rows.get('sanctioned') as Row
      const flagged = await eventsOf(scene, agent.walletId, ['compliance.flagged'])
      const found = { outcome: 'deny', risk_score: 100, reasons: ['sanctions_hit'] }
      const ids = { screening_id: expect.stringMatching(/^scr_/), subject_id: expect.stringMatching(/^pay_/) }
      const screening = { ...ids, ...found }
      const data = { wallet_id: agent.walletId, agent_id: agent.agentId, ...screening }
      const tried = {
        amount: expect.stringMatching(/^\d+\.\d{2}$/),
        token: 'USDC',
        chain: 'base',
        to: expect.any(String),
      }
      expect(flagged.map((event) => event.data)).toMatchObject(
        Array.from({ length: 3 }, () => ({ ...data, ...tried, subject_type: 'payment', requested_by: agent.agentId })),
      )
    })

    test.each(VALUES)('$name', async (value) => {
      const { scene, openedIn, rows } = world()
      const { agent, attempts } = rows.get(value.name) as Row
      const outcome = SANDBOX_OUTCOMES[value.name] as SandboxOutcome
      const made = await attempts
      expect(made.map(({ way }) => way)).toEqual(waysOf(value).map(([way]) => way))
      let paid = 0
      for (const { answer, paymentId } of made) {
        if (outcome.error === null) done(answer)
        else {
          const { status, type, reason } = outcome.error
          refused(answer, status, type, reason === undefined ? {} : { reason })
        }
        expect(paymentId !== null, answer.text).toBe(outcome.call !== 'refused')
        if (paymentId !== null) paid += await checkEnd(scene, paymentId, outcome)
      }
      const { available, others } = await moneyOf(scene, agent)
      expect([others, Math.round((FUNDS - available) * 100)]).toEqual([0, Math.round(paid * 100)])
      const { body } = done(await scene.carrier.call('getMandate', { mandate_id: agent.mandateId }, scene.owner))
      // By month, since a day may have ended between the payment and this look at it.
      const { reserved, spent } = (body.usage as { month: Body }).month
      expect(Number(reserved)).toBe(0)
      if (monthNow() === openedIn) expect(Math.round(Number(spent) * 100)).toBe(Math.round(paid * 100))
    })
  })
}

/** Each waits with its limits reserved until a person of compliance has cleared its case. */
async function clearAll(scene: Scene, made: readonly Attempt[]): Promise<readonly Attempt[]> {
  const reviewer = await openPerson(scene, ['compliance'])
  for (const { paymentId, answer } of made) {
    expect(answer.body).toMatchObject({ status: 'pending', stage: 'awaiting_compliance_review' })
    if (scene.carrier.name === 'rest') expect(answer.status).toBe(202)
    const payment = done(await scene.carrier.call('getPayment', { payment_id: paymentId }, scene.owner)).body
    const clear = { case_id: payment.case_id, decision: 'clear', comment: 'It is somebody else.' }
    done(await scene.carrier.call('decideCase', clear, reviewer))
  }
  return made
}

/** @returns what was paid */
async function checkEnd(
  scene: Scene,
  paymentId: string,
  { call, error, attempts = 0, secondsAtLeast = 0 }: SandboxOutcome,
): Promise<number> {
  const payment = await endOf(scene, paymentId)
  const events = await eventsOf(scene, paymentId)
  const last = events.at(-1)?.data
  const begun = call === 'accepted' || call === 'parked' ? ['payment.accepted'] : []
  if (error === null) {
    expect(payment).toMatchObject({ status: 'completed', failure_code: null, tx_hash: expect.stringMatching(/^0x/) })
    expect(typesOf(events)).toEqual([...begun, 'payment.pending', 'payment.completed'])
    expect(last).toMatchObject({ payment_id: paymentId, status: 'completed', tx_hash: payment.tx_hash })
    const tookMs = Date.parse(String(payment.completed_at)) - Date.parse(String(payment.created_at))
    expect(tookMs).toBeGreaterThanOrEqual(secondsAtLeast * 1_000)
  } else {
    const reason = error.reason ?? null
    expect(payment).toMatchObject({
      ...{ status: 'failed', failure_code: error.type, failure_reason: reason, tx_hash: null },
    })
    expect(typesOf(events)).toEqual([...begun, 'payment.failed'])
    const failure = { failure_code: error.type, failure_message: payment.failure_message }
    expect((last as Body | undefined)?.failure_reason ?? null).toBe(reason)
    expect(last).toMatchObject({ payment_id: paymentId, status: 'failed', ...failure })
  }
  if (scene.carrier.name === 'rest') expect(payment.attempts ?? []).toHaveLength(attempts)
  return error === null ? Number(payment.amount) : 0
}

function waysOf({
  name,
  address,
  cents,
}: SandboxValue): readonly (readonly [way: string, to: string, amount: string])[] {
  return [
    ['merchant', `${name}.test`, '3.00'],
    ...(address === null ? [] : [['address', address, '3.00'] as const]),
    ...(cents === null ? [] : [['amount', 'ok.test', `3${cents}`] as const]),
  ]
}

async function payInEachWay(scene: Scene, value: SandboxValue, agent: TestAgent): Promise<readonly Attempt[]> {
  const { token = 'USDC' } = SANDBOX_OUTCOMES[value.name] ?? {}
  await until(async () => (await moneyOf(scene, agent)).available >= FUNDS)
  return Promise.all(
    waysOf(value).map(async ([way, to, amount]) => {
      const input = { wallet_id: agent.walletId, to, amount, token, wait: 20 }
      const answer = await scene.carrier.call('createPayment', input, agent.caller)
      const paymentId = answer.body.payment_id ?? answer.refused?.details.payment_id ?? null
      return { way, paymentId: paymentId === null ? null : String(paymentId), answer }
    }),
  )
}

async function endOf({ carrier, owner }: Scene, paymentId: unknown): Promise<Body> {
  return until(async () => {
    const { body } = done(await carrier.call('getPayment', { payment_id: paymentId, wait: 5 }, owner))
    return body.status !== 'pending' && body
  }, 60_000)
}

async function moneyOf(scene: Scene, { walletId }: TestAgent): Promise<{ available: number; others: number }> {
  const { body } = done(await scene.carrier.call('balances', { wallet_id: walletId }, scene.owner))
  const rows = body.balances as Body[]
  const usdc = rows.find(({ token, chain }) => token === 'USDC' && chain === 'base')
  const others = rows.reduce((sum, row) => sum + Number(row.held) + Number(row.in_flight), 0)
  return { available: Number(usdc?.available ?? 0), others }
}
