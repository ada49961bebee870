/** The discovery document of the Agentic Commerce Protocol: what the service does, and nothing about any merchant. */
import { DISCOUNT_EXTENSION } from './discounts.ts'
import { PROTOCOL_VERSION, SUPPORTED_VERSIONS } from './headers.ts'

/** @param baseUrl the service's own address, without a trailing slash */
export function buildAcpDiscovery(baseUrl: string) {
  return {
    protocol: { name: 'acp', version: PROTOCOL_VERSION, supported_versions: SUPPORTED_VERSIONS },
    api_base_url: `${baseUrl}/acp`,
    transports: ['rest'],
    capabilities: {
      services: ['checkout', 'orders', 'delegate_payment'],
      extensions: [{ name: DISCOUNT_EXTENSION.name }],
      supported_currencies: ['usd'],
      supported_locales: ['en-US'],
    },
  }
}
