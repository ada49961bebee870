/** Runs an operator's command so that the audit log says who ran it on this machine, and what it changed. */
import { userInfo } from 'node:os'
import { newAct, runAs } from '../subgraphs/shared/acting.ts'
import { recordAct } from '../subgraphs/shared/commit/recordAct.ts'
import type { Commit } from '../subgraphs/shared/commit/types.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import { PLATFORM_ORG } from '../subgraphs/shared/principal.ts'

/** What no commit has recorded stands in the log of the platform. @param operation the command as it is called */
export async function recordCommand<T>(
  { commit }: { readonly commit: Commit },
  operation: string,
  run: () => Promise<T>,
): Promise<T> {
  const actor = { kind: 'command', id: userName(), requestId: newId('request'), operation } as const
  const act = newAct(actor)
  const result = await runAs(act, run)
  if (!act.recorded) await recordAct(commit, { orgId: PLATFORM_ORG, mode: 'live', actor, changes: act.changes })
  return result
}

/** A container may have no name for its user. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
