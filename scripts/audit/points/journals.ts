/**
 * The journals of each organization in their order: balanced (1), folded to the balances (2), never below zero on the way
 * (3), holds that end once (8), and the hash chain (12).
 */
import type { Findings } from '../findings.ts'
import { openHashChains } from '../hashChain.ts'
import type { Hold, Journal, Line } from '../rows.ts'
import type { Source } from '../source.ts'
import { BALANCES, type Sums, sumsOf, type Wallet, type Wallets } from '../wallets.ts'
import { openDollars } from './dollars.ts'
import { openStock, type StockTotals } from './stock.ts'

const WALLET_ACCOUNTS: Readonly<Record<string, { readonly at: number; readonly raisedBy: Line['direction'] }>> = {
  '2020': { at: 0, raisedBy: 'credit' },
  '2021': { at: 1, raisedBy: 'credit' },
  '2022': { at: 2, raisedBy: 'credit' },
  '2023': { at: 3, raisedBy: 'credit' },
  '1120': { at: 4, raisedBy: 'debit' },
}

export interface LedgerTotals {
  /** Booked as gas expense, in wei by chain. */
  readonly gas: ReadonlyMap<string, bigint>
  /** Of the hot wallet of the treasury. */
  readonly stock: StockTotals
}

export async function auditJournals(source: Source, wallets: Wallets, findings: Findings): Promise<LedgerTotals> {
  const totals = new Map<string, bigint>()
  const gas = new Map<string, bigint>()
  const holds = openHolds(findings)
  const dollars = openDollars(findings)
  const stock = openStock()
  const chains = openHashChains('journals', { source, findings }, (head) => ({
    number: head.journalSeq,
    hash: head.journalHash,
  }))
  for await (const page of source.pages<Journal>('journals', { sort: { orgId: 1, seq: 1 } }))
    for (const journal of page) {
      await chains.add(journal, Number(journal.seq))
      balance(journal, totals, findings)
      fold(journal, wallets, findings)
      holds.add(journal)
      dollars.add(journal)
      stock.add(journal)
      for (const { account, chain, direction, amount } of journal.lines)
        if (account === '5010') add(gas, chain, direction === 'debit' ? BigInt(amount) : -BigInt(amount))
    }
  await chains.end()
  for (const [asset, sum] of totals) if (sum !== 0n) findings.breach(1, `all accounts in ${asset} sum to ${sum}`)
  compareBalances(wallets, findings)
  await holds.end(source, wallets)
  await dollars.end(source)
  return { gas, stock: stock.totals }
}

function balance(journal: Journal, totals: Map<string, bigint>, findings: Findings): void {
  findings.checked(1)
  const sums = new Map<string, bigint>()
  for (const { chain, token, direction, amount } of journal.lines) {
    const units = BigInt(amount)
    if (units <= 0n) findings.breach(1, `${journal._id} has an amount of ${units}`)
    add(sums, token === 'USD' ? token : `${chain}:${token}`, direction === 'debit' ? units : -units)
  }
  if (journal.lines.length < 2) findings.breach(1, `${journal._id} has ${journal.lines.length} lines`)
  for (const [asset, sum] of sums) {
    add(totals, asset, sum)
    if (sum !== 0n) findings.breach(1, `${journal._id} is off by ${sum} in ${asset}`)
  }
}

function fold(journal: Journal, wallets: Wallets, findings: Findings): void {
  const touched = new Map<Sums, string>()
  for (const { account, walletId, chain, token, direction, amount } of journal.lines) {
    // Dollars are of no wallet, nor is what the treasury has itself.
    if (walletId == null || token === 'USD') continue
    const wallet = wallets.get(walletId)
    // A fee names the wallet that caused it, and changes nothing in it.
    if (account === '5010' && wallet?.position.orgId === journal.orgId) continue
    const place = WALLET_ACCOUNTS[account]
    if (wallet === undefined || wallet.position.orgId !== journal.orgId || place === undefined) {
      findings.breach(2, `${journal._id} posts to ${account} of ${walletId}, which ${journal.orgId} does not have`)
      continue
    }
    const sums = sumsAt(wallet, `${chain}:${token}`)
    sums[place.at] = (sums[place.at] ?? 0n) + (direction === place.raisedBy ? BigInt(amount) : -BigInt(amount))
    touched.set(sums, `${chain}:${token} of ${walletId}`)
  }
  for (const [sums, name] of touched) {
    findings.checked(3)
    const below = sums.findIndex((sum) => sum < 0n)
    if (below >= 0) findings.breach(3, `${BALANCES[below]} ${name} is ${sums[below]} after ${journal._id}`)
  }
}

