/**
 * Reconciliation mismatches as organizations see them (domain 1.11, 9.4): records with kind, amounts and state, over REST
 * and GraphQL, each organization its own; open ones are counted in the metrics.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gaugesOf, type RunningService } from '../../gateway/service.ts'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import { reverseDepositIntent } from '../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import type { OrgId, WalletId } from '../../subgraphs/shared/ids.ts'
import { openRestWorld, type RestWorld } from '../support/restClient.ts'

let rest: RestWorld
let service: RunningService

beforeAll(async () => {
  rest = await openRestWorld('mismatches')
  service = rest.running
}, 90_000)
afterAll(() => rest.stop())

const call: RestWorld['call'] = (...request) => rest.call(...request)
const openOrganization = () => rest.openOrganization('Reconciled')

/** Deposits that were credited and then dropped by a reorganization. */
async function loseDeposits(orgId: OrgId, walletId: WalletId, count: number): Promise<void> {
  const { commit, database } = service.service
  for (let index = 0; index < count; index++) {
    const _id = `dep_base_${orgId}${index}`
    const rest = { orgId, mode: 'test', walletId, token: 'USDC', chain: 'base', amount: 5_000_000n } as const
    await commit.submit(creditDepositIntent({ _id, ...rest, from: '0x0', txHash: _id, block: 5, blockHash: '0xb' }))
    const row = await database.collection<DepositRow>('deposits').findOne({ _id })
    await commit.submit(reverseDepositIntent(row as DepositRow))
  }
}

const PATH = '/api/v2/reconciliation/mismatches'

describe('an organization', () => {
  test('lists its own mismatches, newest first, in pages and by state and kind', async () => {
    const { orgId, owner, walletId } = await openOrganization()
    await loseDeposits(orgId, walletId, 3)
    const { status, body } = await call(`GET ${PATH}?limit=2`, owner)
    expect(status).toBe(200)
    const [first, second] = body.data as Record<string, unknown>[]
    expect(first).toMatchObject({
      ...{ kind: 'deposit_reorganized', state: 'open', wallet_id: walletId, payment_id: null, token: 'USDC' },
      ...{ expected: '5.00', found: '0.00', missing: '0.00', deposit_id: `dep_base_${orgId}2`, resolved_at: null },
    })
    expect(body.has_more).toBe(true)
    const next = await call(`GET ${PATH}?limit=2&after=${body.next_cursor}`, owner)
    expect(next.body).toMatchObject({ has_more: false, data: [{ deposit_id: `dep_base_${orgId}0` }] })
    expect(second?.deposit_id).toBe(`dep_base_${orgId}1`)
    expect((await call(`GET ${PATH}?state=resolved`, owner)).body.data).toEqual([])
    expect((await call(`GET ${PATH}?kind=payment_reorganized`, owner)).body.data).toEqual([])
    expect((await call(`GET ${PATH}?state=open&kind=deposit_reorganized`, owner)).body.data).toHaveLength(3)
    expect((await call(`GET ${PATH}?state=broken`, owner)).status).toBe(400)
    const one = await call(`GET ${PATH}/${first?.mismatch_id}`, owner)
    expect(one.body).toEqual(first)
  })

  test('sees the frozen wallet of a mismatch over GraphQL', async () => {
    const { orgId, owner, walletId } = await openOrganization()
    await loseDeposits(orgId, walletId, 1)
    const query = `{ reconciliationMismatches(states: [open], first: 1) { edges { node {
      kind expected wallet { id status frozenSource } payment { id } } } } }`
    const { body } = await call('POST /graphql', owner, { query })
    expect(body).toMatchObject({
      data: {
        reconciliationMismatches: {
          edges: [{ node: { expected: '5.00', payment: null, wallet: { id: walletId, status: 'frozen' } } }],
        },
      },
    })
  })

  test('is told of open ones where it reconciles the wallet, even where ledger and chain agree; an agent is not', async () => {
    const { orgId, owner, bearer, walletId } = await openOrganization()
    await loseDeposits(orgId, walletId, 2)
    const { body: found } = await call(`POST /api/v2/wallets/${walletId}/reconcile`, owner, {})
    expect(found.open_mismatches).toEqual((await call(`GET ${PATH}?state=open`, owner)).body.data)
    // As a reconciliation left it that found equal figures.
    const asset = { walletId, chain: 'base', token: 'USDC', state: 'agrees', ledger: '0', onChain: '0', block: 1 }
    await service.service.database
      .collection<{ _id: string }>('reconciliations')
      .insertOne({ _id: `${walletId}:base:USDC`, orgId, mode: 'test', ...asset, at: new Date() } as never)
    const stateOf = async () => {
      const { body } = await call(`GET /api/v2/wallets/${walletId}/reconciliation`, owner)
      return (body.reconciliation as { state: string }[]).map(({ state }) => state).join()
    }
    expect(await stateOf(), 'the figures are equal, and what happened is not settled').toBe('mismatch_open')
    expect(found.open_mismatches).toMatchObject([
      { kind: 'deposit_reorganized', expected: '5.00', found: '0.00', missing: '0.00', state: 'open' },
      { mismatch_id: expect.stringMatching(/^mis_/) },
    ])
    const read = (headers: Record<string, string>) => call(`GET /api/v2/wallets/${walletId}/reconciliation`, headers)
    expect((await read(owner)).body.open_mismatches).toEqual(found.open_mismatches)
    expect((await read(bearer)).body.open_mismatches).toEqual([])
    const [{ mismatch_id: id } = {}] = found.open_mismatches as Record<string, unknown>[]
    await call(`POST ${PATH}/${id}/resolve`, owner, { resolution: 'Asked the issuer.' })
    expect((await read(owner)).body.open_mismatches).toHaveLength(1)
    expect(await stateOf()).toBe('mismatch_open')
    const [{ mismatch_id: last } = {}] = (await read(owner)).body.open_mismatches as Record<string, unknown>[]
    await call(`POST ${PATH}/${last}/resolve`, owner, { resolution: 'Asked the issuer.' })
    expect(await stateOf()).toBe('agrees')
  })

  test('sees no mismatch of another organization; an agent sees none at all', async () => {
    const [one, other] = [await openOrganization(), await openOrganization()]
    await loseDeposits(one.orgId, one.walletId, 1)
    const { body } = await call(`GET ${PATH}`, one.owner)
    const [{ mismatch_id: id } = {}] = body.data as Record<string, unknown>[]
    expect((await call(`GET ${PATH}`, other.owner)).body.data).toEqual([])
    expect((await call(`GET ${PATH}/${id}`, other.owner)).status).toBe(404)
    for (const path of [PATH, `${PATH}/${id}`]) {
      const refused = await call(`GET ${path}`, one.bearer)
      expect([refused.status, (refused.body.error as { type: string }).type]).toEqual([403, 'capability_denied'])
    }
    const query = `{ node(id: "${id}") { id ... on ReconciliationMismatch { kind } } }`
    const nodeFor = async (headers: Record<string, string>) =>
      (await call('POST /graphql', headers, { query })).body.data as { node: unknown }
    expect(await nodeFor(one.owner)).toEqual({ node: { id, kind: 'deposit_reorganized' } })
    for (const stranger of [other.owner, one.bearer]) expect(await nodeFor(stranger)).toEqual({ node: null })
  })
})

