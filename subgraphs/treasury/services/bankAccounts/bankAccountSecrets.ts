/** What is secret about external bank accounts: their numbers, who their owners are, and the amounts that verify them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalidField } from '../../../shared/errors.ts'
import type { BankAccountId } from '../../../shared/ids.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { BankAccountRow, MicroDeposits } from '../../rules/bankAccount.ts'
import type { BankAccountFields } from '../../rules/bankAccountFields.ts'

type Deps = Pick<TreasuryDeps, 'secrets' | 'pepper' | 'randomInt'>

export const numberAad = (id: BankAccountId): string => `${id}.accountNumber`
export const ownerAad = (id: BankAccountId): string => `${id}.owner`
export const amountsAad = (id: BankAccountId, round: number): string => `${id}.microDeposits.${round}`

/** Tells equal accounts apart from others, and nothing about them to who has only the database. */
export const hashOfNumber = ({ pepper }: Pick<Deps, 'pepper'>, routingNumber: string, accountNumber: string): string =>
  createHmac('sha256', pepper).update(`bankAccount:${routingNumber}:${accountNumber}`).digest('hex')

/** As it is compared with a repeated request: a hash without a key would tell the number to who tries all of them. */
export const comparable = <Input extends { readonly routingNumber: string; readonly accountNumber: string }>(
  deps: Pick<Deps, 'pepper'>,
  input: Input,
): Input => ({ ...input, accountNumber: hashOfNumber(deps, input.routingNumber, input.accountNumber) })

type OwnerDetails = Pick<BankAccountFields, 'dob' | 'address'>

/** Null: there is nothing to seal. */
export const sealOwner = (
  { secrets }: Pick<Deps, 'secrets'>,
  id: BankAccountId,
  { dob, address }: OwnerDetails,
): string | null =>
  dob === null && address === null ? null : secrets.seal(JSON.stringify({ dob, address }), ownerAad(id))

export const openOwner = (
  { secrets }: Pick<Deps, 'secrets'>,
  { _id, sealedOwner }: Pick<BankAccountRow, '_id' | 'sealedOwner'>,
): OwnerDetails =>
  sealedOwner === null ? { dob: null, address: null } : JSON.parse(secrets.open(sealedOwner, ownerAad(_id)))

/** As of `comparable`: there are few pairs of amounts, and a guess that was right is the pair. */
export const comparableGuess = <Input extends { readonly id: string; readonly microDeposits: unknown }>(
  { pepper }: Pick<Deps, 'pepper'>,
  input: Input,
): Input & { readonly microDeposits: string } => ({
  ...input,
  microDeposits: createHmac('sha256', pepper)
    .update(`microDeposits:${input.id}:${JSON.stringify(input.microDeposits)}`)
    .digest('hex'),
})

const CENTS_MAX = 99

/** Two distinct amounts, sealed for this round, and their sum. */
export function drawAmounts(
  deps: Deps,
  id: BankAccountId,
  round: number,
): Pick<MicroDeposits, 'sealedAmounts' | 'sum'> {
  const first = deps.randomInt(1, CENTS_MAX)
  const other = deps.randomInt(1, CENTS_MAX - 1)
  const second = other < first ? other : other + 1
  const sealedAmounts = deps.secrets.seal(JSON.stringify([first, second]), amountsAad(id, round))
  return { sealedAmounts, sum: BigInt(first + second) }
}

export function openAmounts(
  { secrets }: Pick<Deps, 'secrets'>,
  id: BankAccountId,
  { sealedAmounts, round }: Pick<MicroDeposits, 'sealedAmounts' | 'round'>,
): readonly [number, number] {
  return JSON.parse(secrets.open(sealedAmounts, amountsAad(id, round)))
}

/** In any order, and in a time that does not depend on how near a guess is. */
export function isPair(told: readonly [number, number], wanted: readonly [number, number]): boolean {
  const bytesOf = (pair: readonly [number, number]) => Uint8Array.from(pair.toSorted((a, b) => a - b))
  return timingSafeEqual(bytesOf(told), bytesOf(wanted))
}

/** @throws DomainError invalid_request: it is no pair that could be right, so no attempt is used up */
export function parsePair(value: unknown): readonly [number, number] {
  const isAmount = (one: unknown): one is number =>
    typeof one === 'number' && Number.isInteger(one) && one >= 1 && one <= CENTS_MAX
  const [first, second] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : []
  if (isAmount(first) && isAmount(second)) return [first, second]
  throw invalidField('micro_deposits', 'not_a_pair', `must be two whole numbers of cents from 1 to ${CENTS_MAX}.`)
}
