/**
 * Operator's command: the stock of the treasury's hot wallet, from which conversions are delivered.
 * `npm run stock -- [--live]` prints the address where tokens are sent to, the same on every chain, and what was sent from there for
 * no conversion that is known; `-- --chain base --tx 0x... [--live]` books what a transaction has brought there, once, and with
 * `--write-off` takes off the stock what it has sent from there; `-- --chain base --token USDC --amount 1000` has the faucet of a test
 * chain send some, and books it.
 */
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { noteChange } from '../subgraphs/shared/acting.ts'
import { parseChain } from '../subgraphs/shared/chainName.ts'
import { formatUnits, parseAmount } from '../subgraphs/shared/money.ts'
import { type Chain, isToken, TOKENS, type Token } from '../subgraphs/shared/tokens.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE =
  'npm run stock -- [--live], or --chain CHAIN --tx HASH [--write-off] [--live], or --chain CHAIN --token TOKEN --amount AMOUNT'

const { values } = readFlags(USAGE, {
  options: {
    chain: { type: 'string' },
    tx: { type: 'string' },
    token: { type: 'string' },
    amount: { type: 'string' },
    'write-off': { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
  },
})

runCommand(async () => {
  const mode = values.live ? 'live' : 'test'
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  const { stock } = service.subgraphs.payments
  try {
    if (values.chain === undefined) {
      console.info(`The hot wallet of ${mode} mode is ${await stock.address(mode)}, on every chain.`)
      for (const one of await stock.unexplained(mode))
        console.info(`${textOf(one)} were sent to ${one.to} in ${one.hash}, for no conversion that is known`)
      return
    }
    const chain = parseChain(values.chain, mode)
    if (values['write-off']) return await writeOff(chain)
    const booked = await recordCommand(service, 'stock', async () => {
      const arrived = await (values.tx === undefined ? mint() : stock.book({ mode, chain, hash: parseHash(values.tx) }))
      for (const { token, units, hash } of arrived.filter(({ isNew }) => isNew))
        noteChange(`stock/${mode}:${chain}:${token}`, null, { amount: formatUnits(units, token), tx_hash: hash })
      return arrived
    })
    for (const { token, units, isNew } of booked)
      console.info(
        `${formatUnits(units, token)} ${token} on ${chain} ${isNew ? 'are booked' : 'had been booked before'}`,
      )

    async function writeOff(chain: Chain) {
      const hash = parseHash(values.tx ?? '')
      const written = await recordCommand(service, 'stock', async () => {
        const outflows = await stock.writeOff({ mode, chain, hash })
        for (const { token, units } of outflows)
          noteChange(`stock/${mode}:${chain}:${token}`, { amount: formatUnits(units, token), tx_hash: hash }, null)
        return outflows
      })
      for (const one of written) console.info(`${textOf(one)} are written off`)
    }

    function mint() {
      const { token, amount } = values
      if (mode === 'live' || !isToken(token) || amount === undefined)
        throw new Error(`Give --tx, or in test mode --token (${TOKENS.join(', ')}) and --amount.\nUsage: ${USAGE}`)
      const { units } = parseAmount(amount, token, 'amount')
      return stock.fromFaucet({ chain, token, units })
    }
  } finally {
    await service.close(CLOSE_MS)
  }
})

const textOf = ({ units, token, chain }: Readonly<{ units: bigint; token: Token; chain: Chain }>): string =>
  `${formatUnits(units, token)} ${token} on ${chain}`

function parseHash(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text
  throw new Error(`"${text}" is no hash of a transaction.\nUsage: ${USAGE}`)
}
