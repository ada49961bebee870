/** What `npm run stock` was told to do. Pure. */
import { parseChain } from '../subgraphs/shared/chainName.ts'
import { parseAmount } from '../subgraphs/shared/money.ts'
import type { Mode } from '../subgraphs/shared/principal.ts'
import { type Chain, isToken, TOKENS, type Token } from '../subgraphs/shared/tokens.ts'

export const STOCK_USAGE =
  'npm run stock -- [--live], or --chain CHAIN --tx HASH [--write-off | --gas] [--live], or --chain CHAIN --token TOKEN --amount AMOUNT'

type Given = Readonly<Partial<Record<'chain' | 'tx' | 'token' | 'amount', string>>> &
  Readonly<Partial<Record<'write-off' | 'gas', boolean>>>

export type Asked =
  | { readonly act: 'show' }
  | { readonly act: 'book' | 'writeOff' | 'topUpGas'; readonly chain: Chain; readonly hash: string }
  | { readonly act: 'mint'; readonly chain: Chain; readonly token: Token; readonly units: bigint }

/** All that was given has a meaning, or nothing is done. @throws Error */
export function readAsked(
  { chain, tx, token, amount, 'write-off': isWriteOff = false, gas: isGas = false }: Given,
  mode: Mode,
): Asked {
  const isMint = token !== undefined || amount !== undefined
  if (chain === undefined && tx === undefined && !isMint && !isWriteOff && !isGas) return { act: 'show' }
  if (chain === undefined) throw wrong('Give --chain: on which chain?')
  const on = { chain: parseChain(chain, mode) }
  if (tx !== undefined && isMint) throw wrong('Give --tx, or --token and --amount, not both.')
  if (isWriteOff && isGas)
    throw wrong('Give --write-off or --gas, not both: the hot wallet pays no gas of the service.')
  if (tx !== undefined)
    return { ...on, act: isGas ? 'topUpGas' : isWriteOff ? 'writeOff' : 'book', hash: parseHash(tx) }
  if (isWriteOff) throw wrong('Give --tx: which transaction is to be written off?')
  if (isGas) throw wrong('Give --tx: which transaction has brought coins for gas?')
  if (!isMint) throw wrong('Give --tx, or in test mode --token and --amount.')
  if (mode === 'live') throw wrong('There is no test money in live mode. Send tokens to the hot wallet, and give --tx.')
  if (!isToken(token)) throw wrong(`--token must be one of ${TOKENS.join(', ')}.`)
  if (amount === undefined) throw wrong('Give --amount: how much?')
  return { ...on, act: 'mint', token, units: parseAmount(amount, token, '--amount').units }
}

const wrong = (message: string): Error => new Error(`${message}\nUsage: ${STOCK_USAGE}`)

function parseHash(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text
  throw wrong(`"${text}" is no hash of a transaction.`)
}
