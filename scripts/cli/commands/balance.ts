/** What wallets have, by token and chain. */
import type { Fields } from '../client.ts'
import { command } from '../command.ts'
import { formatTable } from '../printer.ts'

const COLUMNS = ['token', 'chain', 'available', 'held', 'in_flight', 'blocked', 'total']
const PAGE_MAX = 100

export const balance = command({
  name: 'balance',
  args: ['[WALLET]'],
  summary: 'Show what a wallet has; without one, what all wallets have.',
  options: {
    token: { type: 'string', value: 'TOKEN', help: 'only this token' },
    chain: { type: 'string', value: 'CHAIN', help: 'only this chain' },
    after: { type: 'string', value: 'CURSOR', help: 'of all wallets, the page after this one' },
  },
  async run({ args: [wallet], flags, printer, session }) {
    const { client } = session()
    const { token, chain, after } = flags
    const isAsked = (row: Fields) =>
      (token === undefined || row.token === token.toUpperCase()) && (chain === undefined || row.chain === chain)
    if (wallet !== undefined) {
      const path = `GET /api/v2/wallets/${encodeURIComponent(wallet)}/balances`
      const { body } = await client.call<{ balances: Fields[]; total_usd: string }>(path)
      const balances = body.balances.filter(isAsked)
      printer.result({ ...body, balances }, () => {
        const rows = balances.map((row) => COLUMNS.map((name) => row[name]))
        return `${formatTable(COLUMNS, rows)}\n\n${body.total_usd} USD in all`
      })
      return
    }
    const query = { token, chain, after, limit: String(PAGE_MAX) }
    const { body } = await client.call<{ data: Fields[]; next_cursor: string | null }>('GET /api/v2/balances', {
      query,
    })
    const columns = ['wallet_id', ...COLUMNS]
    printer.result(body, () =>
      formatTable(
        columns,
        body.data.map((row) => columns.map((name) => row[name])),
      ),
    )
    if (body.next_cursor !== null) printer.note(`There are more: --after ${body.next_cursor}`)
  },
})
