/**
 * Screens a record that names somebody when it is made or changed (domain 4.3). What is on a sanctions list is refused; a
 * similar name is often somebody else's, so it is flagged and recorded: whoever pays it waits for a review each time, and a
 * bank account waits itself, once, for a case.
 */
import { joinWrites } from '../../shared/commit/compose.ts'
import { orgRef, PLATFORM } from '../../shared/commit/positions.ts'
import type { State } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { NamedRecord, RecordScreening } from '../../shared/recordScreening.ts'
import { caseRef } from '../models/cases.ts'
import { recordFlaggedEvent, screeningRef } from '../models/screenings.ts'
import type { Screener } from '../ports.ts'
import { denyingList, judge } from '../rules/screening.ts'
import { openForRecord } from './cases/openReview.ts'
import { flagIdOf, flagRowWrites } from './flagRecords.ts'

export function createRecordScreening(
  screener: Pick<Screener, 'checkNames' | 'screenRecord' | 'refresh' | 'unavailable'>,
): RecordScreening {
  const isOutdated = (state: State, revision: number): boolean => {
    const isOld = Number(state.get(PLATFORM)?.lists ?? 0) > revision
    // So that the next try screens by the lists in force.
    if (isOld) screener.refresh()
    return isOld
  }
  return {
    unavailable: (mode) => screener.unavailable(mode),
    async look(concerned) {
      // Only equal names count, so that nothing is compared: what waits for no other name can stop somebody at once.
      const { revision } = await screener.screenRecord({ names: [] })
      const screened = concerned.map((one) => ({ one, checks: screener.checkNames(one.names) }))
      const listed = screened.find(({ checks }) => checks.length > 0)
      const error = listed === undefined ? null : listedRefusal(listed.one, listed.checks)
      return (state) => (isOutdated(state, revision) ? 'stale' : error)
    },
    async prepare(record, review) {
      const { checks, revision } = await screener.screenRecord(record)
      const former = await screener.screenRecord({ orgId: record.orgId, names: record.formerNames ?? [] })
      const known = { ...record, checks, revision }
      const screeningId = flagIdOf(known)
      const flagRef = screeningRef(screeningId)
      return {
        reads: () => ({
          guard: [orgRef(record.orgId), flagRef],
          newIds: review === undefined ? [] : [caseRef(review.caseId)],
        }),
        decide(state, at) {
          if (isOutdated(state, Math.min(revision, former.revision))) return { kind: 'stale' }
          // The log of an organization begins once it exists.
          const isLogged = state.get(orgRef(record.orgId)) !== null
          const agentId = record.subjectType === 'agent' ? (record.subjectId as AgentId) : null
          const flag = (found: Parameters<typeof recordFlaggedEvent>[0]) =>
            isLogged ? [recordFlaggedEvent({ ...found, agentId }, at)] : []
          const kept = denyingList(former.checks)
          if (kept !== null)
            return refused(keptNameRefusal(record, kept), { events: flag({ ...record, checks: former.checks }) })
          const { outcome } = judge(checks)
          if (outcome === 'pass') return done(null)
          if (outcome === 'review' && review?.isKnown(state, screeningId) === true) return done(null)
          // An owner is screened with every wallet, and told once.
          if (outcome === 'review' && review === undefined && state.get(flagRef) !== null) return done(null)
          const caseId = review?.caseId
          const flagged = outcome === 'review' ? { ...known, screeningId, ...(caseId && { caseId }) } : known
          const events = flag(flagged)
          if (outcome === 'review') {
            const told = joinWrites([{ events }, flagRowWrites(state, known, at)])
            if (review === undefined) return done(null, told)
            return done(
              { caseId: review.caseId, screeningId },
              joinWrites([told, openForRecord(state, review, { ...known, screeningId }, at)]),
            )
          }
          const message = `The ${record.subjectType} has a name or address that is on a sanctions list.`
          const details = { reason: 'sanctions_hit', ...denyingList(checks) }
          return refused(new DomainError('compliance_denied', message, details), { events })
        },
      }
    },
  }
}

/** What freezes wallets goes by the name: whoever could change it would get them back. */
function keptNameRefusal({ subjectType }: NamedRecord, list: NonNullable<ReturnType<typeof denyingList>>): DomainError {
  const message = `The name that the ${subjectType} has is on a sanctions list. It cannot be changed until no list has it.`
  return new DomainError('compliance_denied', message, { reason: 'sanctions_hit', name: 'present', ...list })
}

function listedRefusal(
  { subjectType, subjectId }: Pick<NamedRecord, 'subjectType' | 'subjectId'>,
  checks: Parameters<typeof denyingList>[0],
): DomainError {
  const who = subjectType === 'bank_account' ? 'owner of the bank account' : subjectType
  return new DomainError(
    'compliance_denied',
    `The ${who} has a name that is on a sanctions list. Nothing is paid or collected until no list has it.`,
    { ...{ reason: 'sanctions_hit', subject_type: subjectType, subject_id: subjectId }, ...denyingList(checks) },
  )
}
