/**
 * The windows of a card's own limits. They stay in the time zone that the mandate had when the card was issued: the windows of
 * the mandate are recounted when it moves to another zone, and the same for a card would open a day that is used up. Pure.
 */
import { windowKeys } from '../../../shared/limitWindows.ts'
import { openWindows, type Windows } from '../../../shared/spendingLimits.ts'

interface InZone extends Windows {
  readonly limitTimezone: string
}

interface InCard {
  /** The windows of the card in which it counts; empty: in none. */
  readonly cardDayKey: string
  readonly cardMonthKey: string
}

export const openedAt = <Card extends InZone>(card: Card, at: Date): Card =>
  openWindows(card, windowKeys(at, card.limitTimezone))

/** For a transaction that is counted now. @param card with its windows open */
export const keysNow = ({ day, month }: Windows): InCard => ({
  cardDayKey: day?.key ?? '',
  cardMonthKey: month?.key ?? '',
})

export const keysInCard = ({ cardDayKey, cardMonthKey }: InCard) => ({ dayKey: cardDayKey, monthKey: cardMonthKey })
