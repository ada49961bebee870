/** What a mismatch tells a person: what happened, by how much, and what to do next. Pure. */
import { formatUnits } from '../../shared/money.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

interface Mismatch {
  readonly kind: keyof typeof NEXT_STEPS
  readonly state: 'open' | 'resolved'
  readonly token: Token
  readonly chain: Chain
  readonly expected: string
  readonly found: string
  readonly missing: bigint
  readonly reason: string
}

export function reasonOf({ reason, expected, found, missing, token, chain }: Mismatch): string {
  const [ledger, onChain] = [formatUnits(BigInt(expected), token), formatUnits(BigInt(found), token)]
  const rest = missing > 0n ? ` ${formatUnits(missing, token)} ${token} are not corrected yet.` : ''
  return `${reason} The ledger said ${ledger} ${token} on ${chain}, the chain says ${onChain}.${rest}`
}

/** Null: it is resolved. */
export function nextStepOf({ kind, state, missing, token }: Mismatch): string | null {
  if (state === 'resolved') return null
  if (missing > 0n)
    return `Fund the wallet: ${formatUnits(missing, token)} ${token} are taken from it as soon as it has them.`
  return NEXT_STEPS[kind]
}

const LOOK = 'then resolve this mismatch and unfreeze the wallet.'
const HAVE_DECIDED = 'have compliance decide its case, then resolve this mismatch and unfreeze the wallet.'
const WAIT = 'Nothing: the service tries again by itself. If it stays open, ask the operator of the service.'
const NEXT_STEPS = {
  deposit_reorganized: `Nothing if the deposit comes again: it is credited then. Otherwise ask its sender, ${LOOK}`,
  deposit_not_booked: WAIT,
  payment_reorganized: `Find out whether the payee was paid in another way, and pay again if not; ${HAVE_DECIDED}`,
  chain_reorganized: 'The operator has the chain read again: npm run reconcile, with its chain and a block.',
  payment_not_booked: WAIT,
  failed_payment_mined: `The payee was paid after all: do not pay again; ${LOOK}`,
  authorization_log_missing:
    'Nothing while the payment is pending: once the chain has settled what the wallet sent, the payment goes on or fails by itself. Otherwise the operator compares the transaction with the token contract, and resolves this mismatch.',
  transfer_differs: `Ask the issuer of the token why another transfer was made than was signed; ${HAVE_DECIDED}`,
  unexpected_outflow: `Find out who else can sign for the wallet and move its money to a new one; ${HAVE_DECIDED}`,
  balance_differs:
    'Look for transfers of the token that are no deposits; this is resolved by the next reconciliation that agrees.',
} as const
