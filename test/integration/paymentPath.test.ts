// A payment takes the path that the README lists: recorded from a running service, so that an additional layer fails the
// test.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentPath } from '../support/paymentPathChild.ts'

const FILES_MAX = 12
const LINES_MAX = 300

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const [, afterTitle = ''] = read('README.md').split('### The path of a payment\n')
const [section = ''] = afterTitle.split(/^## /m)
const listed = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].flatMap(([, path]) => path ?? [])
const [, uses = ''] = section.split('On the way they use')
const asked = [...uses.matchAll(/`([^`]+\/)`/g)].flatMap(([, folder]) => folder ?? [])

let path: PaymentPath

beforeAll(async () => {
  const script = new URL('test/support/paymentPathChild.ts', ROOT).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  path = JSON.parse(stdout) as PaymentPath
}, 180_000)

const folderOf = (file: string) =>
  asked.filter((folder) => file.startsWith(folder)).sort((a, b) => b.length - a.length)[0]

describe('POST /api/v2/payments', () => {
  test('goes from the socket to the commit through the listed files, in their order, and through no others', () => {
    expect(path.called).toEqual(listed)
  })

  test(`takes at most ${FILES_MAX} files, none of them longer than usual`, () => {
    expect(listed.length).toBeLessThanOrEqual(FILES_MAX)
    for (const file of listed) {
      expect(path.executed, file).toContain(file)
      expect(read(file).split('\n').length - 1, file).toBeLessThanOrEqual(LINES_MAX)
    }
  })

  test('uses the folders that are named on the way, and no others', () => {
    const others = path.executed.filter((file) => !listed.includes(file))
    expect(others.filter((file) => folderOf(file) === undefined)).toEqual([])
    expect(new Set(others.map(folderOf))).toEqual(new Set(asked))
  })
})
