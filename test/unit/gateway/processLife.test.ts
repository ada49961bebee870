// An uncaught failure: logged with its cause, drained, and reported to the supervisor by the exit code.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A process under supervision which says `ready`, then runs `body`; draining says `drained`. */
function start(body: string, options: { stop?: string; drainMs?: number } = {}): ChildProcess {
  const { stop = "console.log('drained')", drainMs = 1_000 } = options
  const script = `
    import { createLog } from './gateway/log.ts'
    import { superviseProcess } from './gateway/processLife.ts'
    const life = superviseProcess({ log: createLog({ level: 'info' }), drainMs: ${drainMs} })
    life.onStop(async () => { ${stop} })
    setInterval(() => undefined, 1_000)
    console.log('ready')
    ${body}`
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function ended(child: ChildProcess, onReady?: () => void): Promise<{ code: number | null; said: string }> {
  let said = ''
  child.stdout?.on('data', (chunk) => {
    const isReady = said === ''
    said += chunk
    if (isReady) onReady?.()
  })
  const [code] = await once(child, 'close')
  return { code, said }
}

describe('a process', () => {
  it.each([
    ['an exception', "setTimeout(() => { throw new Error('lost') }, 1)", 'uncaughtException'],
    ['a rejection', "void Promise.reject(new Error('lost'))", 'unhandledRejection'],
    [
      'an error event',
      "const { EventEmitter } = await import('node:events')\nsetTimeout(() => new EventEmitter().emit('error', new Error('lost')), 1)",
      'uncaughtException',
    ],
  ])('with %s that nobody caught says so, drains and exits with 1', async (_, body, origin) => {
    const { code, said } = await ended(start(body))
    expect(code).toBe(1)
    expect(said).toContain(origin)
    expect(said).toMatch(/"message":"lost"/)
    expect(said).toContain('drained')
  })

  it('drains once, however many failures there are', async () => {
    const { code, said } = await ended(
      start("for (let n = 0; n < 5; n++) setTimeout(() => { throw new Error('lost') }, 1)", {
        stop: "console.log('drained'); await new Promise((resolve) => setTimeout(resolve, 200))",
      }),
    )
    expect([code, said.match(/drained/g)?.length]).toEqual([1, 1])
  })

  it('that cannot be drained still exits with 1', async () => {
    const child = start('', { stop: "throw new Error('stuck')" })
    const { code, said } = await ended(child, () => child.kill('SIGTERM'))
    expect(code).toBe(1)
    expect(said).toContain('could not be drained')
  })

  it('exits with 0 when asked to stop, at once when asked twice', async () => {
    const child = start('')
    expect(await ended(child, () => child.kill('SIGTERM'))).toEqual({ code: 0, said: 'ready\ndrained\n' })
    const stuck = start('', { stop: "console.log('asked'); await new Promise(() => undefined)" })
    stuck.stdout?.on('data', (chunk) => String(chunk).includes('asked') && stuck.kill('SIGINT'))
    expect((await ended(stuck, () => stuck.kill('SIGTERM'))).code).toBe(1)
  })

  it('survives when nobody reads its output', async () => {
    const child = start("setInterval(() => { console.log('more'); console.error('') }, 5)")
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    child.stdout?.destroy()
    const code = once(child, 'exit')
    expect(await Promise.race([code, new Promise((resolve) => setTimeout(resolve, 300, 'alive'))])).toBe('alive')
    child.kill('SIGTERM')
    expect(await code).toEqual([0, null])
  })
})
