/**
 * Reads the chain block by block, each once it has enough blocks on top, and turns what it shows into commits: used
 * authorizations complete payments, canceled ones fail them, reverted transactions are tried again, transfers to our
 * wallets are deposits. The token's logs decide, never the status of a transaction of our own: anyone may submit an
 * authorization. The cursor is saved last, so a crash reads a block again and every commit finds its work done.
 */
import { sleep } from '../../shared/subgraph.ts'
import type { Block, BlockHead } from '../chains/chainAdapter.ts'
import { addressOfTopic, TOPICS } from '../chains/eip3009.ts'
import { type BlockMark, type ChainCursorRow, findCursor, MARKS_MAX, saveCursor } from '../models/chainCursor.ts'
import { findDepositsAbove } from '../models/deposit.ts'
import { findSubjects } from '../models/nonceSlot.ts'
import { findPaymentsById, type PaymentRow } from '../models/payment.ts'
import { findByTransaction } from '../models/settlingPayment.ts'
import { creditDepositIntent } from '../services/creditDeposit.ts'
import { failPaymentIntent } from '../services/failPayment.ts'
import { completedIntent, type Mined } from '../services/settleCompleted.ts'
import { findDeposits } from './findDeposits.ts'
import { failureOf, retryReverted } from './retryReverted.ts'
import { type Network, type SettlementDeps, submitUntilKnown } from './settlementDeps.ts'

const BLOCKS_AT_ONCE = 16

export async function followBlocks(deps: SettlementDeps, network: Network, signal: AbortSignal): Promise<void> {
  let cursor = await openCursor(deps, network)
  while (!signal.aborted) {
    const head = await network.adapter.head()
    network.head = head
    const moved = await readOn(deps, network, cursor, head, signal)
    if (moved === cursor) await sleep(network.pollMs, signal)
    cursor = moved
  }
}

async function openCursor(deps: SettlementDeps, network: Network): Promise<ChainCursorRow> {
  const stored = await findCursor(deps.database, network.id)
  if (stored !== null) return stored
  const start = network.startBlock === 'head' ? (await network.adapter.head()).number : network.startBlock
  return { _id: network.id, number: start - 1, recent: [], at: deps.clock.now() }
}

async function readOn(
  deps: SettlementDeps,
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
  signal: AbortSignal,
): Promise<ChainCursorRow> {
  const last = cursor.recent.at(-1)
  if (head.number < cursor.number) return waitOrRewind(deps, network, cursor, head)
  network.isBehind = false
  const until = Math.min(head.number - network.confirmations, cursor.number + BLOCKS_AT_ONCE)
  const blocks = await network.adapter.blocks(cursor.number + 1, until)
  await deps.onStep?.('blockRead', network.id)
  let at = cursor
  let parent = last?.hash
  for (const block of blocks) {
    if (signal.aborted) break
    if (parent !== undefined && block.parentHash !== parent) return rewind(deps, network, at)
    await applyBlock(deps, network, block, head, signal)
    await deps.onStep?.('blockApplied', network.id)
    parent = block.hash
    const recent: BlockMark[] = [...at.recent, { number: block.number, hash: block.hash }].slice(-MARKS_MAX)
    at = { _id: network.id, number: block.number, recent, at: deps.clock.now() }
    // Empty blocks are saved with the next one that is not: reading them again costs nothing.
    if (block.receipts.length > 0 || block === blocks.at(-1)) {
      await saveCursor(deps.database, at)
      await deps.onStep?.('cursorSaved', network.id)
    }
  }
  return at
}

/**
 * Shorter than before: while the blocks that are left are those we know, it may be an endpoint that lags, and if it is
 * not, the next blocks will tell. What the chain may have lost is sent again in either case.
 */
async function waitOrRewind(
  deps: SettlementDeps,
  network: Network,
  cursor: ChainCursorRow,
  head: BlockHead,
): Promise<ChainCursorRow> {
  const known = cursor.recent.find(({ number }) => number === head.number)
  if (known?.hash !== head.hash) return rewind(deps, network, cursor)
  if (!network.isBehind) network.resendAll = true
  network.isBehind = true
  return cursor
}

/**
 * Back to the last block that the chain still has. Payments above it go on or stay completed: all their stored bytes
 * are sent again, and the authorizations let each transfer happen once. Deposits above it are a break until they are
 * seen again: the wallet may have spent them, so taking them back is a decision for the operators.
 */
