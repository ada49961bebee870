/** What ledger and chain of one network differ in, and what explains it: an open mismatch, or what is still to be booked. */
import type { Findings } from './findings.ts'
import type { Network } from './points/networks.ts'
import { blockOf, type Deposit, hotWalletOf, type Mismatch, type Payment } from './rows.ts'
import type { Wallets } from './wallets.ts'

type UnbookedTransfer = Pick<Deposit, 'walletId' | 'token' | 'amount' | 'block'> & { readonly hash: string }

export interface Differences {
  /** Ledger minus chain, in token units, as far as it is explained or reported already. */
  of(walletId: string, token: string): bigint
  /** A transfer arrived that no deposit credits. */
  uncredited(transfer: UnbookedTransfer): void
  /** A deposit is credited that the chain does not show. */
  unfounded(deposit: Deposit): void
  /** A transfer was made that the ledger does not have as paid. */
  unbooked(payment: Payment, hash: string): void
  /** A payment is completed that the chain does not show. */
  unpaid(payment: Payment): void
  /** A payment had failed and is debited as mined nevertheless, and the chain does not show it. */
  unmined(payment: Payment): void
  /** A second transfer for one payment: reported where it was found. */
  reported(walletId: string, token: string, amount: bigint): void
  /** A transfer that belongs to no payment. */
  unexpected(transfer: UnbookedTransfer): void
  /** Outflows that are booked and were not among the transfers. @param last block that was read */
  endOutflows(last: number): void
  /** Booked from a block that is newer than the cursor. */
  ahead(walletId: string, token: string, amount: bigint, what: string): void
}

