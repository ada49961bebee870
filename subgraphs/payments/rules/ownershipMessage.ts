/** The text that proves ownership of an external address once its owner has signed it: EIP-4361 (domain 9.5). */
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

export interface OwnershipMessage {
  /** The service's base address. */
  readonly baseUrl: string
  readonly orgId: OrgId
  readonly mode: Mode
  /** EIP-55. */
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export function formatOwnershipMessage(message: OwnershipMessage): string {
  const { baseUrl, orgId, mode, address, chainId, nonce, issuedAt, expiresAt } = message
  return [
    `${new URL(baseUrl).host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    `I own this address. Register it as a wallet of ${orgId} in ${mode} mode.`,
    '',
    `URI: ${baseUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}
