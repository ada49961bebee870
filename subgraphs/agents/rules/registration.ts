/** Parses a registration request (specification 2.2); one refusal names all invalid fields. */
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import {
  LENGTH_MAX,
  type Metadata,
  parseAll,
  parseMetadata,
  parseName,
  parseOptionalText,
  parseText,
  type Unparsed,
} from '../../shared/fields.ts'
import { isId, type OrgId, type WalletId } from '../../shared/ids.ts'
import { CAPABILITIES, type Capability, isCapability } from '../../shared/principal.ts'

/** An address outside the service with the proof that its owner agrees; payments checks it. */
export interface ExistingWallet {
  readonly address: string
  readonly chain: string
  readonly proof: { readonly nonce: string; readonly signature: string }
}

export interface Registration {
  readonly name: string
  readonly description: string | null
  readonly capabilities: readonly Capability[]
  readonly framework: string | null
  readonly model: string | null
  readonly metadata: Metadata | null
  readonly walletId: WalletId | null
  readonly existingWallet: ExistingWallet | null
}

export type RegistrationInput = Unparsed<Omit<Registration, 'existingWallet'> & { ownerOrgId: OrgId }> & {
  readonly existingWallet?: ExistingWallet | null
}

/**
 * @param orgId of the caller: any other owner is reported as not found
 * @throws DomainError invalid_request, not_found
 */
export function parseRegistration(input: RegistrationInput, orgId: OrgId): Registration {
  const parsed = parseAll({
    name: () => parseName(input.name, { path: 'name' }),
    description: () => parseOptionalText(input.description, { path: 'description', lengthMax: LENGTH_MAX.description }),
    capabilities: () => parseCapabilities(input.capabilities),
    framework: () => parseOptionalText(input.framework, { path: 'framework', lengthMax: LENGTH_MAX.name }),
    model: () => parseOptionalText(input.model, { path: 'model', lengthMax: LENGTH_MAX.name }),
    ownerOrgId: () => parseText(input.ownerOrgId, { path: 'owner_org_id', lengthMax: LENGTH_MAX.id }),
    metadata: () => parseMetadata(input.metadata),
    existingWallet: () => input.existingWallet ?? null,
    walletId: () => parseOptionalText(input.walletId, { path: 'wallet_id', lengthMax: LENGTH_MAX.id }),
  })
  const { ownerOrgId, walletId, ...facts } = parsed
  if (walletId !== null && facts.existingWallet !== null)
    throw invalidField('existing_wallet', 'ambiguous_wallet', 'is not sent together with wallet_id.')
  if (ownerOrgId !== orgId) throw notFound('organization')
  if (walletId !== null && !isId('wallet', walletId)) throw notFound('wallet')
  return { ...facts, walletId }
}

type Described = Pick<Registration, 'name' | 'description' | 'capabilities' | 'framework' | 'model' | 'metadata'>
export type AgentUpdate = Unparsed<Described>

/**
 * The fields that are given; null clears an optional one.
 * @throws DomainError invalid_request
 */
export function parseAgentUpdate(input: AgentUpdate): Partial<Described> {
  const given = parseAll({
    name: () => ifGiven(input.name, (value) => parseName(value, { path: 'name' })),
    description: () =>
      ifGiven(input.description, (value) =>
        parseOptionalText(value, { path: 'description', lengthMax: LENGTH_MAX.description }),
      ),
    capabilities: () => ifGiven(input.capabilities, parseCapabilities),
    framework: () =>
      ifGiven(input.framework, (value) => parseOptionalText(value, { path: 'framework', lengthMax: LENGTH_MAX.name })),
    model: () =>
      ifGiven(input.model, (value) => parseOptionalText(value, { path: 'model', lengthMax: LENGTH_MAX.name })),
    metadata: () => ifGiven(input.metadata, (value) => parseMetadata(value)),
  })
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  if (entries.length > 0) return Object.fromEntries(entries)
  throw new DomainError('invalid_request', `Name what to change: ${Object.keys(given).join(', ')}.`, {
    reason: 'nothing_to_change',
  })
}

function ifGiven<T>(value: unknown, parse: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : parse(value)
}

export function parseCapabilities(value: unknown): readonly Capability[] {
  const path = 'capabilities'
  const known = Object.keys(CAPABILITIES).join(', ')
  if (value === undefined || value === null) throw invalidField(path, 'required', 'is required.')
  if (!Array.isArray(value)) throw invalidField(path, 'not_list', 'must be a list.')
  if (value.length === 0) throw invalidField(path, 'empty', `must name at least one of ${known}.`)
  const unknown = value.findIndex((name) => !isCapability(name))
  if (unknown !== -1) throw invalidField(`${path}.${unknown}`, 'unknown_capability', `must be one of ${known}.`)
  if (new Set(value).size !== value.length) throw invalidField(path, 'duplicate', 'must name each capability once.')
  return value.filter(isCapability)
}
