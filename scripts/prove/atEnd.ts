/** What proofs of one process share, such as a database server that takes longer to start than they run, ends after the last one. */
const endings: (() => Promise<void>)[] = []

export const atEnd = (end: () => Promise<void>): void => void endings.push(end)

export async function endShared(): Promise<void> {
  for (const end of endings.splice(0)) await end()
}
