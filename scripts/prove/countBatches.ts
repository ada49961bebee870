/** How many transactions carried several payments: a proof of settlement has to be one of batches too. */
import type { Database } from '../../subgraphs/shared/database.ts'

export const countBatches = (database: Database): Promise<number> =>
  database.collection('accountNonces').countDocuments({ paymentIds: { $exists: true } })
