/** The document of a GraphQL request over HTTP, parsed once for all that is asked of it before Apollo has it. */
import type { FastifyRequest } from 'fastify'
import type { DocumentNode } from 'graphql'
import { parseQuery } from './queryCost.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Once it is read. */
    document: { readonly parsed: DocumentNode | null } | null
  }
}

/** @returns null for what is no text or does not parse */
export function readDocument(request: FastifyRequest, query: unknown): DocumentNode | null {
  if (typeof query !== 'string') return null
  request.document ??= { parsed: parseQuery(query) }
  return request.document.parsed
}
