/**
 * Operator's command: the stock of the treasury's hot wallet, from which conversions are delivered.
 * `npm run stock -- [--live]` prints the address where tokens are sent to, the same on every chain, what can be delivered from there,
 * and what was sent from there for no conversion that is known; `-- --chain base --tx 0x... [--live]` books what a transaction has brought there, once, and with
 * `--write-off` takes off the stock what it has sent from there; with `--gas` it books coins that came to an account that pays gas; `-- --chain base --token USDC --amount 1000` has the faucet of a test
 * chain send some, and books it.
 */
import { composeService, type Service } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { noteChange } from '../subgraphs/shared/acting.ts'
import { formatCoin, formatUnits } from '../subgraphs/shared/money.ts'
import type { Mode } from '../subgraphs/shared/principal.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../subgraphs/shared/tokens.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'
import { type Asked, readAsked, STOCK_USAGE } from './stockAsked.ts'

const CLOSE_MS = 5_000

const { values } = readFlags(STOCK_USAGE, {
  options: {
    chain: { type: 'string' },
    tx: { type: 'string' },
    token: { type: 'string' },
    amount: { type: 'string' },
    'write-off': { type: 'boolean', default: false },
    gas: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
  },
})

runCommand(async () => {
  const mode = values.live ? 'live' : 'test'
  const asked = readAsked(values, mode)
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  try {
    if (asked.act === 'show') await show(service, mode)
    else if (asked.act === 'writeOff') await writeOff(service, { ...asked, mode })
    else if (asked.act === 'topUpGas') await topUpGas(service, { ...asked, mode })
    else await book(service, mode, asked)
  } finally {
    await service.close(CLOSE_MS)
  }
})

async function show({ subgraphs }: Service, mode: Mode): Promise<void> {
  const { stock } = subgraphs.payments
  console.info(`The hot wallet of ${mode} mode is ${await stock.address(mode)}, on every chain. It can deliver`)
  const levels = await stock.levels(mode)
  if (levels.length === 0) console.info(`  nothing: no chain is configured in ${mode} mode`)
  for (const { chain, token, units } of levels)
    console.info(
      `  ${units === null ? `${token} on ${chain}: not known, the chain does not answer` : textOf({ units, token, chain })}`,
    )
  for (const one of await stock.unexplained(mode))
    console.info(`${textOf(one)} were sent to ${one.to} in ${one.hash}, for no conversion that is known`)
}

async function book(
  service: Service,
  mode: Mode,
  asked: Exclude<Asked, { act: 'show' | 'writeOff' | 'topUpGas' }>,
): Promise<void> {
  const { stock } = service.subgraphs.payments
  const booked = await recordCommand(service, 'stock', async () => {
    const arrived = await (asked.act === 'mint' ? stock.fromFaucet(asked) : stock.book({ ...asked, mode }))
    for (const { token, units, hash } of arrived.filter(({ isNew }) => isNew))
      noteChange(`stock/${mode}:${asked.chain}:${token}`, null, { amount: formatUnits(units, token), tx_hash: hash })
    return arrived
  })
  for (const one of booked)
    console.info(
      `${textOf({ ...one, chain: asked.chain })} ${one.isNew ? 'are booked' : 'had been booked before'} (${one.hash})`,
    )
}

interface Sent {
  readonly mode: Mode
  readonly chain: Chain
  readonly hash: string
}

async function topUpGas(service: Service, sent: Sent): Promise<void> {
  const { wei, to, isNew } = await recordCommand(service, 'stock', async () => {
    const topped = await service.subgraphs.payments.stock.topUpGas(sent)
    const told = { amount: formatCoin(topped.wei), tx_hash: sent.hash }
    if (topped.isNew) noteChange(`gas/${sent.mode}:${sent.chain}`, null, told)
    return topped
  })
  const coins = `${formatCoin(wei)} ${CHAIN_FACTS[sent.chain].coin} for gas on ${sent.chain}, sent to ${to},`
  console.info(`${coins} ${isNew ? 'are booked' : 'had been booked before'}`)
}

async function writeOff(service: Service, sent: Sent): Promise<void> {
  const written = await recordCommand(service, 'stock', async () => {
    const outflows = await service.subgraphs.payments.stock.writeOff(sent)
    for (const { token, units } of outflows)
      noteChange(
        `stock/${sent.mode}:${sent.chain}:${token}`,
        { amount: formatUnits(units, token), tx_hash: sent.hash },
        null,
      )
    return outflows
  })
  for (const one of written) console.info(`${textOf(one)} are written off`)
}

const textOf = ({ units, token, chain }: Readonly<{ units: bigint; token: Token; chain: Chain }>): string =>
  `${formatUnits(units, token)} ${token} on ${chain}`