describe('resolving one manually', () => {
  const resolve = (id: unknown, headers: Record<string, string>, resolution = 'Asked the issuer.') =>
    call(`POST ${PATH}/${id}/resolve`, headers, { resolution })

  test('an administrator resolves a corrected one, with a note; others may not', async () => {
    const { orgId, owner, bearer, walletId } = await openOrganization()
    await loseDeposits(orgId, walletId, 1)
    const { body } = await call(`GET ${PATH}`, owner)
    const [{ mismatch_id: id } = {}] = body.data as Record<string, unknown>[]
    const { key } = await service.service.subgraphs.agents.createOrganizationKey({
      ...{ orgId, mode: 'test', roles: ['approver'], name: 'Second' },
    })
    expect((await resolve(id, { 'x-api-key': key })).status).toBe(403)
    expect((await resolve(id, bearer)).status).toBe(403)
    expect((await resolve(id, (await openOrganization()).owner)).status).toBe(404)
    expect((await resolve(id, owner, '')).status).toBe(400)
    const { body: open } = await call(`GET ${PATH}/${id}`, owner)
    expect(open.reason).toMatch(/The ledger said 5\.00 USDC on base, the chain says 0\.00\.$/)
    expect(open.next_step).toMatch(/ask its sender, then resolve this mismatch and unfreeze the wallet/)
    expect([open.resolved_by, open.resolved_by_key_id]).toEqual([null, null])
    const { keyId, key: named } = await service.service.subgraphs.agents.createOrganizationKey({
      ...{ orgId, mode: 'test', roles: ['admin'], name: 'Ada' },
    })
    const { status, body: resolved } = await resolve(id, { 'x-api-key': named })
    expect([status, resolved.state, resolved.resolved_at !== null]).toEqual([200, 'resolved', true])
    expect(resolved).toMatchObject({
      ...{ resolution: 'Asked the issuer.', next_step: null, resolved_by_key_id: keyId },
      resolved_by: { person_id: expect.stringMatching(/^person_/), name: 'Ada' },
    })
    expect((await resolve(id, owner, 'Again.')).body).toEqual(resolved)
  })

  test('is refused while ledger and chain still differ', async () => {
    const { orgId, owner, walletId } = await openOrganization()
    await loseDeposits(orgId, walletId, 1)
    await service.service.database
      .collection<{ orgId: string; missing: bigint }>('mismatches')
      .updateOne({ orgId }, { $set: { missing: 2_000_000n } })
    const { body } = await call(`GET ${PATH}`, owner)
    const [{ mismatch_id: id, missing } = {}] = body.data as Record<string, unknown>[]
    expect(missing).toBe('2.00')
    const refused = await resolve(id, owner)
    expect([refused.status, (refused.body.error as { type: string }).type]).toEqual([409, 'conflict'])
  })
})

test('metrics count the open ones by kind', async () => {
  const { orgId, walletId } = await openOrganization()
  const gauge = gaugesOf(service.service).find(({ name }) => name === 'reconciliation_mismatches_open')
  const count = async () =>
    (await gauge?.read())?.find(({ labels }) => labels?.kind === 'deposit_reorganized')?.value ?? 0
  const before = await count()
  await loseDeposits(orgId, walletId, 2)
  expect(await count()).toBe(before + 2)
})
