/**
 * The card of a request for a delegated payment. The agent's wallet pays, never a card: only numbers that card networks and
 * processors publish for tests are taken, so that nobody hands this service a card that exists. The number is looked at here
 * and goes no further: what is kept of it is the name of the test card, and of its verification code nothing.
 */
import { invalidField } from '../../subgraphs/shared/errors.ts'

export interface CardInput {
  readonly number: string
  readonly exp_month?: string | undefined
  readonly exp_year?: string | undefined
  readonly iin?: string | undefined
  readonly display_last4?: string | undefined
}

const TEST_CARDS: Readonly<Record<string, string>> = {
  '4242424242424242': 'visa',
  '4111111111111111': 'visa_classic',
  '4012888888881881': 'visa_second',
  '4000056655665556': 'visa_debit',
  '5555555555554444': 'mastercard',
  '2223003122003222': 'mastercard_2_series',
  '5200828282828210': 'mastercard_debit',
  '5105105105105100': 'mastercard_prepaid',
  '378282246310005': 'amex',
  '371449635398431': 'amex_second',
  '6011111111111117': 'discover',
  '6011000990139424': 'discover_second',
  '3056930009020004': 'diners',
  '36227206271667': 'diners_14_digits',
  '3566002020360505': 'jcb',
  '6200000000000005': 'unionpay',
}

export const TEST_CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'] as const

const PATH = '$.payment_method'
/** Well written, and refused for what it says. */
const invalidCard = (field: string, message: string) => invalidField(`${PATH}.${field}`, 'refused_card', message)

/**
 * @param others every other value of the request, none of which may hold the number, because they are kept or echoed
 * @returns the name of the test card
 * @throws DomainError invalid_request, code refused_card; no message holds a digit of the card
 */
export function checkCard(card: CardInput, others: unknown, now: Date): string {
  const name = Object.hasOwn(TEST_CARDS, card.number) ? TEST_CARDS[card.number] : undefined
  if (name === undefined)
    throw invalidCard('number', 'must be the number of a test card, digits only; cards that exist are never taken.')
  if (card.iin !== undefined && !card.number.startsWith(card.iin))
    throw invalidCard('iin', 'must be the first digits of the number.')
  if (card.display_last4 !== undefined && !card.number.endsWith(card.display_last4))
    throw invalidCard('display_last4', 'must be the last four digits of the number.')
  checkExpiry(card, now)
  if (holds(others, card.number)) throw invalidCard('number', 'must not stand in any other field.')
  return name
}

/** A card is good to the end of its month. */
function checkExpiry({ exp_month: month, exp_year: year }: CardInput, now: Date): void {
  if (year === undefined) return
  const endsAt = month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), Number(month))
  if (endsAt <= now.getTime()) throw invalidCard('exp_year', 'has passed.')
}

/** In any value or name, also with spaces or hyphens between the digits. */
function holds(value: unknown, digits: string): boolean {
  return JSON.stringify(value ?? null)
    .replace(/[\s-]/g, '')
    .includes(digits)
}
