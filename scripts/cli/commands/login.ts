/** Stores where the service is and a key, after the service has accepted it. The key is typed or piped, never an argument. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, openSession } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { formatFacts } from '../printer.ts'
import { findStored, parseBaseUrl, type Settings, storeSettings } from '../settings.ts'
import { readSecret } from '../terminal.ts'

const KEY = /^sk_(test|live|agent|session)_[\x21-\x7e]+$/
const DEFAULT_URL = 'http://127.0.0.1:4000'

export const login = command({
  name: 'login',
  args: [],
  summary: 'Store the address of the service and a key, which is typed, piped, or in AGENTPAY_API_KEY.',
  options: {
    demo: { type: 'boolean', help: 'the demo organization of npm start, on this machine' },
    'data-dir': { type: 'string', value: 'DIR', help: 'its data directory; default: .data' },
    'base-url': { type: 'string', value: 'URL', help: `where the service is; default: ${DEFAULT_URL}` },
    agent: { type: 'string', value: 'AGENT', help: "the agent, for an agent's own key" },
    wallet: { type: 'string', value: 'WALLET', help: 'pay from this wallet where no other is named' },
    'metrics-url': { type: 'string', value: 'URL', help: 'where operators read why the service is not ready' },
  },
  async run({ flags, profile, printer }) {
    const given = flags.demo === true ? readDemo(flags['data-dir']) : await ask(flags['base-url'])
    const { agent: agent_id, wallet: wallet_id, 'metrics-url': metrics_url = given.metrics_url } = flags
    const { webhook_secret } = findStored(profile) ?? {}
    const settings: Settings = {
      ...{ base_url: given.base_url, api_key: given.api_key },
      ...(agent_id !== undefined && { agent_id }),
      ...(wallet_id !== undefined && { wallet_id }),
      ...(metrics_url !== undefined && { metrics_url: parseBaseUrl(metrics_url) }),
      ...(webhook_secret !== undefined && { webhook_secret }),
    }
    const { kind, mode, organization, agent, roles } = await openSession(settings).whoAmI()
    const stored_in = storeSettings(profile, settings)
    const { base_url } = settings
    const facts = { base_url, kind, mode, organization: organization?.name, org_id: organization?.id, agent: agent?.id }
    printer.result({ ...facts, roles, stored_in }, () => formatFacts({ ...facts, roles: roles.join(', '), stored_in }))
  },
})

type Given = Pick<Settings, 'base_url' | 'api_key' | 'metrics_url'>

function readDemo(dataDir = process.env.DATA_DIR ?? join(import.meta.dirname, '..', '..', '..', '.data')): Given {
  const path = join(dataDir, 'demo.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new CommandFailure('failed', `There is no ${path}. Run npm start first, or name its folder by --data-dir.`)
  }
}

async function ask(url = process.env.AGENTPAY_BASE_URL ?? DEFAULT_URL): Promise<Given> {
  const base_url = parseBaseUrl(url)
  const api_key = process.env.AGENTPAY_API_KEY || (await readSecret(`API key for ${base_url} (it is not shown): `))
  if (!KEY.test(api_key)) throw wrongUsage('That is no API key: one begins with sk_test_, sk_live_ or sk_agent_.')
  return { base_url, api_key }
}
