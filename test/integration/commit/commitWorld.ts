/** A database with organizations and funded wallets, group commits over it, and the audit that every commit test ends with. */
import { inject } from 'vitest'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { createCommit, type GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import type { GroupCommitOptions } from '../../../subgraphs/shared/commit/groupCommitOptions.ts'
import { findHashChainFault } from '../../../subgraphs/shared/commit/hashChain.ts'
import { type OrgPosition, orgRef, type WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { prepareCommitStore } from '../../../subgraphs/shared/commit/store.ts'
import type { StoreFaults } from '../../../subgraphs/shared/commit/storeFaults.ts'
import type { Intent, KeyRow, Outcome } from '../../../subgraphs/shared/commit/types.ts'
import { type Database, openDatabase } from '../../../subgraphs/shared/database.ts'
import type { EventRow } from '../../../subgraphs/shared/events.ts'
import {
  type JournalRow,
  journalOf,
  postToWallet,
  type WalletBalances,
} from '../../../subgraphs/shared/ledger/journal.ts'
import { withAppName } from '../../support/failPoints.ts'
import { silentLog } from '../../support/openTestDatabase.ts'
import { orgIdOf, positionRows } from '../../unit/commit/spendWorld.ts'

export interface CommitWorld {
  readonly database: Database
  readonly uri: string
  readonly name: string
  /** A group commit with its own connection, like that of another process. */
  openGroupCommit(input?: {
    faults?: StoreFaults
    options?: Partial<GroupCommitOptions>
    appName?: string
  }): Promise<GroupCommit>
  /** Throws if rows contradict each other. */
  audit(): Promise<Audit>
  stop(): Promise<void>
}

interface Audit {
  readonly payments: readonly PaymentRow[]
  readonly keys: readonly KeyRow[]
  readonly events: readonly EventRow[]
}

export async function openCommitWorld(
  name: string,
  size: { orgs: number; wallets: number } & Parameters<typeof positionRows>[2],
): Promise<CommitWorld> {
  const uri = inject('services').mongodbUri
  const database = await openDatabase({ uri, name })
  const groupCommits: { groupCommit: GroupCommit; database: Database }[] = []
  await database.connection.dropDatabase()
  for (const collection of ['payments', 'deposits']) await database.connection.createCollection(collection)
  await prepareCommitStore(database)
  const rows = Array.from({ length: size.orgs }, (_, org) => positionRows(org, size.wallets, size)).flat()
  await database.collection<{ _id: string }>('positions').insertMany(rows.map(({ row }) => row))
  const funds = size.funds ?? 1_000_000_000n
  return {
    database,
    uri,
    name,
    async openGroupCommit({ faults, options, appName } = {}) {
      const own = await openDatabase({ uri: withAppName(uri, appName ?? name), name })
      const groupCommit = createCommit({
        ...{ database: own, clock: systemClock, log: silentLog },
        ...(faults === undefined ? {} : { faults }),
        ...(options === undefined ? {} : { options }),
      })
      groupCommits.push({ groupCommit, database: own })
      return groupCommit
    },
    audit: () => audit(database, size.orgs, funds),
    async stop() {
      for (const one of groupCommits) {
        await one.groupCommit.drain(1_000)
        await one.database.close()
      }
      await database.connection.dropDatabase()
      await database.close()
    },
  }
}

/** The kind of an outcome, also when the intent was rejected. */
export async function kindOfOutcome(
  groupCommit: GroupCommit,
  intent: Intent<unknown>,
): Promise<Outcome<unknown>['kind'] | 'rejected'> {
  return groupCommit.submit(intent).then(
    ({ kind }) => kind,
    () => 'rejected' as const,
  )
}

async function audit(database: Database, orgs: number, funds: bigint): Promise<Audit> {
  const all = <T>(name: string, sort: string) =>
    database
      .collection(name)
      .find({})
      .sort({ [sort]: 1 })
      .toArray() as Promise<T[]>
  const payments = await all<PaymentRow>('payments', '_id')
  const keys = await all<KeyRow>('idempotency', '_id')
  const events = await all<EventRow>('events', '_id')
  const journals = await all<JournalRow>('journals', 'seq')
  const positions = new Map((await all<{ _id: string }>('positions', '_id')).map((row) => [row._id, row]))
  const problems: string[] = []
  for (let org = 0; org < orgs; org++) {
    const orgId = orgIdOf(org)
    const head = positions.get(orgRef(orgId).id) as unknown as OrgPosition
    const own = <T extends { orgId: string }>(rows: readonly T[]) => rows.filter((row) => row.orgId === orgId)
    const eventBreak = findHashChainFault(own(events), (row) => row.cursor, {
      sequence: head.cursor,
      hash: head.eventHash,
    })
    const journalBreak = findHashChainFault(own(journals), (row) => row.seq, {
      sequence: head.journalSeq,
      hash: head.journalHash,
    })
    if (eventBreak !== null || journalBreak !== null)
      problems.push(`${orgId}: ${JSON.stringify([eventBreak, journalBreak])}`)
    for (const row of positions.values())
      if (isWallet(row) && row.orgId === orgId) auditWallet(row, own(journals), own(events))
  }
  for (const { _id, status, orgId } of payments) {
    const types = events.filter((row) => row.resourceId === _id && row.orgId === orgId).map(({ type }) => type)
    const first = status === 'failed' && types[0] === 'payment.failed' ? 'payment.failed' : 'payment.accepted'
    if (types.filter((type) => type === first).length !== 1) problems.push(`${_id} has the events ${types}`)
  }
  const made = keys.map(({ resource }) => resource?.id).filter((id) => id !== undefined)
  for (const id of made)
    if (!payments.some(({ _id }) => _id === id)) problems.push(`a key names ${id}, which is not there`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { payments, keys, events }

  function auditWallet(wallet: WalletPosition, own: readonly JournalRow[], log: readonly EventRow[]): void {
    const start: WalletBalances = {
      'base:USDC': { available: funds, held: 0n, inFlight: 0n, blocked: 0n, onChain: funds },
    }
    const { walletId } = wallet
    const replayed = own.reduce((balances, row) => postToWallet(balances, walletId, journalOf(row)), start)
    const text = (value: unknown) => JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}` : one))
    if (text(replayed) !== text(wallet.balances))
      problems.push(`${walletId}: ${text(replayed)} is not ${text(wallet.balances)}`)
    const counted = payments.filter((row) => row.walletId === walletId && row.status !== 'failed')
    const sum = counted.reduce((total, row) => total + row.usdMicro, 0n)
    if ((wallet.month?.net ?? 0n) + (wallet.month?.reserved ?? 0n) !== sum)
      problems.push(`${walletId}: limits count otherwise`)
    const sequence = log.filter((row) => row.walletId === walletId).map((row) => row.walletSeq)
    if (sequence.some((one, index) => one !== index + 1)) problems.push(`${walletId}: sequence ${sequence}`)
  }
}

const isWallet = (row: { _id: string }): row is WalletPosition => row._id.startsWith('wal:')
