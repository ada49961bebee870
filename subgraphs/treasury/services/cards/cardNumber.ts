/**
 * The number of a card: made, hashed with a key and forgotten. Only its last four digits are shown; there is no security
 * code at all.
 */
import { createHmac } from 'node:crypto'
import type { CardRow } from '../../models/cards.ts'

const NETWORK_DIGIT = '4'
const LENGTH = 16

/**
 * A random number that passes the check of card numbers (Luhn).
 * @param randomInt a whole number from `min` to `max`, which nobody can guess
 */
export function newCardNumber(
  pepper: Uint8Array,
  randomInt: (min: number, max: number) => number,
): Pick<CardRow, 'lastFour' | 'numberHash'> {
  const digits = Array.from({ length: LENGTH - 2 }, () => String(randomInt(0, 9)))
  const body = NETWORK_DIGIT + digits.join('')
  const number = body + checkDigit(body)
  return { lastFour: number.slice(-4), numberHash: hashCardNumber(pepper, number) }
}

/** Keyed, so that nobody can try all numbers; the label keeps it apart from hashes of other things. */
function hashCardNumber(pepper: Uint8Array, number: string): string {
  return createHmac('sha256', pepper).update(`card:${number}`).digest('hex')
}

function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

export const maskedNumber = (lastFour: string): string => `•••• •••• •••• ${lastFour}`
