// A body is read in one way only (domain 7.1): of a field that is given twice, this reader and another one, such as a proxy
// that logs or checks amounts, could each take another value.
import { expect, it } from 'vitest'
import { readJson } from '../../../gateway/readJson.ts'
import type { DomainError } from '../../../subgraphs/shared/errors.ts'

const read = (text: string) => readJson(Buffer.from(text))

function refusedPath(text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    const [field] = (error as DomainError).details.fields as { path: string; code: string }[]
    return [field?.path, field?.code]
  }
}

it.each([
  ['{"amount": "1.00", "amount": "9.00"}', 'amount'],
  ['{"amount": "1.00", "to": "x", "\\u0061mount": "1.00"}', 'amount'],
  ['{"metadata": {"a": {"b": 1, "b": 1}}, "to": "x"}', 'metadata.a.b'],
  ['{"items": [{"id": 1}, {"id": 2, "x": [[], {}], "id": 3}]}', 'items[1].id'],
  ['{"text": "{\\"a\\": 1, \\"a\\": 2}", "text": ""}', 'text'],
  ['[{"a": 1}, [{"b": 1, "b": 2}]]', '[1][0].b'],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
])('refuses a field that is given twice: %s', (text, path) => {
  expect(refusedPath(text)).toEqual([path, 'repeated_field'])
})

it.each([
  '{"a": {"x": 1}, "b": {"x": 1}}',
  '[{"x": 1}, {"x": 1}]',
  '{"text": "\\"a\\": 1, \\"a\\": 2", "a": ":"}',
  '{"A": 1, "a": 2, "__proto__": {"a": 1}, "": 0}',
  '"a:b"',
])('reads every other body as it is: %s', (text) => {
  expect(read(text)).toEqual(JSON.parse(text))
})

it('takes white space of JSON for no body, and nothing else', () => {
  expect([read(''), read(' \t\r\n')]).toEqual([undefined, undefined])
  for (const text of ['\f', '\u00a0', '\ufeff', '\v']) expect(() => read(text)).toThrow('The body is not JSON.')
})

it('names a field of any length within bounds, and takes no longer for a large body', () => {
  const long = 'x'.repeat(400_000)
  const [path] = refusedPath(`{"${long}": 1, "${long}": 2}`) as [string, string]
  expect(path.length).toBeLessThan(1_000)
  const many = Array.from({ length: 20_000 }, (_, number) => `"k${number}": "\\\\"`).join(',')
  const startedAt = performance.now()
  expect(refusedPath(`{${many}, "k7": 1}`)).toEqual(['k7', 'repeated_field'])
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

const times = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join()

it.each([
  ['names', `{${times(80_000, (n) => `"k${n}":1`)},"k0":2}`],
  ['objects', `{"policy":[${'{"a":1},'.repeat(120_000)}{"b":1,"b":2}]}`],
  ['items below a long name', `{"${'x'.repeat(300_000)}":[${times(300_000, () => '1')},"\\ud83d"]}`],
  ['empty lists', `[${times(340_000, () => '[]')}]`],
])('refuses many %s before it parses them', (_name, text) => {
  const began = process.cpuUsage()
  expect(() => read(text)).toThrow(expect.objectContaining({ type: 'payload_too_large' }))
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(50)
})

it('reads as many values as variables may have, however they are nested', () => {
  for (const text of [
    `[${times(10_000, () => '[]')}]`,
    `{"variables":{"metadata":[${times(5_000, () => '{"a":1}')}]}}`,
  ])
    expect(read(text)).toEqual(JSON.parse(text))
})
