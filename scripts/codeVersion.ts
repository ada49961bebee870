/** Which code a report is of. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The commit; of code that came without its history, the version of the package. */
export function codeVersion(root = ROOT): string {
  if (!existsSync(join(root, '.git'))) return versionIn(root)
  try {
    const asked: ExecFileSyncOptionsWithStringEncoding = {
      ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    }
    return execFileSync('git', ['rev-parse', 'HEAD'], asked).trim()
  } catch {
    return versionIn(root)
  }
}

const versionIn = (root: string): string =>
  String((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version)
