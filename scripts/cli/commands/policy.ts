/** Policies in words: how they decide a payment, what a text would become, and how it would have decided past payments. */
import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { type Fields, fieldsOf } from '../client.ts'
import { command } from '../command.ts'
import { EXIT, Refused, wrongUsage } from '../failure.ts'
import { formatFacts, formatTable, type Printer, printable } from '../printer.ts'
import { findWalletId } from '../wallets.ts'

const CHECKED = ['rule', 'passed', 'reason', 'limit', 'actual', 'remaining', 'resets_at']
const CHANGED = ['payment_id', 'usd_amount', 'merchant', 'before', 'after', 'reason']
const COUNTS = ['allowed', 'approval_required', 'denied']
const CONTEXT = 30

export const policyCheck = command({
  name: 'policy check',
  args: ['TO', 'AMOUNT'],
  summary: 'Show rule by rule how the mandate would decide a payment; exit code 3 if it would not be made at once.',
  options: {
    wallet: { type: 'string', value: 'WALLET', help: "the paying wallet; default: the stored one, or the agent's own" },
    token: { type: 'string', value: 'TOKEN', help: 'the token of the amount; default: USDC' },
    chain: { type: 'string', value: 'CHAIN', help: 'default: base' },
    at: { type: 'string', value: 'INSTANT', help: 'decided at this instant, instead of now' },
  },
  async run({ args: [to, amount], flags: { wallet, token, chain, at }, printer, session }) {
    const wallet_id = await findWalletId(session(), wallet)
    const body = { wallet_id, to, amount, token, chain, at }
    const { body: checked } = await session().client.call<Fields & { rules: Fields[] }>('POST /api/v2/policies/check', {
      body,
    })
    const rows = checked.rules.map((rule) => ({ ...rule, limit: figureOf(rule.limit), actual: figureOf(rule.actual) }))
    printer.result(checked, () =>
      [
        styleText(
          checked.allowed === true ? 'green' : 'red',
          `${printable(checked.outcome)}: ${printable(checked.message)}`,
        ),
        '',
        formatTable(
          CHECKED,
          rows.map((row: Fields) => CHECKED.map((name) => row[name])),
        ),
        '',
        formatFacts({ mandate: checked.mandate_id, version: checked.mandate_version, category: checked.category }),
      ].join('\n'),
    )
    if (checked.allowed !== true) process.exitCode = EXIT.denied
  },
})

export const policyPreview = command({
  name: 'policy preview',
  args: ['[TEXT]'],
  summary: 'Show what a policy text would become, which words make each rule, or why it is refused; nothing is stored.',
  options: {
    file: { type: 'string', value: 'FILE', help: 'read the text from a file; - is the standard input' },
    mandate: { type: 'string', value: 'MANDATE', help: 'compare with this mandate' },
    timezone: { type: 'string', value: 'ZONE', help: 'the zone of hours that name none' },
  },
  async run({ args: [text], flags: { file, mandate: mandate_id, timezone: limit_timezone }, printer, session }) {
    const policy = await readText(text, file)
    const body = { policy, mandate_id, limit_timezone }
    try {
      const { body: read } = await session().client.call<Preview>('POST /api/v2/mandates/preview', { body })
      printer.result(read, () => formatPreview(read))
    } catch (error) {
      if (error instanceof Refused) showProblems(printer, policy, error)
      throw error
    }
  },
})