function sumsAt(wallet: Wallet, asset: string): Sums {
  const known = wallet.folded.get(asset)
  if (known !== undefined) return known
  const sums: Sums = [0n, 0n, 0n, 0n, 0n]
  wallet.folded.set(asset, sums)
  return sums
}

function compareBalances(wallets: Wallets, findings: Findings): void {
  for (const [walletId, { position, folded }] of wallets) {
    for (const asset of new Set([...folded.keys(), ...Object.keys(position.balances)])) {
      findings.checked(2)
      const stored = sumsOf(position.balances[asset])
      const posted = folded.get(asset) ?? sumsOf(undefined)
      const differing = BALANCES.filter((_, at) => stored[at] !== posted[at])
      if (differing.length > 0)
        findings.breach(2, `${asset} of ${walletId} has ${stored.join('/')}, and its journals give ${posted.join('/')}`)
      const [available, held, inFlight, blocked, onChain] = stored
      if (differing.length === 0 && onChain !== available + held + inFlight + blocked)
        findings.breach(
          2,
          `${asset} of ${walletId}: ${onChain} on chain is not the sum of ${stored.slice(0, 4).join('/')}`,
        )
    }
  }
}

/** Told by account 2021 alone: a hold is what a journal about it credits, and its first debit ends it. */
function openHolds(findings: Findings) {
  const open = new Map<string, { readonly asset: string; readonly walletId: string; readonly amount: bigint }>()
  let created = 0
  return {
    add({ _id, reference, lines }: Journal) {
      for (const { account, walletId, chain, token, direction, amount } of lines) {
        if (account !== '2021' || walletId === null) continue
        const units = BigInt(amount)
        const hold = open.get(reference.id)
        if (direction === 'credit') {
          created += 1
          findings.checked(8)
          if (hold !== undefined) findings.breach(8, `${_id} creates ${reference.id} a second time`)
          open.set(reference.id, { asset: `${chain}:${token}`, walletId, amount: units })
        } else if (hold === undefined) findings.breach(8, `${_id} ends ${reference.id}, which is not open`)
        else {
          if (hold.amount !== units) findings.breach(8, `${_id} takes ${units} from a hold of ${hold.amount}`)
          open.delete(reference.id)
        }
      }
    },
    async end(source: Source, wallets: Wallets) {
      const held = new Map<string, bigint>()
      for (const { walletId, asset, amount } of open.values()) add(held, `${walletId} ${asset}`, amount)
      for (const [walletId, { position }] of wallets)
        for (const [asset, balances] of Object.entries(position.balances)) {
          const sum = held.get(`${walletId} ${asset}`) ?? 0n
          if (balances.held !== sum)
            findings.breach(8, `${asset} of ${walletId} holds ${balances.held}, and its open holds are ${sum}`)
        }
      if (!source.has('holds')) {
        if (created === 0) findings.nothing(8, 'there are no holds')
        return
      }
      for await (const page of source.pages<Pick<Hold, '_id' | 'stage'>>('holds', { projection: { stage: 1 } }))
        for (const { _id, stage } of page) {
          findings.checked(8)
          if ((stage === 'created') !== open.has(_id))
            findings.breach(8, `${_id} is ${stage}, and its journals leave it ${open.has(_id) ? 'open' : 'ended'}`)
        }
    },
  }
}

function add(to: Map<string, bigint>, key: string, amount: bigint): void {
  to.set(key, (to.get(key) ?? 0n) + amount)
}
