/** Areas of the OpenAPI document: each operation stands in one, by its path. */

interface Area {
  readonly name: string
  readonly description: string
  /** What its paths begin with. */
  readonly paths: readonly string[]
}

/** In the order of the reference: what a newcomer needs first stands first. */
export const AREAS: readonly Area[] = [
  {
    name: 'Payments',
    description: 'Pay from a wallet, follow a payment, and see what was refused and why.',
    paths: ['/api/v2/payments', '/api/v2/refusals', '/api/v2/policies'],
  },
  {
    name: 'Wallets',
    description: 'Wallets, balances, freezes, the trust score of their agents, and deposits.',
    paths: ['/api/v2/wallets', '/api/v2/balances', '/api/v2/deposits'],
  },
  {
    name: 'Holds',
    description: 'Money that is locked for a merchant until it is captured or voided.',
    paths: ['/api/v2/holds'],
  },
  {
    name: 'Approvals',
    description: 'Payments that wait for a person, and what the person decides.',
    paths: ['/api/v2/approvals'],
  },
  {
    name: 'Mandates',
    description: 'Spending mandates in plain words, their versions, and previews.',
    paths: ['/api/v2/mandates'],
  },
  {
    name: 'Agents',
    description: 'Registration, credentials and standing of agents, and their access tokens.',
    paths: ['/api/v2/agents', '/api/v2/auth'],
  },
  {
    name: 'Organizations',
    description: 'The organization, its people, keys and sessions, and how it decides.',
    paths: ['/api/v2/organizations', '/auth/'],
  },
  {
    name: 'Kill switches',
    description: 'Stop money at once: of a wallet, an agent, an organization or everywhere.',
    paths: ['/api/v2/kill-switches'],
  },
  {
    name: 'Compliance',
    description: 'Screenings, cases, evidence about agents, and lists.',
    paths: ['/api/v2/compliance'],
  },
  {
    name: 'Transactions',
    description: 'Every movement of money in one list, and how ledger, chain and bank agree.',
    paths: ['/api/v2/transactions', '/api/v2/reconciliation'],
  },
  {
    name: 'Treasury',
    description: 'Bank accounts, dollars over ACH, and conversions to stablecoin.',
    paths: ['/api/v2/treasury'],
  },
  { name: 'Cards', description: 'Virtual cards that obey the mandate.', paths: ['/api/v2/cards'] },
  {
    name: 'Merchants',
    description: 'Merchants, their keys, feeds and payout addresses.',
    paths: ['/api/v2/merchants'],
  },
  {
    name: 'Purchases',
    description: 'Checkouts, shared tokens and orders, and the public Agentic Commerce Protocol.',
    paths: ['/acp/'],
  },
  {
    name: 'Events',
    description: 'The event log, its live stream, and webhooks.',
    paths: ['/api/v2/events', '/api/v2/event-types', '/api/v2/webhooks'],
  },
  {
    name: 'Sandbox',
    description: 'Test mode only: the faucet and the clock.',
    paths: ['/api/v2/test'],
  },
]

/** What belongs to no area. */
const OTHER = { name: 'Service', description: 'About the service itself.' }

const areaOf = (path: string) => AREAS.find(({ paths }) => paths.some((start) => path.startsWith(start))) ?? OTHER

type Operations = Readonly<Record<string, Readonly<Record<string, object>>>>

/** Gives each operation its tag, and lists the tags that are used. */
export function addTags<D extends { readonly paths: object; readonly webhooks?: object }>(document: D): D {
  const used = new Set<string>()
  const tag = (path: string, methods: Readonly<Record<string, object>>, name = areaOf(path).name) => {
    used.add(name)
    return Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, { tags: [name], ...operation }]),
    )
  }
  const tagAll = (operations: Operations, name?: string) =>
    Object.fromEntries(Object.entries(operations).map(([path, methods]) => [path, tag(path, methods, name)]))
  const paths = tagAll(document.paths as Operations)
  const webhooks = document.webhooks && tagAll(document.webhooks as Operations, 'Events')
  const tags = [...AREAS, OTHER].filter(({ name }) => used.has(name))
  return {
    ...document,
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks }),
  }
}
