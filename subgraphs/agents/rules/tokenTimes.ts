/** How long what is issued now may be accepted. Pure. */

/** How far the clocks of two processes may be apart. */
export const CLOCK_SKEW_MS = 60_000

/** From then on no access token is accepted that any process has issued before `at`. */
export function lastTokenEnds(at: Date, lifetimeSeconds: number): Date {
  return new Date(at.getTime() + CLOCK_SKEW_MS + lifetimeSeconds * 1_000)
}
