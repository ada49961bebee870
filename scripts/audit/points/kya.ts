/**
 * Levels of agents (16): what decisions read of an agent's evidence is what its row has, each piece was recorded and ends in its
 * time, and what was spent had the level that its amount needs.
 */
import type { Findings } from '../findings.ts'
import { type Event, PAYMENT_FIELDS, type Payment } from '../rows.ts'
import type { Source } from '../source.ts'

interface Evidence {
  readonly type: string
  readonly validUntil: Date | null
}

interface Recorded extends Evidence {
  readonly validFrom: Date
  readonly source: string | null
  readonly recordedBy: string | null
  readonly voidedAt?: Date
}

interface Agent {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly walletId: string
  readonly did: string
  readonly kya: { readonly level: string; readonly validUntil: Date | null }
  readonly evidence?: readonly Recorded[]
  readonly didHistory: readonly { readonly did: string; readonly validFrom: Date; readonly validTo: Date | null }[]
  readonly createdAt: Date
}

interface Position {
  readonly _id: string
  readonly agentId: string | null
  readonly kya?: readonly Evidence[]
}

interface Head {
  readonly _id: string
  readonly kyb?: Readonly<Record<string, { readonly status: string; readonly at: Date }>>
}

const DAY_MS = 86_400_000
/** Days, by type. */
const LIFE: Readonly<Record<string, number>> = { did_control: 365, purpose_review: 180, attestation: 90 }
const LEVEL: Readonly<Record<string, number>> = {
  did_control: 1,
  purpose_review: 2,
  earlier_release: 2,
  attestation: 3,
}
const [VERIFIED_FROM, ATTESTED_FROM] = [3_000_000_000n, 10_000_000_000n]
const FIELDS = { orgId: 1, mode: 1, walletId: 1, did: 1, kya: 1, evidence: 1, didHistory: 1, createdAt: 1 }

export async function auditKya(source: Source, findings: Findings): Promise<void> {
  for await (const page of source.pages<Agent>('agents', { projection: FIELDS })) {
    const positions = await source.find<Position>(
      ...([
        'positions',
        { _id: { $in: page.map(({ walletId }) => `wal:${walletId}`) } },
        { agentId: 1, kya: 1 },
      ] as const),
    )
    const byId = new Map(positions.map((row) => [row._id, row]))
    const told = await eventsOf(source, page)
    for (const agent of page) {
      findings.checked(16)
      const position = byId.get(`wal:${agent.walletId}`)
      const faults = [
        ...faultsOfEvidence(agent, told.get(agent._id) ?? []),
        ...(position?.agentId === agent._id && !isCarried(agent, position)
          ? ['has other evidence than decisions read']
          : []),
      ]
      for (const fault of faults) findings.breach(16, `${agent._id} ${fault}`)
    }
  }
  await checkSpends(source, findings)
}

async function eventsOf(source: Source, agents: readonly Agent[]): Promise<Map<string, Event[]>> {
  const filter = {
    resourceId: { $in: agents.map(({ _id }) => _id) },
    type: { $in: ['agent.evidence_recorded', 'agent.did_rotated'] },
  }
  const rows = await source.find<Event>('events', filter, { type: 1, resourceId: 1, createdAt: 1, data: 1 })
  return Map.groupBy(rows, ({ resourceId }) => resourceId)
}

const recordsOf = ({ evidence, createdAt }: Agent): readonly Recorded[] =>
  evidence ?? [{ type: 'earlier_release', validFrom: createdAt, validUntil: null, source: null, recordedBy: null }]

/** A position without evidence is from before levels, and its agent too. */
function isCarried(agent: Agent, { kya }: Position): boolean {
  const control = agent.kya.level === 'none' ? [] : [{ type: 'did_control', validUntil: agent.kya.validUntil }]
  const counting = [...control, ...recordsOf(agent).filter(({ voidedAt }) => voidedAt === undefined)]
  if (kya === undefined) return agent.evidence === undefined
  const textOf = (all: readonly Evidence[]) =>
    all
      .map((one) => `${one.type} ${one.validUntil?.getTime()}`)
      .sort()
      .join()
  return textOf(kya) === textOf(counting)
}

