/** The chains as far as the service has read them: everything is asked at the block of the cursor. */
import type { Findings } from '../findings.ts'
import { hex, type Node, openNode, Refused } from '../node.ts'
import type { ChainCursor, Nonce, Task } from '../rows.ts'
import type { Source } from '../source.ts'
import { TOKENS } from '../tokens.ts'

export interface Network {
  /** `<mode>:<chain>` */
  readonly id: string
  readonly mode: string
  readonly chain: string
  /** The last block that the service had read. */
  readonly block: number
  readonly node: Node
  /** Symbols by contract, lower case. */
  readonly tokens: ReadonlyMap<string, string>
  /** What reading blocks has left for later, and not longer ago than it may explain a difference. */
  readonly tasks: readonly Task[]
  /** No block was booked for so long that those which are not read yet explain nothing. */
  readonly isStuck: boolean
}

/** For how long what is still to be booked explains a difference: while processes run, they try again every few minutes. */
const EXPLAINS_MS = 3_600_000

export interface Networks {
  readonly list: readonly Network[]
  /** Gas that was booked, against the receipts. */
  checkGas(page: readonly Nonce[], findings: Findings): Promise<void>
  /** @param last the highest recorded nonce of each account */
  checkAccounts(last: ReadonlyMap<string, number>, findings: Findings): Promise<void>
}

/** The chain is not, or no longer, the one that the service had read: another snapshot may fit. */
export class ChainMoved extends Error {
  constructor(network: string, block: number) {
    super(`${network}: block ${block}, the last that the service read, is not on its chain`)
  }
}

/**
 * @param endpoints URLs by network
 * @throws ChainMoved
 */
export async function openNetworks(
  source: Source,
  endpoints: ReadonlyMap<string, readonly string[]>,
  findings: Findings,
): Promise<Networks> {
  const list: Network[] = []
  const cursors = await source.find<ChainCursor>('chainCursors', {})
  const since = await explainingSince(source, cursors)
  for (const cursor of cursors) {
    const urls = endpoints.get(cursor._id) ?? []
    if (urls.length === 0)
      findings.breach(6, `there is no endpoint for ${cursor._id}: it was not held against its chain`)
    else list.push(await openNetwork(source, cursor, { urls, since }, findings))
  }
  const of = (account: string) => list.find(({ id }) => account.startsWith(`${id}:`))
  return {
    list,
    async checkGas(page, findings) {
      for (const network of list) {
        const own = page.filter(({ account, mined }) => mined !== null && of(account) === network)
        await checkGas(network, own, findings)
      }
    },
    async checkAccounts(last, findings) {
      for (const [account, nonce] of last) {
        const network = of(account)
        if (network !== undefined) await checkAccount(network, account, nonce, findings)
      }
    },
  }
}

/** Of a database whose processes have ended, by when the last of them lived: nobody could book anything since. */
async function explainingSince(source: Source, cursors: readonly ChainCursor[]): Promise<Date> {
  const beats = await source.find<{ at: Date }>('processes', {})
  const last = Math.max(0, ...[...beats, ...cursors].map(({ at }) => at?.getTime() ?? 0))
  return new Date(last - EXPLAINS_MS)
}

async function openNetwork(
  source: Source,
  cursor: ChainCursor,
  { urls, since }: { readonly urls: readonly string[]; readonly since: Date },
  findings: Findings,
): Promise<Network> {
  const [mode = '', chain = ''] = cursor._id.split(':')
  const node = openNode(urls)
  const block = Number(cursor.number)
  const known = cursor.recent.at(-1)
  const found = (await node.call('eth_getBlockByNumber', [hex(Math.max(0, block)), false])) as { hash: string } | null
  if (found === null || (known !== undefined && found.hash !== known.hash)) throw new ChainMoved(cursor._id, block)
  const tokens = new Map(Object.entries(TOKENS[chain] ?? {}).map(([symbol, address]) => [address, symbol]))
  const all = await source.find<Task>('settlementTasks', { network: cursor._id })
  for (const { _id, createdAt } of all.filter(({ createdAt }) => createdAt < since))
    findings.explain(`${_id} waits since ${createdAt.toISOString()}, too long to explain a difference`)
  const tasks = all.filter(({ createdAt }) => createdAt >= since)
  return {
    id: cursor._id,
    mode,
    chain,
    block,
    node,
    tokens,
    tasks,
    isStuck: cursor.at !== undefined && cursor.at < since,
  }
}

