/** Looks at everything that a call needs, in order, and says of each what to do when it is not as it should be. */
import { styleText } from 'node:util'
import { command, openSession, type Viewer } from '../command.ts'
import { CommandFailure, EXIT, Refused } from '../failure.ts'
import { formatTable } from '../printer.ts'
import { findStored, openToOthers, readSettings, type Settings, settingsPath } from '../settings.ts'

interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly found: string
  /** What to do; only where something is wrong. */
  readonly advice?: string
}

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const
const NODE_LOWEST = 24
const TIMEOUT_MS = 10_000
/** Receivers of webhooks take signatures of five minutes. */
const SKEW_MS = { warning: 5_000, failed: 60_000 }

export const doctor = command({
  name: 'doctor',
  args: [],
  summary: 'Check Node, settings, service, database, chains, key and clock, and say what to do.',
  options: {
    'metrics-url': {
      type: 'string',
      value: 'URL',
      help: "the operators' port, which says why the service is not ready",
    },
  },
  async run({ flags, profile, printer }) {
    const findings: Finding[] = [checkNode()]
    const settings = checkSettings(profile, findings)
    if (settings !== null) {
      const isUp = await checkService(settings.base_url, findings)
      if (isUp) {
        await checkReadiness(settings, flags['metrics-url'], findings)
        await checkKey(settings, findings)
      }
    }
    printer.result(findings, () => {
      const rows = findings.map(({ check, state, found }) => [check, state, found])
      const advice = findings.filter((one) => one.advice !== undefined)
      return [
        formatTable(['check', 'state', 'found'], rows),
        ...advice.map((one) => `\n${styleText(COLOURS[one.state], one.check)}: ${one.advice}`),
      ].join('\n')
    })
    process.exitCode = exitCodeOf(findings)
  },
})

function exitCodeOf(findings: readonly Finding[]): number {
  const failed = findings.filter(({ state }) => state === 'failed').map(({ check }) => check)
  if (failed.length === 0) return 0
  if (failed.includes('service') || failed.includes('ready')) return EXIT.unavailable
  return failed.includes('key') ? EXIT.authentication : EXIT.failed
}

function checkNode(): Finding {
  const { node } = process.versions
  const isOld = Number.parseInt(node, 10) < NODE_LOWEST
  return isOld
    ? { check: 'node', state: 'failed', found: node, advice: `Install Node ${NODE_LOWEST} or later.` }
    : { check: 'node', state: 'ok', found: node }
}

function checkSettings(profile: string, findings: Finding[]): Settings | null {
  const path = settingsPath(profile)
  try {
    const settings = readSettings(profile)
    const mode = openToOthers(profile)
    const from = findStored(profile)?.api_key === settings.api_key ? path : 'the environment'
    findings.push(
      mode === null
        ? { check: 'settings', state: 'ok', found: `${settings.base_url}, key from ${from}` }
        : {
            ...{ check: 'settings', state: 'warning', found: `${path} has the mode ${mode}` },
            advice: `Others on this machine can read the key: chmod 600 ${path}`,
          },
    )
    return settings
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    findings.push({ check: 'key', state: 'failed', found: 'none', advice: error.message })
    return null
  }
}

/** Whether it responds; its clock, too, which its answer tells. */
async function checkService(baseUrl: string, findings: Finding[]): Promise<boolean> {
  const asked = Date.now()
  const response = await get(`${baseUrl}/livez`)
  if (response === null || !response.ok) {
    const found = response === null ? `${baseUrl} does not respond` : `${baseUrl}/livez says ${response.status}`
    const advice = `Start the service (npm start), or log in with the right address: agentpay login --base-url URL`
    findings.push({ check: 'service', state: 'failed', found, advice })
    return false
  }
  findings.push({ check: 'service', state: 'ok', found: `${baseUrl} responds in ${Date.now() - asked} ms` })
  const told = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(told)) return true
  // The header has whole seconds.
  const skewMs = Math.max(0, Math.abs((asked + Date.now()) / 2 - told - 500) - 500)
  const state = skewMs > SKEW_MS.failed ? 'failed' : skewMs > SKEW_MS.warning ? 'warning' : 'ok'
  const found = `${(skewMs / 1_000).toFixed(1)} s from that of the service`
  const advice = 'Set the clock of this machine (timedatectl set-ntp true): signatures and tokens tell the time.'
  findings.push({ check: 'clock', state, found, ...(state !== 'ok' && { advice }) })
  return true
}