export const policySimulate = command({
  name: 'policy simulate',
  args: ['[TEXT]'],
  summary: 'Show how a policy text, or a mandate, would have decided the real payments of a wallet.',
  options: {
    file: { type: 'string', value: 'FILE', help: 'read the text from a file; - is the standard input' },
    mandate: { type: 'string', value: 'MANDATE', help: 'this mandate, instead of a text' },
    wallet: { type: 'string', value: 'WALLET', help: 'whose payments; default: the stored one' },
    from: { type: 'string', value: 'INSTANT', help: 'payments since then; default: 30 days ago' },
    until: { type: 'string', value: 'INSTANT', help: 'payments before; default: now' },
  },
  async run({ args: [text], flags: { file, mandate: mandate_id, wallet, from, until }, printer, session }) {
    const policy = mandate_id === undefined ? await readText(text, file) : undefined
    const wallet_id = await findWalletId(session(), wallet)
    const body = { wallet_id, policy, mandate_id, from, until }
    try {
      const { body: simulated } = await session().client.call<Simulation>('POST /api/v2/policies/simulate', { body })
      printer.result(simulated, () => formatSimulation(simulated))
    } catch (error) {
      if (error instanceof Refused && policy !== undefined) showProblems(printer, policy, error)
      throw error
    }
  },
})

interface Preview {
  readonly policy: Fields
  readonly canonical_text: string
  readonly spans: readonly Fields[]
  readonly notes: readonly Fields[]
  readonly changes: readonly Fields[]
}

interface Simulation {
  readonly payments: number
  readonly changed: number
  readonly before: Fields
  readonly after: Fields
  readonly canonical_text: string
  readonly changes: readonly Fields[] | { readonly data: readonly Fields[] }
}

function formatPreview({ canonical_text, policy, spans, notes, changes }: Preview): string {
  return [
    printable(canonical_text),
    '',
    formatTable(
      ['words', 'rule', 'value'],
      spans.map(({ text, field, value }) => [text, field, figureOf(value)]),
    ),
    '',
    formatFacts(Object.fromEntries(Object.entries(policy).filter(([, value]) => isSet(value)))),
    ...notes.map(({ message }) => `Note: ${printable(message)}`),
    ...changes.map(({ field, before, after, change }) =>
      printable(`${change}: ${field} from ${figureOf(before) ?? 'none'} to ${figureOf(after) ?? 'none'}`),
    ),
  ].join('\n')
}

function formatSimulation({ payments, changed, before, after, canonical_text, changes }: Simulation): string {
  const rows = 'data' in changes ? changes.data : changes
  const counts = [['as decided', before] as const, ['with this policy', after] as const]
  return [
    printable(canonical_text),
    '',
    formatTable(
      ['', ...COUNTS],
      counts.map(([name, count]) => [name, ...COUNTS.map((one) => count[one])]),
    ),
    '',
    `It would have changed ${changed} of ${payments} payments.`,
    ...(rows.length === 0
      ? []
      : [
          formatTable(
            CHANGED,
            rows.map((row) => CHANGED.map((name) => row[name])),
          ),
        ]),
  ].join('\n')
}

/** The words of a refused text where they stand, each with what is wrong and what to write instead. */
function showProblems(printer: Printer, text: string, { error: { details } }: Refused): void {
  if (printer.isJson || !Array.isArray(details.problems)) return
  for (const { start, end, code, message, suggestion } of details.problems.map(fieldsOf)) {
    const [from, to] = [Number(start), Number(end)]
    const before = printable(text.slice(Math.max(0, from - CONTEXT), from))
    const words = printable(text.slice(from, to))
    printer.note(`  ${before}${words}${printable(text.slice(to, to + CONTEXT))}`)
    printer.note(`  ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, words.length))} ${printable(code)}`)
    printer.note(`  ${printable(message)} ${printable(suggestion)}\n`)
  }
}

/** @throws CommandFailure */
async function readText(text: string | undefined, file: string | undefined): Promise<string> {
  if ((text === undefined) === (file === undefined)) throw wrongUsage('Give the text, or a file by --file.')
  if (file === undefined) return text ?? ''
  if (file === '-') return readAll(process.stdin)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw wrongUsage(`${file} cannot be read.`)
  }
}

/** Of an amount or a text that the service tells apart. */
function figureOf(value: unknown): unknown {
  const { usd, text, names, time_windows } = fieldsOf(value)
  return usd ?? text ?? (Array.isArray(names) ? names.join(', ') : time_windows) ?? null
}

const isSet = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)
