// An export of the audit log takes long: it goes on only as long as its credentials are good (specification 5; domain 4). So
// does its verification, of which an organization has one at a time (domain 7.2).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLogHead } from '../../subgraphs/events/models/auditLog.ts'
import { chainHash } from '../../subgraphs/shared/commit/hashChain.ts'
import { type EventRow, eventId } from '../../subgraphs/shared/events.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService('audit_export', 'in process')
})
afterAll(() => service.stop())

/** More than a page, and than the buffers between the service and its client. */
const ROWS = 1_200
const ROW_BYTES = 12_000

async function lengthenLog(orgId: OrgId): Promise<void> {
  const rows = service.database.collection<EventRow>('events')
  const head = await findLogHead(service.database, orgId)
  const last = await rows.findOne({ orgId }, { sort: { _id: -1 } })
  if (last === null) throw new Error('an organization without events')
  let prevHash = head.hash
  const more = Array.from({ length: ROWS }, (_, index) => {
    const { hash: _hash, ...content } = last
    const cursor = head.sequence + 1 + index
    const row = { ...content, _id: eventId(orgId, cursor), cursor, prevHash, data: { note: 'x'.repeat(ROW_BYTES) } }
    prevHash = chainHash(row)
    return { ...row, hash: prevHash } as EventRow
  })
  await rows.insertMany(more)
  const positions = service.database.collection<{ _id: string }>('positions')
  await positions.updateOne({ _id: `org:${orgId}` }, { $set: { cursor: head.sequence + ROWS, eventHash: prevHash } })
}

/** Reads the beginning, does the act, and reads on. @returns lines, or what cut them off */
async function exportWith(key: string, act: () => Promise<unknown>): Promise<number | string> {
  const response = await fetch(`${service.url}/api/v2/compliance/audit/export`, { headers: { 'x-api-key': key } })
  expect(response.status).toBe(200)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let lines = 0
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { done, value } = await reader.read()
      if (done) return lines
      lines += value.filter((byte) => byte === 10).length
      if (isFirst) await act()
    }
  } catch (error) {
    return String(error)
  }
}

test('it ends when its key is revoked', { timeout: 60_000 }, async () => {
  const { orgId, key } = await service.createOrganization('Exported')
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const keys = `${service.url}/api/v2/organizations/${orgId}/keys`
  const body = JSON.stringify({ name: 'Auditor', roles: ['compliance'] })
  const made = (await (await fetch(keys, { method: 'POST', headers, body })).json()) as Record<string, string>
  await lengthenLog(orgId)
  expect(await exportWith(key, async () => undefined)).toBeGreaterThan(ROWS)
  const revoke = () => fetch(`${keys}/${made.key_id}/revoke`, { method: 'POST', headers, body: '{}' })
  expect(await exportWith(made.api_key ?? '', revoke)).toMatch(/terminated/)
})

test('an organization has its log verified once at a time, and goes on reading', { timeout: 60_000 }, async () => {
  const { orgId, key } = await service.createOrganization('Verified')
  await service.createKey(orgId, { roles: ['viewer'] })
  await lengthenLog(orgId)
  const headers = { 'x-api-key': key }
  const verify = () => fetch(`${service.url}/api/v2/compliance/audit/verify`, { headers })
  const asked = Array.from({ length: 12 }, verify)
  // Whoever holds a key of the other mode keeps no auditor waiting.
  const live = await service.createKey(orgId, { roles: ['compliance'], mode: 'live' })
  const audited = fetch(`${service.url}/api/v2/compliance/audit/verify`, { headers: { 'x-api-key': live } })
  expect((await fetch(`${service.url}/api/v2/agents`, { headers })).status).toBe(200)
  expect((await audited).status).toBe(200)
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.map(({ status }) => status).filter((status) => status !== 429 && status !== 200)).toEqual([])
  expect(refused.length).toBeGreaterThanOrEqual(6)
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('2')
    const { error } = (await answer.json()) as { error: { type: string; details: object } }
    expect(error).toMatchObject({ type: 'rate_limited', details: { bucket: 'audit-verifications' } })
  }
  // Nothing is left of what was refused.
  expect((await verify()).status).toBe(200)
})
