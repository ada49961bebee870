/** Idempotency keys: each names a resource that exists and is its owner's, and no two name the same new one (9). */
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'

interface Key {
  readonly _id: string
  readonly orgId: string
  readonly resource: { readonly type: string; readonly id: string } | null
  readonly refusal: object | null
}

/** Where resources are that a key can name; others may be deleted later. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  ...{
    payment: 'payments',
    hold: 'holds',
    approval: 'approvals',
    wallet: 'wallets',
    agent: 'agents',
    mandate: 'mandates',
  },
  ...{ killSwitch: 'killSwitches', merchant: 'merchants', mint: 'accountNonces' },
}
/** Only a key makes these, so each has one at most. Other keys of an agent or a hold have changed it. */
const MADE_BY_KEY = [
  { 'resource.type': { $in: ['payment', 'mint'] } },
  { 'resource.type': 'agent', _id: /\|registerAgent\|/ },
  { 'resource.type': 'hold', _id: /\|createHold\|/ },
]

export async function auditKeys(source: Source, findings: Findings): Promise<void> {
  const projection = { orgId: 1, resource: 1, refusal: 1 }
  for await (const page of source.pages<Key>('idempotency', { projection })) {
    findings.checked(9, page.length)
    for (const [type, collection] of Object.entries(COLLECTIONS))
      await checkNamed(source, page, { type, collection }, findings)
  }
  const twice = [
    { $match: { $or: MADE_BY_KEY } },
    { $group: { _id: '$resource.id', keys: { $sum: 1 } } },
    { $match: { keys: { $gt: 1 } } },
  ]
  for (const { _id, keys } of await source.aggregate<{ _id: string; keys: number }>('idempotency', twice))
    findings.breach(9, `${_id} was made by ${keys} keys`)
}

async function checkNamed(
  source: Source,
  page: readonly Key[],
  { type, collection }: { readonly type: string; readonly collection: string },
  findings: Findings,
): Promise<void> {
  const keys = page.filter(({ resource }) => resource?.type === type)
  if (keys.length === 0) return
  const ids = [...new Set(keys.map(({ resource }) => resource?.id ?? ''))]
  const rows = await source.find<{ _id: string; orgId: string | null; status?: string }>(
    ...([collection, { _id: { $in: ids } }, { orgId: 1, status: 1 }] as const),
  )
  const byId = new Map(rows.map((row) => [row._id, row]))
  for (const { _id, orgId, resource, refusal } of keys) {
    const row = byId.get(resource?.id ?? '')
    if (row === undefined) findings.breach(9, `the key ${_id} made ${resource?.id}, which does not exist`)
    else if (row.orgId !== null && row.orgId !== orgId)
      findings.breach(9, `the key ${_id} of ${orgId} names ${row._id} of ${row.orgId}`)
    else if (type === 'payment' && refusal !== null && row.status !== 'failed')
      findings.breach(9, `the key ${_id} was refused, and its payment ${row._id} is ${row.status}`)
  }
}