function faultsOfEvidence(agent: Agent, events: readonly Event[]): string[] {
  const faults: string[] = []
  const { kya, createdAt, didHistory, did } = agent
  const proven = events.filter(
    ({ type, data }) =>
      type === 'agent.did_rotated' || (type === 'agent.evidence_recorded' && data.evidence === 'did_control'),
  )
  const shown = Math.max(createdAt.getTime(), ...proven.map((event) => event.createdAt.getTime()))
  if (kya.validUntil !== null && kya.validUntil.getTime() > shown + (LIFE.did_control ?? 0) * DAY_MS)
    faults.push('proves control of its DID for longer than a year')
  if (didHistory.at(-1)?.did !== did) faults.push('has another DID than its history')
  for (const [index, { validTo }] of didHistory.entries()) {
    const next = didHistory[index + 1]
    if (validTo?.getTime() !== next?.validFrom.getTime()) faults.push('has a DID without an end, or with two')
  }
  const counting = new Set<string>()
  for (const { type, validFrom, validUntil, voidedAt, source } of recordsOf(agent)) {
    if (voidedAt === undefined && counting.has(type)) faults.push(`has ${type} twice`)
    if (voidedAt === undefined) counting.add(type)
    if (LEVEL[type] === undefined) faults.push(`has evidence of the unknown type ${type}`)
    if (type === 'earlier_release') continue
    const days = LIFE[type] ?? 0
    if (validUntil === null || validUntil.getTime() > validFrom.getTime() + days * DAY_MS)
      faults.push(`has ${type} for longer than ${days} days`)
    const wasTold = events.some(
      (event) =>
        event.data.evidence === type &&
        event.createdAt.getTime() === validFrom.getTime() &&
        // In the sandbox it may be ended before its time.
        validUntil !== null &&
        new Date(String(event.data.valid_until)) >= validUntil,
    )
    if (!wasTold) faults.push(`has ${type} that nobody has recorded`)
    if (source === null && type !== 'did_control') faults.push(`has ${type} of nobody`)
  }
  return faults
}

/** Of the amounts that need more than what every agent has. */
async function checkSpends(source: Source, findings: Findings): Promise<void> {
  const filter = { usdMicro: { $gte: VERIFIED_FROM }, agentId: { $type: 'string' }, holdId: { $exists: false } }
  const accepted = { ...filter, stage: { $in: ['queued', 'broadcasting', 'confirming', 'completed'] } }
  for await (const page of source.pages<Payment>('payments', { filter: accepted, projection: PAYMENT_FIELDS })) {
    const agents = await source.find<Agent>('agents', { _id: { $in: page.map(({ agentId }) => agentId) } }, FIELDS)
    const heads = await source.find<Head>(
      'positions',
      { _id: { $in: page.map(({ orgId }) => `org:${orgId}`) } },
      { kyb: 1 },
    )
    const [agentOf, headOf] = [
      new Map(agents.map((row) => [row._id, row])),
      new Map(heads.map((row) => [row._id, row])),
    ]
    for (const { _id, agentId, orgId, mode, usdMicro, policyEvaluatedAt: at, approvalId } of page) {
      findings.checked(16)
      const agent = agentOf.get(agentId ?? '')
      const kyb = headOf.get(`org:${orgId}`)?.kyb?.[mode]
      const level = agent === undefined ? 0 : levelAt(agent, kyb, at)
      if (level < 2) findings.breach(16, `${_id} over ${usdMicro} was accepted of ${agentId}, which was not verified`)
      if (level < 3 && usdMicro >= ATTESTED_FROM && approvalId === null)
        findings.breach(
          16,
          `${_id} over ${usdMicro} was accepted of ${agentId} without an approval, and it was not attested`,
        )
    }
  }
}

/** What the business was before its last review is not known: it is believed to have been accepted. */
function levelAt(agent: Agent, kyb: { readonly status: string; readonly at: Date } | undefined, at: Date): number {
  const mayCount = kyb === undefined ? false : kyb.status === 'accepted' ? true : at < kyb.at
  const valid = recordsOf(agent).filter(
    ({ type, validFrom, validUntil, voidedAt }) =>
      validFrom <= at &&
      (validUntil === null || at < validUntil) &&
      (voidedAt === undefined || at <= voidedAt) &&
      (type !== 'purpose_review' || mayCount),
  )
  return valid.reduce((most, { type }) => Math.max(most, LEVEL[type] ?? 0), 0)
}
