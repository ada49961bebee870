/** The discovery document of specification 2.1, made from what is mounted, so that it cannot promise more. */
import { createHash } from 'node:crypto'

/** Version of the document's format, not of the service. */
const DOCUMENT_VERSION = '1.0'

export interface DiscoveryFacts {
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  /** Only capabilities whose area of the API is mounted. */
  readonly capabilities: readonly string[]
  readonly supportedChains: readonly string[]
  /** Only protocols that are mounted. */
  readonly protocols: readonly string[]
  /** Null while no MCP server is mounted. */
  readonly mcpServer: { readonly package: string; readonly toolsCount: number } | null
  readonly deprecations: readonly Deprecation[]
}

interface Deprecation {
  readonly path: string
  readonly method: string
  readonly since: string
  readonly sunset: string
}

export function buildDiscovery(facts: DiscoveryFacts) {
  const apiBase = `${facts.baseUrl}/api/v2`
  return {
    version: DOCUMENT_VERSION,
    api_base: apiBase,
    auth_endpoint: `${apiBase}/auth/agent/register`,
    token_endpoint: `${apiBase}/auth/agent/token`,
    capabilities: facts.capabilities,
    protocols: facts.protocols,
    supported_chains: facts.supportedChains,
    ...(facts.mcpServer !== null && {
      mcp_server: { package: facts.mcpServer.package, tools_count: facts.mcpServer.toolsCount },
    }),
    deprecations: facts.deprecations,
  }
}

/** A document with the strong validator of its bytes. */
export interface CacheableDocument {
  readonly body: string
  readonly etag: string
}

export function toCacheable(document: object): CacheableDocument {
  const body = JSON.stringify(document)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Whether the caller's copy is current (RFC 9110 13.1.2, which demands a weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
