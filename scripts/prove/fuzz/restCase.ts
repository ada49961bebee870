/** A request of one route: mostly as its document says, else nearly so. */
import { kindAt } from '../bola/idInputs.ts'
import type { HttpRequest } from '../carriers/client.ts'
import { type RestOperation, type Schema, toCamel } from '../carriers/operations.ts'
import type { Material } from './material.ts'
import { anyJson, decimalOf, idOf, likelyOf, numberOf, pick, textOf, timeOf } from './values.ts'

export function restCase(material: Material, { method, path, document, at }: RestOperation): HttpRequest {
  const { random, caller } = material
  const { parameters, requestBody } = document
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wellFormed(idOf(material, kindAt(at, toCamel(name)) ?? kindAt(at, 'id')))),
  )
  const query = new URLSearchParams()
  for (const { name, in: place, required, schema } of parameters)
    if (place === 'query' && (required || random() < 0.3))
      for (let times = random() < 0.05 ? 2 : 1; times > 0; times--)
        query.append(name, String(sampleFrom(material, schema, name, at)))
  if (random() < 0.05) query.append(textOf(material), textOf(material))
  const headers: Record<string, string> = {}
  for (const { name, in: place, required, schema: of } of parameters)
    if (place === 'header' && (required || random() < 0.3))
      headers[name.toLowerCase()] =
        of.enum !== undefined && random() < 0.95
          ? pick(random, of.enum)
          : headerOf(idOf(material, name === 'X-Agent-Id' ? 'agent' : null))
  const schema = requestBody?.content['application/json'].schema
  const body = schema === undefined ? (random() < 0.05 ? '{"a":1}' : undefined) : bodyOf(material, schema, at)
  return {
    ...{ method, path: query.size === 0 ? filled : `${filled}?${query}`, caller, headers },
    ...(body !== undefined && { body }),
  }
}

const wellFormed = (text: string): string => (text === '' ? 'x' : text.toWellFormed())
const headerOf = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').trim() || 'x'

function bodyOf(material: Material, schema: Schema, at: string): string {
  const { random } = material
  const chance = random()
  if (chance < 0.03) return pick(random, ['', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '{"__proto__":{}}', '1e400'])
  if (chance < 0.06) return JSON.stringify(anyJson(material, 4))
  return JSON.stringify(sampleFrom(material, schema, '', at))
}

function sampleFrom(material: Material, schema: Schema, name: string, at: string): unknown {
  const { random } = material
  // What is not of the type.
  if (random() < 0.03) return anyJson(material)
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties)
      .filter(([inner]) => (schema.required?.includes(inner) ? random() < 0.99 : random() < 0.3))
      .map(([inner, of]) => [inner, sampleFrom(material, of, inner, at)])
    const unknown = random() < 0.03 ? [[textOf(material), 1]] : []
    return Object.fromEntries([...entries, ...unknown])
  }
  if (schema.enum !== undefined) return random() < 0.9 ? pick(random, schema.enum) : textOf(material)
  if (schema.format === 'date-time') return timeOf(material)
  switch (Array.isArray(schema.type) ? pick(random, schema.type) : schema.type) {
    case 'array': {
      const length = random() < 0.03 ? 101 : Math.floor(random() * 3)
      return Array.from({ length }, () => sampleFrom(material, schema.items ?? {}, name, at))
    }
    case 'integer':
      return random() < 0.6 ? Math.floor(random() * 100) : numberOf(material)
    case 'number':
      return numberOf(material)
    case 'boolean':
      return random() < 0.5
    case 'string':
      if (/amount|decimal/.test(`${name} ${schema.description ?? ''}`)) return decimalOf(material)
      return /(^|_)id$/.test(name)
        ? idOf(material, kindAt(at, toCamel(name)))
        : (likelyOf(material, name) ?? textOf(material))
    default:
      return anyJson(material)
  }
}
