// Checks of readiness cost the database and the subgraphs something: they run once a second, however often they are asked.
import { expect, test } from 'vitest'
import { createReadiness } from '../../../gateway/readiness.ts'

function open() {
  const state = { now: 0, runs: 0, error: null as Error | null }
  const check = async () => {
    state.runs += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (state.error !== null) throw state.error
  }
  return { state, readiness: createReadiness([{ name: 'database', check }], () => state.now) }
}

test('calls at the same time share one run, and its result is good for a second', async () => {
  const { state, readiness } = open()
  const ok = [
    { name: 'running', error: null },
    { name: 'database', error: null },
  ]
  expect(await Promise.all([readiness.runChecks(), readiness.runChecks()])).toEqual([ok, ok])
  state.now = 999
  expect(await readiness.runChecks()).toEqual(ok)
  expect(state.runs).toBe(1)
  state.now = 1_000
  state.error = new TypeError('gone')
  expect((await readiness.runChecks())[1]).toEqual({ name: 'database', error: 'TypeError' })
  expect(state.runs).toBe(2)
})

test('a failure is forgotten after a second, too', async () => {
  const { state, readiness } = open()
  state.error = new Error('down')
  expect((await readiness.runChecks())[1]?.error).toBe('Error')
  state.error = null
  state.now = 1_000
  expect((await readiness.runChecks())[1]?.error).toBeNull()
})

test('stopping is said at once', async () => {
  const { readiness } = open()
  await readiness.runChecks()
  readiness.stop()
  expect((await readiness.runChecks())[0]).toEqual({ name: 'running', error: 'stopping' })
})
