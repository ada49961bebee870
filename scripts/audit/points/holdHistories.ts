/** The histories of holds as their events tell them, against their rows. Only holds that have not ended are kept in memory. */
import type { Checkpoints } from '../checkpoints.ts'
import type { Findings } from '../findings.ts'
import type { Limits } from '../limits.ts'
import type { Event, Hold, MandateVersion } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'
import type { Wallets } from '../wallets.ts'

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly stops: Stops
  readonly limits: Limits
  readonly checkpoints: Checkpoints
  readonly findings: Findings
}

export function openHoldHistories({ source, wallets, stops, limits, checkpoints, findings }: Deps) {
  const open = new Set<string>()
  const counts = { created: 0, voided: 0 }

  function place({ _id, createdAt }: Event, hold: Hold, version: MandateVersion | undefined): void {
    counts.created += 1
    if (open.has(hold._id)) findings.breach(10, `${_id}: ${hold._id} was placed before`)
    open.add(hold._id)
    limits.reserve(hold, version)
    findings.checked(14)
    const stop = stops.stopInLog(hold, wallets, createdAt)
    if (stop !== null) findings.breach(14, `${_id}: ${hold._id} is placed although ${stop}`)
  }

  /** A capture is announced when its payment is completed. */
  function end({ _id, type }: Event, hold: Hold): void {
    const stage = type.slice('hold.'.length)
    if (!open.delete(hold._id)) findings.breach(10, `${_id}: ${hold._id} is ${stage}, and it is not open`)
    if (hold.stage !== stage) findings.breach(7, `${hold._id} was ${stage} by ${_id}, and its row is ${hold.stage}`)
    if (stage !== 'voided') return
    counts.voided += 1
    limits.release(hold)
  }

  return {
    add(event: Event, hold: Hold | undefined, version: MandateVersion | undefined): void {
      findings.checked(10)
      if (hold === undefined) findings.breach(10, `${event._id} is about ${event.resourceId}, which does not exist`)
      else if (event.type === 'hold.created') place(event, hold, version)
      else end(event, hold)
    },
    async end(): Promise<void> {
      if (!source.has('holds')) return
      const rows = { created: 0, voided: 0 }
      const projection = { orgId: 1, mode: 1, stage: 1, createdAt: 1 }
      for await (const page of source.pages<Hold>('holds', { projection }))
        for (const row of page) {
          if (checkpoints.isCut(row)) continue
          const { _id, stage } = row
          findings.checked(7)
          // Before the approval, and after its refusal, a hold does not exist for anybody.
          if (stage !== 'awaiting_approval' && stage !== 'dismissed') rows.created += 1
          if (stage === 'voided') rows.voided += 1
          if (stage !== 'captured' && (stage === 'created') !== open.has(_id))
            findings.breach(10, `${_id} is ${stage}, and its events leave it ${open.has(_id) ? 'open' : 'not open'}`)
        }
      for (const name of ['created', 'voided'] as const)
        if (rows[name] !== counts[name])
          findings.breach(10, `${rows[name]} holds were ${name}, with ${counts[name]} events hold.${name}`)
    },
  }
}
