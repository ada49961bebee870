// Events typed by their family (domain A.13, B): what `data` has as JSON, `details` has in the fields of a type, in lists and in
// subscriptions alike, for every type of the catalogue.
import { type ExecutionResult, type GraphQLObjectType, getNamedType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatEventCursor } from '../../subgraphs/events/index.ts'
import { sampleOf } from '../../subgraphs/events/rules/eventData.ts'
import { EVENT_TYPES, type EventType } from '../../subgraphs/shared/events.ts'
import {
  type EventsFixture,
  type Instance,
  organization,
  parse,
  startEventsFixture,
  subscribe,
} from '../support/eventsFixture.ts'

const TYPES = Object.keys(EVENT_TYPES) as EventType[]
const ORG = 'org_details'
let fixture: EventsFixture
let instance: Instance
let selection: string

beforeAll(async () => {
  fixture = await startEventsFixture('event_details')
  instance = fixture.createInstance()
  selection = selectAll()
  await fixture.append(
    ORG,
    TYPES.map((type) => ({ type, data: sampleOf(type) })),
  )
}, 60_000)
afterAll(() => fixture?.stop())

interface Told {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly details: Readonly<Record<string, unknown>>
}

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Every field of every family, each under a name of its own: families have fields of the same name and another type. */
function selectAll(): string {
  const union = instance.schema.getType('EventDetails')
  const families = instance.schema.getPossibleTypes(union as never) as readonly GraphQLObjectType[]
  const parts = families.map((family) => {
    const { name } = family
    const fields = Object.keys(family.getFields())
    return `... on ${name} { ${fields.map((field) => `${name}_${field}: ${field}`).join(' ')} }`
  })
  return `type data details { __typename ${parts.join(' ')} }`
}

function expectTyped(told: readonly Told[]): void {
  expect(told.map(({ type }) => type)).toEqual(TYPES)
  for (const { type, data, details } of told) {
    const { __typename: name, ...fields } = details
    const { test: _mark, ...sample } = data
    const typed = Object.entries(fields).filter(([, value]) => value !== null)
    const wanted = Object.entries(sample)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [`${name}_${inCamelCase(field)}`, value])
    expect(Object.fromEntries(typed), type).toEqual(Object.fromEntries(wanted))
  }
}

test('each type has its fields in the list', async () => {
  const told: Told[] = []
  for (let after: string | null = formatEventCursor(ORG, 0); told.length < TYPES.length; ) {
    const query = `query ($after: String) { events(first: 100, after: $after, orderBy: {field: created_at, direction: asc}) {
      nodes { ${selection} } resumeCursor } }`
    const { events }: { events: { nodes: Told[]; resumeCursor: string } } = await instance.call(
      organization(ORG),
      query,
      { after },
    )
    told.push(...events.nodes)
    after = events.resumeCursor
  }
  expectTyped(told)
})

test('each type has its fields in a subscription', async () => {
  const document = parse(`subscription ($after: String) { events(after: $after) { ${selection} } }`)
  const contextValue = { principal: organization(ORG), requestId: 'req', loaders: new Map() }
  const variableValues = { after: formatEventCursor(ORG, 0) }
  const stream = (await subscribe({
    ...{ schema: instance.schema, document, variableValues, contextValue },
  })) as AsyncGenerator<ExecutionResult>
  const told: Told[] = []
  while (told.length < TYPES.length) {
    const { value } = await stream.next()
    expect(value.errors).toBeUndefined()
    told.push(value.data.events)
  }
  await stream.return(undefined)
  expectTyped(told)
})

test('the same kind of value has the same type in every family', () => {
  const kinds = new Map<string, Set<string>>()
  const union = instance.schema.getType('EventDetails')
  for (const type of instance.schema.getPossibleTypes(union as never) as readonly GraphQLObjectType[])
    for (const { name, type: kind } of Object.values(type.getFields()))
      kinds.set(name, (kinds.get(name) ?? new Set()).add(getNamedType(kind).name))
  expect([...kinds].filter(([, all]) => all.size > 1)).toEqual([])
})
