/**
 * What the service calls itself (claim `iss`, discovery, references of intents) when BASE_URL says nothing: the address on
 * which it listens. Port 0 is settled before anything is built, because tokens name the address from the first one on.
 */
import { type AddressInfo, createServer } from 'node:net'

/** Everywhere is no address to call: there it is this machine. */
const EVERYWHERE = ['0.0.0.0', '::', '[::]']

export function formatAddress(host: string, port: number): string {
  const name = EVERYWHERE.includes(host)
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

export interface SettledAddress<Config extends Address> {
  readonly config: Config
  /** To be called right before listening: until then nobody else is given the port. */
  release(): Promise<void>
}

export async function settleAddress<Config extends Address>(config: Config): Promise<SettledAddress<Config>> {
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
