/**
 * Domain A.1: keys with which persons act for an organization. They are named, listed without their secret, replaced with an
 * overlap and revoked; what is revoked is refused on the next request, and one administrator's key always stays.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Operation } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
  withoutRequestId,
} from '../../support/scene.ts'

export function organizationKeys(given: Given): void {
  describe('A.1 keys of an organization', () => {
    let scene: Scene
    let org: { readonly org_id: string }
    beforeAll(async () => {
      scene = await openScene(given, 'Persons')
      org = { org_id: scene.organization.orgId }
    })
    const call = (operation: Operation, input: object = {}, by: Caller = scene.owner) =>
      scene.carrier.call(operation, { ...org, ...input }, by)
    const open = async (roles: readonly string[], name = 'Jo', by?: Caller) => {
      const { body } = done(await call('createKey', { name, roles }, by))
      return { record: body, key: { key_id: textIn(body, 'key_id') }, by: { apiKey: textIn(body, 'api_key') } }
    }
    const isRefused = async (by: Caller) =>
      refused(await scene.carrier.call('listAgents', {}, by), 401, 'authentication_error', {
        reason: 'invalid_api_key',
      })
    const listAgents = (by: Caller) => scene.carrier.call('listAgents', {}, by)

    test('a key is made for a person, works at once, and is shown once', async () => {
      const { record, key, by } = await open(['approver'], 'Second approver')
      expect(by.apiKey).toMatch(/^sk_test_/)
      expect(record).toMatchObject({ name: 'Second approver', roles: ['approver'], mode: 'test', status: 'active' })
      done(await listAgents(by))
      refused(await call('listKeys', {}, by), 403, 'insufficient_scope', { required: 'admin' })
      const listed = done(await call('listKeys'))
      expect(listed.text).not.toContain(by.apiKey)
      const { api_key: _, last_used_at: __, ...shown } = record
      expect(rowsIn(listed)[0]).toMatchObject(shown)
      const one = done(await call('getKey', key)).body
      expect(one).toMatchObject(shown)
      expect(typeof one.created_by).toBe('string')
      const [told] = await eventsOf(scene, key.key_id)
      expect(told).toMatchObject({ type: 'api_key.created', data: { ...key, principal_id: record.principal_id } })
    })

    test('one name is one person, whatever its spelling', async () => {
      const ids = await Promise.all(
        ['Ann Lee', 'ann  LEE', 'An\u200bn\u00a0Lee\u2060', 'Ann Li'].map(
          async (name) => (await open([], name)).record,
        ),
      )
      const [first, same, looksAlike, other] = ids.map(({ principal_id }) => principal_id)
      expect([first === same, first === looksAlike, first === other]).toEqual([true, true, false])
    })

    test('it tells when a key was last used', async () => {
      // Other processes know it once it is stored, after ten seconds at most.
      if (scene.service.topology !== 'in process') return
      const { key, by, record } = await open([])
      expect(record.last_used_at).toBeNull()
      done(await listAgents(by))
      const used = Date.parse(String(done(await call('getKey', key)).body.last_used_at))
      expect(Math.abs(used - scene.service.clock.now().getTime())).toBeLessThan(60_000)
    })

    test.each([
      [{ name: '', roles: [] }, 'name'],
      [{ name: 'x'.repeat(101), roles: [] }, 'name'],
      [{ name: 'Jo', roles: ['viewer', 'admin'] }, 'roles'],
    ])('%j names the field', async (input, field) => {
      refusedField(await call('createKey', input), field)
    })

    test('a viewer reads everything and changes nothing: 403 insufficient_scope', async () => {
      const { by } = await open(['viewer'], 'Auditor')
      const agent = await openAgent(scene)
      const spend = { wallet_id: agent.walletId, amount: '1.00', to: newAddress(), token: 'USDC' }
      const plain = (operation: Operation, input: object) =>
        scene.carrier.call(operation, { ...input }, { ...by, agentId: agent.agentId })
      for (const operation of ['listAgents', 'listPayments', 'listWallets', 'listEvents', 'listApprovals'] as const)
        done(await plain(operation, {}))
      const writes: readonly (readonly [Operation, object])[] = [
        ['createPayment', spend],
        ['createWallet', {}],
        ['freezeWallet', { wallet_id: agent.walletId, reason: 'x' }],
        ['activateSwitch', { scope: 'agent', target_id: agent.agentId, reason: 'x', reason_code: 'test' }],
        ['register', { name: 'x', capabilities: ['payments'], owner_org_id: org.org_id }],
        ['approve', { approval_id: 'apr_unknown' }],
        ['createKey', { ...org, name: 'x', roles: [] }],
      ]
      for (const [operation, input] of writes)
        refused(await plain(operation, input), 403, 'insufficient_scope', { roles: ['viewer'] })
    })

    test('a revoked key is refused at once, and revoking it again changes nothing', async () => {
      const { key, by } = await open(['admin'])
      done(await listAgents(by))
      const { body } = done(await call('revokeKey', { ...key, reason: 'Left.' }))
      expect(body).toMatchObject({ status: 'revoked', revoked_at: expect.stringMatching(/Z$/) })
      await isRefused(by)
      const again = done(await call('revokeKey', key)).body
      expect(again.revoked_at).toBe(body.revoked_at)
      const revoked = rowsIn(done(await call('listKeys', { status: ['revoked'] })))
      expect(revoked.map(({ key_id }) => key_id)).toContain(key.key_id)
      const active = rowsIn(done(await call('listKeys', { status: ['active'] })))
      expect(active.map(({ key_id }) => key_id)).not.toContain(key.key_id)
      refused(await call('updateKey', { ...key, roles: [] }), 409, 'conflict', { reason: 'key_ended' })
      refused(await call('rotateKey', key), 409, 'conflict', { reason: 'key_ended' })
    })

    test('roles that change hold from the next request on', async () => {
      const { key, by } = await open(['admin'])
      done(await call('listKeys', {}, by))
      expect(done(await call('updateKey', { ...key, roles: ['compliance'] })).body.roles).toEqual(['compliance'])
      refused(await call('listKeys', {}, by), 403, 'insufficient_scope')
      refusedField(await call('updateKey', { ...key, roles: ['viewer', 'approver'] }), 'roles')
    })

    test('a replaced key works for the overlap only, and the new one has its person and roles', async () => {
      const { key, by, record } = await open(['approver'], 'Rotating')
      const { body } = done(await call('rotateKey', key))
      expect(body).toMatchObject({ principal_id: record.principal_id, roles: ['approver'], status: 'active' })
      expect(body.key_id).not.toBe(key.key_id)
      const old = done(await call('getKey', key)).body
      const overlapMs = Date.parse(String(old.valid_until)) - Date.parse(String(body.created_at))
      expect([old.status, overlapMs]).toEqual(['active', 86_400_000])
      for (const caller of [by, { apiKey: textIn(body, 'api_key') }]) done(await listAgents(caller))
      refused(await call('rotateKey', key), 409, 'conflict', { reason: 'key_ended' })
      // Whoever takes roles from a person takes them from the replaced key as well.
      expect(done(await call('updateKey', { ...key, roles: ['viewer'] })).body.roles).toEqual(['viewer'])
      refused(await call('rotateKey', key, by), 403, 'insufficient_scope')
      const again = { key_id: textIn(body, 'key_id'), overlap_seconds: 0 }
      done(await call('rotateKey', again))
      await isRefused({ apiKey: textIn(body, 'api_key') })
      expect(done(await call('getKey', { key_id: body.key_id })).body.status).toBe('revoked')
      for (const overlap_seconds of [-1, 604_801])
        refusedField(await call('rotateKey', { ...again, overlap_seconds }), 'overlap_seconds')
    })

    test('the last administrator is neither revoked nor demoted, also by two at once', async () => {
      const alone = await openScene(given, 'Alone')
      const of = { org_id: alone.organization.orgId }
      const act = (operation: Operation, input: object, by: Caller) =>
        alone.carrier.call(operation, { ...of, ...input }, by)
      const [first] = rowsIn(done(await act('listKeys', {}, alone.owner)))
      const own = { key_id: first?.key_id }
      const last = { reason: 'last_admin' }
      refused(await act('revokeKey', own, alone.owner), 409, 'conflict', last)
      refused(await act('updateKey', { ...own, roles: ['approver'] }, alone.owner), 409, 'conflict', last)
      const { body } = done(await act('createKey', { name: 'Other', roles: ['admin'] }, alone.owner))
      const other = { apiKey: textIn(body, 'api_key') }
      const both = await Promise.all([
        act('revokeKey', { key_id: body.key_id }, alone.owner),
        act('revokeKey', own, other),
      ])
      expect(both.filter((answer) => answer.refused === null)).toHaveLength(1)
      const left = rowsIn(done(await act('listKeys', { status: ['active'] }, both[0].refused ? other : alone.owner)))
      expect(left.filter(({ roles }) => (roles as string[]).includes('admin'))).toHaveLength(1)
    })

    test('a person is suspended with all keys, in one request, and reactivated; nobody is locked out', async () => {
      const first = await open(['approver'], 'Away')
      const second = await open([], 'Away')
      const { principal_id } = first.record
      const person = { principal_id, reason: 'On leave.' }
      const { body } = done(await call('suspendPerson', person))
      expect(body).toMatchObject({
        ...org,
        principal_id,
        name: 'Away',
        status: 'suspended',
        status_reason: 'On leave.',
      })
      expect((body.keys as unknown[]).length).toBe(2)
      for (const { by, key } of [first, second]) {
        refused(await listAgents(by), 401, 'authentication_error', { reason: 'person_suspended' })
        expect(done(await call('getKey', key)).body.status).toBe('suspended')
      }
      const ids = rowsIn(done(await call('listKeys', { status: ['suspended'] }))).map(({ key_id }) => key_id)
      expect(ids).toEqual([second.key.key_id, first.key.key_id])
      expect(done(await call('suspendPerson', person)).body.status).toBe('suspended')
      const inTheWay = { reason: 'person_suspended' }
      refused(await call('createKey', { name: 'Away', roles: [] }), 409, 'conflict', inTheWay)
      refused(await call('rotateKey', first.key), 409, 'conflict', inTheWay)
      // What is revoked meanwhile stays revoked.
      done(await call('revokeKey', second.key))
      const back = done(await call('reactivatePerson', { ...person, reason: 'Back.' })).body
      expect(back).toMatchObject({ status: 'active', status_reason: null })
      done(await listAgents(first.by))
      await isRefused(second.by)
      const types = (await eventsOf(scene, principal_id)).map(({ type }) => type)
      expect(types).toEqual(['person.suspended', 'person.reactivated'])

      const own = rowsIn(done(await call('listKeys', { status: ['active'] }))).find(({ name }) => name === 'first key')
      const last = await openScene(given, 'One administrator')
      const [only] = rowsIn(done(await scene.carrier.call('listKeys', { org_id: last.organization.orgId }, last.owner)))
      const alone = { org_id: last.organization.orgId, principal_id: only?.principal_id, reason: 'x' }
      refused(await scene.carrier.call('suspendPerson', alone, last.owner), 409, 'conflict', { reason: 'last_admin' })
      refused(await call('suspendPerson', { ...person, principal_id: 'person_unknown' }), 404, 'not_found')
      const foreign = { ...person, principal_id: own?.principal_id }
      refused(await scene.carrier.call('suspendPerson', { ...alone, ...foreign }, last.owner), 404, 'not_found')
      refused(await scene.carrier.call('suspendPerson', { ...org, ...foreign }, last.owner), 404, 'not_found')
      refusedField(await call('suspendPerson', { ...person, reason: '' }), 'reason')
    })

    test('another organization sees and changes nothing of it: 404', async () => {
      const { key, by } = await open(['approver'])
      const foreign = await openScene(given, 'Foreign persons')
      const own = { org_id: foreign.organization.orgId }
      for (const operation of ['getKey', 'updateKey', 'rotateKey', 'revokeKey'] as const) {
        const more = operation === 'updateKey' ? { roles: [] } : {}
        const ask = (input: object) => scene.carrier.call(operation, { ...more, ...input }, foreign.owner)
        refused(await ask({ ...org, ...key }), 404, 'not_found')
        const theirs = refused(await ask({ ...own, ...key }), 404, 'not_found')
        const unknown = await ask({ ...own, key_id: 'key_0000000000000000' })
        expect(withoutRequestId(theirs)).toEqual(withoutRequestId(unknown))
      }
      done(await listAgents(by))
    })
  })
}
