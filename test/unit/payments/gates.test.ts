// The gates of every spend, in their order (domain 0.1): each refuses in its own state, and the first that refuses is the one
// that is named. The state is changed in one thing, the spend is the same.
import { expect, test } from 'vitest'
import { createAgentGates } from '../../../subgraphs/agents/gates.ts'
import { mandateGates } from '../../../subgraphs/mandates/gates.ts'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { orderedGates } from '../../../subgraphs/payments/gates.ts'
import { LIST_FINDINGS } from '../../../subgraphs/payments/rules/screening.ts'
import { authorizeSpend } from '../../../subgraphs/payments/services/authorizeSpend.ts'
import {
  type MandateInForce,
  type OrgPosition,
  orgRef,
  PLATFORM,
  type WalletPosition,
  walletRef,
} from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Row, State } from '../../../subgraphs/shared/commit/types.ts'
import { readContract } from '../../../subgraphs/shared/contract.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { onlyTrusted } from '../../../subgraphs/shared/kya.ts'
import type { AgentPrincipal, OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'
import type { Spend } from '../../../subgraphs/shared/spend.ts'
import { NOON, orgIdOf, PLATFORM_ROW, positionRows, USDC, walletIdOf } from '../commit/spendWorld.ts'

const gates = orderedGates({ ...createAgentGates(onlyTrusted([])), ...mandateGates }, readContract('payments').access)
const [orgId, walletId] = [orgIdOf(0), walletIdOf(0, 0)]
const organization: OrganizationPrincipal = {
  ...{ kind: 'organization', orgId, mode: 'test', keyId: 'key_1', personId: 'p_1', roles: ['admin'] },
}
const agent: AgentPrincipal = {
  ...{ kind: 'agent', agentId: 'agt_0x0', orgId, mode: 'test', walletId, capabilities: ['payments'] },
  scope: 'agent:execute',
}
const spend: Spend = {
  ...{ kind: 'payment', caller: organization, orgId, mode: 'test', walletId, walletKnown: true },
  ...{ amount: { units: USDC, token: 'USDC' }, chain: 'base', usdMicro: USDC, to: '0xaa', toText: '0xaa' },
  ...{ route: { ok: true }, merchant: null, merchantsVersion: 1, access: 'payments' },
  screening: { checks: [], revision: 0, screeningId: null },
}

const LISTED = { ...LIST_FINDINGS.sanctions, evidence: { list: 'ofac-sdn', list_version: '1' } }

type Wallet = Partial<WalletPosition>
interface Case {
  readonly spend?: Partial<Spend>
  readonly wallet?: Wallet
  readonly org?: Partial<OrgPosition>
}

function stateOf({ wallet = {}, org = {} }: Case): State {
  const rows = new Map<string, Row>([[refKey(PLATFORM), PLATFORM_ROW.row]])
  for (const { ref, row } of positionRows(0, 1)) rows.set(refKey(ref), row)
  const change = (key: string, by: object) => rows.set(key, { ...(rows.get(key) as Row), ...by })
  change(refKey(walletRef(walletId)), wallet)
  change(refKey(orgRef(orgId)), org)
  return { get: (ref) => (rows.get(refKey(ref)) ?? null) as never }
}

const decide = (one: Case) => authorizeSpend(gates, stateOf(one), { ...spend, ...one.spend }, NOON)

const inForce = stateOf({}).get(walletRef(walletId))?.mandate as MandateInForce
const withPolicy = (id: string, policy: Partial<Policy>): Wallet => ({
  mandate: { ...inForce, mandateId: `mnd_${id}`, policy: { ...NO_POLICY, ...policy } satisfies Policy },
})
const activeSwitch = {
  ...({ switchId: 'kil_1', scope: 'organization', targetId: orgId, reason: 'test' } as const),
  ...{ activatedAt: NOON, mode: null, autoDeactivateAt: null },
}
const BASIC = [{ type: 'did_control', validUntil: null }] as const
const frozen = { source: 'manual', by: 'p_1', reason: 'test', at: NOON } as const

/** In the order of the gates. */
const REFUSALS: readonly (readonly [gate: string, type: string, Case])[] = [
  ['organization_standing', 'capability_denied', { org: { status: 'suspended' } }],
  ['agent_standing', 'authentication_error', { spend: { caller: agent }, wallet: { agentStatus: 'revoked' } }],
  ['kill_switch', 'kill_switch_active', { org: { switches: [activeSwitch] } }],
  ['capability', 'capability_denied', { spend: { caller: { ...agent, capabilities: ['wallets'] } } }],
  ['ownership', 'not_found', { wallet: { orgId: orgIdOf(1) } }],
  ['ownership', 'not_found', { spend: { walletKnown: false } }],
  ['wallet_state', 'wallet_frozen', { wallet: { frozen } }],
  ['mandate_state', 'mandate_missing', { wallet: { mandate: null } }],
  ['mandate_state', 'mandate_revoked', { wallet: { mandate: { ...inForce, status: 'revoked' } } }],
  ['mandate_state', 'mandate_expired', { wallet: { mandate: { ...inForce, expiresAt: NOON } } }],
  ['route', 'no_route', { spend: { route: { ok: false, error: new DomainError('no_route', 'None.') } } }],
  ['policy', 'policy_violation', { wallet: withPolicy('daily', { dailyLimit: USDC - 1n }) }],
  ['compliance', 'compliance_denied', { spend: { screening: { ...spend.screening, checks: [LISTED] } } }],
  ['compliance', 'compliance_denied', { wallet: { kya: [{ type: 'did_control', validUntil: NOON }] } }],
  ['compliance', 'compliance_denied', { spend: { usdMicro: 3_000n * USDC }, wallet: { kya: BASIC } }],
  ['approval', 'approval_required', { wallet: withPolicy('threshold', { approvalThreshold: USDC - 1n }) }],
  ['funds', 'insufficient_funds', { wallet: { balances: {} } }],
]

test('a spend that no gate minds is authorized for its amount', () => {
  expect(decide({})).toMatchObject({ kind: 'authorized', authorization: { walletId, amount: USDC, token: 'USDC' } })
})

test.each(REFUSALS)('%s refuses with %s', (gate, type, one) => {
  expect(decide(one)).toMatchObject({ kind: 'refused', gate, error: { type } })
})

/** Parts that the later gate does not need. */
const together = (a: Case, b: Case): Case => ({
  spend: { ...b.spend, ...a.spend },
  wallet: { ...b.wallet, ...a.wallet },
  org: { ...b.org, ...a.org },
})

test.each(REFUSALS)('%s (%s) is named before every gate after it', (gate, type, one) => {
  const after = REFUSALS.slice(REFUSALS.findIndex(([, , found]) => found === one) + 1)
  // How an agent stands is in its wallet's position, which nobody sees who does not own it.
  const seen = gate === 'agent_standing' ? after.filter(([later]) => later !== 'ownership') : after
  for (const [later, , other] of seen)
    expect([later, decide(together(one, other))]).toMatchObject([later, { kind: 'refused', gate, error: { type } }])
})

test('who may not spend for want of evidence is told that before the risk, and is not flagged for it (domain 4.2)', () => {
  const risk = ['one_hop_exposure', 'homograph'].map(
    (name) => ({ name, outcome: 'pass', score: 60, evidence: {} }) as const,
  )
  const risky = (more: Case = {}) => decide({ ...more, spend: { screening: { ...spend.screening, checks: risk } } })
  expect(risky()).toMatchObject({
    error: { details: { reason: 'aml_risk' } },
    events: [{ type: 'compliance.flagged' }],
  })
  const expired = { kya: [{ type: 'did_control', validUntil: NOON }] } as const
  expect(risky({ wallet: expired })).toMatchObject({ error: { details: { reason: 'kya_expired' } }, events: [] })
  const listed = decide({ wallet: expired, spend: { screening: { ...spend.screening, checks: [LISTED] } } })
  expect(listed).toMatchObject({ error: { details: { reason: 'sanctions_hit' } } })
})

test('a route that was resolved with another merchant directory is prepared again', () => {
  expect(decide({ org: { merchantsVersion: 2 } })).toEqual({ kind: 'stale' })
})

test('what lacks funds says what the wallet has of other chains and tokens, the same token first', () => {
  const holding = (available: bigint) => ({ available, held: 0n, inFlight: 0n, blocked: 0n, onChain: available })
  const balances = {
    ...{ 'base:EURC': holding(7n * USDC), 'polygon:USDC': holding(5n * USDC), 'base:USDC': holding(0n) },
    'optimism:USDC': holding(0n),
  }
  const elsewhere = [
    { token: 'USDC', chain: 'polygon', available: '5.00' },
    { token: 'EURC', chain: 'base', available: '7.00' },
  ]
  const message = expect.stringContaining('It also has 5.00 USDC on polygon, 7.00 EURC on base')
  expect(decide({ wallet: { balances } })).toMatchObject({ gate: 'funds', error: { message, details: { elsewhere } } })
  const none = decide({ wallet: { balances: {} } })
  expect(none).not.toMatchObject({ error: { details: { elsewhere: expect.anything() } } })
})

test('the tenth violation within ten minutes freezes the wallet, and the eleventh minute forgets', () => {
  const at = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000)
  const nine = Array.from({ length: 9 }, () => at(9))
  const broken = withPolicy('daily', { dailyLimit: 0n })
  const tenth = decide({ wallet: { ...broken, violations: nine } })
  expect(tenth).toMatchObject({ kind: 'refused', wallet: { frozen: { source: 'policy' }, violations: [] } })
  const old = decide({ wallet: { ...broken, violations: [...nine.slice(1), at(11)] } })
  expect(old).toMatchObject({ kind: 'refused', wallet: { frozen: null } })
})
