/**
 * The AP2 intent of a mandate (specification 2.8) with its signature: a JWS by the key that the issuer's did:key encodes,
 * so anyone can verify it without this service. Ed25519 is deterministic, so each version has exactly one JWS.
 */

import canonicalize from 'canonicalize'
import { invariant } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Principal } from '../../shared/principal.ts'
import type { MandatesDeps } from '../ports.ts'
import {
  type Ap2Intent,
  type IntentFacts,
  type IntentMandate,
  toAp2Intent,
  toIntentMandate,
} from '../rules/ap2Intent.ts'
import { getMandate } from './readMandates.ts'

/** `ap2_v0_1`: an IntentMandate of AP2 v0.1. */
type Ap2IntentFormat = 'json' | 'jws' | 'ap2_v0_1'

export type IntentDocument = (Ap2Intent & { readonly jws: string }) | { readonly jws: string } | IntentMandate

export interface IntentInput {
  readonly mandateId: string
  readonly version: number | null
  readonly format: Ap2IntentFormat
}

/** @throws DomainError not_found, and those of access */
export async function getAp2Intent(
  deps: MandatesDeps,
  principal: Principal,
  { mandateId, version: number, format }: IntentInput,
): Promise<IntentDocument> {
  const { row, version } = await getMandate(deps, principal, { id: mandateId, version: number })
  const [organization, agent] = await Promise.all([
    deps.organizations.find(row.orgId),
    deps.organizations.findAgent(row.agentId),
  ])
  invariant(organization !== null && agent !== null, `mandate ${row._id} has no organization or no agent`)
  const { policy, policyText } = version
  const facts: IntentFacts = {
    ...{ mandateId: row._id, version: version.version, policy, policyText, expiresAt: row.expiresAt },
    agentDid: agent.did,
    organizationDid: organization.did,
  }
  if (format === 'ap2_v0_1') return toIntentMandate(facts)
  const intent = toAp2Intent(facts)
  const jws = await sign(deps, row.orgId, intent)
  return format === 'jws' ? { jws } : { ...intent, jws }
}

/** Compact form over the canonical JSON of the document; `kid` is the issuer itself. */
async function sign(deps: MandatesDeps, orgId: OrgId, intent: Ap2Intent): Promise<string> {
  const encode = (value: object) => Buffer.from(canonicalize(value) ?? '').toString('base64url')
  const signed = `${encode({ alg: 'EdDSA', kid: intent.issuer, typ: 'ap2-intent+jws' })}.${encode(intent)}`
  const signature = await deps.organizations.sign(orgId, Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}
