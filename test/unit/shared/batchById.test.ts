// Concurrent look-ups by id share a query, and each gets its own row.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchById } from '../../../subgraphs/shared/batchById.ts'

const rowOf = (_id: string) => ({ _id })

test('look-ups of one moment are one command, and each gets its own row or none', async () => {
  const commands: (readonly string[])[] = []
  const find = batchById(async (ids) => {
    commands.push(ids)
    return ids.filter((id) => id !== 'unused').map(rowOf)
  })
  expect(await Promise.all(['a', 'unused', 'b', 'a'].map(find))).toEqual([rowOf('a'), null, rowOf('b'), rowOf('a')])
  expect(commands).toEqual([['a', 'unused', 'b']])
})

test('look-ups during a command share the next one, which waits no longer than a command that hangs; a failed command fails only its own', async () => {
  const ends: (() => void)[] = []
  const commands: (readonly string[])[] = []
  const find = batchById(async (ids) => {
    commands.push(ids)
    await new Promise<void>((resolve) => void ends.push(resolve))
    if (ids.includes('broken')) throw new Error('away')
    return ids.map(rowOf)
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const first = find('broken')
  await turn()
  const second = [find('b'), find('c')]
  await turn()
  expect(commands).toEqual([['broken']])
  await expect.poll(() => commands).toEqual([['broken'], ['b', 'c']])
  const rest = [find('d'), find('e')]
  await sleep(50)
  expect(commands).toHaveLength(2)
  ends[0]?.()
  await expect(first).rejects.toThrow('away')
  ends[1]?.()
  await expect.poll(() => commands[2]).toEqual(['d', 'e'])
  ends[2]?.()
  expect(await Promise.all([...second, ...rest])).toEqual(['b', 'c', 'd', 'e'].map(rowOf))
})
