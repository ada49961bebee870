/** The bank accounts of the sandbox, by whose numbers the simulated bank knows how to treat them. */
import { readFileSync } from 'node:fs'

const TABLE = new URL('../../subgraphs/treasury/data/testBankAccounts.json', import.meta.url)
/** Of all banks that there are any one does; so every example has this one. */
const ROUTING_NUMBER = '021000021'

interface TestAccount {
  readonly account_number: string
  readonly what: string
}

export function describeBankAccounts(): string {
  const { accounts } = JSON.parse(readFileSync(TABLE, 'utf8')) as { readonly accounts: readonly TestAccount[] }
  const rows = accounts.map(({ account_number: number, what }) => `| \`${ROUTING_NUMBER}\` | \`${number}\` | ${what} |`)
  return ['| Routing number | Account number | What happens |', '|---|---|---|', ...rows].join('\n')
}
