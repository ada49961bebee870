// The composing script on contracts of its own in a temporary root: what it writes, and each drift or missing
// description that must fail the check.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = new URL('../../../scripts/compose.ts', import.meta.url).pathname
const root = mkdtempSync(join(tmpdir(), 'compose-'))
const contract = join(root, 'schema/agents.graphql')
const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
"An amount."
scalar Decimal
"A state."
enum State { "Working." active }
type Query { "One." thing("Which." id: ID!): Thing }
"A thing."
type Thing @key(fields: "id") { "Its id." id: ID! "Its state." state: State! "Its price." price: Decimal }
`

function compose(...more: string[]): { status: number; errors: string } {
  try {
    execFileSync(process.execPath, [script, '--root', root, ...more], { stdio: 'pipe' })
    return { status: 0, errors: '' }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer }
    return { status, errors: String(stderr) }
  }
}

beforeAll(() => {
  mkdirSync(join(root, 'schema'))
  mkdirSync(join(root, 'subgraphs/agents'), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true }))

describe('composing', () => {
  it('writes the supergraph and types, and finds them unchanged', () => {
    writeFileSync(contract, SDL)
    expect(compose()).toEqual({ status: 0, errors: '' })
    expect(compose('--check')).toEqual({ status: 0, errors: '' })
    const read = (file: string) => readFileSync(join(root, 'subgraphs/agents', file), 'utf8')
    const types = read('generated.ts')
    const resolvers = read('generatedResolvers.ts')
    expect(resolvers).toContain("import type { RequestContext } from '../shared/principal.ts'")
    expect(types).toContain("| 'active'")
    // What a port or a shape is made of knows no resolver and no shape.
    expect(types).not.toMatch(/\bany\b|\benum State\b|\bimport\b/)
    expect(resolvers).not.toMatch(/\bany\b/)
  })

  it.each([
    ['drift', SDL.replace('"Its price."', '"What it costs."'), /supergraph.graphql is out of date/],
    ['a field without description', SDL.replace('"Its price." ', ''), /agents: Thing.price has no description/],
    ['an argument without description', SDL.replace('"Which." ', ''), /agents: Query.thing.id has no description/],
    ['an enum value without description', SDL.replace('"Working." ', ''), /agents: State.active has no description/],
    ['what does not compose', SDL.replace('fields: "id"', 'fields: "nope"'), /composition: .*nope/],
  ])('fails the check on %s', (_, sdl, message) => {
    writeFileSync(contract, sdl)
    const { status, errors } = compose('--check')
    expect(status).toBe(1)
    expect(errors).toMatch(message)
  })
})
