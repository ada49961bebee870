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
  screener: Pick<Screener, 'screenRecord' | 'refresh' | 'unavailable'>,
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
      const screened = await Promise.all(
        concerned.map(async (one) => ({ one, ...(await screener.screenRecord({ names: one.names })) })),
      )
      const listed = screened.find(({ checks }) => denyingList(checks) !== null)
      const error = listed === undefined ? null : listedRefusal(listed.one, listed.checks)
      const oldest = Math.min(...screened.map(({ revision }) => revision))
      return (state) => (isOutdated(state, oldest) ? 'stale' : error)
    },
    async prepare(record, review) {
      const { checks, revision } = await screener.screenRecord(record)
      const known = { ...record, checks, revision }
      const screeningId = flagIdOf(known)
      const flagRef = screeningRef(screeningId)
      return {
        reads: () => ({
          guard: [orgRef(record.orgId), flagRef],
          newIds: review === undefined ? [] : [caseRef(review.caseId)],
        }),
        decide(state, at) {
          if (isOutdated(state, revision)) return { kind: 'stale' }
          const { outcome } = judge(checks)
          if (outcome === 'pass') return done(null)
          if (outcome === 'review' && review?.isKnown(state, screeningId) === true) return done(null)
          // An owner is screened with every wallet, and told once.
          if (outcome === 'review' && review === undefined && state.get(flagRef) !== null) return done(null)
          // The log of an organization begins once it exists.
          const isLogged = state.get(orgRef(record.orgId)) !== null
          const caseId = review?.caseId
          const flagged = outcome === 'review' ? { ...known, screeningId, ...(caseId && { caseId }) } : known
          const agentId = record.subjectType === 'agent' ? (record.subjectId as AgentId) : null
          const events = isLogged ? [recordFlaggedEvent({ ...flagged, agentId }, at)] : []
          if (outcome === 'review') {
            const flag = joinWrites([{ events }, flagRowWrites(state, known, at)])
            if (review === undefined) return done(null, flag)
            return done(
              { caseId: review.caseId, screeningId },
              joinWrites([flag, openForRecord(state, review, { ...known, screeningId }, at)]),
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
