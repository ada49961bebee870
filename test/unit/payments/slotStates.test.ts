/** The life of a nonce as a closed table, and the rule of what is sent with it. */
import { describe, expect, test } from 'vitest'
import type { SignedBytes } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import {
  type BytesPurpose,
  nextSlotState,
  type SlotEvent,
  type SlotState,
  slotActionOf,
} from '../../../subgraphs/payments/rules/slotStates.ts'

test('the transition table is complete: each state with each event', () => {
  const states: SlotState[] = ['empty', 'signed', 'sent', 'mined']
  const events: SlotEvent[] = ['send', 'replace', 'mine', 'lose']
  const table = states.map((state) => events.map((event) => nextSlotState(state, event)))
  expect(table).toEqual([
    [null, 'sent', null, null],
    ['sent', 'sent', 'mined', null],
    [null, 'sent', 'mined', null],
    [null, 'sent', 'mined', 'sent'],
  ])
})

describe('the result of submitPayment', () => {
  const bytes = (purpose: BytesPurpose): SignedBytes => ({
    ...{ hash: `0x${purpose}`, raw: '0x', purpose, at: new Date(0), height: 0, tip: 1n, maxFee: 1n },
  })
  const slot = (...purposes: BytesPurpose[]) => ({ bytes: purposes.map(bytes) })
  const payment = (status: PaymentRow['status'], work: object | null = {}) =>
    ({ status, chainWork: work }) as unknown as PaymentRow
  const sent = (purpose: BytesPurpose) => ({ kind: 'send', bytes: { purpose } })

  test.each([
    ['an empty nonce is filled, whoever it was for', slot(), payment('pending'), { kind: 'fill' }],
    ['on its way: its own bytes', slot('pay'), payment('pending'), sent('pay')],
    ['stopped on its way: the cancellation', slot('pay', 'cancel'), payment('pending'), sent('cancel')],
    [
      'failed: its bytes never leave again, the cancellation takes their nonce',
      slot('pay'),
      payment('failed'),
      { kind: 'cancel' },
    ],
    ['failed: the cancellation again', slot('cancel'), payment('failed'), sent('cancel')],
    ['failed before anybody saw its bytes: nothing to cancel', slot('pay'), payment('failed', null), { kind: 'fill' }],
    [
      'completed: its own bytes, although a cancellation had been tried',
      slot('pay', 'cancel'),
      payment('completed'),
      sent('pay'),
    ],
    [
      'completed: a cancellation that came too late never goes out again',
      slot('cancel'),
      payment('completed'),
      { kind: 'fill' },
    ],
    ['filled once, filled for ever', slot('pay', 'fill'), payment('failed'), sent('fill')],
    ['bytes of a payment that is not there', slot('pay'), null, { kind: 'fill' }],
    ['a mint', slot('mint'), null, sent('mint')],
  ])('%s', (_name, given, row, task) => {
    expect(slotActionOf(given, row)).toMatchObject(task)
  })
})
