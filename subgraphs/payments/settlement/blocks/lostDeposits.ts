/**
 * After a reorganization one sender's transfer may be mined in another transaction: with a higher fee, or with another
 * amount. Until it is decided what has become of the first, a deposit of the same sender to the same wallet is not credited,
 * so that a wallet never has the money of both.
 */
import type { OrgId } from '../../../shared/ids.ts'
import { type DepositRow, findDepositsById, findDepositsTo } from '../../models/deposits.ts'
import { findTasksOf } from '../../models/settlementTasks.ts'
import { type ArrivedDeposit, otherDepositId } from '../intents/creditDeposit.ts'
import { isInChain } from '../network/isInChain.ts'
import type { Network } from '../network/network.ts'

/** @returns ids of those that have to wait */
export async function findWaiting(network: Network, arrived: readonly ArrivedDeposit[]): Promise<Set<string>> {
  const { database, chain, mode } = network
  const owners = new Set(arrived.map(({ orgId }) => orgId))
  const tasks = owners.size === 0 ? [] : await findTasksOf(database, network.id, ['', ...owners], LOST)
  if (tasks.length === 0) return new Set()
  const lost = tasks.flatMap(({ work, subjectId }) => (work.kind === 'lostDeposit' ? [subjectId] : []))
  const ranges = tasks.flatMap(({ work }) => (work.kind === 'reorganized' ? [work] : []))
  const walletIds = [...new Set(arrived.map(({ walletId }) => walletId))]
  const [first, ...others] = await Promise.all([
    findDepositsById(database, lost),
    ...ranges.map(({ from, to }) => findDepositsTo(database, walletIds, { chain, mode, from, to })),
  ])
  const held = [...(first ?? []), ...others.flat()].filter(({ isGone }) => isGone !== true)
  const stands = blockLookup(network)
  const returned = await findReturned(network, [...owners], held, arrived, stands)
  const waiting = new Set<string>()
  for (const one of arrived)
    for (const { _id, walletId, token, from, block, blockHash } of held) {
      const isOfSameSender = walletId === one.walletId && token === one.token && from === one.from
      const isSame = _id === one._id || _id === otherDepositId(one)
      if (!isOfSameSender || isSame || returned.has(_id)) continue
      if (await stands(Number(block), blockHash)) continue
      waiting.add(one._id)
      break
    }
  return waiting
}

/** Asks once for each block, however many deposits were in it. */
function blockLookup(network: Network): (number: number, hash: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (number, hash) => {
    const asked = known.get(hash) ?? isInChain(network, number, hash)
    known.set(hash, asked)
    return asked
  }
}

/** Those that are in the chain again, and only wait to be booked: two of one sender would wait for each other for ever. */
async function findReturned(
  { database, id }: Network,
  owners: readonly OrgId[],
  held: readonly DepositRow[],
  arrived: readonly ArrivedDeposit[],
  stands: ReturnType<typeof blockLookup>,
): Promise<Set<string>> {
  const tasks = held.length === 0 ? [] : await findTasksOf(database, id, owners, ['deposit'])
  const booked = tasks.flatMap(({ work }) => (work.kind === 'deposit' ? [work.deposit as ReturnedDeposit] : []))
  const amounts = new Map(held.map(({ _id, amount }) => [_id, amount]))
  const returned = new Set<string>()
  for (const { _id, amount, block, blockHash } of [...arrived, ...booked])
    if (amounts.get(_id) === BigInt(amount) && (await stands(Number(block), blockHash))) returned.add(_id)
  return returned
}

/** As a task stores it. */
type ReturnedDeposit = Pick<ArrivedDeposit, '_id' | 'block' | 'blockHash'> & { readonly amount: string }

const LOST = ['lostDeposit', 'reorganized'] as const
