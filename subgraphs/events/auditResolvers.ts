/** GraphQL of the audit log. */
import { connectionFields, toConnection } from '../shared/connections.ts'
import type { EventRow } from '../shared/events.ts'
import type { OrgId } from '../shared/ids.ts'
import { requireOrganization } from '../shared/principal.ts'
import type { AuditRecord, AuditVerification } from './generated.ts'
import type { Resolvers } from './generatedResolvers.ts'
import type { ServiceDeps } from './ports.ts'
import { formatEventCursor } from './rules/eventCursor.ts'
import { exportAuditLog, listAuditLog, verifyAuditLog } from './services/auditLog/readAuditLog.ts'
import type { LogVerification } from './services/auditLog/verifyLog.ts'

export function createAuditResolvers(deps: ServiceDeps) {
  return {
    Query: {
      auditLog: async (_parent, args, { principal }) =>
        toConnection(await listAuditLog(deps, principal, args), shapeRecord),
      auditVerification: async (_parent, args, { principal }) =>
        shapeVerification(requireOrganization(principal).orgId, await verifyAuditLog(deps, principal, args)),
      auditExport: async (_parent, args, { principal }) => {
        const { lines, nextCursor } = await exportAuditLog(deps, principal, args)
        return { lines: [...lines], nextCursor }
      },
    },
    AuditRecordConnection: connectionFields,
  } satisfies Resolvers
}

function walletOf({ type, walletId, data }: EventRow): string | null {
  return type === 'audit.refused' && typeof data.wallet_id === 'string' ? data.wallet_id : walletId
}

function shapeRecord(row: EventRow): AuditRecord {
  const { _id: recordId, cursor: sequence, type, resourceId, agentId, data, by, changes = [] } = row
  return {
    ...{ recordId, sequence, type, resourceId, walletId: walletOf(row), agentId, details: data },
    operation: by?.operation ?? null,
    requestId: by?.requestId ?? null,
    outcome: row.outcome ?? 'done',
    actor: {
      kind: by?.kind ?? 'service',
      actorId: by?.id ?? null,
      personId: by?.personId ?? null,
      merchantId: by?.merchantId ?? null,
      sessionId: by?.sessionId ?? null,
      address: by?.address ?? null,
    },
    changes: changes.map(({ resource, before, after }) => ({
      resource,
      before: inWireNames(before),
      after: inWireNames(after),
    })),
    ...{ previousHash: row.prevHash, hash: row.hash, createdAt: row.createdAt.toISOString() },
  }
}

const FIELD_NAME = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/

/** Stored names become those of the wire; what the owner wrote stays. */
function inWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWireNames)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    FIELD_NAME.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name,
    name === 'metadata' ? inner : inWireNames(inner),
  ])
  return Object.fromEntries(entries)
}

function shapeVerification(
  orgId: OrgId,
  { records, fault, head, seal, checkpoint, goOnAfter }: LogVerification,
): AuditVerification {
  return {
    verified: fault === null,
    records,
    ...{ firstBrokenId: fault?.id ?? null, fault: fault?.reason ?? null },
    ...{ headHash: head.hash, headSequence: head.sequence },
    ...{ sealedSequence: seal?.sequence ?? 0, sealedAt: seal?.at.toISOString() ?? null },
    checkpointSequence: checkpoint?.sequence ?? 0,
    complete: goOnAfter === null,
    nextCursor: goOnAfter === null ? null : formatEventCursor(orgId, goOnAfter),
  }
}
