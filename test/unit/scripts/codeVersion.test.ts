// Which code a report is of: the commit, or else the version of the package.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeVersion } from '../../../scripts/codeVersion.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-version-'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3' }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

test('a report names the commit of its code', () => {
  git('init', '--quiet')
  git('-c', 'user.name=One', '-c', 'user.email=one@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'First')
  expect(codeVersion(root)).toMatch(/^[\da-f]{40}$/)
  expect(codeVersion(root)).toBe(git('rev-parse', 'HEAD'))
})

test('or the version of the package, where there is no history, or none that can be read', () => {
  expect(codeVersion(root)).toBe('1.2.3')
  mkdirSync(join(root, '.git'))
  expect(codeVersion(root)).toBe('1.2.3')
})
