/**
 * The service's own base URL when BASE_URL is not set: the address on which it listens. A port for PORT=0 is reserved before
 * anything is built, because the claim `iss`, discovery and AP2 intents carry the URL.
 */
import { type AddressInfo, createServer } from 'node:net'

/** Listening on all interfaces; callers on this machine use `localhost`. */
const WILDCARD_HOSTS = ['0.0.0.0', '::', '[::]']

export function formatAddress(host: string, port: number): string {
  const name = WILDCARD_HOSTS.includes(host)
    ? 'localhost'
    : host.includes(':') && !host.startsWith('[')
      ? `[${host}]`
      : host
  return `http://${name}:${port}`
}

interface Address {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
}

export interface ReservedAddress<Config extends Address> {
  readonly config: Config
  /** To be called right before listening: until then the port is held. */
  release(): Promise<void>
}

export async function reserveAddress<Config extends Address>(config: Config): Promise<ReservedAddress<Config>> {
  const { host, port, baseUrl } = config
  if (port !== 0 || baseUrl !== formatAddress(host, 0)) return { config, release: async () => undefined }
  const holder = createServer()
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject)
    holder.listen(0, host, resolve)
  })
  const free = (holder.address() as AddressInfo).port
  return {
    config: Object.freeze({ ...config, port: free, baseUrl: formatAddress(host, free) }),
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  }
}
