/**
 * Resolves the payee and its address for every spend (domain 6.1). Lookups are cached with the version of the registry; the commit
 * compares that version, so that a stale lookup is retried and never decides.
 */
import { UNCATEGORIZED } from '../../shared/categories.ts'
import { invalidField } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { MerchantDirectory } from '../../shared/merchantDirectory.ts'
import { wwwVariant } from '../../shared/merchantDomain.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Resolution, ResolvedMerchant } from '../../shared/spend.ts'
import {
  findMerchantByDomain,
  findMerchantOf,
  findMerchantsByPayout,
  findMerchantsVersion,
  type MerchantRow,
} from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'
import { type Destination, parseDestination, parseMerchantName } from '../rules/destination.ts'

const REGISTRIES_MAX = 1_000
const LOOKUPS_MAX = 2_000

interface Registry {
  readonly version: number
  readonly lookups: Map<string, Promise<readonly MerchantRow[]>>
}

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

export function createDirectory({ database }: Pick<CommerceDeps, 'database'>): MerchantDirectory {
  const registries = new Map<string, Promise<Registry>>()

  /** The version is read before any row: rows may be newer, which the commit detects as stale, but never older. */
  function registryOf(orgId: OrgId): Promise<Registry> {
    return memoize(registries, REGISTRIES_MAX, orgId, async () => ({
      version: await findMerchantsVersion(database, orgId),
      lookups: new Map<string, Promise<readonly MerchantRow[]>>(),
    }))
  }

  /** Several only of an address. */
  function findAll(registry: Registry, owner: Owner, what: Destination): Promise<readonly MerchantRow[]> {
    const key = `${owner.mode}/${what.kind}/${what.kind === 'id' ? what.id : what.kind === 'domain' ? what.domain : what.address}`
    return memoize(registry.lookups, LOOKUPS_MAX, key, async () => {
      switch (what.kind) {
        case 'address':
          return findMerchantsByPayout(database, owner, what.address)
        case 'domain': {
          const variant = wwwVariant(what.domain)
          const names = variant === null ? [what.domain] : [what.domain, variant]
          return listOf(await findMerchantByDomain(database, owner, names))
        }
        case 'id':
          return listOf(await findMerchantOf(database, owner, what.id))
      }
    })
  }

  /** Null too where several merchants have the address (domain 6.1). */
  async function findOnly(registry: Registry, owner: Owner, what: Destination): Promise<MerchantRow | null> {
    const [first = null, ...others] = await findAll(registry, owner, what)
    return others.length === 0 ? first : null
  }

  async function sharersOf(
    registry: Registry,
    owner: Owner,
    destination: Resolution['destination'],
    paid: MerchantRow | null,
  ): Promise<Pick<Resolution, 'sharers'>> {
    if (!('address' in destination)) return {}
    const all = await findAll(registry, owner, { kind: 'address', address: destination.address })
    const sharers = all.filter(({ _id }) => _id !== paid?._id)
    return sharers.length === 0 ? {} : { sharers: sharers.map(describeRow) }
  }

  return {
    async resolve({ orgId, mode, to, merchant: named, chain }) {
      const target = parseDestination(to)
      const registry = await registryOf(orgId)
      const owner = { orgId, mode }
      const payee = await findOnly(registry, owner, target)
      const explicit = named === undefined || named === null ? null : parseMerchantName(named.trim())
      const claimed = explicit === null ? null : await findOnly(registry, owner, explicit)
      if (explicit !== null && !isConsistent(target, payee, explicit, claimed))
        throw invalidField('merchant', 'contradicts_to', 'names another merchant than `to`.')
      const destination = locate(target, payee, chain)
      return {
        merchantsVersion: registry.version,
        destination,
        merchant: describe(target, payee ?? claimed),
        ...(await sharersOf(registry, owner, destination, payee ?? claimed)),
      }
    },
    refresh: (orgId) => void registries.delete(orgId),
  }
}

function locate(target: Destination, payee: MerchantRow | null, chain: string): Resolution['destination'] {
  if (target.kind === 'address') return { address: target.address }
  if (payee === null) return { reason: 'unknown_merchant' }
  const payout = payee.payoutAddresses.find((entry) => entry.chain === chain)
  if (payout !== undefined) return { address: payout.address }
  return { reason: 'merchant_has_no_address_on_chain', chains: payee.payoutAddresses.map((entry) => entry.chain) }
}

/** A domain identifies the payee even if it is not registered; an id or address does not. */
function describe(what: Destination | null, row: MerchantRow | null): ResolvedMerchant | null {
  if (row !== null) return describeRow(row)
  if (what?.kind !== 'domain') return null
  return { merchantId: null, domain: what.domain, category: UNCATEGORIZED, status: 'active' }
}

function describeRow(row: MerchantRow): ResolvedMerchant {
  const { _id: merchantId, domain, category, status, legalName, country } = row
  return { merchantId, domain, category, status, legalName, country }
}

const listOf = <T>(row: T | null): readonly T[] => (row === null ? [] : [row])

/**
 * A merchant named beside an address is accepted only with its own payout address, and an unregistered name leaves the payee
 * unknown. Otherwise an agent could pay any address under the name of an allowed merchant.
 */
function isConsistent(
  to: Destination,
  payee: MerchantRow | null,
  named: Destination,
  claimed: MerchantRow | null,
): boolean {
  if (to.kind !== 'address') return isSame(to, payee, named, claimed)
  if (claimed === null) return payee === null
  return claimed.payoutAddresses.some(({ address }) => address === to.address)
}

function isSame(a: Destination, aRow: MerchantRow | null, b: Destination, bRow: MerchantRow | null): boolean {
  if (aRow !== null || bRow !== null) return aRow?._id === bRow?._id
  if (a.kind === 'id') return b.kind === 'id' && a.id === b.id
  return a.kind === 'domain' && b.kind === 'domain' && (a.domain === b.domain || wwwVariant(a.domain) === b.domain)
}

/** Evicts the least recently used entry; failures are not cached. */
function memoize<T>(known: Map<string, Promise<T>>, sizeMax: number, key: string, load: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found !== undefined) {
    known.delete(key)
    known.set(key, found)
    return found
  }
  const oldest = known.size >= sizeMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  const loaded = load()
  known.set(key, loaded)
  loaded.catch(() => {
    if (known.get(key) === loaded) known.delete(key)
  })
  return loaded
}
