/**
 * Writes to the merchant registry (domain A.11b). Every change increments the organization's `merchantsVersion` in the same
 * commit, so that a spend prepared against the old registry is prepared again. If the version is unchanged in the commit, a
 * domain that was free when it was read is still free.
 */
import { precededBy } from '../../shared/commit/compose.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent, IntentPart, Ref, State } from '../../shared/commit/types.ts'
import { refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invariant, notFound } from '../../shared/errors.ts'
import { isId, type MerchantId } from '../../shared/ids.ts'
import { type Caller, type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import {
  findMerchant,
  findMerchantByDomain,
  findMerchantsVersion,
  type MerchantRow,
  merchantRef,
} from '../models/merchants.ts'
import type { RegistryDeps } from '../ports.ts'
import {
  changeMerchant,
  type MerchantChange,
  type MerchantInput,
  parseMerchantChange,
  parseNewMerchant,
} from '../rules/merchantFields.ts'

/** @throws DomainError invalid_request, conflict (domain taken), compliance_denied (a name or address), idempotency_mismatch */
export async function createMerchant(
  deps: RegistryDeps,
  principal: Principal,
  input: MerchantInput,
  key: RequestKey | null = null,
): Promise<{ readonly merchant: MerchantRow; readonly replayed: boolean }> {
  const id = deps.newId('merchant')
  const ref = merchantRef(id)
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const fields = parseNewMerchant(input)
    const wanted = { id, domain: fields.domain, named: fields }
    const intent = await registryIntent(deps, caller, wanted, (_state, at) => ({
      ref,
      row: { orgId, mode, ...fields, createdAt: at, updatedAt: at },
      isNew: true,
    }))
    return { ...intent, resource: { type: 'merchant', id } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { merchant: settled.answer, replayed: false }
  const merchant = isId('merchant', settled.replayedId) ? await findMerchant(deps.database, settled.replayedId) : null
  return { merchant: requireOwned(principal, merchant, 'merchant'), replayed: true }
}

/** @throws DomainError invalid_request, not_found, conflict (domain taken), compliance_denied (a new name or address) */
export async function updateMerchant(
  deps: RegistryDeps,
  principal: Principal,
  input: MerchantInput & { readonly id: string },
): Promise<MerchantRow> {
  const caller = requireCaller(principal)
  const { id, ...request } = input
  // Refused before the commit, so that another owner's row is never guarded.
  const found = requireOwned(caller, isId('merchant', id) ? await findMerchant(deps.database, id) : null, 'merchant')
  const change = parseMerchantChange(request)
  const ref = merchantRef(found._id)
  const settled = await submitPrepared(deps.commit, () =>
    registryIntent(deps, caller, { id: found._id, domain: change.domain ?? null, named: change }, (state, at) => {
      const row = state.get(ref)
      return row === null ? null : { ref, row: { ...changeMerchant(row, change), updatedAt: at }, isNew: false }
    }),
  )
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}

/** What a registration or change says of who the merchant is. */
type Named = Pick<MerchantChange, 'name' | 'legalName' | 'payoutAddresses'>

interface RegistryWrite {
  readonly ref: Ref<MerchantRow>
  readonly row: Omit<MerchantRow, '_id' | 'v'>
  readonly isNew: boolean
}

async function registryIntent(
  deps: RegistryDeps,
  { orgId, mode }: Caller,
  wanted: { readonly id: MerchantId; readonly domain: string | null; readonly named: Named },
  write: (state: State, at: Date) => RegistryWrite | null,
): Promise<Intent<MerchantRow>> {
  const version = await findMerchantsVersion(deps.database, orgId)
  const holder =
    wanted.domain === null ? null : await findMerchantByDomain(deps.database, { orgId, mode }, [wanted.domain])
  const isTaken = holder !== null && holder._id !== wanted.id
  const part: IntentPart<MerchantRow> = {
    reads: () => ({ guard: [orgRef(orgId), merchantRef(wanted.id)] }),
    decide(state, at) {
      const org = state.get(orgRef(orgId))
      invariant(org !== null, 'an organization has a position')
      if (org.merchantsVersion !== version) return { kind: 'stale' }
      if (isTaken) return refused(domainTaken())
      const change = write(state, at)
      if (change === null) return refused(notFound('merchant'))
      const { ref, row, isNew } = change
      const position = setRow(orgRef(orgId), { ...org, merchantsVersion: version + 1 })
      return {
        kind: 'done',
        answer: { ...row, _id: wanted.id, v: 1 },
        writes: isNew ? { insert: [insertRow(ref, row)], set: [position] } : { set: [setRow(ref, row), position] },
      }
    },
  }
  const { name, legalName, payoutAddresses } = wanted.named
  const former = await findMerchant(deps.database, wanted.id)
  const next = [name ?? former?.name, legalName ?? former?.legalName]
  const screened = await deps.screening.prepare({
    ...{ orgId, mode, subjectType: 'merchant', subjectId: wanted.id },
    names: [name, legalName].filter((one) => one != null),
    formerNames: former === null ? [] : [former.name, former.legalName].filter((one) => !next.includes(one)),
    addresses: (payoutAddresses ?? []).map(({ address }) => address),
  })
  return { priority: 'control', orgId, mode, ...precededBy(screened, part) }
}

function domainTaken(): DomainError {
  return new DomainError('conflict', 'A merchant of this organization has this domain.', { reason: 'duplicate' })
}
