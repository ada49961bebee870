/**
 * A change of one byte of any row of the audit log, of its seal, or of the position that holds its end is found, and the row
 * is named; so are missing, added and exchanged rows, and a history that was written anew as a whole with hashes that fit.
 * `--fault` accepts every seal, as if it were not signed.
 */

import { openSealer, sealLog, verifyLog } from '../../subgraphs/events/index.ts'
import { chainHash } from '../../subgraphs/shared/commit/hashChain.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openTokenWorld, type TokenWorld } from './tokenWorld.ts'

/** `values`: how many of a row's values are changed, one after the other. */
const SIZES = { ci: { agents: 3, values: 3 }, full: { agents: 40, values: 1_000 } } as const
type Row = Record<string, unknown> & { _id: string }

export async function proveTamper({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openTokenWorld()
  const breaches: string[] = []
  const figures = { rows: 0, changes: 0, forgeries: 0 }
  try {
    const { agents, values } = SIZES[size]
    const log = await openLog(world, agents, fault)
    figures.rows = log.rows.length
    const expectFault = async (what: string, named: string | null) => {
      const { fault: found } = await log.verify()
      if (found === null) breaches.push(`${what} is not found`)
      else if (named !== null && found.id !== named) breaches.push(`${what} is found at ${found.id}, not ${named}`)
    }
    const untouched = await log.verify()
    if (untouched.fault !== null) breaches.push(`nothing was changed, and ${untouched.fault.id} is named`)
    if (!fault) figures.changes = await changeBytes(log, { values, random: createRandom(seed) }, expectFault)
    figures.forgeries = await forge(log, expectFault)
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

type Log = Awaited<ReturnType<typeof openLog>>
type Expect = (what: string, named: string | null) => Promise<void>

async function openLog(world: TokenWorld, agents: number, fault: boolean) {
  const { database, clock, config } = world.services[0]
  const organization = await world.createOrganization('Tampered')
  for (let made = 0; made < agents; made++) await world.createAgent(organization)
  const orgId: OrgId = organization.admin.orgId
  const sealer = await openSealer({ database, secrets: createSecretBox(config.masterKey, 'events') })
  await sealLog({ database, clock, sealer }, orgId)
  const trusting = { ...sealer, isGenuine: () => true }
  const of = (collection: string) => database.collection<Row>(collection)
  return {
    orgId,
    rows: await of('events').find({ orgId }).sort({ _id: 1 }).toArray(),
    of,
    verify: () => verifyLog({ database, sealer: fault ? trusting : sealer }, orgId),
    /** Puts a row in its place while `act` runs. */
    async whileChanged(collection: string, from: Row, to: Row | null, act: () => Promise<void>): Promise<void> {
      if (to === null) await of(collection).deleteOne({ _id: from._id })
      else await of(collection).replaceOne({ _id: from._id }, to)
      await act()
      await of(collection).replaceOne({ _id: from._id }, from, { upsert: true })
    },
  }
}

/** Stored values of each row, one after the other, by one byte. */
async function changeBytes(
  log: Log,
  { values, random }: { readonly values: number; readonly random: () => number },
  expectFault: Expect,
): Promise<number> {
  let changes = 0
  for (const row of log.rows)
    for (const [path, changed] of pick([...variantsOf(row, random)], values, random)) {
      changes += 1
      await log.whileChanged('events', row, changed, () => expectFault(`${path} of ${row._id}`, row._id))
    }
  const [seal] = await log.of('auditSeals').find({ _id: log.orgId }).toArray()
  if (seal === undefined) throw new Error('the log is not sealed')
  for (const [path, changed] of variantsOf(seal, random)) {
    changes += 1
    await log.whileChanged('auditSeals', seal, changed, () =>
      expectFault(`${path} of the seal`, `seal of ${log.orgId}`),
    )
  }
  const position = (await log.of('positions').findOne({ _id: `org:${log.orgId}` })) as Row
  for (const [path, changed] of variantsOf(position, random)) {
    if (path !== 'eventHash' && path !== 'cursor') continue
    changes += 1
    await log.whileChanged('positions', position, changed, () => expectFault(`${path} of the position`, null))
  }
  return changes
}

function pick<T>(all: readonly T[], count: number, random: () => number): T[] {
  if (all.length <= count) return [...all]
  return Array.from({ length: count }, () => all[Math.floor(random() * all.length)] as T)
}

/** Missing, exchanged and repeated rows, a cut-off end, and a new history with hashes that fit. */
async function forge(log: Log, expectFault: Expect): Promise<number> {
  const [first, second] = log.rows.slice(1, 3) as [Row, Row]
  const last = log.rows.at(-1) as Row
  await log.whileChanged('events', first, null, () => expectFault('a missing row', first._id))
  await log.whileChanged('events', last, null, () => expectFault('a missing last row', last._id))
  await log.whileChanged('events', first, { ...second, _id: first._id }, () => expectFault('a repeated row', first._id))
  const position = (await log.of('positions').findOne({ _id: `org:${log.orgId}` })) as Row
  const renewed = renew(log.rows as unknown as EventRow[], 1)
  const { hash } = renewed.at(-1) as EventRow
  const seal = (await log.of('auditSeals').findOne({ _id: log.orgId })) as Row
  await replaceAll(log, renewed as unknown as Row[])
  await log.whileChanged('positions', position, { ...position, eventHash: hash }, () =>
    log.whileChanged('auditSeals', seal, { ...seal, hash }, () => expectFault('a new history', null)),
  )
  await replaceAll(log, log.rows)
  return 4
}

async function replaceAll(log: Log, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await log.of('events').replaceOne({ _id: row._id }, row)
}

/** From one row on, as somebody would write it who knows how the hashes are made, and signs as well as they can. */
function renew(rows: readonly EventRow[], from: number): EventRow[] {
  let last = rows[from]?.prevHash ?? ''
  return rows.map((row, index) => {
    if (index < from) return row
    const { hash: _, ...content } = { ...row, prevHash: last, ...(index === from && { resourceId: 'agt_another' }) }
    last = chainHash(content)
    return { ...content, hash: last }
  })
}

/** Copies with one value each changed by one character, one millisecond or one; nested values too. */
function* variantsOf(row: Row, random: () => number): Generator<[path: string, changed: Row]> {
  for (const [path, changed] of changesOf(row, random)) if (path !== '_id') yield [path, changed as Row]
}

function* changesOf(value: unknown, random: () => number): Generator<[path: string, changed: unknown]> {
  if (value instanceof Date) return yield ['', new Date(value.getTime() + 1)]
  if (typeof value === 'string' && value !== '') return yield ['', changeCharacter(value, random)]
  if (typeof value === 'number') return yield ['', value + 1]
  if (typeof value === 'bigint') return yield ['', value + 1n]
  if (typeof value === 'boolean') return yield ['', !value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    for (const [path, changed] of changesOf(inner, random)) {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      ;(copy as Record<string, unknown>)[name] = changed
      yield [path === '' ? name : `${name}.${path}`, copy]
    }
}

function changeCharacter(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}