interface Receipt {
  readonly from: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly l1Fee?: string
  readonly status: string
}

async function checkGas(network: Network, nonces: readonly Nonce[], findings: Findings): Promise<void> {
  const { node, block } = network
  const read = nonces.filter(({ mined }) => Number(mined?.block) <= block)
  const receipts = await node.batch(
    'eth_getTransactionReceipt',
    read.map(({ mined }) => [mined?.hash]),
  )
  for (const [index, nonce] of read.entries()) {
    const receipt = receipts[index] as Receipt | null
    findings.checked(6)
    // Reversed: it left the chain for good.
    if (receipt === null && nonce.mined?.gasWei === '0') continue
    if (receipt === null) await checkLost(network, nonce, findings)
    else if (receipt.from.toLowerCase() !== addressOf(nonce.account))
      findings.breach(6, `${nonce._id} books gas of ${nonce.mined?.hash}, which ${receipt.from} sent`)
    else if (!isCostOf(receipt, nonce)) {
      const text = `${nonce._id} books ${nonce.mined?.gasWei} wei for ${nonce.mined?.hash}, which cost another amount`
      // Mined again in another block, whose booking was slow.
      const isWaiting = network.tasks.some(({ work }) => work.receipts?.some(({ hash }) => hash === nonce.mined?.hash))
      if (isWaiting) findings.explain(`${text}: it is about to be booked`)
      else findings.breach(6, text)
    }
  }
}

/** A transaction that a reorganization took away is sent again: until then its nonce is free, or a task is open. */
async function checkLost({ node, block, tasks }: Network, lost: Nonce, findings: Findings): Promise<void> {
  const { _id, account, nonce, mined } = lost
  const subjects = new Set(lost.paymentIds ?? [lost.subjectId])
  const used = (await countSent(node, account, hex(block))) ?? (await countSent(node, account, 'latest')) ?? 0
  // A gift of gas that has left its block is unmined again, until it is mined or ended.
  const isUnderWay =
    lost.state !== 'mined' ||
    tasks.some(({ work, ...task }) => work.kind === 'reorganized' || subjects.has(task.subjectId))
  if (used > Number(nonce) && !isUnderWay)
    findings.breach(6, `${_id} books gas of ${mined?.hash}, which is not on the chain`)
  else findings.explain(`${_id}: the transaction ${mined?.hash} left the chain and is sent again`)
}

/** What a relayer gives to a wallet is booked as gas of that day, and the gas that the wallet pays with it never again. */
function isCostOf({ gasUsed, effectiveGasPrice, l1Fee, status }: Receipt, { walletId, mined, bytes }: Nonce): boolean {
  const booked = BigInt(mined?.gasWei ?? 0)
  if (walletId !== undefined) return booked === 0n
  const given = BigInt(status) === 1n ? (bytes.find(({ hash }) => hash === mined?.hash)?.value ?? 0n) : 0n
  return booked === BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee ?? 0) + BigInt(given)
}

async function checkAccount(
  { node, block }: Network,
  account: string,
  nonce: number,
  findings: Findings,
): Promise<void> {
  const sent = await countSent(node, account, hex(block))
  if (sent === null) return
  findings.checked(6)
  if (sent > nonce + 1) findings.breach(6, `${account} has sent ${sent} transactions, and the last record is ${nonce}`)
}

/** Null where the node has forgotten the state of the block. */
async function countSent(node: Node, account: string, block: string): Promise<number | null> {
  const address = addressOf(account)
  return node.call('eth_getTransactionCount', [address, block]).then(Number, (error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
}

const addressOf = (account: string): string => (account.split(':')[2] ?? '').toLowerCase()
