/**
 * What happens to cards by itself: authorizations end after seven days, cards after their last month, and the card network
 * settles what was cleared. Decisions compare the clock themselves, so that a late sweep changes none.
 */
import { timeOf } from '../../../shared/clock.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import {
  createPauses,
  ITEMS_MAX,
  type LateOwners,
  type Pauses,
  sweepByOwner,
} from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DueOf } from '../../../shared/dueWork.ts'
import { invariant } from '../../../shared/errors.ts'
import { cardNetworkSettled } from '../../../shared/ledger/cardPostings.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import { CARDS, type CardRow, cardRef, findCards } from '../../models/cards.ts'
import { CARD_TRANSACTIONS, type CardTransactionRow, cardTransactionRef } from '../../models/cardTransactions.ts'
import { type DueRow, findDue } from '../../models/dueRows.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { nextCardStatus, nextTransactionStatus } from '../../rules/cards/cardStates.ts'
import { owedToNetwork } from '../../rules/cards/network.ts'
import { cardEvent, transactionEvent } from './cardEvents.ts'
import { cardReads, moneyReads, moneyWrites } from './cardRows.ts'
import { accountOf, isDue, releaseWrites } from './clearCard.ts'

type Deps = Pick<TreasuryDeps, 'database' | 'commit' | 'clock' | 'log'> & { readonly pauses?: Pauses }

const SWEEP_EVERY_MS = 1_000

/**
 * Authorizations that are over, and cleared ones that the network settles.
 * @param of on whose clock they are due; absent: all by real time
 * @returns of how many this call has done it
 */
export const followCardTransactions = (deps: Deps, late: LateOwners = new Set(), of?: DueOf): Promise<number> =>
  expireAll<CardTransactionRow>(deps, CARD_TRANSACTIONS, late, of, (rows) => transactionParts(deps, rows))

/** As of transactions. @returns how many cards this call has ended */
export const expireCards = (deps: Deps, late: LateOwners = new Set(), of?: DueOf): Promise<number> =>
  expireAll<CardRow>(deps, CARDS, late, of, async (rows) => rows.map(cardPart))

async function expireAll<Row extends DueRow>(
  deps: Deps,
  collection: string,
  late: LateOwners,
  of: DueOf | undefined,
  partsOf: (rows: readonly Row[]) => Promise<IntentPart<boolean>[]>,
): Promise<number> {
  const now = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  const submitChunk = async (chunk: readonly [Row, ...Row[]]) => {
    const [{ orgId, mode }] = chunk
    // Each by itself, so that what is told of balances is what the one before has left.
    const settled = await Promise.all(
      (await partsOf(chunk)).map((part) =>
        submitPrepared(deps.commit, () => ({
          ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
          ...part,
        })),
      ),
    )
    count += settled.filter((one) => 'answer' in one && one.answer).length
  }
  const tell = ({ _id: id }: Row, err: unknown) =>
    deps.log.error({ err, id }, 'a card or its authorization could not be expired')
  let count = 0
  for (let after: Row | null = null; ; ) {
    const page = { after, limit: ITEMS_MAX, ...(of && { owner: of.owner }) }
    const due: Row[] = await findDue<Row>(deps.database, collection, now, page)
    await sweepByOwner(due, submitChunk, { late, pauses: deps.pauses, tell })
    after = due.at(-1) ?? null
    if (due.length < ITEMS_MAX || after === null || of?.signal.aborted) return count
  }
}

async function transactionParts({ database }: Deps, rows: readonly CardTransactionRow[]) {
  const cards = new Map(
    (
      await findCards(
        database,
        rows.map(({ cardId }) => cardId),
      )
    ).map((card) => [card._id, card]),
  )
  return rows.map((row) => {
    const card = cards.get(row.cardId)
    invariant(card !== undefined, `card ${row.cardId} of ${row._id} does not exist`)
    return transactionPart(row, card)
  })
}

function transactionPart({ _id }: CardTransactionRow, card: CardRow): IntentPart<boolean> {
  const ref = cardTransactionRef(_id)
  return {
    reads: () => ({ guard: [...moneyReads(card), ref] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      if (!isDue(row, at)) return done(false)
      if (row.status === 'SETTLED') return settled(row, state, at)
      const status = nextTransactionStatus(row.status, 'expire')
      if (status === null) return done(false)
      const next = { ...row, status, heldCents: 0n, dueAt: null, updatedAt: at }
      const rows = { row, card: requireRow(state, cardRef(card._id)), state }
      const told = { set: [setRow(ref, next)], events: [transactionEvent('card.transaction_updated', next)] }
      return done(true, joinWrites([releaseWrites(rows, { released: row.heldCents, cause: 'expired' }, at), told]))
    },
  }
}

/** Nobody is told: it is between the bank and the card network. */
function settled(row: CardTransactionRow, state: State, at: Date): Verdict<boolean> {
  const owed = owedToNetwork(row)
  const next = { ...row, networkCents: BigInt(row.networkCents ?? 0n) + owed, dueAt: null }
  const journals = owed === 0n ? [] : [cardNetworkSettled(row._id, accountOf(row), owed, Number(row.returns))]
  const told = { set: [setRow(cardTransactionRef(row._id), next)] }
  return done(owed !== 0n, joinWrites([told, moneyWrites(state, row, journals, at)]))
}

function cardPart(card: CardRow): IntentPart<boolean> {
  const ref = cardRef(card._id)
  return {
    reads: () => ({ guard: cardReads(card) }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const status = nextCardStatus(row.status, 'expire')
      if (status === null || at.getTime() < row.expiresAt.getTime()) return done(false)
      const next = { ...row, status, frozenBy: null, dueAt: null, updatedAt: at }
      return done(true, { set: [setRow(ref, next)], events: [cardEvent('card.updated', next)] })
    },
  }
}

export function createCardWorker(deps: Deps): Worker {
  return {
    name: 'cardExpiry',
    async run(signal) {
      const own = { ...deps, pauses: createPauses() }
      while (!signal.aborted) {
        const late: LateOwners = new Set()
        await followCardTransactions(own, late)
        await expireCards(own, late)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}
