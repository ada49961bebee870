/**
 * The oracle over everything that this run has done: the ledger replayed from its journals, the log without gaps, both
 * hash chains whole, and the chain holding what the ledger says it holds.
 */
import { toBeHex, zeroPadValue } from 'ethers'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callRpcBatch } from '../../../scripts/embedded/rpc.ts'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { findHashChainFault } from '../../../subgraphs/shared/commit/hashChain.ts'
import type { OrgPosition, WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { type Session, withSnapshot } from '../../../subgraphs/shared/commit/snapshot.ts'
import type { EventRow } from '../../../subgraphs/shared/events.ts'
import {
  isBalancedWithChain,
  isWalletPosting,
  type JournalRow,
  journalOf,
  postToWallet,
  requireBalanced,
  type WalletBalances,
} from '../../../subgraphs/shared/ledger/journal.ts'
import { CHAIN_FACTS } from '../../../subgraphs/shared/tokens.ts'
import { done, type Given, openScene, rowsIn, until } from '../../support/scene.ts'

interface PaymentFacts {
  readonly walletId: string
  readonly amount: bigint
  readonly refundedAmount?: bigint
  readonly status: string
  readonly usdMicro: bigint
  readonly dayKey: string
  readonly monthKey: string
}

interface HoldFacts {
  readonly _id: string
  readonly walletId: string
  readonly chain: string
  readonly token: string
  readonly stage: string
  readonly isOpen: boolean
  readonly amount: bigint
  readonly usdMicro: bigint
  readonly dayKey: string
  readonly monthKey: string
}

interface CardFacts {
  readonly walletId: string
  readonly status: string
  readonly heldCents: bigint
  readonly clearedCents: bigint
  readonly refundedCents: bigint
  readonly dayKey: string
  readonly monthKey: string
}

/** A cent in millionths of a dollar. */
const CENT = 10_000n

export function books(given: Given): void {
  const { service } = given
  describe('the books after everything', () => {
    let organizations: OrgPosition[]
    let wallets: WalletPosition[]
    let journals: JournalRow[]
    let events: EventRow[]
    let payments: PaymentFacts[]
    let holds: HoldFacts[]
    let charges: CardFacts[]

    beforeAll(async () => {
      const { database } = service()
      const pending = () => database.collection('payments').countDocuments({ status: 'pending' })
      await until(async () => (await pending()) === 0)
      await until(async () => (await uncredited()).length === 0).catch(() => undefined)
      // What follows banks, clocks and quotes goes on meanwhile.
      await withSnapshot(database, readAll)
    })

    async function readAll(session: Session): Promise<void> {
      const { database } = service()
      const positions = database.collection<OrgPosition & WalletPosition>('positions')
      organizations = await positions.find({ _id: /^org:/ }, { session }).toArray()
      wallets = await positions.find({ _id: /^wal:/ }, { session }).toArray()
      journals = await database
        .collection<JournalRow>('journals')
        .find({}, { session })
        .sort({ orgId: 1, seq: 1 })
        .toArray()
      events = await database.collection<EventRow>('events').find({}, { session }).sort({ _id: 1 }).toArray()
      holds = await database.collection<HoldFacts>('holds').find({}, { session }).toArray()
      charges = await database.collection<CardFacts>('cardTransactions').find({}, { session }).toArray()
      payments = await database.collection<PaymentFacts & { _id: string }>('payments').find({}, { session }).toArray()
    }

    /** Wallets whose balance on the chain is not what account 1120 says. */
    async function uncredited(): Promise<object[]> {
      const { database } = service()
      const positions = await database.collection<WalletPosition>('positions').find({ _id: /^wal:/ }).toArray()
      const rows = await database.collection<{ _id: string; address: string }>('wallets').find().toArray()
      const addresses = new Map(rows.map(({ _id, address }) => [_id, address]))
      const token = CHAIN_FACTS.base.tokens.USDC?.address
      const balances = await callRpcBatch(
        inject('services').base.rpcUrl,
        positions.map(({ walletId }) => [
          'eth_call',
          [{ to: token, data: balanceOf(addresses.get(walletId) ?? '') }, 'latest'],
        ]),
      )
      return positions.flatMap(({ walletId, balances: books }, index) => {
        const [ledger, chain] = [BigInt(books['base:USDC']?.onChain ?? 0n), BigInt(String(balances[index]))]
        return ledger === chain ? [] : [{ walletId, ledger, chain }]
      })
    }

    test('there is something to check', () => {
      expect(wallets.length).toBeGreaterThan(20)
      expect(payments.filter(({ status }) => status === 'completed').length).toBeGreaterThan(20)
    })

    test('1120 = 2020 + 2021 + 2022 + 2023 for each wallet, token and chain', () => {
      for (const { walletId, balances } of wallets)
        for (const [asset, held] of Object.entries(balances))
          expect(isBalancedWithChain(held), `${walletId} ${asset}`).toBe(true)
    })

    test('every journal balances, and replaying them all gives the balances', () => {
      const replayed = new Map<string, WalletBalances>()
      for (const row of journals) {
        const journal = journalOf(row)
        requireBalanced(journal)
        for (const walletId of new Set(journal.lines.filter(isWalletPosting).map(({ walletId }) => walletId)))
          replayed.set(walletId, postToWallet(replayed.get(walletId) ?? {}, walletId, journal))
      }
      for (const { walletId, balances } of wallets) expect(replayed.get(walletId) ?? {}, walletId).toEqual(balances)
    })

    test('the chain holds for each wallet what the ledger says', async () => {
      expect(await uncredited()).toEqual([])
    })

    test('account 2021 is the sum of open holds, for each wallet, token and chain', () => {
      for (const { walletId, balances } of wallets)
        for (const [asset, { held }] of Object.entries(balances)) {
          const open = holds.filter((one) => one.walletId === walletId && `${one.chain}:${one.token}` === asset)
          const sum = open.filter(({ stage }) => stage === 'created').reduce((all, one) => all + BigInt(one.amount), 0n)
          expect(BigInt(held), `${walletId} ${asset}`).toBe(sum)
        }
    })

    test('account 2021 is credited once for each hold and shared token, and debited once when that ends', () => {
      const moves = new Map<string, string[]>()
      for (const row of journals)
        for (const { account, direction, amount } of journalOf(row).lines)
          if (account === '2021')
            moves.set(row.reference.id, [...(moves.get(row.reference.id) ?? []), `${direction} ${amount}`])
      for (const { _id, stage, amount } of holds) {
        const [placed, ended] = [`credit ${amount}`, `debit ${amount}`]
        const isPlaced = stage === 'created' || stage === 'captured' || stage === 'voided'
        const expected = isPlaced ? [placed, ...(stage === 'created' ? [] : [ended])] : []
        expect(moves.get(_id) ?? [], _id).toEqual(expected)
      }
      expect(new Set(moves.keys()).isSubsetOf(new Set(holds.map(({ _id }) => _id)))).toBe(true)
    })

    test('with nothing on its way nothing is in flight; limits reserve open holds and authorizations, and count what was completed', () => {
      const isOf = (one: { dayKey: string; monthKey: string }, { key }: { key: string }) =>
        one.dayKey === key || one.monthKey === key
      const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
      const reserved = (walletId: string, window: { key: string }) => {
        const open = holds.filter((one) => one.walletId === walletId && one.isOpen && isOf(one, window))
        const asked = charges.filter((one) => one.walletId === walletId && isOf(one, window))
        const pending = asked.filter(({ status }) => status === 'PENDING')
        return (
          sum(open.map(({ usdMicro }) => BigInt(usdMicro))) + sum(pending.map((one) => BigInt(one.heldCents) * CENT))
        )
      }
      const returned = ({ amount, usdMicro, refundedAmount = 0n }: PaymentFacts) =>
        (BigInt(usdMicro) * BigInt(refundedAmount)) / BigInt(amount)
      const spent = (walletId: string, window: { key: string }) => {
        const completed = payments.filter((one) => one.walletId === walletId && one.status === 'completed')
        const cleared = charges.filter((one) => one.walletId === walletId && isOf(one, window))
        return (
          sum(completed.filter((one) => isOf(one, window)).map((one) => BigInt(one.usdMicro) - returned(one))) +
          sum(cleared.map((one) => (BigInt(one.clearedCents) - BigInt(one.refundedCents)) * CENT))
        )
      }
      for (const { walletId, balances, day, month, closedWindows } of wallets) {
        for (const { inFlight } of Object.values(balances)) expect(BigInt(inFlight), walletId).toBe(0n)
        for (const window of [day, month, ...closedWindows]) {
          if (window === null) continue
          expect([BigInt(window.reserved), BigInt(window.net)], `${walletId} ${window.key}`).toEqual([
            reserved(walletId, window),
            spent(walletId, window),
          ])
        }
      }
    })

    test('event cursors of each organization and sequences of each wallet have no gaps', () => {
      for (const { orgId, cursor } of organizations) {
        const own = events.filter((event) => event.orgId === orgId).map((event) => Number(event.cursor))
        expect(own, orgId).toEqual(Array.from({ length: Number(cursor) }, (_, index) => index + 1))
      }
      for (const { walletId, seq } of wallets) {
        const own = events.filter((event) => event.walletId === walletId).map((event) => Number(event.walletSeq))
        expect(own, walletId).toEqual(Array.from({ length: Number(seq) }, (_, index) => index + 1))
      }
    })

    test('the hash chains of log and ledger are whole', () => {
      for (const { orgId, cursor, eventHash, journalSeq, journalHash } of organizations) {
        const log = events.filter((event) => event.orgId === orgId)
        expect(
          findHashChainFault(log, (row) => Number(row.cursor), { sequence: Number(cursor), hash: eventHash }),
        ).toBeNull()
        const ledger = journals.filter((journal) => journal.orgId === orgId)
        const head = { sequence: Number(journalSeq), hash: journalHash }
        expect(
          findHashChainFault(ledger, (row) => Number(row.seq), head),
          orgId,
        ).toBeNull()
      }
    })

    test('every event says what the catalogue says of its type', async () => {
      const scene = await openScene(given, 'Catalogue')
      const catalogue = rowsIn(done(await scene.carrier.call('eventTypes', {}, scene.owner)))
      const schemas = new Map(catalogue.map(({ type, schema }) => [type, schema as JsonSchema]))
      const misfits = new Set<string>()
      // Rows that only the audit log shows are no events.
      for (const { type, data } of events.filter((event) => !event.type.startsWith('audit.'))) {
        const { $schema, ...schema } = schemas.get(type) ?? {}
        if ($schema === undefined) misfits.add(`${type} has no schema`)
        for (const misfit of findMisfits(data, schema, schema)) misfits.add(`${type} ${misfit}`)
      }
      expect([...misfits]).toEqual([])
      expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(12)
    })

    test('the service logged no unexpected failure', () => {
      expect(service().failures).toEqual([])
    })
  })
}

function balanceOf(address: string): string {
  return `0x70a08231${zeroPadValue(toBeHex(BigInt(address || 0), 20), 32).slice(2)}`
}
