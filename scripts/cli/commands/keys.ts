/** Keys of the organization's people. A new key is printed once: the service keeps only its hash. */
import { randomUUID } from 'node:crypto'
import type { Fields } from '../client.ts'
import { command, type Session } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { formatFacts, formatTable, type Printer, pick } from '../printer.ts'
import { requireConsent } from '../terminal.ts'
import { parseDuration } from './clock.ts'

const COLUMNS = ['key_id', 'name', 'roles', 'mode', 'status', 'last_used_at', 'valid_until']
const ROLES = ['admin', 'approver', 'compliance', 'viewer'] as const

export const keysList = command({
  name: 'keys list',
  args: [],
  summary: 'List the keys of the people of the organization; never the keys themselves.',
  options: {
    status: { type: 'string', values: ['active', 'suspended', 'revoked'], help: 'only these' },
    after: { type: 'string', value: 'CURSOR', help: 'the page after this one' },
  },
  async run({ flags: { status, after }, printer, session }) {
    const path = await keysPath(session())
    const query = { status, after }
    const { body } = await session().client.call<{ data: Fields[]; next_cursor: string | null }>(`GET ${path}`, {
      query,
    })
    printer.result(body, () => formatTable(COLUMNS, body.data.map(rowOf)))
    if (body.next_cursor !== null) printer.note(`There are more: --after ${body.next_cursor}`)
  },
})

export const keysCreate = command({
  name: 'keys create',
  args: ['NAME'],
  summary: 'Make a key for a person; keys of one name are one person. It is shown once.',
  options: {
    role: { type: 'string', values: ROLES, multiple: true, help: 'a role, each by itself; without: reads and spends' },
  },
  async run({ args: [name = ''], flags: { role: roles = [] }, printer, session }) {
    const path = await keysPath(session())
    const headers = { 'idempotency-key': randomUUID() }
    const { body } = await session().client.call(`POST ${path}`, { body: { name, roles }, headers })
    showOnce(printer, body)
  },
})

export const keysRotate = command({
  name: 'keys rotate',
  args: ['KEY_ID'],
  summary: 'Replace a key; the old one works for the overlap. The new one is shown once.',
  options: {
    overlap: { type: 'string', value: 'DURATION', help: 'how long the old key works: 0, 30m, 24h; default: 24h' },
  },
  async run({ args: [keyId = ''], flags: { overlap }, printer, session }) {
    const path = await keysPath(session(), keyId)
    const overlap_seconds = overlap === undefined ? undefined : parseDuration(overlap)
    const headers = { 'idempotency-key': randomUUID() }
    const { body } = await session().client.call(`POST ${path}/rotate`, { body: { overlap_seconds }, headers })
    showOnce(printer, body)
    if ((await session().whoAmI()).keyId === keyId)
      printer.note('That was the key of this command: run agentpay login.')
  },
})

export const keysRevoke = command({
  name: 'keys revoke',
  args: ['KEY_ID'],
  summary: 'End a key for good.',
  options: {
    reason: { type: 'string', help: 'why, kept for the record' },
    yes: { type: 'boolean', help: 'without a question' },
  },
  async run({ args: [keyId = ''], flags: { reason, yes }, printer, session }) {
    const path = await keysPath(session(), keyId)
    const isOwn = (await session().whoAmI()).keyId === keyId
    await requireConsent(`Revoke ${keyId} for good${isOwn ? ', the key of this very command' : ''}?`, yes)
    const { body } = await session().client.call(`POST ${path}/revoke`, { body: { reason } })
    printer.result(body, () => formatFacts(factsOf(body)))
  },
})

async function keysPath({ whoAmI }: Session, keyId?: string): Promise<string> {
  const { organization, kind } = await whoAmI()
  if (kind !== 'organization' || organization === null)
    throw new CommandFailure(
      'authentication',
      'Keys are made by an administrator: log in with a key of the organization.',
    )
  const path = `/api/v2/organizations/${organization.id}/keys`
  return keyId === undefined ? path : `${path}/${encodeURIComponent(keyId)}`
}

function showOnce(printer: Printer, body: Fields): void {
  printer.result(body, () => formatFacts({ ...factsOf(body), api_key: body.api_key }))
  printer.note('The key is not shown again.')
}

const factsOf = (record: Fields) => pick({ ...record, roles: textOf(record.roles) }, COLUMNS)
const rowOf = (record: Fields) => Object.values(factsOf(record))
const textOf = (roles: unknown) => (Array.isArray(roles) ? roles.join(', ') : roles)
