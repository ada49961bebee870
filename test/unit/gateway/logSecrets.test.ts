// Reliability 5.4: what a line of the log never tells.
import { expect, test } from 'vitest'
import { redactText } from '../../../gateway/logSecrets.ts'

const SPT = `spt_${'aB3-_'.repeat(8)}xyz`
const cutIn = (text: string): string => redactText(JSON.stringify({ msg: text }))

const SECRETS = [
  SPT,
  SPT.replace('spt_', 'vt_'),
  `mws_${'q'.repeat(43)}`,
  `sk_merchant_${'0'.repeat(16)}_${'9'.repeat(60)}`,
]

test.each(SECRETS)('%s is cut out, wherever in a sentence it stands', (secret) => {
  for (const text of [
    secret,
    `It is ${secret}.`,
    `It is:\n${secret}\n`,
    `(${secret}),`,
    `a\t${secret}`,
    `token=${secret}`,
  ])
    expect(cutIn(text), text).not.toContain(secret.slice(4, 30))
})

const CARDS = [
  ...['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242', '5555555555554444', '2223003122003222'],
  ...['378282246310005', '3782 822463 10005', '6011111111111117', '3056930009020004', '36227206271667'],
  ...['3566002020360505', '6200000000000005'],
]

test.each(CARDS)('card %s is cut out, whatever stands beside it', (card) => {
  for (const [before, after] of [
    ...[['', ''] as const, ['The card is ', '.'] as const, ['Card:\n', '\n'] as const, ['"', '"'] as const],
    ...[['', ' 12/34'] as const, ['', ' 12-2034 123'] as const, ['2026-01-02 ', ''] as const],
    ...[['', ' 2026-01-02T10:00:00Z'] as const, ['12/34 ', ', 123'] as const, ['card', 'x'] as const],
  ])
    expect(cutIn(before + card + after), before + card + after).not.toContain(card)
})

test('two cards in a line are both cut out, and what stands between them stays', () => {
  expect(redactText('4242424242424242 or 5555555555554444 today')).toBe('[redacted] or [redacted] today')
})

test('amounts, times and hashes stay', () => {
  for (const text of [
    ...['4242424242424242 wei', '4242424242424242 gwei', '"feeWei":"4242424242424242"', '4000000000000000000'],
    ...['1764518400000', '2026-11-30T16:12:53.123Z', 'block 4242424 of 42424242', '4242424242424241'],
    ...[`0x${'ab12'.repeat(16)}`, 'start_listening_now', 'cart_abcdefghij'],
  ])
    expect(redactText(text), text).toBe(text)
})

test('a card number in the digits of a hash is none', () => {
  for (const text of [
    `0x${'ab'.repeat(20)}${'4242424242424242'}c0ffee`,
    `"to":"0xAB4242424242424242${'cd'.repeat(11)}"`,
    '0x4242424242424242',
  ])
    expect(redactText(text), text).toBe(text)
  expect(redactText(`0x${'ab'.repeat(20)} 4242424242424242`)).toBe(`0x${'ab'.repeat(20)} [redacted]`)
})

test('a line of JSON stays one, also where a number looks like that of a card', () => {
  const line =
    '{"a":"say \\"hi\\"","n":4242424242424242,"ms":12.4242424242424242,"of":[-5555555555554444,1],"m":"n:4242424242424242,"}'
  expect(JSON.parse(redactText(line))).toEqual({
    ...{ a: 'say "hi"', n: '[redacted]', ms: '[redacted]', of: ['[redacted]', 1], m: 'n:[redacted],' },
  })
})
