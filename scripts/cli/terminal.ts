/** Asks people. Where there is no terminal nobody is asked. */

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandFailure, wrongUsage } from './failure.ts'

/** A secret: from a pipe, or typed without being shown. */
export async function readSecret(prompt: string): Promise<string> {
  const { stdin } = process
  if (!stdin.isTTY) return (await text(stdin)).trim()
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(prompt)
  const answer = await ask(silent, '')
  process.stderr.write('\n')
  return answer.trim()
}

/** @throws CommandFailure nobody has agreed */
export async function requireConsent(question: string, isGiven: boolean | undefined): Promise<void> {
  if (isGiven === true) return
  if (!process.stdin.isTTY) throw wrongUsage(`${question} Give --yes: there is no terminal to ask at.`)
  const answer = await ask(process.stderr, `${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('failed', 'Nothing was done.')
}

async function ask(output: NodeJS.WritableStream, question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const ended = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CommandFailure('failed', 'Nothing was done.')))
    lines.once('close', () => reject(new CommandFailure('failed', 'Nothing was done.')))
  })
  ended.catch(() => undefined)
  try {
    return await Promise.race([lines.question(question), ended])
  } finally {
    lines.close()
  }
}
