// Directories for data that need not outlive the machine's next start. In memory where there is room, because a database
// waits for the disk at every commit; a process that is killed loses nothing there either.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A few databases, each with logs of some 300 MB. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Creates a directory whose name begins with the prefix. The caller removes it. */
export function createTemporaryFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${prefix}-`))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
