/**
 * What every intent has that only stops something, or that follows from a stop: it goes on in a suspended organization, and by
 * whom the key, session or agent has ended since the request (README: stops go on). Nothing else has both.
 */
export const STOP = { whileSuspended: true, afterEnd: true } as const
