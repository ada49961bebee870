/**
 * Reconciliation mismatches as organizations see them (domain 1.11, 9.4): records with kind, amounts and state, over REST
 * and GraphQL, each organization its own; open ones are counted in the metrics.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gaugesOf, type RunningService } from '../../gateway/service.ts'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import { unfreezeWallet } from '../../subgraphs/payments/services/unfreezeWallet.ts'
import { bookOutflowIntent, reverseDepositIntent } from '../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import type { OrgId, WalletId } from '../../subgraphs/shared/ids.ts'
import { expectDelivered } from '../support/deliveredBy.ts'
import { openRestWorld, type RestWorld } from '../support/restClient.ts'

let rest: RestWorld
let service: RunningService

beforeAll(async () => {
  rest = await openRestWorld('mismatches', { allowLoopbackReceivers: true })
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

  test('has an endpoint told of a deposit that left the chain, of its mismatch and of how that was resolved', async () => {
    const { orgId, owner, walletId } = await openOrganization()
    const wanted = ['deposit.reversed reversed', 'reconciliation.mismatch open', 'reconciliation.mismatch resolved']
    await expectDelivered(rest, { owner, events: ['deposit.reversed', 'reconciliation.*'] }, wanted, async () => {
      await loseDeposits(orgId, walletId, 1)
      const [{ mismatch_id: id } = {}] = (await call(`GET ${PATH}`, owner)).body.data as Record<string, unknown>[]
      await call(`POST ${PATH}/${id}/resolve`, owner, { resolution: 'Asked the issuer.' })
    })
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

const person = async (orgId: OrgId, role: 'admin' | 'compliance') => {
  const made = { orgId, mode: 'test', roles: [role], name: role } as const
  return { 'x-api-key': (await service.service.subgraphs.agents.createOrganizationKey(made)).key }
}

async function lose({ orgId, walletId }: { readonly orgId: OrgId; readonly walletId: WalletId }, name: string = orgId) {
  const moved = { to: '0x1', txHash: `0x${name}`, block: 5, blockHash: '0xb', isGone: false }
  const transfer = { id: `out_base_${name}`, ...moved }
  const lost = { orgId, mode: 'test', walletId, token: 'USDC', chain: 'base', amount: 5n, transfer } as const
  await service.service.commit.submit(bookOutflowIntent({ ...lost, isByOwner: false }))
}

describe('money that has left a wallet without a payment', () => {
  async function loseMoney(decision: 'clear' | 'reject' | null) {
    const of = await openOrganization()
    const { orgId, walletId } = of
    await lose(of)
    const [admin, officer] = [await person(orgId, 'admin'), await person(orgId, 'compliance')]
    const { body } = await call('GET /api/v2/compliance/cases', officer)
    const [found, ...others] = body.data as Record<string, unknown>[]
    expect(others).toEqual([])
    const decide = { decision, comment: 'Looked at.' }
    if (decision !== null)
      expect((await call(`POST /api/v2/compliance/cases/${found?.case_id}/decide`, officer, decide)).status).toBe(200)
    const unfreeze = (by: Record<string, string>) =>
      call(`POST /api/v2/wallets/${walletId}/unfreeze`, by, { reason: 'Over.' })
    return { ...of, admin, officer, found, unfreeze }
  }

  test('opens a case in the same commit, and the wallet stays frozen until compliance has decided it (domain 9.4)', async () => {
    const { owner, admin, officer, found, unfreeze, walletId } = await loseMoney(null)
    expect(found).toMatchObject({
      ...{ status: 'open', subject_type: 'mismatch', subject_id: expect.stringMatching(/^mis_/), payment_id: null },
      checks: [{ name: 'unexpected_outflow', evidence: { wallet_id: walletId, found: '0.000005', expected: '0.00' } }],
    })
    const query = `{ complianceCase(id: "${found?.case_id}") { mismatch { kind wallet { status } } } }`
    expect((await call('POST /graphql', owner, { query })).body).toMatchObject({
      data: { complianceCase: { mismatch: { kind: 'unexpected_outflow', wallet: { status: 'frozen' } } } },
    })
    for (const by of [owner, admin, officer])
      expect(await unfreeze(by)).toMatchObject({
        status: 409,
        body: { error: { details: { reason: 'compliance_case', case_id: found?.case_id, status: 'open' } } },
      })
  })

  test('cleared, an administrator or compliance unfreezes the wallet; rejected, compliance alone', async () => {
    const cleared = [await loseMoney('clear'), await loseMoney('clear')] as const
    expect(await cleared[0].unfreeze(cleared[0].admin)).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(await cleared[1].unfreeze(cleared[1].officer)).toMatchObject({ status: 200, body: { status: 'active' } })
    const { admin, officer, unfreeze } = await loseMoney('reject')
    expect(await unfreeze(admin)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'compliance_case', required: 'compliance', status: 'closed_rejected' } } },
    })
    expect(await unfreeze(officer)).toMatchObject({ status: 200, body: { status: 'active' } })
  })
})

describe('money that has left a wallet which was frozen already', () => {
  async function openFrozen() {
    const of = await openOrganization()
    const { orgId, walletId } = of
    const [admin, officer] = [await person(orgId, 'admin'), await person(orgId, 'compliance')]
    const change = (what: 'freeze' | 'unfreeze', by: Record<string, string>) =>
      call(`POST /api/v2/wallets/${walletId}/${what}`, by, { reason: 'Looks odd.' })
    const cases = async () =>
      (await call('GET /api/v2/compliance/cases', officer)).body.data as { case_id: string; subject_id: string }[]
    const decide = async (caseId: string | undefined, decision: 'clear' | 'reject') =>
      (await call(`POST /api/v2/compliance/cases/${caseId}/decide`, officer, { decision, comment: 'Looked at.' }))
        .status
    /** As an administrator may whose mismatch is corrected. */
    async function resolveAll() {
      await service.service.database
        .collection<{ orgId: string; missing: bigint }>('mismatches')
        .updateMany({ orgId }, { $set: { missing: 0n } })
      const { body } = await call(`GET ${PATH}?state=open`, admin)
      for (const { mismatch_id } of body.data as { mismatch_id: string }[])
        expect((await call(`POST ${PATH}/${mismatch_id}/resolve`, admin, { resolution: 'Known.' })).status).toBe(200)
    }
    return { ...of, admin, officer, change, cases, decide, resolveAll }
  }
  const refusedFor = (caseId: string | undefined, status: string) => ({
    status: 409,
    body: { error: { details: { reason: 'compliance_case', case_id: caseId, status } } },
  })

  test('stays so until compliance has decided, although an administrator has resolved the mismatch', async () => {
    const of = await openFrozen()
    expect((await of.change('freeze', of.admin)).status).toBe(200)
    await lose(of)
    const [found] = await of.cases()
    await of.resolveAll()
    for (const by of [of.admin, of.officer])
      expect(await of.change('unfreeze', by)).toMatchObject(refusedFor(found?.case_id, 'open'))
    expect(await of.decide(found?.case_id, 'clear')).toBe(200)
    expect(await of.change('unfreeze', of.admin)).toMatchObject({ status: 200, body: { status: 'active' } })
  })

  test('nor is a second outflow got round when the case about the first is cleared', async () => {
    const of = await openFrozen()
    await lose(of, `${of.orgId}1`)
    const [first] = await of.cases()
    await lose(of, `${of.orgId}2`)
    const second = (await of.cases()).find(({ case_id }) => case_id !== first?.case_id)
    expect(await of.decide(first?.case_id, 'clear')).toBe(200)
    await of.resolveAll()
    expect(await of.change('unfreeze', of.admin)).toMatchObject(refusedFor(second?.case_id, 'open'))
    expect(await of.decide(second?.case_id, 'reject')).toBe(200)
    expect(await of.change('unfreeze', of.admin)).toMatchObject(refusedFor(second?.case_id, 'closed_rejected'))
    expect(await of.change('unfreeze', of.officer)).toMatchObject({ status: 200, body: { status: 'active' } })
  })

  test('rejected, compliance lifts the freeze for it, and leaves the other one to the administrator', async () => {
    const of = await openFrozen()
    await of.change('freeze', of.admin)
    await lose(of)
    const [found] = await of.cases()
    await of.decide(found?.case_id, 'reject')
    expect(await of.change('unfreeze', of.admin)).toMatchObject(refusedFor(found?.case_id, 'closed_rejected'))
    expect(await of.change('unfreeze', of.officer)).toMatchObject({ status: 200, body: { status: 'frozen' } })
    expect((await of.change('unfreeze', of.officer)).status, 'the other freeze is none of theirs').toBe(403)
    expect(await of.change('unfreeze', of.admin)).toMatchObject({ status: 200, body: { status: 'active' } })
  })

  test('while it is being unfrozen: the unfreeze sees the case', async () => {
    const of = await openFrozen()
    await of.change('freeze', of.admin)
    const { commit, database } = service.service
    const deps = { commit, database, screener: { refresh: () => undefined }, work: { stop: () => lose(of) } }
    const key = { keyId: 'key_1', personId: 'person_1', roles: ['admin'] }
    const by = { kind: 'organization', orgId: of.orgId, mode: 'test', ...key }
    const unfreezing = unfreezeWallet(deps as never, by as never, { walletId: of.walletId, reason: 'Over.' })
    await expect(unfreezing).rejects.toMatchObject({ details: { reason: 'compliance_case', status: 'open' } })
    expect((await call(`GET /api/v2/wallets/${of.walletId}`, of.admin)).body.status).toBe('frozen')
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
