/** Domain 1.11: books and bank are compared on demand; what differs is a record that an administrator can resolve. */
import { beforeAll, describe, expect, test } from 'vitest'
import { done, type Given, openAgent, openPerson, openScene, refused, rowsIn, type Scene } from '../../support/scene.ts'
import { openBankMismatch, verifiedAccount } from '../../support/treasuryScene.ts'

export function treasuryReconciliation(given: Given): void {
  describe('1.11 reconciliation of dollars', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Reconciled')
    })
    const call = (...[operation, input, by = scene.owner]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const mismatches = async (filter: object = {}) =>
      rowsIn(done(await call('listTreasuryMismatches', { ...filter }, scene.owner)))

    test('whoever has no dollars has nothing to compare; then both agree', async () => {
      refused(await call('reconcileTreasury', {}, scene.owner), 404, 'not_found')
      await verifiedAccount(scene)
      expect(done(await call('reconcileTreasury', {}, scene.owner)).body).toMatchObject({ open_mismatches: 0 })
      expect(await mismatches()).toEqual([])
    })

    test('a difference is a record with its figures; it resolves itself, and by an administrator before', async () => {
      const mismatch_id = await openBankMismatch(scene)
      const [row] = await mismatches({ state: 'open', kind: 'amount_mismatch', entry: 'settled' })
      expect(row).toMatchObject({ mismatch_id, currency: 'USD', ledger_amount_minor: 100, bank_amount_minor: 99 })
      expect(row?.reason).toContain('99')
      expect(done(await call('getTreasuryMismatch', { mismatch_id }, scene.owner)).body).toEqual(row)
      const other = await openScene(given, 'Not reconciled')
      refused(await scene.carrier.call('getTreasuryMismatch', { mismatch_id }, other.owner), 404, 'not_found')
      const resolve = { mismatch_id, resolution: 'Looked at.' }
      refused(
        await call('resolveTreasuryMismatch', resolve, await openPerson(scene, ['approver'])),
        403,
        'insufficient_scope',
      )
      const resolved = done(await call('resolveTreasuryMismatch', resolve, scene.owner)).body
      expect(resolved).toMatchObject({
        state: 'resolved',
        resolution: 'Looked at.',
        resolved_by_key_id: expect.any(String),
      })
      refused(await call('resolveTreasuryMismatch', resolve, scene.owner), 409, 'conflict', {
        reason: 'already_resolved',
      })
      await openBankMismatch(scene)
      // It was made for the moment of the comparison alone.
      expect(done(await call('reconcileTreasury', {}, scene.owner)).body).toMatchObject({ open_mismatches: 0 })
      expect(await mismatches({ state: 'open' })).toEqual([])
      expect(await mismatches({ state: 'resolved' })).toHaveLength(2)
    })

    test('it is for keys of the organization', async () => {
      const agent = await openAgent(scene, { capabilities: ['treasury'] })
      for (const operation of ['reconcileTreasury', 'listTreasuryMismatches'] as const)
        refused(await call(operation, {}, agent.caller), 403, 'capability_denied', { reason: 'organization_only' })
    })
  })
}
