/** Values of a fuzz: of the wanted type, and such as break programs. */
import type { Kind } from '../bola/idInputs.ts'
import type { Material } from './material.ts'

export const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const TEXTS: readonly string[] = [
  ...['', ' ', 'x', 'a'.repeat(300), 'x'.repeat(5_000), '\u0000', 'a\u0000b', '\ud800', '\u202e', '😀', 'é\u0301'],
  ...['../../etc/passwd', '%00', '%2e%2e%2f', '{"$gt":""}', '$where', '__proto__', 'constructor', 'null', 'undefined'],
  ...["' OR '1'='1", '<script>alert(1)</script>', '#{7*7}', '\r\nX-Header: 1', 'true', '[]', '{}', '-', '.', '/'],
  ...['USDC', 'base', 'ethereum', 'EURC', 'person_x', 'payments', 'agent:admin', 'UTC', 'Europe/Berlin', 'US'],
  ...['https://example.com/hook', 'http://127.0.0.1/', 'https://[::1]/', 'shop.example', 'payment.completed'],
  ...['0x1111111111111111111111111111111111111111', `0x${'0'.repeat(64)}`, '0x', 'Max $5 per day.', 'Max $1 per', '$'],
]
const NUMBERS: readonly number[] = [
  ...[0, 1, -1, 2, 10, 100, 101, 255, 256, 86_400, 2_147_483_647, 2_147_483_648, -2_147_483_648, 1e21, 1e-7, 0.1],
  ...[Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, Number.MIN_VALUE, -0],
]
const DECIMALS: readonly string[] = [
  ...[
    '1.00',
    '0',
    '0.01',
    '30.00',
    '-1',
    '1e3',
    '1,5',
    '0.0000001',
    '99999999999999999999',
    `${'9'.repeat(400)}`,
    'NaN',
  ],
  ...['Infinity', '0x10', ' 1', '1.', '.5', '00.1', '１'],
]
const TIMES: readonly string[] = [
  ...[
    '2026-01-01T00:00:00.000Z',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'now',
    '2026',
  ],
  ...['2026-01-01', '2026-01-01T00:00:00+14:00', '275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z'],
]

export const textOf = ({ random, ids }: Material): string =>
  random() < 0.2 ? anyOf(random, ids) : pick(random, random() < 0.2 ? [...DECIMALS, ...TIMES] : TEXTS)

/** Mostly one of the wanted kind, and of these mostly the caller's own. */
export function idOf({ random, ids }: Material, kind: Kind | null): string {
  if (kind !== null && random() < 0.8) return (random() < 0.85 ? ids[0] : pick(random, ids))?.[kind] ?? ''
  const any = anyOf(random, ids)
  return random() < 0.5 ? any : pick(random, [...TEXTS, `${any}/1`, any.slice(0, -1)])
}

const anyOf = (random: () => number, ids: Material['ids']): string => pick(random, Object.values(pick(random, ids)))
export const numberOf = ({ random }: Material): number => pick(random, NUMBERS)
export const decimalOf = ({ random }: Material): string => (random() < 0.6 ? '1.00' : pick(random, DECIMALS))
export const timeOf = ({ random }: Material): string =>
  random() < 0.6 ? new Date(1_790_000_000_000 + random() * 1e10).toISOString() : pick(random, TIMES)

/** What a field of this name takes, where there is such. */
export function likelyOf({ random }: Material, name: string): string | null {
  const found = Object.entries(LIKELY).find(([one]) => name.toLowerCase().replaceAll('_', '') === one)
  return found === undefined || random() < 0.3 ? null : pick(random, found[1])
}

const ADDRESSES = ['0x1111111111111111111111111111111111111111', '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b']
const DOMAINS = ['shop.example', 'canary-fuzz0a.example']
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  token: ['USDC', 'USDC', 'EURC', 'USDT'],
  chain: ['base', 'base', 'polygon'],
  ...{ to: [...ADDRESSES, ...DOMAINS], merchant: [...ADDRESSES, ...DOMAINS], address: ADDRESSES, pspdomain: DOMAINS },
  policy: ['Max $5 per day.', 'Max $50 per transaction, $100 per day.', 'Block gambling. Require approval above $5.'],
  ...{
    domain: DOMAINS,
    url: ['https://example.com/hook'],
    secret: ['s'.repeat(16)],
    name: ['Fuzz'],
    reason: ['Fuzz.'],
  },
  ...{ legalname: ['Fuzz'], comment: ['Fuzz.'], limittimezone: ['UTC', 'Europe/Berlin'], events: ['payment.failed'] },
  ...{ types: ['payment.failed'], capabilities: ['payments'], resolution: ['Fuzz.'] },
}

/** Any JSON, not deep. */
export function anyJson(material: Material, depth = 2): unknown {
  const { random } = material
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5))
  if (kind === 0) return null
  if (kind === 1) return random() < 0.5
  if (kind === 2) return numberOf(material)
  if (kind <= 4) return textOf(material)
  const inner = () => anyJson(material, depth - 1)
  if (kind === 5) return Array.from({ length: Math.floor(random() * 4) }, inner)
  return Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [textOf(material), inner()]))
}
