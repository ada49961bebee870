// A play in steps against a running service: each is checked and shown, and the first failure ends it with exit code 1.
import { type ServiceResponse, StepFailure } from './serviceClient.ts'

interface Step {
  readonly step: string
  readonly request: string
  readonly ms: number
  readonly answer: Readonly<Record<string, unknown>>
}

export type Report = (step: Step) => void

/** @param told what is said at the end */
export async function play(
  { json: isJson, within }: { readonly json: boolean; readonly within?: string | undefined },
  act: (report: Report) => Promise<void>,
  told: (seconds: string) => string,
): Promise<void> {
  const began = performance.now()
  const steps: Step[] = []
  const report: Report = (step) => {
    steps.push(step)
    if (isJson) return
    console.info(`\n${steps.length}. ${step.step}  (${step.ms} ms)\n   ${step.request}`)
    for (const [name, value] of Object.entries(step.answer)) console.info(`   ${name}: ${shown(value)}`)
  }
  try {
    const mostMs = readWithin(within)
    await act(report)
    const took = performance.now() - began
    const tookMs = Math.round(took)
    if (took > mostMs) throw new StepFailure(`it took ${tookMs / 1_000} s, and was to take ${within} s at most`)
    if (isJson) console.info(JSON.stringify({ ok: true, took_ms: tookMs, steps }))
    else console.info(`\n${told((tookMs / 1_000).toFixed(1))}`)
  } catch (cause) {
    const reason = cause instanceof StepFailure ? cause.message : cause instanceof Error ? cause.stack : String(cause)
    if (isJson) console.info(JSON.stringify({ ok: false, error: reason, steps }))
    else console.error(`\nNot completed: ${reason}`)
    process.exitCode = 1
  }
}

/** In milliseconds. @throws StepFailure */
function readWithin(seconds: string | undefined): number {
  if (seconds === undefined) return Number.POSITIVE_INFINITY
  if (Number(seconds) > 0) return Number(seconds) * 1_000
  throw new StepFailure('--within must be a number of seconds above 0.')
}

export async function step(
  report: Report,
  name: string,
  request: string,
  act: (request: string) => Promise<ServiceResponse>,
  fields: readonly string[],
): Promise<ServiceResponse> {
  const start = performance.now()
  const response = await act(request)
  const known = fields.filter((field) => response.body[field] !== undefined)
  const selected = Object.fromEntries(known.map((field) => [field, response.body[field]]))
  report({ step: name, request, ms: Math.round(performance.now() - start), answer: selected })
  return response
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
