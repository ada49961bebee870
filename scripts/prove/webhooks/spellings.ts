/** Addresses inside, in the ways in which they are written or looked up (reliability 1.2). */

/** Special ranges, an address or two of each. */
const IPV4 = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254'],
  ...['0.0.0.0', '0.1.2.3', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ...['198.18.0.1', '198.19.255.255', '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
]
const IPV6 = [
  ...[
    '::1',
    '::',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '2002:7f00:1::',
  ],
  ...['64:ff9b::7f00:1', '5f00::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::7f00:1'],
]
const OTHER_FORMS = [
  ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0x7f000001', '017700000001', '0', '127.0.0.1.', '①②⑦.⓪.⓪.①'],
  ...['127。0。0。1', '%31%32%37.0.0.1', 'user:pw@127.0.0.1', '[::ffff:0x7f.1]', '[fe80::1%25lo]', '0300.0250.0.1'],
  ...['3232235521', '0xa9fea9fe', '169.254.43518', '10.1', '[0:0:0:0:0:ffff:10.0.0.1]', 'localhost', 'LOCALHOST'],
  ...['localhost.', 'inside.localhost', '[::ffff:169.254.169.254]'],
]
/** Names that lead inside, with the answers to their lookups, one after the other. */
export const ANSWERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ...Object.fromEntries(
    [...IPV4.slice(0, 14), ...IPV6.slice(0, 10)].map((address, index) => [`n${index}.prove.test`, [[address]]]),
  ),
  'mixed.prove.test': [['8.8.8.8', '127.0.0.1']],
  'mixed6.prove.test': [['2606:4700::1111', '::1']],
  'second.prove.test': [['127.0.0.1', '8.8.8.8']],
  'mapped.prove.test': [['::ffff:10.0.0.1']],
}
/** Public when it is registered, and inside when it is sent to. */
export const FLIPPING: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'flip.prove.test': [['8.8.8.8'], ['127.0.0.1']],
  'flip6.prove.test': [['2606:4700::1111'], ['::1']],
  'metadata.prove.test': [['8.8.8.8'], ['169.254.169.254']],
  'late.prove.test': [['8.8.8.8'], ['8.8.8.8', '10.0.0.1']],
}

const hosts = [...IPV4, ...IPV6.map((address) => `[${address}]`), ...OTHER_FORMS, ...Object.keys(ANSWERS)]

/** On the allowed port that a listener of the proof has. */
export const SPELLINGS: readonly string[] = [
  ...hosts.map((host) => `https://${host}:8443/hook`),
  ...['http://127.0.0.1:8443/', 'http://8.8.8.8/', 'ftp://127.0.0.1/', 'https://8.8.8.8:9000/', 'gopher://[::1]:8443/'],
]
export const FLIPPING_SPELLINGS: readonly string[] = Object.keys(FLIPPING).map((host) => `https://${host}:8443/hook`)
