/** Turns in which feeds are fetched and set: of the places of its organization a merchant has one at a time. */
import { DomainError } from '../../shared/errors.ts'
import type { Principal } from '../../shared/principal.ts'
import { createTurns, ownerOf } from '../../shared/turns.ts'
import type { MerchantRow } from '../models/merchants.ts'

const ofMerchant = createTurns({ inAll: 1_000, perOwner: 1, waitingMax: 2, waitMaxMs: 5_000 }, tooManyFeeds)

export function tooManyFeeds(): DomainError {
  const message = 'Too many feeds are being fetched or set. Nothing was changed; try again.'
  return new DomainError('rate_limited', message, { bucket: 'feeds', retry_after_ms: 5_000 })
}

/** A merchant does not hold up its organization, which has turns of its own for the same feed. */
export const takeFeedTurn = <T>(principal: Principal, { _id }: MerchantRow, work: () => Promise<T>): Promise<T> =>
  ofMerchant.take(`${ownerOf(principal)}:${_id}`, work)
