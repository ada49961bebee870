/** Clients of a simulation: each sends random commands one after another, and repeats each with its key until it is answered. */
import { activateKillSwitch } from '../../../subgraphs/mandates/services/killSwitches/activateKillSwitch.ts'
import { deactivateKillSwitch } from '../../../subgraphs/mandates/services/killSwitches/deactivateKillSwitch.ts'
import type { HoldRow } from '../../../subgraphs/payments/models/holds.ts'
import { freezeWallet } from '../../../subgraphs/payments/services/freezeWallet.ts'
import { captureHold } from '../../../subgraphs/payments/services/holds/captureHold.ts'
import { extendHold, voidHold } from '../../../subgraphs/payments/services/holds/changeHold.ts'
import { createHold } from '../../../subgraphs/payments/services/holds/createHold.ts'
import { submitPayment } from '../../../subgraphs/payments/services/submitPayment.ts'
import { unfreezeWallet } from '../../../subgraphs/payments/services/unfreezeWallet.ts'
import { openKey } from '../../../subgraphs/shared/commit/requestKey.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { OrgId, WalletId } from '../../../subgraphs/shared/ids.ts'
import type { OperatorPrincipal, OrganizationPrincipal, Principal } from '../../../subgraphs/shared/principal.ts'
import { PAYEE } from '../organization.ts'
import type { SimChain } from './chain.ts'
import type { MemoryDatabase } from './memoryDatabase.ts'
import type { Told } from './oracle.ts'
import { ProcessDied, type SimProcess } from './processes.ts'
import type { Scheduler } from './scheduler.ts'

interface SimWallet {
  readonly orgId: OrgId
  readonly walletId: WalletId
}

export interface Client {
  readonly name: string
  readonly commands: number
  readonly scheduler: Scheduler
  readonly wallets: readonly SimWallet[]
  /** Changed where one dies and another starts. */
  readonly processes: SimProcess[]
  readonly told: Map<string, Told>
  readonly breaches: string[]
  readonly database: MemoryDatabase
  readonly chain: SimChain
}

const UNITS_MAX = 40
const HOLD_LIFE_MS = 3_600_000
const OUTFLOW_SHARE = 0.2
const STOPPED_MS = 400
const BUSY = ['service_unavailable', 'gateway_timeout']
/** Everything that the state of the wallet or the hold may give as a reason. */
const REFUSALS = [
  ...['policy_violation', 'insufficient_funds', 'wallet_frozen', 'hold_not_capturable', 'hold_not_voidable'],
  ...['hold_expired', 'conflict', 'invalid_request', 'kill_switch_active'],
]

export async function runClient(client: Client): Promise<void> {
  for (let command = 0; command < client.commands; command++) {
    await client.scheduler.sleep(client.scheduler.random() * 200)
    await runCommand(client, `${client.name}-${command}`)
  }
}

async function runCommand(client: Client, key: string): Promise<unknown> {
  const { scheduler, database } = client
  const wallet = scheduler.pick(client.wallets)
  const hold = scheduler.pick(database.all<HoldRow>('holds').filter(({ stage }) => stage === 'created'))
  const kind = scheduler.random()
  if (kind < 0.2) return move(client, wallet, key)
  if (kind < 0.55) return pay(client, wallet, key)
  if (kind < 0.7) return placeHold(client, wallet, key)
  if (kind < 0.85 && hold !== undefined) return endHold(client, hold, key)
  if (kind < 0.93) return stop(client, wallet)
  return freeze(client, wallet, key)
}

function placeHold(client: Client, wallet: SimWallet, key: string): Promise<unknown> {
  const asked = { ...request(client, wallet, key), kind: 'hold', lifeMs: HOLD_LIFE_MS } as const
  return act(client, wallet.orgId, key, ({ deps }, admin, opened) =>
    createHold(deps, admin, async () => asked, opened('createHold')),
  )
}

async function freeze(client: Client, { orgId, walletId }: SimWallet, key: string): Promise<void> {
  const input = { walletId, reason: 'Simulated.' }
  await act(client, orgId, `${key}-freeze`, ({ deps }, admin, opened) =>
    freezeWallet(deps, admin, input, opened('freezeWallet')),
  )
  await act(client, orgId, `${key}-unfreeze`, ({ deps }, admin, opened) =>
    unfreezeWallet(deps, admin, input, opened('unfreezeWallet')),
  )
}

function request({ scheduler }: Client, { walletId }: SimWallet, purpose: string) {
  const units = BigInt(1 + Math.floor(scheduler.random() * UNITS_MAX))
  const amount = { units, token: 'USDC' } as const
  const rest = { merchant: null, usdMicro: null, chain: 'base', metadata: null } as const
  return { ...({ kind: 'payment', walletId, to: PAYEE, amount, purpose } as const), ...rest }
}

