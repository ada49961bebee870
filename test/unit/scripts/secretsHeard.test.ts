// What the proof of secrets searches is everything that is printed (reliability 5.4): whichever way a secret gets out, it is heard.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../../../gateway/log.ts'
import { type Heard, listen } from '../../../scripts/prove/secretsHeard.ts'

const WAYS: readonly (readonly [string, (secret: string, heard: Heard) => unknown])[] = [
  ['stdout', (secret) => process.stdout.write(`${secret}\n`)],
  ['stdout in bytes', (secret) => process.stdout.write(Buffer.from(`${secret}\n`))],
  ['stderr', (secret) => process.stderr.write(`${secret}\n`)],
  ...(['log', 'info', 'warn', 'error', 'debug'] as const).map(
    (name) => [`console.${name}`, (secret: string) => console[name]('shown', { secret })] as const,
  ),
  ['the log', (secret, { destination }) => createLog({ level: 'trace', to: destination }).info({ a: secret }, 'shown')],
  ...(['stdout', 'stderr'] as const).map(
    (name) =>
      [
        `the ${name} of a process`,
        async (secret: string, heard: Heard) => {
          const code = `process.${name}.write(process.argv[1] + '\\n')`
          const child = spawn(process.execPath, ['-e', code, secret], { stdio: ['ignore', 'pipe', 'pipe'] })
          heard.follow('service', child)
          await once(child, 'close')
          await turn()
        },
      ] as const,
  ),
]

test.each(WAYS)('%s is heard', async (way, print) => {
  const heard = listen()
  const secret = `canary ${way}`
  try {
    await print(secret, heard)
  } finally {
    heard.stop()
  }
  expect(heard.lines.some(({ text }) => text.includes(secret))).toBe(true)
})

test('what is printed afterwards is not heard', () => {
  const heard = listen()
  heard.stop()
  process.stdout.write('afterwards\n')
  console.warn('afterwards')
  expect(heard.lines).toEqual([])
})
