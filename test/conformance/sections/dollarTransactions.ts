/**
 * A.5 and A.2: payments over ACH and what cards do stand beside payments in one list of the ledger, in cents told as dollars,
 * with its filters, totals and cursors; and each caller sees its part of them.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { issue, openCardAgent, transactionIdOf } from '../../support/cardScene.ts'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  fund,
  type Given,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'
import { type Accounts, collected, synchronized, verifiedAccount } from '../../support/treasuryScene.ts'

export function dollarTransactions(given: Given): void {
  describe('A.5 transactions in US dollars', () => {
    let scene: Scene
    let agent: TestAgent
    let accounts: Accounts
    let funding: string
    let withdrawal: string
    let charge: string
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const list = async (filter: object = {}, by: Caller = scene.owner) =>
      rowsIn(done(await call('listTransactions', { ...filter }, by)))
    const kinds = (rows: readonly Body[]) => rows.map(({ type, status, amount }) => `${type} ${status} ${amount}`)

    /** Collect 100.00, withdraw 20.00 of it, move 5.00, take 12.50 by card and clear 10.00, return 3.00; pay 1 USDC. */
    beforeAll(async () => {
      scene = await openScene(given, 'Dollars')
      agent = await openCardAgent(scene)
      const { carrier, owner } = scene
      accounts = await synchronized(scene)
      const { token } = await verifiedAccount(scene)
      const bank = { external_bank_account_token: token }
      funding = (await collected(scene, { ...bank, amount_minor: 10_000 }, 3)).payment_token
      const taken = done(await carrier.call('withdrawTreasury', { ...bank, amount_minor: 2_000 }, owner)).body
      withdrawal = String(taken.payment_token)
      const { issuing, reserve } = accounts
      const between = { from_financial_account_token: issuing, to_financial_account_token: reserve }
      done(await carrier.call('createBookTransfer', { ...between, amount_minor: 500 }, owner))
      const { card_id } = await issue(scene, agent)
      const asked = { card_id, amount_minor: 1_250, mcc: '5734' }
      charge = transactionIdOf(done(await carrier.call('authorizeCard', asked, owner)).body)
      const of = { card_id, card_transaction_id: charge }
      done(await carrier.call('clearCard', { ...of, amount_minor: 1_000 }, owner))
      done(await carrier.call('returnCard', { ...of, amount_minor: 300 }, owner))
      await fund(scene, agent.walletId, '1.00')
    })

    test('stand beside those of wallets, newest first, each with its amount', async () => {
      const rows = await list()
      expect(kinds(rows)).toEqual([
        'deposit completed 1.00',
        ...['refund completed 3.00', 'card completed 10.00', 'card pending 12.50'],
        ...['transfer completed 5.00', 'withdrawal pending 20.00'],
        ...['release completed 100.00', 'funding completed 100.00', 'funding pending 100.00'],
      ])
      const [deposit, refund, cleared] = rows
      const none = { token: null, chain: null, payment_id: null, hold_id: null, tx_hash: null, counterparty: null }
      expect(cleared).toMatchObject({
        ...{ ...none, currency: 'USD', direction: 'debit', card_transaction_id: charge, payment_token: null },
        ...{ financial_account_token: accounts.issuing, wallet_id: agent.walletId, agent_id: agent.agentId },
        balance_changes: {
          ...{ available: '2.50', held: '-12.50', pending: '0.00', in_flight: '0.00', blocked: '0.00' },
          total: '-10.00',
        },
        lines: expect.arrayContaining([
          { account: '2040', name: 'card network payable', direction: 'credit', amount: '10.00' },
        ]),
      })
      expect(refund).toMatchObject({ direction: 'credit', card_transaction_id: charge })
      expect(deposit).toMatchObject({
        currency: null,
        token: 'USDC',
        financial_account_token: null,
        payment_token: null,
      })
      expect(rows.at(-1)).toMatchObject({ ...none, payment_token: funding, wallet_id: null, agent_id: null })
    })

    test('add up to the balances of the financial accounts', async () => {
      const { body } = done(await call('treasuryBalances', {}, scene.owner))
      const [total] = body.totals as Body[]
      const rows = await list({ token: 'USD' })
      const sum = (name: string) =>
        rows.reduce((all, row) => all + Math.round(Number((row.balance_changes as Body)[name]) * 100), 0)
      expect(sum('available')).toBe(total?.available_amount_minor)
      expect(sum('held')).toBe(total?.held_amount_minor)
      expect(sum('total')).toBe(total?.total_amount_minor)
      expect(sum('in_flight')).toBe(2_000)
    })

    test('are filtered by type, status, currency, amount, wallet, and by what is under way', async () => {
      expect(kinds(await list({ type: 'card' }))).toEqual(['card completed 10.00', 'card pending 12.50'])
      expect(kinds(await list({ type: ['funding', 'withdrawal'], status: 'pending' }))).toEqual([
        ...['withdrawal pending 20.00', 'funding pending 100.00'],
      ])
      expect((await list({ token: 'USD' })).length).toBe(8)
      expect(kinds(await list({ token: 'USDC' }))).toEqual(['deposit completed 1.00'])
      expect(kinds(await list({ token: 'USD', amount_min: '12.50', amount_max: '20' }))).toEqual([
        ...['card pending 12.50', 'withdrawal pending 20.00'],
      ])
      expect(kinds(await list({ wallet_id: agent.walletId, token: 'USD' }))).toEqual([
        ...['refund completed 3.00', 'card completed 10.00', 'card pending 12.50'],
      ])
      expect(await list({ agent_id: agent.agentId })).toEqual(await list({ wallet_id: agent.walletId }))
      const open = await list({ open: true })
      expect(kinds(open)).toEqual(['withdrawal pending 20.00'])
      expect(open[0]).toMatchObject({ payment_token: withdrawal, open: true })
      expect((await list({ open: false })).length).toBe(8)
      expect(await list({ chain: 'base', type: 'card' })).toEqual([])
      const [newest] = await list({ token: 'USD' })
      expect((await list({ token: 'USD', posted_from: newest?.posted_at }))[0]).toEqual(newest)
      refusedField(await call('listTransactions', { token: 'USD', amount_min: '1.001' }, scene.owner), 'amount_min')
    })

    test('are counted and summed, and read page by page and one by one', async () => {
      const { body } = done(await call('transactionTotals', {}, scene.owner))
      expect(body.is_exact).toBe(true)
      const totals = body.totals as Body[]
      expect(totals).toContainEqual({
        ...{ type: 'card', status: 'completed', direction: 'debit', currency: 'USD', token: null, chain: null },
        ...{ count: 1, amount: '10.00' },
      })
      expect(totals).toContainEqual(expect.objectContaining({ type: 'deposit', token: 'USDC', currency: null }))
      const all = await list()
      expect(totals.reduce((sum, { count }) => sum + Number(count), 0)).toBe(all.length)
      const seen: unknown[] = []
      let after: unknown
      do {
        const page = done(await call('listTransactions', { limit: 2, after }, scene.owner)).body
        seen.push(...(page.data as Body[]))
        after = page.next_cursor
      } while (after != null)
      expect(seen).toEqual(all)
      for (const row of all) {
        const one = await call('getTransaction', { transaction_id: row.transaction_id }, scene.owner)
        expect(done(one).body).toEqual(row)
      }
    })

    test('of cards are the agent’s with that capability, the others with the capability treasury', async () => {
      const see = async (capabilities: readonly string[]) => {
        const { walletId, caller } = await openAgent(scene, { capabilities: ['payments', ...capabilities] })
        return { walletId, caller, rows: await list({}, caller) }
      }
      expect((await see([])).rows).toEqual([])
      expect((await see(['cards'])).rows).toEqual([])
      const treasurer = await see(['treasury'])
      expect(treasurer.rows.map(({ type }) => type)).toEqual([
        ...['transfer', 'withdrawal', 'release', 'funding', 'funding'],
      ])
      expect(await list({ wallet_id: treasurer.walletId }, treasurer.caller)).toEqual([])
      const [card] = await list({ type: 'card' })
      const [moved] = await list({ type: 'transfer' })
      const read = (row: Body | undefined, by: Caller) =>
        call('getTransaction', { transaction_id: row?.transaction_id }, by)
      refused(await read(card, treasurer.caller), 404, 'not_found')
      expect(done(await read(moved, treasurer.caller)).body).toEqual(moved)
      const other = await openAgent(await openScene(given, 'No dollars'), {
        capabilities: ['payments', 'cards', 'treasury'],
      })
      expect(await list({}, other.caller)).toEqual([])
      for (const row of [card, moved]) refused(await read(row, other.caller), 404, 'not_found')
      const live = {
        apiKey: await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' }),
      }
      expect(await list({}, live)).toEqual([])
      refused(await read(moved, live), 404, 'not_found')
    })
  })
}
