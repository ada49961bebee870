/**
 * Nothing that opens anything is readable in the database, nor in the logs that are given: keys, tokens, private keys, and
 * the canaries that a test run has used (13). Of a large collection the newest rows are read.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'

const NEWEST = 2_000

/** By their forms: a key is as good as any other text of its form. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an API key': /sk_(?:agent|test|live|enrol|session|code)_[0-9a-z]{16}_[0-9a-z]{60}/,
  'an operator key': /sk_operator_[\w-]{24}/,
  'a refresh token': /rt_[0-9a-z]{16}_[0-9a-z]{52}/,
  'a shared token': /(?<![\w-])(?:spt|vt)_[\w-]{43}(?![\w-])/,
  'a webhook secret': /whsec_[A-Za-z0-9+/_-]{22}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY|"d":"[\w-]{43}/,
}
const TOKEN = /eyJ[\w-]{10,}(?=\.[\w-]{10,}\.[\w-]{20,})/g

/** @param canaries texts that were used as secrets */
export async function auditSecrets(
  source: Source,
  findings: Findings,
  { logs = [], canaries = [] }: { readonly logs?: readonly string[]; readonly canaries?: readonly string[] } = {},
): Promise<void> {
  const search = (where: string, text: string) => {
    findings.checked(13)
    for (const name of secretsIn(text, canaries)) findings.breach(13, `${where} shows ${name}`)
  }
  for (const collection of source.collections()) {
    const newest = [{ $sort: { _id: -1 } }, { $limit: NEWEST }]
    for (const row of await source.aggregate<{ _id: unknown }>(collection, newest))
      search(`${collection} ${row._id}`, textOf(row))
  }
  for (const file of logs) {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(file) })) search(`${file}:${++number}`, line)
  }
}

function secretsIn(text: string, canaries: readonly string[]): string[] {
  const forms = Object.entries(FORMS).flatMap(([name, form]) => (form.test(text) ? [name] : []))
  const token = [...text.matchAll(TOKEN)].some(([header]) => isAccessToken(header)) ? ['an access token'] : []
  const canary = canaries.some((one) => text.includes(one)) ? ['a canary'] : []
  return [...forms, ...token, ...canary]
}

/** Other signed texts, such as intents, may be read by anybody. */
function isAccessToken(header: string): boolean {
  return Buffer.from(header, 'base64url').toString().includes('"at+jwt"')
}

function textOf(row: object): string {
  return JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
}