/** The callers' port says only whether; the operators' port says what. */
async function checkReadiness(settings: Settings, flag: string | undefined, findings: Finding[]): Promise<void> {
  const metricsUrl = flag ?? settings.metrics_url
  const detailed = metricsUrl === undefined ? null : await get(`${metricsUrl}/readyz?verbose`)
  const response = detailed ?? (await get(`${settings.base_url}/readyz`))
  const lines = (response?.text ?? '').trim().split('\n')
  const isReady = response?.ok === true
  const where = metricsUrl === undefined ? 'It says why on its METRICS_PORT: --metrics-url URL.' : ''
  findings.push(
    isReady
      ? { check: 'ready', state: 'ok', found: 'the service takes requests' }
      : {
          check: 'ready',
          state: 'failed',
          found: 'the service is not ready',
          advice: `Wait, or ask its operator. ${where}`.trim(),
        },
  )
  if (detailed === null) return
  for (const [name = '', ...rest] of lines.slice(0, -1).map((line) => line.split(' '))) {
    const found = rest.join(' ')
    const { [name]: advice = `Ask the operator about ${name}.` } = READINESS_ADVICE
    findings.push({ check: name, state: found === 'ok' ? 'ok' : 'failed', found, ...(found !== 'ok' && { advice }) })
  }
}

const READINESS_ADVICE: Readonly<Record<string, string>> = {
  running: 'The process is being stopped; call another one, or start it again.',
  database: 'MongoDB has no primary that responds: check the replica set, and MONGODB_URI of the service.',
  custody: 'Keys of wallets cannot be opened: check MASTER_KEY of the service.',
}

async function checkKey(settings: Settings, findings: Finding[]): Promise<void> {
  const session = openSession(settings)
  try {
    const viewer = await session.whoAmI()
    findings.push({ check: 'key', state: 'ok', found: describe(viewer) })
    findings.push(await checkChains(settings.base_url))
    if (viewer.mode !== 'test') return
    const { body } = await session.client.call<{ ahead_seconds: number }>('GET /api/v2/test/clock')
    const found = `${body.ahead_seconds} s ahead, as clock advance has set it`
    findings.push({ check: 'test clock', state: 'ok', found })
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    const reason = error instanceof Refused ? `${error.error.type}: ${error.message}` : error.message
    findings.push({
      check: 'key',
      state: 'failed',
      found: reason,
      advice: 'Run agentpay login with a key that is valid.',
    })
  }
}

function describe({ kind, mode, organization, roles, capabilities }: Viewer): string {
  const rights = kind === 'agent' ? capabilities : roles
  return `${mode} key of an ${kind}, ${organization?.name ?? ''} (${rights.join(', ') || 'no role'})`
}

async function checkChains(baseUrl: string): Promise<Finding> {
  const response = await get(`${baseUrl}/.well-known/service-agent.json`)
  const { supported_chains: chains = [] } = JSON.parse(response?.text || '{}') as { supported_chains?: string[] }
  return chains.length > 0
    ? { check: 'chains', state: 'ok', found: chains.join(', ') }
    : {
        check: 'chains',
        state: 'failed',
        found: 'none',
        advice: 'Configure an RPC_URL of the service: nothing can be paid.',
      }
}

async function get(url: string): Promise<{ ok: boolean; status: number; headers: Headers; text: string } | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { ok: response.ok, status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return null
  }
}
