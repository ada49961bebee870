// Where a webhook may be sent: every special range as a literal, in every spelling, with https and an allowed port, so
// that it is the address check which refuses.
import { describe, expect, it } from 'vitest'
import {
  AddressRefused,
  isPublic,
  parseReceiver,
  requireAllReach,
} from '../../../subgraphs/shared/outgoing/receiverAddress.ts'

const strict = { loopbackAllowed: false }
const local = { loopbackAllowed: true }

const SPECIAL = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ...['169.254.169.254', '169.254.0.1', '0.0.0.0', '0.1.2.3', '100.64.0.1', '100.127.255.255', '192.0.0.1'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'febf::1', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '100::1'],
  ...['2002:7f00:1::', '2002::1', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1', '5f00::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::7f00:1', '2001::1', '3fff::1'],
]
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
]

describe('addresses', () => {
  it.each(SPECIAL)('refuses %s', (address) => expect(isPublic(address)).toBe(false))
  it.each(PUBLIC)('allows %s', (address) => expect(isPublic(address)).toBe(true))
  it.each(['', 'localhost', '1.2.3', '8.8.8.8 ', 'fe80::1%eth0', '::ffff:8.8.8.8%1'])(
    'refuses %j, which is none',
    (text) => expect(isPublic(text)).toBe(false),
  )

  it('refuses a name with one public and one internal address, or with none', () => {
    const answers = (...all: string[]) => all.map((address) => ({ address }))
    expect(() => requireAllReach(answers('8.8.8.8', '10.0.0.1'), ['public'])).toThrow(AddressRefused)
    expect(() => requireAllReach(answers('10.0.0.1', '8.8.8.8'), ['public'])).toThrow(AddressRefused)
    expect(() => requireAllReach([], ['public'])).toThrow(AddressRefused)
    expect(() => requireAllReach(answers('8.8.8.8', '2606:4700::1'), ['public'])).not.toThrow()
  })
})

const SPELLINGS = [
  ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/'],
  ...['https://①②⑦.⓪.⓪.①/', 'https://user:pw@127.0.0.1/', 'https://0.0.0.0/', 'https://[::1]/', 'https://0/'],
  ...[
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1%25lo]/',
  ],
  ...['https://0x7f000001:8443/', 'https://017700000001/', 'https://[::]:8443/', 'https://169.254.169.254/latest/'],
  ...['https://[::ffff:a9fe:a9fe]/', 'https://127.0.0.1./', 'https://127。0。0。1/', 'https://%31%32%37.0.0.1/'],
]

describe('URLs', () => {
  it.each(SPELLINGS)('refuses %s', (url) => expect(() => parseReceiver(url, strict)).toThrow(AddressRefused))
  it.each(SPECIAL)('refuses the literal %s with https and an allowed port', (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    for (const port of ['', ':443', ':8443'])
      expect(() => parseReceiver(`https://${host}${port}/hook`, strict)).toThrow(AddressRefused)
  })

  it.each([
    ['http://example.com/', 'https_required'],
    ['ftp://example.com/', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['gopher://example.com/', 'https_required'],
    ['javascript:alert(1)', 'https_required'],
    ['https://example.com:80/', 'port_not_allowed'],
    ['https://example.com:27017/', 'port_not_allowed'],
    ['https://example.com:65535/', 'port_not_allowed'],
    ['https://user@example.com/', 'credentials_in_url'],
    ['https://:pw@example.com/', 'credentials_in_url'],
    ['not a url', 'invalid_url'],
    ['https://', 'invalid_url'],
    [`https://example.com/${'a'.repeat(2_100)}`, 'invalid_url'],
  ])('refuses %s as %s', (url, code) => {
    expect(() => parseReceiver(url, strict)).toThrow(expect.objectContaining({ code }))
  })

  it.each(['https://example.com/', 'https://example.com:8443/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
    'takes %s',
    (url) => expect(parseReceiver(url, strict).reaches).toEqual(['public']),
  )
})

describe('receivers on this machine, where they are allowed', () => {
  it.each(['http://127.0.0.1:9999/', 'https://127.0.0.1:9999/', 'http://localhost:9999/', 'http://[::1]:9999/'])(
    'takes %s, and only loopback for it',
    (url) => expect(parseReceiver(url, local).reaches).toEqual(['loopback']),
  )

  it.each([
    'http://10.0.0.1:9999/',
    'http://example.com/',
    'https://example.com:9999/',
    'https://10.0.0.1/',
    'http://0.0.0.0:9999/',
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]:9999/',
    'http://user:pw@127.0.0.1:9999/',
    'ftp://127.0.0.1/',
    'http://localhost.example.com:9999/',
  ])('relaxes nothing else: %s', (url) => expect(() => parseReceiver(url, local)).toThrow(AddressRefused))
})
