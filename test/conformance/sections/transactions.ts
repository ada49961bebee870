/**
 * Domain 8, A.5: one list of what the ledger has posted for wallets, which adds up to their balances, with filters, totals
 * and a look-up by hash; and the same entries of a wallet, a payment and a hold.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  openShop,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'holds', 'approvals']

export function transactions(given: Given): void {
  describe('A.5 transactions', () => {
    let scene: Scene
    let agent: TestAgent
    let payee: string
    let paid: Body
    let captured: Body
    let voided: Body
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const list = async (filter: object, by: Caller = scene.owner) =>
      rowsIn(done(await call('listTransactions', { ...filter }, by)))
    const kinds = (rows: readonly Body[]) => rows.map(({ type, status }) => `${type} ${status}`)
    const own = (filter: object) => list({ wallet_id: agent.walletId, ...filter })

    /** Deposit 50; pay 10; hold 20 and capture 5 of it; hold 8 and void it. */
    beforeAll(async () => {
      scene = await openScene(given, 'Transactions')
      const shop = await openShop(scene)
      agent = await openAgent(scene, { capabilities: CAPABILITIES, funds: '50.00' })
      const { walletId, caller } = agent
      payee = newAddress()
      const pay = { wallet_id: walletId, to: payee, amount: '10.00', token: 'USDC', wait: 20 }
      paid = done(await call('createPayment', pay, caller)).body
      const hold = { wallet_id: walletId, token: 'USDC', merchant: shop.domain }
      captured = done(await call('createHold', { ...hold, amount: '20.00' }, caller)).body
      captured = done(await call('captureHold', { hold_id: captured.hold_id, amount: '5.00' }, caller)).body
      voided = done(await call('createHold', { ...hold, amount: '8.00' }, caller)).body
      done(await call('voidHold', { hold_id: voided.hold_id }, caller))
      await until(async () => (await own({ type: 'payment', status: 'completed' })).length === 2)
    })

    test('each journal entry is listed once, newest first, whatever caused it', async () => {
      const rows = await own({})
      expect(new Set(rows.map((row) => row.journal_id)).size).toBe(rows.length)
      const posted = rows.map((row) => Date.parse(String(row.posted_at)))
      expect(posted).toEqual(posted.toSorted((a, b) => b - a))
      expect(kinds(rows).toSorted()).toEqual([
        'capture completed',
        'deposit completed',
        ...['hold pending', 'hold pending'],
        ...['payment completed', 'payment completed', 'payment pending'],
        'release completed',
      ])
      expect(await list({}, agent.caller)).toEqual(rows)
    })

    test('a payment is reserved, then completed, with its hash, its address and two lines each', async () => {
      const [completed, reserved, ...more] = await list({ payment_id: paid.payment_id })
      expect(more).toEqual([])
      expect(reserved).toMatchObject({
        ...{ transaction_id: expect.stringMatching(/^txn_/), journal_id: expect.stringMatching(/^led_/) },
        ...{ type: 'payment', status: 'pending', direction: 'debit', amount: '10.00', token: 'USDC', chain: 'base' },
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId, payment_id: paid.payment_id, hold_id: null },
        balance_changes: { available: '-10.00', in_flight: '10.00', held: '0.00', blocked: '0.00', total: '0.00' },
        lines: [
          { account: '2020', name: 'wallet available', direction: 'debit', amount: '10.00' },
          { account: '2022', name: 'wallet in flight', direction: 'credit', amount: '10.00' },
        ],
      })
      expect(completed).toMatchObject({
        ...{ status: 'completed', tx_hash: paid.tx_hash, balance_changes: { in_flight: '-10.00', total: '-10.00' } },
      })
      expect(String(completed?.counterparty).toLowerCase()).toBe(payee)
    })

    test('a hold is placed and captured in part, and its payment is found with it', async () => {
      const rows = await list({ hold_id: captured.hold_id })
      expect(kinds(rows)).toEqual(['payment completed', 'capture completed', 'hold pending'])
      expect(rows.map(({ amount }) => amount)).toEqual(['5.00', '5.00', '20.00'])
      for (const row of rows) expect(row).toMatchObject({ hold_id: captured.hold_id })
      expect(rows[1]?.balance_changes).toMatchObject({ available: '15.00', held: '-20.00', in_flight: '5.00' })
      expect(kinds(await list({ hold_id: voided.hold_id }))).toEqual(['release completed', 'hold pending'])
    })

    test('over all of them the changes are the balances (domain 8.7, 10)', async () => {
      const { body } = done(await call('balances', { wallet_id: agent.walletId }, scene.owner))
      const [balance] = body.balances as Body[]
      const rows = await own({})
      for (const name of ['available', 'held', 'in_flight', 'blocked', 'total']) {
        const sum = rows.reduce((all, row) => all + Math.round(Number((row.balance_changes as Body)[name]) * 1e6), 0)
        expect(sum / 1e6, name).toBe(Number(balance?.[name]))
      }
    })

    test('pages have every row once, and a cursor or size that cannot be is refused', async () => {
      const all = await own({})
      const seen: unknown[] = []
      let after: unknown
      do {
        const { body } = done(
          await call('listTransactions', { wallet_id: agent.walletId, limit: 3, after }, scene.owner),
        )
        seen.push(...(body.data as Body[]))
        after = body.next_cursor
      } while (after != null)
      expect(seen).toEqual(all)
      refusedField(await call('listTransactions', { after: 'nonsense' }, scene.owner), 'after')
      refusedField(
        await call('listTransactions', { limit: 101 }, scene.owner),
        given.carrierName === 'rest' ? 'limit' : 'first',
      )
    })

    test('filters: type, status, token, chain, time, amount, address, agent, and several at once', async () => {
      expect(kinds(await own({ type: 'deposit' }))).toEqual(['deposit completed'])
      expect(kinds(await own({ status: 'pending' }))).toEqual(['hold pending', 'hold pending', 'payment pending'])
      expect(kinds(await own({ type: 'payment', status: 'pending' }))).toEqual(['payment pending'])
      expect(await own({ token: 'EURC' })).toEqual([])
      expect(await own({ chain: 'polygon' })).toEqual([])
      expect(await own({ token: 'USDC', chain: 'base' })).toEqual(await own({}))
      const [newest] = await own({})
      expect((await own({ posted_from: newest?.posted_at }))[0]).toEqual(newest)
      expect(await own({ posted_until: newest?.posted_at })).not.toContainEqual(newest)
      const amounts = async (filter: object) => (await own({ token: 'USDC', ...filter })).map(({ amount }) => amount)
      expect(await amounts({ amount_min: '20', amount_max: '50' })).toEqual(['20.00', '50.00'])
      expect(await amounts({ amount_min: '50.000001' })).toEqual([])
      const paying = await list({ payment_id: paid.payment_id })
      expect(await own({ address: payee })).toEqual(paying)
      expect(await list({ address: payee, agent_id: agent.agentId, type: 'payment' })).toEqual(paying)
      expect(await list({ address: newAddress() })).toEqual([])
      // Money of the faucet is minted, and a counterparty that the list shows can be asked for.
      expect(kinds(await own({ address: `0x${'0'.repeat(40)}` }))).toEqual(['deposit completed'])
      expect(await list({ agent_id: agent.agentId })).toEqual(await own({}))
      expect(await list({ tx_hash: paid.tx_hash })).toEqual(paying)
      expect(await list({ tx_hash: paid.tx_hash, hold_id: voided.hold_id })).toEqual([])
    })

    test('open ones are what still sets money aside; an ended payment or hold no longer does', async () => {
      const of = await openAgent(scene, { capabilities: CAPABILITIES, funds: '50.00' })
      const on = { wallet_id: of.walletId }
      const slow = { ...on, amount: '1.06', to: '0x7E57000000000000000000000000000000000000', token: 'USDC' }
      const place = { ...on, token: 'USDC', merchant: newAddress() }
      const hold = done(await call('createHold', { ...place, amount: '8.00' }, of.caller)).body
      const taken = done(await call('createHold', { ...place, amount: '4.06', merchant: slow.to }, of.caller)).body
      done(await call('captureHold', { hold_id: taken.hold_id }, of.caller))
      const paying = done(await call('createPayment', slow, of.caller)).body
      const open = await list({ ...on, open: true }, of.caller)
      expect(kinds(open)).toEqual(['payment pending', 'capture completed', 'hold pending'])
      expect(open.map((row) => row.payment_id ?? row.hold_id).toSorted()).toEqual(
        [paying.payment_id, open[1]?.payment_id, hold.hold_id].toSorted(),
      )
      const sum = (name: string) => open.reduce((all, row) => all + Number((row.balance_changes as Body)[name]), 0)
      const { body } = done(await call('balances', on, scene.owner))
      const [balance] = body.balances as Body[]
      expect(Number(balance?.in_flight)).toBeCloseTo(5.12)
      expect(sum('in_flight')).toBeCloseTo(5.12)
      const all = await list(on, of.caller)
      // By their ids: between two looks a payment gets the hash of its transaction.
      const ids = (rows: readonly Body[]) => rows.map(({ transaction_id }) => transaction_id)
      expect(ids(all.filter((row) => row.open))).toEqual(ids(open))
      expect(ids(await list({ ...on, open: false }, of.caller))).toEqual(ids(all.filter((row) => !row.open)))
      const { totals } = done(await call('transactionTotals', { ...on, open: true, type: 'payment' }, scene.owner)).body
      expect(totals).toMatchObject([{ status: 'pending', count: 1, amount: '1.06' }])
      // Those of the payment and the holds that have ended.
      expect(await own({ status: 'pending', open: true })).toEqual([])
      done(await call('voidHold', { hold_id: hold.hold_id }, of.caller))
      expect(kinds(await list({ ...on, open: true }, of.caller))).not.toContain('hold pending')
    })

    test('what a filter cannot mean is refused by its name', async () => {
      const field = async (filter: object, path: string) =>
        refusedField(await call('listTransactions', { ...filter }, scene.owner), path)
      await field({ amount_min: '1.00' }, 'token')
      await field({ token: 'USDC', amount_min: '1.0000001' }, 'amount_min')
      await field({ token: 'USDC', amount_max: '-1' }, 'amount_max')
      await field({ address: 'shop.example' }, 'address')
      await field({ tx_hash: '0x12' }, 'tx_hash')
      await field({ posted_from: 'yesterday' }, 'posted_from')
      for (const path of ['posted_from', 'posted_until'])
        await field({ posted_from: '2026-02-02', posted_until: '2026-02-01' }, path)
      for (const path of ['amount_min', 'amount_max'])
        await field({ token: 'USDC', amount_min: '2.00', amount_max: '1.99' }, path)
      const backwards = { created_from: '2026-02-02', created_until: '2026-02-01' }
      for (const path of ['created_from', 'created_until'])
        refusedField(await call('listPayments', backwards, scene.owner), path)
      const instants = { since: '2026-02-02T00:00:00Z', until: '2026-02-01T00:00:00Z' }
      for (const path of ['since', 'until']) refusedField(await call('listEvents', instants, scene.owner), path)
      const touching = { posted_from: '2026-02-01', posted_until: '2026-02-01' }
      expect(rowsIn(done(await call('listTransactions', touching, scene.owner)))).toEqual([])
      refused(await call('listTransactions', { chain: 'Base' }, scene.owner), 422, 'no_route', { hint: 'base' })
    })

    test('totals are of each type, status, token and chain, and never of different ones', async () => {
      const { body } = done(await call('transactionTotals', { wallet_id: agent.walletId }, scene.owner))
      expect(body.is_exact).toBe(true)
      const totals = body.totals as Body[]
      const of = (type: string, status: string) => totals.filter((one) => one.type === type && one.status === status)
      const asset = { currency: null, token: 'USDC', chain: 'base' }
      expect(of('payment', 'completed')).toEqual([
        { type: 'payment', status: 'completed', direction: 'debit', ...asset, count: 2, amount: '15.00' },
      ])
      expect(of('hold', 'pending')).toMatchObject([{ count: 2, amount: '28.00', ...asset }])
      expect(of('capture', 'completed')).toMatchObject([{ count: 1, amount: '5.00' }])
      const narrow = { wallet_id: agent.walletId, type: 'payment', status: 'completed', token: 'USDC', amount_max: '5' }
      const keys = totals.map(({ token, chain, type, status }) => [token, chain, type, status].join())
      expect(keys, 'in the same order each time').toEqual(keys.toSorted())
      const few = done(await call('transactionTotals', narrow, scene.owner)).body
      expect(few.totals).toMatchObject([{ count: 1, amount: '5.00' }])
      const none = done(await call('transactionTotals', { token: 'EURC' }, scene.owner)).body
      expect(none).toMatchObject({ totals: [], is_exact: true })
    })

    test('by hash: what it carried, also a deposit, in any case of its letters; else 404', async () => {
      const byHash = (tx_hash: unknown, more: object, by: Caller) =>
        call('transactionsByHash', { tx_hash, ...more }, by)
      const hash = String(paid.tx_hash)
      const paying = await list({ payment_id: paid.payment_id })
      expect(rowsIn(done(await byHash(hash, {}, agent.caller)))).toEqual(paying)
      expect(rowsIn(done(await byHash(`0x${hash.slice(2).toUpperCase()}`, { chain: 'base' }, scene.owner)))).toEqual(
        paying,
      )
      const [deposit] = await own({ type: 'deposit' })
      expect(rowsIn(done(await byHash(deposit?.tx_hash, {}, scene.owner)))).toContainEqual(deposit)
      expect(rowsIn(done(await byHash(deposit?.tx_hash, { type: 'deposit' }, scene.owner)))).toContainEqual(deposit)
      refused(await byHash(deposit?.tx_hash, { type: 'payment' }, scene.owner), 404, 'not_found')
      refused(await byHash(hash, { chain: 'polygon' }, scene.owner), 404, 'not_found')
      refused(await byHash(`0x${'0'.repeat(64)}`, {}, scene.owner), 404, 'not_found')
      const stranger = await openScene(given, 'Strangers to hashes')
      refused(await byHash(hash, {}, stranger.owner), 404, 'not_found')
      refused(await byHash(hash, {}, (await openAgent(scene, { capabilities: CAPABILITIES })).caller), 404, 'not_found')
    })

    test('by hash, every type of entry is found: payment, capture of the hold that it was paid from, fee, deposit', async () => {
      const byHash = async (tx_hash: unknown, more: object = {}) =>
        rowsIn(done(await call('transactionsByHash', { tx_hash, ...more }, scene.owner)))
      const [payment, capture] = await list({ hold_id: captured.hold_id })
      const hash = payment?.tx_hash
      expect(kinds(await byHash(hash)).toSorted()).toEqual(['capture completed', 'payment completed'])
      expect(await byHash(hash, { type: 'capture' })).toEqual([capture])
      expect(await byHash(hash, { type: 'payment', status: 'completed' })).toEqual([payment])
      refused(
        await call('transactionsByHash', { tx_hash: hash, type: 'payment', status: 'pending' }, scene.owner),
        ...([404, 'not_found'] as const),
      )
      const fees = await byHash(hash, { type: 'fee' })
      expect(fees).toMatchObject([{ type: 'fee', tx_hash: hash, wallet_id: agent.walletId }])
      refused(
        await call('transactionsByHash', { tx_hash: hash, type: 'fee' }, (await openScene(given, 'Fees')).owner),
        ...([404, 'not_found'] as const),
      )
    })

    test('one is read by its id, a deposit too', async () => {
      for (const row of await own({}))
        expect(done(await call('getTransaction', { transaction_id: row.transaction_id }, agent.caller)).body).toEqual(
          row,
        )
      const nobody = { transaction_id: 'txn_pay_00000000000000000000000000.reserved' }
      refused(await call('getTransaction', nobody, scene.owner), 404, 'not_found')
      refused(await call('getTransaction', { transaction_id: paid.payment_id }, scene.owner), 404, 'not_found')
    })

    test('live and test are apart', async () => {
      const { orgId } = scene.organization
      const live = { apiKey: await scene.service.createKey(orgId, { roles: ['admin'], mode: 'live' }) }
      expect(await list({ wallet_id: agent.walletId }, live)).toEqual([])
      const [row] = await own({})
      refused(await call('getTransaction', { transaction_id: row?.transaction_id }, live), 404, 'not_found')
    })

    if (given.carrierName === 'graphql')
      test('a wallet, a payment and a hold have their entries, which lead back to them', async () => {
        const query = `query ($wallet: ID!, $payment: ID!, $hold: ID!) {
          wallet(id: $wallet) { entries(types: [deposit]) { totalCount nodes { type wallet { id } } } }
          payment(id: $payment) { entries { totalCount nodes { status payment { id } lines { account } } } }
          hold(id: $hold) { entries(first: 1) { totalCount totalCountIsExact nodes { type hold { id } } } }
        }`
        const variables = { wallet: agent.walletId, payment: paid.payment_id, hold: voided.hold_id }
        const response = await fetch(`${scene.service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${agent.caller.token}` },
          body: JSON.stringify({ query, variables }),
        })
        const accounts = (...codes: string[]) => codes.map((account) => ({ account }))
        const payment = { id: paid.payment_id }
        expect(await response.json()).toEqual({
          data: {
            wallet: { entries: { totalCount: 1, nodes: [{ type: 'deposit', wallet: { id: agent.walletId } }] } },
            payment: {
              entries: {
                totalCount: 2,
                nodes: [
                  { status: 'completed', payment, lines: accounts('2022', '1120') },
                  { status: 'pending', payment, lines: accounts('2020', '2022') },
                ],
              },
            },
            hold: {
              entries: {
                ...{ totalCount: 2, totalCountIsExact: true },
                nodes: [{ type: 'release', hold: { id: voided.hold_id } }],
              },
            },
          },
        })
      })
  })
}
