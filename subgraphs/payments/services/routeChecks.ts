/**
 * Whether payments in a token on a chain can be settled now, so that what cannot be is refused before acceptance (domain
 * A.1, 7.2 no_route). Each token is compared with its contract: a mismatch closes that token on that chain and nothing else. Acceptance never waits for a chain; until it is known to be unreachable, or to stand still,
 * payments are taken and wait in the queue.
 */
import { chainUnavailable, rpcUnreachable } from '../../shared/chainName.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { CHAIN_FACTS, type Chain, TOKEN_FACTS, TOKENS, type Token } from '../../shared/tokens.ts'
import { type ChainAdapter, ChainUnavailable } from '../chains/chainAdapter.ts'
import { findLastBlock } from '../models/chainCursors.ts'
import { isBlockAwaited } from '../models/stoppablePayments.ts'
import type { RouteRefusal } from '../ports.ts'

const GOOD_FOR_MS = 15_000
/** Shorter outages are left to the queue. */
const UNREACHABLE_AFTER_MS = 20_000
/** A chain without traffic may make no blocks: only while a payment waits for one does it stand still. */
const STANDS_STILL_AFTER_MS = 2 * 60_000
/** Settlement sends nothing while it cannot read, is halted by a reorganization, or is far behind. */
const UNREAD_AFTER_MS = 2 * 60_000

export interface CheckedNetwork {
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: Pick<ChainAdapter, 'head' | 'tokenDomain' | 'tokenDecimals'>
  readonly confirmations: number
  /** Whether a payment was broadcast that no block has yet. */
  readonly isAwaited: () => Promise<boolean>
  /** The last block that was booked, by whichever process; null before the first. */
  readonly lastBooked: () => Promise<number | null>
}

export function checkedNetwork(
  database: Database,
  network: Pick<CheckedNetwork, 'mode' | 'chain' | 'adapter' | 'confirmations'>,
): CheckedNetwork {
  return {
    ...network,
    isAwaited: () => isBlockAwaited(database, network),
    lastBooked: () => findLastBlock(database, `${network.mode}:${network.chain}`),
  }
}

export interface RouteChecks {
  readonly refusalOf: RouteRefusal
  /** Checks at the start and from then on; in a process without workers the first payments do. */
  readonly worker: Worker
}

/** @param now milliseconds of any clock that never goes back */
export function createRouteChecks(
  networks: readonly CheckedNetwork[],
  log: Log,
  now = () => performance.now(),
): RouteChecks {
  const checks = new Map(networks.map((network) => [`${network.mode}:${network.chain}`, checkOf(network, log, now)]))
  return {
    refusalOf: (mode, chain, token) => checks.get(`${mode}:${chain}`)?.refusalOf(token) ?? null,
    worker: {
      name: 'check-routes',
      async run(signal) {
        while (!signal.aborted) {
          await Promise.all([...checks.values()].map(({ check }) => check()))
          await sleep(GOOD_FOR_MS, signal)
        }
      },
    },
  }
}

/** Why a token is closed. */
interface Mismatch {
  readonly code: 'token_contract_mismatch' | 'token_domain_mismatch'
  readonly reason: string
}

function checkOf(network: CheckedNetwork, log: Log, now: () => number) {
  const { mode, chain, adapter, confirmations, isAwaited, lastBooked } = network
  const closed = new Map<Token, Mismatch>()
  let unreachableSince: number | null = null
  /** The newest block, and since when a payment has waited for the next one. */
  let newest = { timestamp: Number.NEGATIVE_INFINITY, awaitedSince: Number.POSITIVE_INFINITY }
  let checkedAt = Number.NEGATIVE_INFINITY
  /** A head of the chain, since when its blocks are to be booked, and whether that takes too long. */
  let unread = { head: Number.NEGATIVE_INFINITY, since: 0, isOverdue: false }

  async function checkToken(token: Token): Promise<void> {
    const deployment = CHAIN_FACTS[chain].tokens[token]
    if (deployment === undefined) return
    let code: Mismatch['code'] = 'token_contract_mismatch'
    try {
      // Nothing else would tell of a wrong address in the table: no deposit there is ever seen.
      const expected = TOKEN_FACTS[token].decimals
      const decimals = await adapter.tokenDecimals(deployment.address, expected)
      if (decimals !== expected)
        throw new Error(`the contract at ${deployment.address} on ${chain} counts in ${decimals} decimals`)
      code = 'token_domain_mismatch'
      if (deployment.eip3009) await adapter.tokenDomain(deployment.address)
      if (closed.delete(token)) log.info({ mode, chain, token }, 'a token matches its contract again and is open')
    } catch (error) {
      if (error instanceof ChainUnavailable) return
      const reason = error instanceof Error ? error.message : String(error)
      if (!closed.has(token))
        log.error({ mode, chain, token, reason }, 'a token is closed: no payment in it is accepted')
      closed.set(token, { code, reason })
    }
  }

  async function watchBlocks(timestamp: number): Promise<void> {
    const isNewer = timestamp > newest.timestamp
    if (isNewer || !(await isAwaited()))
      newest = { timestamp: isNewer ? timestamp : newest.timestamp, awaitedSince: Number.POSITIVE_INFINITY }
    else if (newest.awaitedSince === Number.POSITIVE_INFINITY) {
      newest = { timestamp: newest.timestamp, awaitedSince: now() }
      log.info({ mode, chain, lastBlockAt: newest.timestamp }, 'a payment waits for a block, and none has come')
    }
  }

  async function watchBooking(head: number): Promise<void> {
    const booked = await lastBooked()
    if (booked === null || booked >= unread.head - confirmations) {
      unread = { head, since: now(), isOverdue: false }
      return
    }
    const isOverdue = now() - unread.since >= UNREAD_AFTER_MS
    if (isOverdue && !unread.isOverdue)
      log.error({ mode, chain, booked, head }, 'the blocks of a chain are not booked: no payment on it is accepted')
    unread = { ...unread, isOverdue }
  }

  /** Never throws. */
  async function check(): Promise<void> {
    checkedAt = now()
    try {
      const { number, timestamp } = await adapter.head()
      unreachableSince = null
      // Without the database nothing is accepted, whatever the chain does.
      await Promise.all([watchBlocks(timestamp), watchBooking(number)]).catch(() => undefined)
    } catch {
      unreachableSince ??= now()
      return
    }
    await Promise.all(TOKENS.map(checkToken))
  }

  return {
    check,
    refusalOf(token: Token): DomainError | null {
      if (now() - checkedAt > GOOD_FOR_MS) void check()
      const mismatch = closed.get(token)
      if (mismatch !== undefined)
        return new DomainError(
          'no_route',
          `${token} is closed on ${chain}: ${mismatch.reason}. Use another token or chain.`,
          {
            ...{ reason: mismatch.code, token, chain },
          },
        )
      if (unreachableSince !== null && now() - unreachableSince >= UNREACHABLE_AFTER_MS)
        return rpcUnreachable(chain, token)
      if (unread.isOverdue) return chainUnavailable(chain, token)
      if (now() - newest.awaitedSince < STANDS_STILL_AFTER_MS) return null
      const lastBlockAt = new Date(newest.timestamp * 1_000).toISOString()
      const message = `${chain} stands still: payments wait, and its last block is of ${lastBlockAt}. Use another chain, or try again once blocks come.`
      const details = { reason: 'chain_unavailable', token, chain, last_block_at: lastBlockAt }
      return new DomainError('no_route', message, details)
    },
  }
}
