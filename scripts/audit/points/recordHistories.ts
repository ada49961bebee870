/** Approvals, mandates and kill switches: their events against their rows (7, 10). */
import type { Findings } from '../findings.ts'
import type { Event } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'

interface Approval {
  readonly _id: string
  readonly status: string
  readonly resolvedAt: Date | null
  readonly requiredApprovals: number
  readonly decisions: readonly { readonly decision: string; readonly personId: string; readonly isLapsed?: true }[]
}

interface Mandate {
  readonly _id: string
  readonly status: string
  readonly version: number
}

/** From the status in the last event to what the row may have become without one. */
const AFTER_RESOLVED: Readonly<Record<string, readonly string[]>> = {
  approved: ['approved', 'executed', 'failed'],
  executed: ['executed'],
  failed: ['failed'],
  denied: ['denied'],
  expired: ['expired'],
  canceled: ['canceled'],
  dismissed: ['dismissed'],
}
const BY_QUORUM = ['approved', 'executed']

export function openRecordHistories(deps: {
  readonly source: Source
  readonly stops: Stops
  readonly findings: Findings
}) {
  const { source, stops, findings } = deps
  const openApprovals = new Set<string>()
  const mandates = new Map<string, { version: number; isRevoked: boolean }>()
  const switches = new Map<string, 'active' | 'inactive'>()
  let approvals = new Map<string, Approval>()

  function addApproval({ _id, type, resourceId, data }: Event): void {
    const row = approvals.get(resourceId)
    if (row === undefined) {
      findings.breach(10, `${_id} is about ${resourceId}, which does not exist`)
      return
    }
    if (type === 'approval.requested') {
      if (openApprovals.has(resourceId)) findings.breach(10, `${_id} requests ${resourceId} a second time`)
      openApprovals.add(resourceId)
      return
    }
    if (!openApprovals.delete(resourceId)) findings.breach(10, `${_id} resolves ${resourceId}, which is not open`)
    if (!AFTER_RESOLVED[String(data.status)]?.includes(row.status))
      findings.breach(7, `${resourceId} was ${data.status} by ${_id}, and its row is ${row.status}`)
    const people = new Set(
      row.decisions
        .filter(({ decision, isLapsed }) => decision === 'approve' && isLapsed !== true)
        .map(({ personId }) => personId),
    )
    if (BY_QUORUM.includes(row.status) && people.size < Number(row.requiredApprovals))
      findings.breach(7, `${resourceId} is ${row.status} with ${people.size} of ${row.requiredApprovals} approvals`)
  }

  function addMandate({ _id, type, resourceId, data }: Event): void {
    const known = mandates.get(resourceId)
    if (type === 'mandate.created' && known !== undefined) findings.breach(10, `${_id} creates ${resourceId} again`)
    if (type !== 'mandate.created' && (known === undefined || known.isRevoked))
      findings.breach(10, `${_id} changes ${resourceId}, which is not there or revoked`)
    const version = Number(data.version)
    const next = type === 'mandate.created' ? 1 : type === 'mandate.updated' ? (known?.version ?? 0) + 1 : version
    if (version !== next) findings.breach(10, `${_id} has version ${version} of ${resourceId} instead of ${next}`)
    mandates.set(resourceId, { version, isRevoked: type === 'mandate.revoked' })
    if (type === 'mandate.revoked') stops.revoke(resourceId)
  }

  function addSwitch({ _id, type, resourceId }: Event): void {
    const isActivated = type === 'kill_switch.activated'
    if (switches.get(resourceId) !== (isActivated ? undefined : 'active'))
      findings.breach(10, `${_id}: ${resourceId} is ${switches.get(resourceId) ?? 'not there'} already`)
    switches.set(resourceId, isActivated ? 'active' : 'inactive')
    if (isActivated) stops.activate(resourceId)
    else stops.lift(resourceId)
  }

  return {
    /** Reads the rows that the events of a page are about. */
    async prepare(page: readonly Event[]): Promise<void> {
      const ids = [
        ...new Set(page.filter(({ type }) => type.startsWith('approval.')).map(({ resourceId }) => resourceId)),
      ]
      const projection = { status: 1, resolvedAt: 1, requiredApprovals: 1, decisions: 1 }
      const rows = ids.length === 0 ? [] : await source.find<Approval>('approvals', { _id: { $in: ids } }, projection)
      approvals = new Map(rows.map((row) => [row._id, row]))
    },
    add(event: Event): void {
      const isRecord = /^(approval|mandate|kill_switch)\./.test(event.type)
      if (isRecord) findings.checked(10)
      if (event.type.startsWith('approval.')) addApproval(event)
      if (event.type.startsWith('mandate.')) addMandate(event)
      if (event.type.startsWith('kill_switch.')) addSwitch(event)
    },
    async end(): Promise<void> {
      for await (const page of source.pages<Approval>('approvals', { projection: { status: 1, resolvedAt: 1 } }))
        for (const { _id, status, resolvedAt } of page) {
          findings.checked(7)
          if ((status === 'pending') !== (resolvedAt === null))
            findings.breach(7, `${_id} is ${status} and resolved at ${resolvedAt?.toISOString() ?? 'no time'}`)
          if ((status === 'pending') !== openApprovals.has(_id))
            findings.breach(
              10,
              `${_id} is ${status}, and its events leave it ${openApprovals.has(_id) ? 'open' : 'resolved'}`,
            )
        }
      for await (const page of source.pages<Mandate>('mandates', { projection: { status: 1, version: 1 } }))
        for (const { _id, status, version } of page) {
          findings.checked(7)
          const known = mandates.get(_id)
          if (known?.version !== Number(version))
            findings.breach(10, `${_id} has version ${version}, and its events ${known?.version ?? 'none'}`)
          else if (known.isRevoked !== (status === 'revoked'))
            findings.breach(7, `${_id} is ${status}, and its events ${known.isRevoked ? 'revoke' : 'do not revoke'} it`)
        }
      for (const { _id, state } of stops.rows.values()) {
        findings.checked(7)
        const known = switches.get(_id)
        if (known === undefined) findings.breach(10, `${_id} has no event kill_switch.activated`)
        else if (known !== state) findings.breach(7, `${_id} is ${state}, and its events leave it ${known}`)
      }
    },
  }
}
