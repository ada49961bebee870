/** Ctrl-C of a command that runs until then: it ends in order, and at the second Ctrl-C at once. */
export function interruption(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
