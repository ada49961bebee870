// Domain A.11b, 6.4 and 6.5: what a merchant's fields may be, and what the `to` of a spend may name.
import { describe, expect, test } from 'vitest'
import { parseDestination } from '../../../subgraphs/commerce/rules/destination.ts'
import {
  changeMerchant,
  type MerchantInput,
  parseMerchantChange,
  parseNewMerchant,
} from '../../../subgraphs/commerce/rules/merchantFields.ts'
import { categoryOfMcc, isCategory } from '../../../subgraphs/shared/categories.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { normaliseDomain, wwwVariant } from '../../../subgraphs/shared/merchantDomain.ts'

const LOWER = '0x098b716b8aaf21512996dc57eb0615e2383e2f96'
const EIP55 = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
const good: MerchantInput = { name: 'Shop', legalName: 'Shop GmbH', domain: 'shop.example' }

function problems(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'invalid_request') throw error
    return (error.details.fields as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`)
  }
  throw new Error('was not refused')
}

describe('normaliseDomain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['https://example.com/path?q=1', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['https://example.com@evil.io/', 'evil.io'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['faß.de', 'xn--fa-hia.de'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['www.example.com', 'www.example.com'],
  ])('%s', (text, host) => expect(normaliseDomain(text)).toBe(host))

  test.each([
    ...[
      '',
      'localhost',
      '192.0.2.1',
      '0x7f.1',
      '1.2.3',
      '[::1]',
      'exam ple.com',
      '-a.com',
      'a-.com',
      'a..com',
      '*.com',
    ],
    ...['a_b.com', '%65xample.com', `${'a'.repeat(64)}.com`, `${'a.'.repeat(130)}com`, EIP55, 'https://'],
  ])('no domain: %j', (text) => expect(normaliseDomain(text)).toBeNull())

  test('a homograph is another merchant', () => expect(normaliseDomain('аpple.com')).not.toBe('apple.com'))

  test('www and without', () => {
    expect(wwwVariant('example.com')).toBe('www.example.com')
    expect(wwwVariant('www.example.com')).toBe('example.com')
    expect(wwwVariant('www.com')).toBeNull()
  })
})

describe('categories', () => {
  test.each([
    ...[
      ['5734', 'software'],
      ['3005', 'airlines'],
      ['3357', 'car_rental'],
      ['3700', 'lodging'],
      ['7995', 'gambling'],
    ],
    ...[
      ['0742', 'pets_veterinary'],
      ['9999', 'other'],
      [null, 'uncategorized'],
      ['574', null],
      ['57345', null],
    ],
  ])('%s', (mcc, category) => expect(categoryOfMcc(mcc ?? null)).toBe(category))

  test('names', () => {
    expect(isCategory('software')).toBe(true)
    for (const other of ['Software', 'technology', 'toString', null]) expect(isCategory(other)).toBe(false)
  })
})

describe('parseNewMerchant', () => {
  test('the smallest merchant is active and uncategorized', () => {
    expect(parseNewMerchant(good)).toEqual({
      ...{ ...good, mcc: null, country: null, metadata: null, payoutAddresses: [] },
      ...{ category: 'uncategorized', status: 'active' },
    })
  })

  test('the category comes from the code, or is named', () => {
    expect(parseNewMerchant({ ...good, mcc: '5734' }).category).toBe('software')
    expect(parseNewMerchant({ ...good, mcc: '5734', category: 'gaming' }).category).toBe('gaming')
  })

  test('domain, country and addresses come out in one form', () => {
    const input = {
      domain: 'https://Shop.Example/x',
      country: 'de',
      payoutAddresses: [{ chain: 'base', address: LOWER }],
    }
    expect(parseNewMerchant({ ...good, ...input })).toMatchObject({
      ...{ domain: 'shop.example', country: 'DE', payoutAddresses: [{ chain: 'base', address: EIP55 }] },
    })
  })

  test.each<[MerchantInput, string]>([
    [{ domain: 'localhost' }, 'domain invalid_domain'],
    [{ mcc: '12' }, 'mcc invalid_mcc'],
    [{ mcc: 5734 }, 'mcc invalid_mcc'],
    [{ category: 'travel' }, 'category unknown_category'],
    [{ country: 'XQ' }, 'country unknown_country'],
    [{ country: 'Germany' }, 'country unknown_country'],
    [{ payoutAddresses: {} }, 'payout_addresses not_list'],
    [{ payoutAddresses: [null] }, 'payout_addresses.0.chain required'],
    [
      { payoutAddresses: [{ chain: 'base', address: EIP55.replace('B716', 'b716') }] },
      'payout_addresses.0.address invalid_address',
    ],
    [
      { payoutAddresses: [{ chain: 'base', address: `0x${'0'.repeat(40)}` }] },
      'payout_addresses.0.address invalid_address',
    ],
    [{ payoutAddresses: Array(2).fill({ chain: 'base', address: LOWER }) }, 'payout_addresses duplicate'],
    [{ payoutAddresses: Array(21).fill({ chain: 'base', address: LOWER }) }, 'payout_addresses too_many'],
    [{ metadata: 'x' }, 'metadata not_object'],
    [{ metadata: { a: 'x'.repeat(16 * 1024) } }, 'metadata too_large'],
    // Before its keys are looked at, which are wrong as well.
    [
      { metadata: { a: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`$${n}`, 1])) } },
      'metadata too_large',
    ],
  ])('%j', (change, problem) => {
    expect(problems(() => parseNewMerchant({ ...good, ...change }))).toEqual([problem])
  })

  test('all wrong fields at once', () => {
    expect(problems(() => parseNewMerchant({ mcc: 'x' }))).toEqual([
      ...['name required', 'legal_name required', 'domain required', 'mcc invalid_mcc'],
    ])
  })
})

describe('changes', () => {
  const change = (row: MerchantInput, input: MerchantInput) =>
    changeMerchant(parseNewMerchant({ ...good, ...row }), parseMerchantChange(input))

  test('absent fields are kept, null clears optional ones', () => {
    expect(change({ country: 'DE', mcc: '5734' }, { name: 'New', country: null })).toMatchObject({
      ...{ name: 'New', legalName: 'Shop GmbH', country: null, mcc: '5734', category: 'software' },
    })
    expect(problems(() => parseMerchantChange({ name: null, status: 'gone', domain: null }))).toEqual([
      ...['name required', 'domain required', 'status unknown_status'],
    ])
  })

  test('a category that was not chosen follows the code; a chosen one is kept', () => {
    expect(change({ mcc: '5734' }, { mcc: '7995' }).category).toBe('gambling')
    expect(change({ mcc: '5734', category: 'gaming' }, { mcc: '7995' }).category).toBe('gaming')
    expect(change({ mcc: '5734', category: 'gaming' }, { category: null }).category).toBe('software')
    expect(change({ mcc: '5734' }, { mcc: null }).category).toBe('uncategorized')
  })
})

describe('parseDestination', () => {
  test.each([
    [LOWER, { kind: 'address', address: EIP55 }],
    [LOWER.toUpperCase().replace('0X', '0x'), { kind: 'address', address: EIP55 }],
    [LOWER.toUpperCase(), { kind: 'address', address: EIP55 }],
    [` ${EIP55} `, { kind: 'address', address: EIP55 }],
    ['mrc_1', { kind: 'id', id: 'mrc_1' }],
    ['https://Shop.Example/', { kind: 'domain', domain: 'shop.example' }],
  ])('%s', (to, destination) => expect(parseDestination(to)).toEqual(destination))

  test.each([
    [EIP55.replace('B716', 'b716'), 'to invalid_checksum'],
    [`0x${'0'.repeat(40)}`, 'to zero_address'],
    [LOWER.slice(0, -1), 'to invalid_destination'],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'to invalid_destination'],
    ['', 'to invalid_destination'],
    ['x'.repeat(5_000), 'to invalid_destination'],
  ])('%s', (to, problem) => expect(problems(() => parseDestination(to))).toEqual([problem]))
})
