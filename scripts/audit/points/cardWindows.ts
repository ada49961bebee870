/** What cards have spent of their own limits (4), as their transactions say it. */
import type { Findings } from '../findings.ts'
import type { CardTransaction } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Wallets } from '../wallets.ts'
import {
  type Count,
  type CountedCharge,
  countCharge,
  countIn,
  openKeys,
  type Windows,
  windowDifferences,
} from './windows.ts'

interface Card extends Windows {
  readonly _id: string
  readonly walletId: string
}

export async function auditCardWindows(source: Source, wallets: Wallets, findings: Findings): Promise<void> {
  if (!source.has('cards')) return
  const projection = { walletId: 1, day: 1, month: 1, closedWindows: 1 }
  for await (const cards of source.pages<Card>('cards', { projection })) {
    const counted = await countAll(source, cards, () => (charge) => charge)
    findings.checked(4, cards.length)
    const wrong = cards.filter((card) => windowDifferences(card, counted(card)).length > 0)
    if (wrong.length === 0) continue
    // A change of the time zone recounts the windows, while what was cleared keeps its own.
    const recounted = await countAll(source, wrong, ({ walletId }) => {
      const keysIn = openKeys(wallets.get(walletId)?.position.mandate?.limitTimezone ?? 'UTC')
      return (charge) => ({ ...charge, ...keysIn(charge.policyEvaluatedAt) })
    })
    for (const card of wrong.filter((one) => windowDifferences(one, recounted(one)).length > 0))
      for (const difference of windowDifferences(card, counted(card))) findings.breach(4, `${card._id}: ${difference}`)
  }
}

/** @param placing in which windows the charges of a card count */
async function countAll(
  source: Source,
  cards: readonly Card[],
  placing: (card: Card) => (charge: CountedCharge) => CountedCharge,
): Promise<(card: Card) => ReadonlyMap<string, Count>> {
  const windows = new Map(cards.map((card) => [card._id, { placed: placing(card), counts: new Map<string, Count>() }]))
  const filter = { cardId: { $in: [...windows.keys()] } }
  for await (const page of source.pages<CardTransaction>('cardTransactions', { filter }))
    for (const row of page) {
      const of = windows.get(row.cardId)
      if (of !== undefined) countCharge(row, (charge, status) => countIn(of.counts, of.placed(charge), status))
    }
  return ({ _id }) => windows.get(_id)?.counts ?? new Map()
}
