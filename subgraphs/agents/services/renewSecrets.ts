/**
 * Seals the private keys of agents and organizations, and those that sign access tokens, with the present master key. It can
 * be interrupted and run again: what is sealed anew already is left alone.
 */
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import { agentRef } from '../models/agents.ts'
import { didKeyAad, organizationRef } from '../models/organizations.ts'
import { findSigningKeys, replaceSealedKey } from '../models/signingKeys.ts'
import type { AgentsDeps } from '../ports.ts'

interface Holder {
  readonly orgId: OrgId
  readonly did: string
  readonly sealedDidKey: string
}

/** @returns how many were still under a former master key */
export async function renewSecrets(deps: Pick<AgentsDeps, 'database' | 'commit' | 'secrets'>): Promise<number> {
  const { database, secrets } = deps
  let renewed = 0
  for await (const { _id, orgId, did, sealedDidKey } of holdersIn(database, 'agents')) {
    const next = secrets.renew(sealedDidKey, didKeyAad(_id, did))
    if (next !== null) renewed += await replace(deps, orgId, agentRef(_id as never), sealedDidKey, next)
  }
  for await (const { _id, did, sealedDidKey } of holdersIn(database, 'organizations')) {
    const next = secrets.renew(sealedDidKey, didKeyAad(_id, did))
    if (next !== null) renewed += await replace(deps, _id as OrgId, organizationRef(_id as OrgId), sealedDidKey, next)
  }
  for (const { _id, sealed } of await findSigningKeys(database)) {
    const next = sealed === null ? null : secrets.renew(sealed, _id)
    if (sealed !== null && next !== null) renewed += await replaceSealedKey(database, { _id, sealed }, next)
  }
  return renewed
}

function holdersIn(database: Database, collection: string): AsyncIterable<Holder & { readonly _id: string }> {
  const projection = { orgId: 1, did: 1, sealedDidKey: 1 }
  return database
    .collection<Holder & { _id: string }>(collection)
    .find({ sealedDidKey: { $exists: true } }, { projection })
    .sort({ _id: 1 })
}

/** Nothing where the key was replaced meanwhile: the new one is sealed with the present master key. */
async function replace<Row extends { readonly sealedDidKey?: string }>(
  { commit }: Pick<AgentsDeps, 'commit'>,
  orgId: OrgId,
  ref: Ref<Row>,
  sealed: string,
  next: string,
): Promise<number> {
  const result = await submitPrepared<boolean>(commit, () => ({
    ...{ priority: 'settle', orgId, mode: 'live' },
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const row = state.get(ref)
      if (row?.sealedDidKey !== sealed) return done(false)
      return done(true, { set: [setRow(ref as Ref<object>, { ...row, sealedDidKey: next })] })
    },
  }))
  return 'answer' in result && result.answer ? 1 : 0
}
