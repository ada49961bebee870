/** What payments offers for conversions: their deliveries, and the stock that they are made from. */
import { CHAIN_FACTS, type Token } from '../../shared/tokens.ts'
import { createDeliveries, findStock } from './deliveries.ts'
import { topUpGas } from './gasTank.ts'
import {
  bookStock,
  createSandboxStock,
  findUnexplained,
  hotWalletAddress,
  type StockDeps,
  stockFromFaucet,
  writeOff,
} from './stock.ts'

export function conversionPorts(deps: Omit<Parameters<typeof createDeliveries>[0], 'fillSandbox'>, stocks: StockDeps) {
  return {
    /** What conversions deliver, from the hot wallet of the treasury. */
    deliveries: createDeliveries({ ...deps, fillSandbox: createSandboxStock(stocks) }),
    /** Operator's command: the hot wallet of the treasury, and what was sent to it. */
    stock: {
      address: (mode: Parameters<typeof hotWalletAddress>[1]) => hotWalletAddress(stocks, mode),
      book: (transaction: Parameters<typeof bookStock>[1]) => bookStock(stocks, transaction),
      levels: (mode: Parameters<typeof hotWalletAddress>[1]) => readLevels(deps, stocks, mode),
      unexplained: (mode: Parameters<typeof findUnexplained>[1]) => findUnexplained(stocks, mode),
      writeOff: (transaction: Parameters<typeof writeOff>[1]) => writeOff(stocks, transaction),
      fromFaucet: (asked: Parameters<typeof stockFromFaucet>[1]) => stockFromFaucet(stocks, asked),
      /** What was sent to the accounts that pay gas. */
      topUpGas: (transaction: Parameters<typeof topUpGas>[1]) => topUpGas(stocks, transaction),
    },
  } as const
}

/** What the hot wallet can deliver now, by chain and token; null: the chain does not answer. */
function readLevels(
  deps: Parameters<typeof findStock>[0],
  { networks }: Pick<StockDeps, 'networks'>,
  mode: Parameters<typeof hotWalletAddress>[1],
) {
  const assets = networks
    .filter((one) => one.mode === mode)
    .flatMap(({ chain }) => (Object.keys(CHAIN_FACTS[chain].tokens) as Token[]).map((token) => ({ chain, token })))
  return Promise.all(assets.map(async (one) => ({ ...one, units: await findStock(deps, mode, one.chain, one.token) })))
}
