/** Sealed secrets can be opened only for their own record, with their own key and unchanged. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../../subgraphs/shared/secretBox.ts'

const master = randomBytes(32)
const box = createSecretBox(master, 'webhooks')

test('a sealed secret can be opened, and two seals of it differ', () => {
  expect(box.open(box.seal('s€cret', 'whk_1'), 'whk_1')).toBe('s€cret')
  expect(box.seal('secret', 'whk_1')).not.toBe(box.seal('secret', 'whk_1'))
  expect(box.seal('secret', 'whk_1')).not.toContain('secret')
})

test('it cannot be opened for another record or purpose, with another master key, or after a change', () => {
  const sealed = box.seal('secret', 'whk_1')
  expect(() => box.open(sealed, 'whk_2')).toThrow()
  expect(() => createSecretBox(master, 'other').open(sealed, 'whk_1')).toThrow()
  expect(() => createSecretBox(randomBytes(32), 'webhooks').open(sealed, 'whk_1')).toThrow()
  const body = Buffer.from(sealed.slice(3), 'base64url')
  for (let index = 0; index < body.length; index++) {
    const changed = Buffer.from(body)
    changed[index] = (changed[index] as number) ^ 1
    expect(() => box.open(`v1.${changed.toString('base64url')}`, 'whk_1')).toThrow()
  }
  expect(() => box.open('secret', 'whk_1')).toThrow()
})
