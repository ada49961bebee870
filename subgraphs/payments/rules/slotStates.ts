/**
 * The states of an account's nonce, and the rule of what is sent with it. The rule depends on the payment too: once that
 * has failed, its transfer is never sent again, even if the chain loses the cancellation.
 */
import { nextState, type Transitions } from '../../shared/transitions.ts'

/**
 * empty: allocated, with nothing signed. signed: the bytes are stored, and only the process that stored them may have sent
 * them. sent: any node may have them. mined: a confirmed block used the nonce.
 */
export type SlotState = 'empty' | 'signed' | 'sent' | 'mined'

/**
 * fill: an empty transfer to the account itself, which uses up a nonce that no payment needs. topUp: native coins for a
 * wallet that pays its own gas.
 */
export type BytesPurpose = 'pay' | 'cancel' | 'fill' | 'mint' | 'topUp'

/**
 * send: about to be sent, or taken by a node. replace: further bytes with the same nonce are stored. mine: found in a block.
 * lose: that block has left the chain.
 */
export type SlotEvent = 'send' | 'replace' | 'mine' | 'lose'

const SLOT_TRANSITIONS: Transitions<SlotState, SlotEvent> = {
  empty: { replace: 'sent' },
  signed: { send: 'sent', replace: 'sent', mine: 'mined' },
  sent: { replace: 'sent', mine: 'mined' },
  // After a reorganization the bytes are sent or replaced as before.
  mined: { replace: 'sent', mine: 'mined', lose: 'sent' },
}

/** Null: the event does not apply. */
export function nextSlotState(from: SlotState, event: SlotEvent): SlotState | null {
  return nextState(SLOT_TRANSITIONS, from, event)
}

/** cancel, fill: other bytes have to be signed for this nonce first. */
export type SlotAction<Bytes> =
  | { readonly kind: 'send'; readonly bytes: Bytes }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'fill' }

export function slotActionOf<Bytes extends { readonly purpose: BytesPurpose }>(
  slot: { readonly bytes: readonly Bytes[] },
  payment: { readonly status: string; readonly chainWork: object | null; readonly reversedAt?: Date } | null,
): SlotAction<Bytes> {
  const last = slot.bytes.at(-1)
  if (last === undefined) return { kind: 'fill' }
  if (last.purpose === 'fill' || last.purpose === 'mint' || last.purpose === 'topUp')
    return { kind: 'send', bytes: last }
  // Discarded before its bytes were sent: there is nothing to cancel.
  if (payment === null || payment.chainWork === null) return { kind: 'fill' }
  if (payment.status === 'pending') return { kind: 'send', bytes: last }
  // A completed payment that was reversed is treated like a failed one.
  if (payment.status === 'failed' || payment.reversedAt !== undefined)
    return last.purpose === 'cancel' ? { kind: 'send', bytes: last } : { kind: 'cancel' }
  // Completed: a cancellation that lost the race must not be resent, or it could win after a reorganization.
  const pay = slot.bytes.findLast(({ purpose }) => purpose === 'pay')
  return pay === undefined ? { kind: 'fill' } : { kind: 'send', bytes: pay }
}
