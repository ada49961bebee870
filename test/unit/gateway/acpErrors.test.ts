// Refusals of the public Agentic Commerce Protocol (protocols.md 2.2, 2.3): flat, with its codes, and short.
import { describe, expect, it } from 'vitest'
import { readRequest } from '../../../gateway/acp/requests.ts'
import { errorFormOf, toFlatError } from '../../../gateway/rest/acpErrors.ts'
import { DomainError, invalidField, toRefusal } from '../../../subgraphs/shared/errors.ts'

const flat = (error: DomainError) => toFlatError(toRefusal(error), 'checkout').body
function refused(body: unknown): DomainError {
  try {
    readRequest('createSession', body)
  } catch (error) {
    if (error instanceof DomainError) return error
  }
  throw new Error('it was taken')
}

describe('a refusal in the form of the protocol', () => {
  const told = (path: string, code: string, message: string) => {
    const { code: shown, message: text, param } = flat(invalidField(path, code, message))
    return [shown, param, text]
  }

  it('has the codes of its examples, and says in a whole sentence which field is meant', () => {
    const id = '$.line_items[0].id'
    expect(told(id, 'out_of_stock', 'is out of stock.')).toEqual([
      ...['out_of_stock', id, 'line_items[0].id is out of stock.'],
    ])
    for (const code of ['unknown_product', 'ambiguous'])
      expect(told(id, code, 'is not sold.')).toEqual(['invalid_item_id', id, 'line_items[0].id is not sold.'])
    expect(told('$.buyer', 'required', 'is required.')).toEqual(['missing', '$.buyer', 'buyer is required.'])
    expect(told('$["a b"]', 'unknown_field', 'is not one.')).toEqual(['invalid', '$["a b"]', '["a b"] is not one.'])
    const whole = new DomainError('invalid_request', 'No such thing.', {
      fields: [{ path: '$.a', code: 'x', message: 'y' }],
    })
    expect(flat(whole).message).toBe('No such thing.')
  })

  it('hides what could be a card, in names whatever digits it has, and no bound or id', () => {
    expect(told('$.a', 'x', 'must be <=1000000000000.')[2]).toBe('a must be <=1000000000000.')
    expect(told('$.a', 'x', 'must be below 9007199254740991.')[2]).toContain('9007199254740991')
    for (const card of ['4539578763621486', '4242 4242 4242 4242', '378282246310005'])
      expect(told('$.a', 'x', `is ${card}.`)[2]).toBe('a is [digits].')
    expect(told('$.a4539578763621487', 'x', 'is not one.').join()).not.toMatch(/\d{6}/)
  })

  it('repeats little of names that are not known, and few of them', () => {
    const long = refused({ ['x'.repeat(900_000)]: 1 })
    expect(JSON.stringify([flat(long), long]).length).toBeLessThan(3_000)
    const many = refused(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1])))
    expect((many.details.fields as unknown[]).length).toBe(20)
    const deep = refused({ line_items: [{ id: 'tea' }], metadata: { ['y'.repeat(900_000)]: 1 } })
    expect(JSON.stringify([flat(deep), deep.details]).length).toBeLessThan(3_000)
  })

  it('is given to all that is asked for below /acp, except by the routes of the service itself', () => {
    for (const path of [
      'carts',
      'carts/c1',
      'feeds',
      'delegate_authentication',
      'checkout_sessions/x/y',
      'anything?a=1',
    ])
      expect([path, errorFormOf(`/acp/${path}`)]).toEqual([path, 'checkout'])
    for (const path of [
      'manifest',
      'checkout',
      'checkout/c1',
      'authorize',
      'pay',
      'orders/o1?a=1',
      'charges',
      'webhooks',
      '',
    ])
      expect([path, errorFormOf(`/acp/${path}`)]).toEqual([path, null])
    for (const path of ['/acp', '/', '/api/v2/wallets', '/acpx/carts']) expect(errorFormOf(path)).toBeNull()
  })
})
