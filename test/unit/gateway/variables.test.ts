// Domain A.1: a wrong variable is refused by the path of the field, as it was written, with the values that it may have.
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import { requireVariables, shorten } from '../../../gateway/variables.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'

const schema = buildSchema(`
  enum Colour { dark_red light_blue }
  input Paint { colour: Colour! coatCount: Int! roomName: String }
  type Query { paint(input: Paint!, colours: [Colour!]): Int }
`)
const document = parse(
  `query ($input: Paint!, $p: Paint, $colours: [Colour!], $with: Boolean = true, $few: [Colour!] = []) {
    paint(input: $input, colours: $colours) @include(if: $with)
    few: paint(input: $input, colours: $few)
  }`,
)
const operation = document.definitions[0] as OperationDefinitionNode
const paint = { colour: 'dark_red', coatCount: 2 }

function refusalOf(variables: Record<string, unknown>) {
  try {
    requireVariables(schema, { operation, document }, variables)
  } catch (error) {
    if (error instanceof DomainError)
      return { message: error.message, ...(error.details.fields as { path: string }[])[0] }
  }
  return null
}

test('null takes the place of a default only where it may stand', () => {
  expect(refusalOf({ input: paint, with: null })).toMatchObject({ path: 'with', code: 'invalid_value' })
  expect(refusalOf({ input: paint, few: null })).toBeNull()
  expect(refusalOf({ input: paint })).toBeNull()
})

test.each([
  [
    'a value of no enumeration',
    { input: { ...paint, colour: 'pink' } },
    'input.colour',
    'Use one of: dark_red, light_blue.',
  ],
  ['the same in a list', { input: paint, colours: ['dark_red', 'pink'] }, 'colours[1]', 'dark_red, light_blue.'],
  ['a value that is nearly one', { input: { ...paint, colour: 'dark_rad' } }, 'input.colour', 'Did you mean'],
  ['a missing field', { input: { colour: 'dark_red' } }, 'input.coatCount', '"coatCount" of required type'],
  ['a missing field of another variable', { input: paint, p: { coatCount: 2 } }, 'p.colour', '"colour"'],
  ['an unknown field', { input: { ...paint, roomNames: 'x' } }, 'input.roomNames', 'is not defined by type "Paint"'],
  ['a value of another type', { input: { ...paint, coatCount: 'two' } }, 'input.coatCount', 'Int cannot represent'],
])('%s is named', (_name, variables, path, message) => {
  expect(refusalOf(variables)).toMatchObject({ path, message: expect.stringContaining(message) })
})

test('a secret that is written as a number, where text is wanted, is in no refusal (domain 7.1)', () => {
  const refusal = refusalOf({ input: { ...paint, roomName: 987_654_321 } })
  expect(refusal).toMatchObject({ path: 'input.roomName', message: expect.stringContaining('a non string value') })
  expect(JSON.stringify(refusal)).not.toContain('987654321')
  expect(shorten('String cannot represent a non string value: 987654321')).not.toContain('987654321')
})

test('variables that fit are not refused', () => {
  expect(refusalOf({ input: paint, colours: ['light_blue'] })).toBeNull()
})

test.each([
  [
    'a name that looks like many errors',
    { input: { ...paint, ['Field "a" is not defined by type "b". Did you mean '.repeat(2_000)]: 1 } },
  ],
  [
    'a name with a line break behind',
    { input: { ...paint, [`${'Field "a" is not defined by type "b". Did you mean '.repeat(20_000)}\n`]: 1 } },
  ],
  [
    'a value that looks like many errors',
    { input: { ...paint, colour: `${'Value "a" does not exist in "b" enum'.repeat(25_000)}.` } },
  ],
])('%s is refused in no more time than it takes to read it', (_name, variables) => {
  const began = performance.now()
  expect(refusalOf(variables)).toMatchObject({ message: expect.stringContaining('got invalid value') })
  expect(performance.now() - began).toBeLessThan(5_000)
})
