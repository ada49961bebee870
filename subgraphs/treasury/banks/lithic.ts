/**
 * Lithic as the bank: account holders, external bank accounts and payments over ACH by its published API, on its official
 * client. What is asked carries our own tokens, so that asking again makes nothing twice.
 */
import { createHash } from 'node:crypto'
import Lithic from 'lithic'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { AchEventType } from '../rules/achStates.ts'
import type { BankLine } from '../rules/reconciliation.ts'
import { linesOf } from '../rules/statementLines.ts'
import type {
  AccountToLink,
  AccountType,
  Bank,
  BankOrder,
  BankPayment,
  Holder,
  HolderQuery,
  StatementQuery,
} from './bank.ts'
import { eventsIn, isKnown } from './lithicEvents.ts'

const TIMEOUT_MS = 10_000
const TYPES: readonly string[] = ['OPERATING', 'ISSUING', 'RESERVE'] satisfies AccountType[]

interface LithicSettings {
  readonly apiKey: string
  readonly baseUrl: string
}

export function createLithicBank({ apiKey, baseUrl }: LithicSettings): Bank {
  // Each try is ours to decide, and its log would show account numbers.
  const given = {
    apiKey,
    baseURL: baseUrl,
    webhookSecret: null,
    maxRetries: 0,
    timeout: TIMEOUT_MS,
    logLevel: 'off',
  } as const
  const client = new Lithic(given)
  return {
    name: 'lithic',
    isSimulated: false,
    holder: (query) => readHolder(client, query),
    link: (account) => link(client, account),
    originate: (order, isFirst) => originate(client, order, isFirst),
    async eventsOf({ _id }, now) {
      try {
        const payment = await client.payments.retrieve(tokenOf(_id))
        return eventsIn(payment).filter(({ createdAt }) => createdAt <= now)
      } catch (error) {
        if (statusOf(error) === NOT_FOUND) return null
        throw unreachable(error)
      }
    },
    statement: (query) => readStatement(client, query),
    nextLookAt,
  }
}