/** @param mismatches of this network, resolved ones too */
export function openDifferences(
  { id, chain, tasks, isStuck }: Network,
  wallets: Wallets,
  mismatches: readonly Mismatch[],
  findings: Findings,
): Differences {
  const sums = new Map<string, bigint>()
  const add = (walletId: string, token: string, amount: bigint) => {
    const key = `${walletId} ${token}`
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  const open = mismatches.filter(({ state }) => state === 'open')
  // One that names a payment has turned out to be its transfer.
  const outflows = mismatches.filter(
    ({ kind, transfer, paymentId }) =>
      kind === 'unexpected_outflow' && transfer?.isGone === false && paymentId === null,
  )
  for (const { _id, kind, walletId, token, missing } of open) {
    if (missing <= 0n) continue
    add(walletId, token, missing)
    const isOfTreasury = walletId === hotWalletOf('test') || walletId === hotWalletOf('live')
    const text = isOfTreasury
      ? `${missing} ${token} left the hot wallet for no conversion that is known`
      : `the wallet ${walletId} cannot cover ${missing} ${token} yet`
    findings.explain(`${_id} (${kind}): ${text}`)
  }
  for (const { _id, kind, walletId, token, expected, found } of open) {
    if (kind !== 'balance_differs') continue
    add(walletId, token, BigInt(expected) - BigInt(found))
    findings.explain(`${_id} (${kind}): ${expected} ${token} in the ledger of ${walletId}, ${found} on the chain`)
  }
  /** Mismatches and tasks that have explained an arrival: each is about one. */
  const arrivals = new Set<string>()
  const mismatchOf = (kinds: readonly string[], subject: string) =>
    open.find((one) => kinds.includes(one.kind) && (one.paymentId === subject || one.depositId === subject))
  const taskOf = (kinds: readonly string[], subject: string, block?: number) =>
    tasks.find(
      ({ subjectId, work }) =>
        (kinds.includes(work.kind) && subjectId === subject) ||
        // The blocks that were read again are compared as a whole first.
        (block !== undefined && work.kind === 'reorganized' && block >= Number(work.from) && block <= Number(work.to)),
    )
  function explain(text: string, amount: bigint, by: Mismatch | ReturnType<typeof taskOf>): boolean {
    if (by === undefined) return false
    if ('state' in by && BigInt(by.found) - BigInt(by.expected) !== amount) return false
    findings.explain(`${text}: ${by._id} (${'state' in by ? by.kind : by.work.kind})`)
    return true
  }
  /** It is read again soon after it was booked. */
  function unread(what: string): void {
    const text = `${what} in a block newer than the last that was read`
    if (isStuck) findings.breach(6, `${text}, and none was for an hour`)
    else findings.explain(text)
  }
  /** What an external wallet had before its registration is one sum in the ledger, which the comparison of balances checks. */
  const isInOpening = (walletId: string, block: number): boolean =>
    block <= Number(wallets.get(walletId)?.openings?.[chain]?.block ?? -1)
  function awaitsOpening(walletId: string, text: string): boolean {
    const openings = wallets.get(walletId)?.openings
    if (openings == null || openings[chain] !== undefined) return false
    findings.explain(`${text}: what the wallet had before its registration is still to be booked`)
    return true
  }
  return {
    of: (walletId, token) => sums.get(`${walletId} ${token}`) ?? 0n,
    uncredited({ walletId, token, amount, hash, block }) {
      if (isInOpening(walletId, block)) return
      add(walletId, token, -amount)
      const task = tasks.find(
        ({ _id, work: { kind, deposit } }) =>
          !arrivals.has(_id) &&
          kind === 'deposit' &&
          deposit?.walletId === walletId &&
          deposit.token === token &&
          BigInt(deposit.amount) === amount,
      )
      const text = `${amount} ${token} arrived at ${walletId} in ${hash} and are not credited`
      const mismatch = open.find(
        (one) =>
          !arrivals.has(one._id) &&
          one.kind === 'deposit_not_booked' &&
          one.walletId === walletId &&
          one.token === token &&
          BigInt(one.found) === amount,
      )
      const by = mismatch ?? task
      if (by !== undefined) arrivals.add(by._id)
      if (!explain(text, amount, by) && !awaitsOpening(walletId, text)) findings.breach(6, text)
    },
    unfounded({ _id, walletId, token, amount, block }) {
      add(walletId, token, amount)
      const text = `${_id} credits ${amount} ${token} to ${walletId}, and block ${block} of ${id} has no such transfer`
      if (!explain(text, amount, taskOf(['lostDeposit'], _id, block))) findings.breach(6, text)
    },
    unbooked({ _id, walletId, token, amount, status, reversedAt }, hash) {
      const text = `${_id} is ${reversedAt === undefined ? status : 'reversed'} and paid on chain in ${hash}`
      // The ledger was corrected when the mismatch was found; what is missing counts above.
      const isCorrected = mismatches.some(({ kind, paymentId }) => kind === 'failed_payment_mined' && paymentId === _id)
      if (status === 'failed' && isCorrected) return
      add(walletId, token, amount)
      const mismatch = mismatchOf(['payment_not_booked', 'authorization_log_missing'], _id)
      if (!explain(text, amount, mismatch ?? taskOf(['completed'], _id))) findings.breach(6, text)
    },
    unpaid(payment) {
      const { _id, walletId, token, amount, txHash } = payment
      add(walletId, token, -amount)
      const text = `${_id} is completed by ${txHash}, which is not on ${id}`
      const block = blockOf(payment).block ?? -1
      if (!explain(text, amount, taskOf(['lostPayment'], _id, block))) findings.breach(6, text)
    },
    unmined(payment) {
      const { _id, walletId, token, amount } = payment
      const mismatch = mismatches.find(({ kind, paymentId }) => kind === 'failed_payment_mined' && paymentId === _id)
      const debited = amount - (mismatch?.missing ?? 0n)
      add(walletId, token, -debited)
      const text = `${_id} had failed and is debited as mined, which is not on ${id}`
      const block = blockOf(payment).block ?? -1
      if (!explain(text, -debited, taskOf(['lostPayment'], _id, block))) findings.breach(6, text)
    },
    reported: add,
    unexpected({ walletId, token, amount, hash, block }) {
      const at = outflows.findIndex(
        (one) =>
          one.walletId === walletId &&
          one.token === token &&
          one.transfer?.txHash === hash &&
          BigInt(one.found) === amount,
      )
      // The ledger was corrected when it was found; what is missing counts above.
      if (at >= 0) {
        outflows.splice(at, 1)
        return
      }
      if (isInOpening(walletId, block)) return
      add(walletId, token, amount)
      const text = `${amount} ${token} left ${walletId} in ${hash} for no payment`
      const task = tasks.find(({ work }) => work.kind === 'outflow' && work.outflow?.transfer.txHash === hash)
      if (!explain(text, amount, task) && !awaitsOpening(walletId, text)) findings.breach(6, text)
    },
    endOutflows(last) {
      for (const { _id, walletId, token, found, transfer } of outflows) {
        const block = Number(transfer?.block)
        add(walletId, token, -BigInt(found))
        const text = `${_id} has ${found} ${token} leave ${walletId} in ${transfer?.txHash}, which is not on ${id}`
        if (block > last) unread(`${_id} is booked`)
        else if (!explain(text, BigInt(found), taskOf(['lostOutflow'], _id, block))) findings.breach(6, text)
      }
    },
    ahead(walletId, token, amount, what) {
      add(walletId, token, amount)
      unread(what)
    },
  }
}