async function pay(client: Client, wallet: SimWallet, key: string): Promise<void> {
  const asked = request(client, wallet, key)
  const told: Told = { paymentIds: new Set(), isRefused: false }
  client.told.set(key, told)
  const answer = await act(client, wallet.orgId, key, ({ deps }, admin, opened) =>
    submitPayment(deps, admin, async () => asked, opened('createPayment')),
  )
  if (answer === null) told.isRefused = true
  else told.paymentIds.add(answer.payment._id)
  // Some ask again: the answer is the same.
  if (!client.scheduler.chance(0.2)) return
  const again = await act(client, wallet.orgId, key, ({ deps }, admin, opened) =>
    submitPayment(deps, admin, async () => asked, opened('createPayment')),
  )
  if (again !== null) told.paymentIds.add(again.payment._id)
}

function endHold(client: Client, { _id: holdId, orgId, amount }: HoldRow, key: string): Promise<unknown> {
  const how = client.scheduler.random()
  const part = `0.${String(1n + (amount - 1n) / 2n).padStart(6, '0')}`
  return act<unknown>(client, orgId, key, ({ deps }, admin, opened) => {
    if (how < 0.3) return captureHold(deps, admin, { holdId }, opened('captureHold', [holdId]))
    if (how < 0.6) return captureHold(deps, admin, { holdId, amount: part }, opened('captureHold', [holdId]))
    if (how < 0.85) return voidHold(deps, admin, { holdId }, opened('voidHold', [holdId]))
    return extendHold(deps, admin, { holdId, expiresInSeconds: 7_200 }, opened('extendHold', [holdId]))
  })
}

type Opened = (operation: string, on?: readonly string[]) => ReturnType<typeof openKey>

const adminOf = (orgId: OrgId, personId: string): OrganizationPrincipal => ({
  ...{ kind: 'organization', orgId, mode: 'test', keyId: `key_${personId}`, personId, roles: ['admin'] },
})
const ADMINS = (orgId: OrgId) => [adminOf(orgId, 'simulated'), adminOf(orgId, 'second')]

/** @returns null where it was refused */
function act<Answer>(
  client: Client,
  orgId: OrgId,
  idempotencyKey: string,
  run: (process: SimProcess, admin: OrganizationPrincipal, opened: Opened) => Promise<Answer>,
): Promise<Answer | null> {
  const admin = adminOf(orgId, 'simulated')
  const context = { principal: admin, keys: [] } as unknown as Parameters<typeof openKey>[0]
  const opened: Opened = (operation, on = []) => openKey(context, { operation, on, input: { idempotencyKey } })
  return repeat(client, idempotencyKey, (process) => run(process, admin, opened))
}

/** Until it is answered, by any process. @returns null where it was refused */
async function repeat<Answer>(
  { scheduler, processes, breaches }: Client,
  name: string,
  run: (process: SimProcess) => Promise<Answer>,
): Promise<Answer | null> {
  for (;;) {
    const process = scheduler.pick(processes)
    try {
      return await Promise.race([run(process), process.death])
    } catch (error) {
      const isBusy = error instanceof DomainError && BUSY.includes(error.type)
      if (!isBusy && !(error instanceof ProcessDied)) {
        const isRefusal = error instanceof DomainError && REFUSALS.includes(error.type)
        if (!isRefusal) breaches.push(`${name} is answered with ${error}`)
        return null
      }
    }
    await scheduler.sleep(50)
  }
}

/** From outside, over the chain alone; some of it its owner moves away again. */
async function move({ scheduler, chain }: Client, { orgId, walletId }: SimWallet, key: string): Promise<void> {
  const kind = scheduler.chance(OUTFLOW_SHARE) ? 'outflow' : 'deposit'
  const most = kind === 'deposit' ? 80 : 10
  const amount = BigInt(Math.ceil(most / 4 + scheduler.random() * most))
  // A token moves no more than there is.
  if (kind === 'outflow' && chain.balanceOf(walletId) < amount) return
  chain.send({ id: `${kind === 'deposit' ? 'dep' : 'out'}_base_${key}`, kind, orgId, walletId, amount })
}

const OPERATORS: readonly OperatorPrincipal[] = ['operator_1', 'operator_2'].map((operatorId) => ({
  kind: 'operator',
  operatorId,
}))

/** Whoever sets a switch lets some time pass, and another person lifts it. Each is repeated until it is done, which changes nothing. */
async function stop(client: Client, { orgId, walletId }: SimWallet): Promise<void> {
  const { scheduler } = client
  const [scope, targetId, people] = scheduler.pick([
    ['wallet', walletId, ADMINS(orgId)],
    ['organization', orgId, ADMINS(orgId)],
    ['token', 'USDC', OPERATORS],
    ['global', '*', OPERATORS],
  ] as const)
  const asked = { scope, targetId, reason: 'Simulated.', reasonCode: 'security_incident' }
  const [one, other] = people as readonly [Principal, Principal]
  const set = await repeat(client, 'a switch', ({ deps }) => activateKillSwitch(deps, one, asked))
  if (set === null) return
  await scheduler.sleep(scheduler.random() * STOPPED_MS)
  const lift = { id: set.killSwitch._id, reason: 'Simulated.' }
  await repeat(client, 'its end', ({ deps }) => deactivateKillSwitch(deps, other, lift))
}
