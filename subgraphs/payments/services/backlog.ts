/** What of settlement waits or has failed, for the metrics. */
import type { Database } from '../../shared/database.ts'
import { findBookingTimes } from '../models/chainCursors.ts'
import { countOpenMismatches } from '../models/mismatches.ts'
import { countFailingTasks } from '../models/settlementTasks.ts'

export const backlogOf = (database: Database) => ({
  mismatches: () => countOpenMismatches(database),
  tasks: () => countFailingTasks(database),
  bookings: () => findBookingTimes(database),
})
