/**
 * Which process holds something, so that others on the same machine know for certain when it has ended, instead of waiting
 * until its lease expires. Of processes on other machines or in other containers, and where the system does not tell,
 * nothing is known.
 */
import { readFileSync, readlinkSync } from 'node:fs'

/** `<machine and container>/<pid>/<start>`; empty where the system does not tell. */
export function processIdentity(pid: number = process.pid): string {
  const [place, start] = [ownPlace(), startOf(pid)]
  return place === null || start === null ? '' : `${place}/${pid}/${start}`
}

/** True only if it has ended for certain; the system gives its pid to another process one day. */
export function hasEnded(identity: string): boolean {
  const [place, pid, start] = identity.split('/')
  if (place !== ownPlace() || start === undefined || !/^[0-9]+$/.test(pid ?? '')) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  const present = startOf(Number(pid))
  return present !== null && present !== start
}

/** Pids mean the same within one boot of a machine and one container. */
function ownPlace(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** When it was started, in ticks since the boot. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the command is in parentheses and may contain some itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
