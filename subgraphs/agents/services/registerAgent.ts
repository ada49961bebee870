/**
 * Registers an agent (specification 2.2, 2.3): the agent, its key, wallet and default mandate in one commit. Keys are created
 * before it, so a refused registration leaves an unused wallet key behind, but never a wallet.
 */
import { isDeepStrictEqual } from 'node:util'
import { composeParts } from '../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent, IntentPart } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { freshConduct } from '../../shared/conduct.ts'
import { notFound } from '../../shared/errors.ts'
import { type AgentId, isId, type MandateId, type WalletId } from '../../shared/ids.ts'
import {
  type EnrolmentPrincipal,
  enrolmentOnly,
  type OrganizationPrincipal,
  type Principal,
  requireOrganization,
} from '../../shared/principal.ts'
import { type ApiKey, createApiKey, hashSecret } from '../keys/apiKey.ts'
import { createDidKey, type DidKey } from '../keys/didKey.ts'
import { type AgentRow, agentRef, findAgent } from '../models/agents.ts'
import { type AgentKeyRow, findApiKeys, keyRef } from '../models/apiKeys.ts'
import { didKeyAad, findOrganization, type OrganizationRow, organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'
import { basicKya, proofsOf } from '../rules/kyaEvidence.ts'
import { parseRegistration, type Registration, type RegistrationInput } from '../rules/registration.ts'
import { type EnrolmentMaker, prepareEnrolment } from './enrolmentKeys.ts'
import { findHolder } from './keyMakers.ts'

export interface RegisteredAgent {
  readonly agent: AgentRow
  /** Shown only once: null in a replay. */
  readonly apiKey: string | null
  readonly replayed: boolean
}

/**
 * @throws DomainError invalid_request, not_found (foreign organization or wallet), conflict (wallet bound),
 * capability_denied (agent token, beyond an enrolment key), compliance_denied (its name), authentication_error (a used or expired one), idempotency_mismatch
 */
export async function registerAgent(
  deps: AgentsDeps,
  principal: Principal,
  input: RegistrationInput,
  key: RequestKey | null = null,
): Promise<RegisteredAgent> {
  const agentId = deps.newId('agent')
  const apiKey = createApiKey('agent')
  const prepare = async () => {
    const caller = requireRegistrar(principal)
    const { orgId, mode } = caller
    const registration = parseRegistration(input, orgId)
    if (caller.kind === 'enrolment' && registration.walletId !== null) throw enrolmentOnly()
    return {
      ...({ priority: 'control', orgId, mode } as const),
      resource: { type: 'agent', id: agentId },
      ...(await prepareParts(deps, caller, { registration, agentId, apiKey, didKey: createDidKey() })),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { agent: settled.answer, apiKey: apiKey.text, replayed: false }
  const agent = isId('agent', settled.replayedId) ? await findAgent(deps.database, settled.replayedId) : null
  if (agent === null) throw notFound('agent')
  return { agent, apiKey: null, replayed: true }
}

type Registrar = OrganizationPrincipal | EnrolmentPrincipal

function requireRegistrar(principal: Principal): Registrar {
  return principal.kind === 'enrolment' ? principal : requireOrganization(principal)
}

interface Prepared {
  readonly registration: Registration
  readonly agentId: AgentId
  readonly apiKey: ApiKey
  readonly didKey: DidKey
}

const nothing: IntentPart<null> = { reads: () => ({ guard: [] }), decide: () => done(null) }

/** Wallet, then mandate, then agent: each part sees the writes of those before it. */
async function prepareParts(
  deps: AgentsDeps,
  caller: Registrar,
  prepared: Prepared,
): Promise<Pick<Intent<AgentRow>, 'reads' | 'decide'>> {
  const { orgId, mode } = caller
  const { agentId, registration } = prepared
  const organization = await findOrganization(deps.database, orgId)
  if (organization === null) throw notFound('organization')
  const wallet = await deps.wallets.prepare({
    ...(registration.walletId === null ? {} : { walletId: registration.walletId }),
    ...(registration.existingWallet === null ? {} : { existingWallet: registration.existingWallet }),
    ...{ orgId, mode, agentId, name: registration.name },
  })
  const { limitTimezone } = organization
  const policyTemplate = organization.policyTemplates[mode]
  const { walletId, mandate: prior } = wallet
  const issued = { orgId, mode, agentId, walletId, policyTemplate, limitTimezone, prior }
  const mandate = await deps.mandates.prepareDefault(issued)
  const registrar = await findRegistrar(deps, caller)
  const madeBy = registrar === null ? [] : [{ personId: registrar.personId, makers: registrar.makers }]
  const agent = agentPart(deps, caller, { ...prepared, walletId, mandateId: mandate.mandateId, madeBy })
  const enrolment =
    caller.kind === 'enrolment' ? await prepareEnrolment(deps, caller, registration, registrar) : nothing
  const screened = await deps.screening.prepare({
    ...{ orgId, mode, subjectType: 'agent', subjectId: agentId, names: [registration.name] },
  })
  const composed = composeParts([screened, enrolment, wallet.part, mandate.part, agent, sameTerms(organization)])
  return {
    reads: composed.reads,
    decide(state, at) {
      const verdict = composed.decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[4] } : verdict
    },
  }
}

/** An administrator who has tightened what new agents may spend gets none any more that may spend as before. */
function sameTerms({ _id, policyTemplates, limitTimezone }: OrganizationRow): IntentPart<null> {
  const ref = organizationRef(_id)
  return {
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const row = state.get(ref)
      const isSame = row?.limitTimezone === limitTimezone && isDeepStrictEqual(row.policyTemplates, policyTemplates)
      return isSame ? done(null) : { kind: 'stale' }
    },
  }
}

/** The person who registers it, or who made the enrolment key with which it registers itself. */
async function findRegistrar({ database }: AgentsDeps, caller: Registrar): Promise<EnrolmentMaker | null> {
  if (caller.kind === 'organization') return { ...(await findHolder(database, caller)), keyId: caller.keyId }
  const [enrolment] = await findApiKeys(database, [caller.keyId])
  const [maker] = enrolment?.kind === 'enrolment' ? await findApiKeys(database, [enrolment.createdBy]) : []
  if (maker?.kind !== 'organization') return null
  return { ...(await findHolder(database, { ...maker, keyId: maker._id })), keyId: maker._id }
}

function agentPart(
  deps: AgentsDeps,
  { orgId, mode }: Registrar,
  prepared: Prepared & Pick<AgentRow, 'madeBy'> & { readonly walletId: WalletId; readonly mandateId: MandateId },
): IntentPart<AgentRow> {
  const { registration, agentId, apiKey, didKey, walletId, mandateId, madeBy = [] } = prepared
  const { walletId: _named, existingWallet: _proven, ...facts } = registration
  const { did } = didKey
  const sealedDidKey = deps.secrets.seal(didKey.privateKey, didKeyAad(agentId, did))
  const agentRow = agentRef(agentId)
  const position = walletRef(walletId)
  const keyRow: Omit<AgentKeyRow, '_id' | 'v' | 'createdAt'> = {
    ...{ kind: 'agent', orgId, mode, agentId, status: 'active' },
    hash: hashSecret(deps.config.pepper, apiKey.text),
  }
  return {
    reads: () => ({ guard: [orgRef(orgId), position], absent: [agentRow, keyRef(apiKey.keyId)] }),
    decide(state, at) {
      const row: Omit<AgentRow, '_id' | 'v'> = {
        ...{ orgId, mode, ...facts, walletId, mandateId, did, sealedDidKey, status: 'active' },
        didHistory: [{ did, validFrom: at, validTo: null }],
        keyId: apiKey.keyId,
        keyVersion: 1,
        madeBy,
        kya: basicKya(at),
        evidence: [],
        createdAt: at,
        updatedAt: at,
      }
      const insert = [insertRow(agentRow, row), insertRow(keyRef(apiKey.keyId), { ...keyRow, createdAt: at })]
      const set = [setRow(position, { ...requireRow(state, position), kya: proofsOf(row), ...freshConduct(at) })]
      return done({ ...row, _id: agentId, v: 1 }, { insert, set })
    },
  }
}
