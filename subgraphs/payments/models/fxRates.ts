/** Exchange rates that an operator loaded (domain 6.7): one row for each pair and instant, never deleted. */
import { type Database, newSchema } from '../../shared/database.ts'
import type { FxPair } from '../../shared/tokens.ts'

export interface FxRate {
  readonly pair: FxPair
  /** Dollars for one of the currency, as decimal text. */
  readonly rate: string
  /** When the rate was taken. */
  readonly asOf: Date
  readonly source: string
}

export interface FxRateRow extends FxRate {
  /** Pair and instant. */
  readonly _id: string
  readonly loadedAt: Date
}

const FX_RATES = 'fxRates'

const fxRates = (database: Database) => database.collection<FxRateRow>(FX_RATES)

export function registerFxRates(database: Database): void {
  const schema = newSchema()
  schema.index({ pair: 1, asOf: -1 })
  database.model(schema, FX_RATES)
}

/** The newest rate that was taken at `at` or before. */
export function findNewestRate(database: Database, pair: FxPair, at: Date): Promise<FxRateRow | null> {
  return fxRates(database).findOne({ pair, asOf: { $lte: at } }, { sort: { asOf: -1 } })
}

/** A rate of the same instant is replaced: loading a file twice changes nothing. */
export async function storeRates(database: Database, rates: readonly FxRate[], loadedAt: Date): Promise<void> {
  await fxRates(database).bulkWrite(
    rates.map((rate) => ({
      replaceOne: {
        filter: { _id: `${rate.pair}/${rate.asOf.toISOString()}` },
        replacement: { ...rate, loadedAt },
        upsert: true,
      },
    })),
  )
}