async function rewind(deps: SettlementDeps, network: Network, cursor: ChainCursorRow): Promise<ChainCursorRow> {
  const recent = [...cursor.recent]
  while (recent.length > 0) {
    const mark = recent.at(-1) as BlockMark
    if ((await network.adapter.headAt(mark.number))?.hash === mark.hash) break
    recent.pop()
  }
  const oldest = cursor.recent[0]?.number ?? 0
  const number = recent.at(-1)?.number ?? Math.max(oldest - 1, -1)
  const scope = { chain: network.chain, mode: network.mode, block: number }
  const lost = await findDepositsAbove(deps.database, scope)
  deps.log.warn({ network: network.id, from: cursor.number, to: number }, 'the chain was reorganized')
  for (const deposit of lost)
    deps.log.warn(
      { depositId: deposit._id, walletId: deposit.walletId },
      'a credited deposit left the chain: a break unless it comes again',
    )
  const next = { _id: network.id, number, recent, at: deps.clock.now() }
  await saveCursor(deps.database, next)
  network.resendAll = true
  return next
}

async function applyBlock(
  deps: SettlementDeps,
  network: Network,
  block: Block,
  head: BlockHead,
  signal: AbortSignal,
): Promise<void> {
  if (block.receipts.length === 0) return
  const seen = readAuthorizations(network, block)
  const subjects = await findSubjects(deps.database, [...seen.nonces])
  const payments = subjects.length === 0 ? [] : await findPaymentsById(deps.database, subjects)
  const deposits = await findDeposits(deps.database, network, block)
  await Promise.all([
    ...payments.map((payment) => endPayment(deps, network, payment, seen, signal)),
    ...deposits.map((deposit) => submitUntilKnown(deps.commit, creditDepositIntent(deposit), signal)),
  ])
  const reverted = block.receipts.filter(
    ({ succeeded, from }) => !succeeded && from === network.relayer.address.toLowerCase(),
  )
  const hashes = new Set(reverted.map(({ hash }) => hash))
  for (const payment of await findByTransaction(deps.database, [...hashes]))
    await retryReverted(deps, network, payment, { hashes, head, signal })
}

/** By authorizer and nonce: anyone may choose the nonce of another's authorization for one of his own. */
interface Authorizations {
  readonly used: ReadonlyMap<string, Mined>
  readonly canceled: ReadonlySet<string>
  readonly nonces: ReadonlySet<string>
}

function readAuthorizations(network: Network, block: Block): Authorizations {
  const used = new Map<string, Mined>()
  const canceled = new Set<string>()
  const nonces = new Set<string>()
  for (const { hash, blockNumber, blockHash, logs } of block.receipts)
    for (const { address, topics } of logs) {
      const [topic, authorizer, nonce] = topics
      if (authorizer === undefined || nonce === undefined || !network.tokens.has(address)) continue
      const key = authorizationKey(addressOfTopic(authorizer), nonce)
      if (topic === TOPICS.authorizationUsed) used.set(key, { hash, block: blockNumber, blockHash })
      else if (topic === TOPICS.authorizationCanceled) canceled.add(key)
      else continue
      nonces.add(nonce)
    }
  return { used, canceled, nonces }
}

const authorizationKey = (authorizer: string, nonce: string): string => `${authorizer.toLowerCase()}:${nonce}`

async function endPayment(
  deps: SettlementDeps,
  network: Network,
  payment: PaymentRow,
  seen: Authorizations,
  signal: AbortSignal,
): Promise<void> {
  const work = payment.chainWork
  // Nothing stored yet (as after a restored backup): the slot keeper finds the transfer once there is.
  if (work === null || payment.mode !== network.mode || payment.chain !== network.chain) return
  const key = authorizationKey(work.from, work.authorization.nonce)
  const mined = seen.used.get(key)
  if (mined !== undefined) {
    const { answer } = requireAnswer(await submitUntilKnown(deps.commit, completedIntent(deps, payment, mined), signal))
    if (answer === 'failed')
      deps.log.error({ paymentId: payment._id, hash: mined.hash }, 'break: a failed payment was paid')
  } else if (seen.canceled.has(key))
    await submitUntilKnown(deps.commit, failPaymentIntent(deps, payment, failureOf(payment)), signal)
}

function requireAnswer<A>(outcome: { kind: 'done'; answer: A } | { kind: 'refused'; error: Error }): { answer: A } {
  if (outcome.kind === 'refused') throw outcome.error
  return outcome
}
