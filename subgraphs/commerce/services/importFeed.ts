/**
 * Fetches the product feed of a merchant from its own address, and replaces the kept one whole, in one commit: what cannot be
 * fetched or read changes nothing. The feed is `{"products": [...]}`, as it is set by hand, or with products of the public
 * protocol, whose variants are sold.
 */
import { invalidField } from '../../shared/errors.ts'
import { AddressRefused, parseReceiver } from '../../shared/outgoing/receiverAddress.ts'
import type { Mode, Pause, Principal } from '../../shared/principal.ts'
import { createTurns, ownerOf } from '../../shared/turns.ts'
import type { MerchantRow } from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'
import { parseProducts } from '../rules/products.ts'
import { readFeed, type ServedFeed } from '../rules/servedFeed.ts'
import { takeFeedTurn, tooManyFeeds } from './feedTurns.ts'
import { findSeller, replaceFeed } from './productFeeds.ts'

/** 500 products with their longest texts. */
export const FEED_BYTES_MAX = 1024 * 1024
export const FEED_TIMEOUT_MS = 10_000

/** Of one process: whoever's address hangs keeps no memory but its own. */
const fetching = createTurns({ inAll: 16, perOwner: 2, waitingMax: 8, waitMaxMs: 5_000 }, tooManyFeeds)

interface ImportedFeed extends Pick<ServedFeed, 'skipped'> {
  readonly merchant: MerchantRow
}

interface ImportInput {
  readonly merchantId: string
  readonly url: string
}

/** @throws DomainError not_found, invalid_request: the address, its answer, or a product in it */
export async function importProductFeed(
  deps: CommerceDeps,
  principal: Principal,
  { merchantId, url }: ImportInput,
  pause: Pause = (wait) => wait(),
): Promise<ImportedFeed> {
  const merchant = await findSeller(deps, principal, merchantId)
  const fetchNow = () => fetching.take(ownerOf(principal), () => fetchProducts(deps, merchant.mode, url))
  const { products, places, skipped } = await pause(() => takeFeedTurn(principal, merchant, fetchNow))
  await replaceFeed(deps, principal, merchant, parseProducts(products, places))
  return { merchant, skipped }
}

async function fetchProducts(deps: CommerceDeps, mode: Mode, url: string): Promise<ServedFeed> {
  const loopbackAllowed = deps.allowLoopbackReceivers && mode === 'test'
  requireAddress(url, loopbackAllowed)
  const headers = { accept: 'application/json', 'user-agent': 'agent-payment-service-feeds/2' }
  const sent = { method: 'GET', url, loopbackAllowed, headers } as const
  const { statusCode, error, body, isWhole } = await deps.fetchFeed(sent, new AbortController().signal)
  if (statusCode === null) throw unusable('unreachable', `cannot be read. ${error}`)
  if (statusCode !== 200) throw unusable('not_found_there', `must answer 200, and answers ${statusCode}.`)
  if (!isWhole)
    throw unusable('too_large', `must answer within ${FEED_TIMEOUT_MS} ms, with at most ${FEED_BYTES_MAX} bytes.`)
  return readFeed(body ?? '')
}

function requireAddress(url: string, loopbackAllowed: boolean): void {
  try {
    parseReceiver(url, { loopbackAllowed })
  } catch (error) {
    if (error instanceof AddressRefused) throw unusable(error.code, error.message)
    throw error
  }
}

const unusable = (code: string, message: string) =>
  invalidField('url', code, `${message} The products are as they were.`)