/** A token that follows from our reference: a UUID of version 8, whose content is the maker's own. */
function tokenOf(reference: string): string {
  const bytes = createHash('sha256').update(`agent-payments:${reference}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The operator enrols an organization at Lithic with our id as `external_id`: no other account is ever taken for its own. */
async function readHolder(client: Lithic, { orgId, accountToken }: HolderQuery): Promise<Holder> {
  try {
    const { data } = await client.accountHolders.list({ external_id: orgId })
    const own = data.filter(({ external_id }) => external_id === orgId)
    const nameOf = (one: (typeof own)[number]) => one.account_token ?? one.business_account_token ?? one.token
    const holder = own.find((one) => accountToken === null || nameOf(one) === accountToken)
    if (holder === undefined) throw notFound('account holder')
    const token = nameOf(holder)
    const accounts = await client.financialAccounts.list({ account_token: token })
    return {
      ...{ token, userType: holder.user_type ?? 'BUSINESS', status: holder.status ?? 'PENDING_REVIEW' },
      statusReasons: (holder.status_reasons ?? []).toSorted(),
      accounts: accounts.data
        .filter(({ type }) => TYPES.includes(type))
        .map((one) => ({
          token: one.token,
          type: one.type as AccountType,
          status: one.status,
          nickname: one.nickname,
        })),
    }
  } catch (error) {
    throw error instanceof DomainError ? error : unreachable(error)
  }
}

async function link(client: Lithic, account: AccountToLink): ReturnType<Bank['link']> {
  const { reference, holderToken, address, routingNumber, accountNumber, ownerType, ...told } = account
  try {
    // A process may have died after it had asked.
    for await (const known of client.externalBankAccounts.list({ account_token: holderToken }))
      if (known.user_defined_id === reference) return { token: known.token }
    const { token } = await client.externalBankAccounts.create({
      // The service verifies it itself, by amounts that it alone knows.
      ...{ verification_method: 'EXTERNALLY_VERIFIED', country: 'USA', currency: 'USD', account_token: holderToken },
      ...{ routing_number: routingNumber, account_number: accountNumber, owner: told.owner, owner_type: ownerType },
      ...{ type: told.type, user_defined_id: reference },
      ...present({ name: told.name, company_id: told.companyId, dob: told.dob }),
      ...present({ doing_business_as: told.doingBusinessAs }),
      ...(address === null ? {} : { address: addressOf(address) }),
    })
    return { token }
  } catch (error) {
    return isRefusal(error, false) ? 'refused' : 'unknown'
  }
}

const addressOf = ({
  address1,
  address2,
  city,
  state,
  postalCode,
  country,
}: NonNullable<AccountToLink['address']>) => ({
  ...{ address1, city, state, postal_code: postalCode, country },
  ...present({ address2 }),
})

function present<T extends Record<string, string | null>>(all: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as { [K in keyof T]?: string }
}

const NOT_FOUND = 404
const CONFLICT = 409
const PAGE_SIZE = 100

async function originate(client: Lithic, order: BankOrder, isFirst: boolean): ReturnType<Bank['originate']> {
  try {
    await client.payments.create({
      ...{ token: tokenOf(order.reference), user_defined_id: order.reference, amount: Number(order.amount) },
      ...{ financial_account_token: order.financialAccountToken, method: order.method },
      ...{ external_bank_account_token: order.bankAccountToken, ...present({ memo: order.memo }) },
      type: order.direction === 'DEBIT' ? 'COLLECTION' : 'PAYMENT',
      method_attributes: {
        sec_code: order.secCode,
        ...(order.direction === 'DEBIT' && { ach_hold_period: order.holdDays }),
      },
    })
    return 'accepted'
  } catch (error) {
    // Our token is there already: an earlier call has come through.
    if (statusOf(error) === CONFLICT) return 'accepted'
    if (!isRefusal(error, isFirst)) return 'unknown'
    return isFirst ? 'refused' : hasTaken(client, order)
  }
}

/** It may refuse now what it has taken before: the bank account was closed meanwhile, or its limits are used up. */
async function hasTaken(client: Lithic, { reference }: BankOrder): ReturnType<Bank['originate']> {
  try {
    await client.payments.retrieve(tokenOf(reference))
    return 'accepted'
  } catch (error) {
    return statusOf(error) === NOT_FOUND ? 'refused' : 'unknown'
  }
}

async function readStatement(client: Lithic, { accountToken, since }: StatementQuery): Promise<BankLine[]> {
  const lines: BankLine[] = []
  try {
    const query = { financial_account_token: accountToken, begin: since.toISOString(), page_size: PAGE_SIZE }
    for await (const payment of client.payments.list(query)) {
      const events = payment.events
        .map(({ type, amount, created, external_id: externalId = null }) => ({ type, amount, created, externalId }))
        .filter((event): event is typeof event & { type: AchEventType } => isKnown(event.type))
        .map(({ created, amount, ...event }) => ({ ...event, amount: BigInt(amount), createdAt: new Date(created) }))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      lines.push(...linesOf(payment.user_defined_id ?? null, payment.direction, events))
    }
    return lines
  } catch (error) {
    throw unreachable(error)
  }
}

const statusOf = (error: unknown): number | undefined => (error instanceof Lithic.APIError ? error.status : undefined)

/** Nothing of a request has left this machine. */
const NEVER_SENT: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
/** They say to ask again: too slow, too many, or not now. */
const TRANSIENT: readonly unknown[] = [408, 425, 429]
/** Our key was replaced, or has lost its rights: that is for the operator to settle, and says nothing about what was asked. */
const KEYLESS: readonly unknown[] = [401, 403]

/** Whether the bank has not taken this call; of an earlier one that it does not answer nothing is known. */
function isRefusal(error: unknown, isFirst: boolean): boolean {
  const status = statusOf(error)
  if (status !== undefined && KEYLESS.includes(status)) return isFirst
  if (status !== undefined) return status >= 400 && status < 500 && !TRANSIENT.includes(status)
  return isFirst && causesOf(error).some((code) => NEVER_SENT.includes(code))
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [(error as NodeJS.ErrnoException).code, ...causesOf(error.cause), ...inner.flatMap(causesOf)]
}

/** Without what the bank has said, which may name accounts. */
function unreachable(error: unknown): DomainError {
  const status = statusOf(error)
  const reason = status === undefined ? 'unreachable' : `http_${status}`
  const message = 'The bank does not answer. Nothing was changed: send the request again.'
  return new DomainError('all_adapters_exhausted', message, { attempts: [{ adapter: 'lithic', error: reason }] })
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Banks return what was settled for sixty days, and some days pass until it is told. */
const RETURNS_MS = 65 * 24 * HOUR_MS

/** Soon while something is about to happen, seldom while only a return may come. */
function nextLookAt({ stage, origination, settledAt }: BankPayment, now: Date): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (['awaiting_approval', 'returned', 'declined', 'canceled'].includes(stage) || origination === 'none') return null
  if (origination !== 'accepted') return after(MINUTE_MS)
  if (settledAt === null) return after(5 * MINUTE_MS)
  if (now.getTime() - settledAt.getTime() > RETURNS_MS) return null
  return after(stage === 'released' ? 6 * HOUR_MS : 15 * MINUTE_MS)
}
