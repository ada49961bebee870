/**
 * The calendar day and month a payment counts towards, in the zone of the limits (calendar, not rolling; days have 23,
 * 24 or 25 hours), and the offset of a zone from UTC. Pure. Asking Intl costs microseconds, so days and the
 * offsets of quarter hours are cached, in bounded tables.
 */
export interface LimitWindows {
  /** Local date, '2026-11-21'. */
  readonly day: string
  /** Local month, '2026-11'. */
  readonly month: string
  readonly dayStartsAt: Date
  /** First instant of the next local day. */
  readonly dayEndsAt: Date
  readonly monthStartsAt: Date
  readonly monthEndsAt: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Zone transitions fall on quarter hours; the offset around one that does not is not cached. */
const OFFSET_BUCKET_MS = 15 * MINUTE_MS
const ZONES_MAX = 1_000
const DAYS_PER_ZONE_MAX = 8
const OFFSETS_PER_ZONE_MAX = 512

interface Zone {
  readonly format: Intl.DateTimeFormat
  readonly offsets: Map<number, number>
  days: KnownDay[]
}

interface KnownDay {
  readonly startMs: number
  readonly endMs: number
  readonly windows: LimitWindows
}

const zoneSpellings = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]))
const oldSpellings = new Map<string, string>()
const zones = new Map<string, Zone>()

/**
 * Day and month that the instant belongs to in the zone, with their exact ends.
 * @param tz IANA zone, checked earlier by isTimeZone
 * @throws RangeError for a zone that Intl does not know or an invalid date
 */
export function windowKeys(at: Date, tz: string): LimitWindows {
  const zone = getZone(tz)
  const atMs = at.getTime()
  for (const known of zone.days) if (atMs >= known.startMs && atMs < known.endMs) return known.windows
  const known = computeDay(zone, atMs)
  zone.days = [known, ...zone.days.slice(0, DAYS_PER_ZONE_MAX - 1)]
  return known.windows
}

/** Milliseconds to add to UTC to get the wall clock of the zone at this instant. */
export function zoneOffsetMs(atMs: number, tz: string): number {
  return offsetOf(getZone(tz), atMs)
}

/**
 * The instant at which the wall clock of the zone first shows this local time (local time written as if it were UTC).
 * For a local time that a clock change skips it is the instant of the change.
 */
export function instantOfLocal(localMs: number, tz: string): number {
  return instantIn(getZone(tz), localMs)
}

/** The canonical spelling of a zone: UTC for its aliases, area and city for others. Null: not a zone. */
export function canonicalZone(tz: string): string | null {
  if (!isTimeZone(tz)) return null
  const known = zoneSpellings.get(tz.toLowerCase()) ?? oldSpellings.get(tz)
  if (known !== undefined) return known
  const resolved = new Intl.DateTimeFormat('en-US', { timeZone: tz }).resolvedOptions().timeZone
  // Older names that Intl accepts, like US/Pacific, stay as written.
  const spelling = resolved !== 'UTC' && /^[A-Z][A-Za-z_]*(?:\/[A-Z][A-Za-z0-9_+-]*)+$/.test(tz) ? tz : resolved
  if (oldSpellings.size >= ZONES_MAX) oldSpellings.clear()
  oldSpellings.set(tz, spelling)
  return spelling
}

/** Whether Intl accepts the text as a time zone. Offsets such as +02:00 are not zones: they have no clock changes. */
export function isTimeZone(tz: string): boolean {
  if (!/^[A-Za-z]/.test(tz)) return false
  try {
    getZone(tz)
    return true
  } catch {
    return false
  }
}

function computeDay(zone: Zone, atMs: number): KnownDay {
  const local = new Date(atMs + offsetOf(zone, atMs))
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const startMs = instantIn(zone, utcOf(year, month, date))
  const endMs = instantIn(zone, utcOf(year, month, date + 1))
  const day = local.toISOString().slice(0, 10)
  const windows: LimitWindows = {
    day,
    month: day.slice(0, 7),
    dayStartsAt: new Date(startMs),
    dayEndsAt: new Date(endMs),
    monthStartsAt: new Date(instantIn(zone, utcOf(year, month, 1))),
    monthEndsAt: new Date(instantIn(zone, utcOf(year, month + 1, 1))),
  }
  return { startMs, endMs, windows }
}

/** Date.UTC takes years below 100 for years of the last century. */
const utcOf = (year: number, month: number, date: number): number => new Date(0).setUTCFullYear(year, month, date)

function instantIn(zone: Zone, localMs: number): number {
  // The offsets a day before and after are the only two candidates around one clock change.
  const before = offsetOf(zone, localMs - DAY_MS)
  const after = offsetOf(zone, localMs + DAY_MS)
  const first = localMs - before
  if (offsetOf(zone, first) === before) return first
  const second = localMs - after
  if (offsetOf(zone, second) === after) return second
  return changeBetween(zone, Math.min(first, second) - HOUR_MS, Math.max(first, second) + HOUR_MS)
}

/** First instant with the new offset, for a local time that falls into the gap of a clock change. */
function changeBetween(zone: Zone, fromMs: number, toMs: number): number {
  const old = offsetOf(zone, fromMs)
  let [low, high] = [fromMs, toMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetOf(zone, middle) === old) low = middle
    else high = middle
  }
  return high
}

function offsetOf(zone: Zone, atMs: number): number {
  const bucket = Math.floor(atMs / OFFSET_BUCKET_MS)
  const known = zone.offsets.get(bucket)
  if (known !== undefined) return known
  const first = askOffset(zone, bucket * OFFSET_BUCKET_MS)
  if (first !== askOffset(zone, (bucket + 1) * OFFSET_BUCKET_MS - 1)) return askOffset(zone, atMs)
  if (zone.offsets.size >= OFFSETS_PER_ZONE_MAX) zone.offsets.clear()
  zone.offsets.set(bucket, first)
  return first
}

function askOffset(zone: Zone, atMs: number): number {
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of zone.format.formatToParts(atMs))
    if (type in wall) wall[type as keyof typeof wall] = Number(value)
  const secondsOfDay = (wall.hour * 60 + wall.minute) * 60 + wall.second
  const local = utcOf(wall.year, wall.month - 1, wall.day) + secondsOfDay * 1000
  return local - Math.floor(atMs / 1000) * 1000
}

function getZone(tz: string): Zone {
  const known = zones.get(tz)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (zones.size >= ZONES_MAX) zones.clear()
  const zone: Zone = { format, offsets: new Map(), days: [] }
  zones.set(tz, zone)
  return zone
}
