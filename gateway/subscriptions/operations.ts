/**
 * The operations of one socket. An operation is itself and not its id: the client may use an id again at once, and what is left
 * of the earlier one touches the later one in nothing. Each counts until it has begun and is over. What its source was reading then
 * goes on for one result at most, which joins end in seconds; there are no more of these than the caller's rate limit lets begin.
 */
import { newId } from '../../subgraphs/shared/ids.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { SubgraphResult } from '../datasource.ts'
import { type PlainError, refusalOf, toPlainError } from '../errors.ts'
import { type Delivery, endOf } from './delivery.ts'
import type { Outbox } from './outbox.ts'
import { completeFrame, errorFrame, nextFrame, type SubscribePayload } from './protocol.ts'
import { endSource, type Stream } from './streams.ts'

/** What becomes of an operation: its results, one result that is a refusal, or errors before it has begun. */
export type Begun =
  | { readonly stream: Stream<Delivery> }
  | { readonly result: SubgraphResult }
  | { readonly errors: readonly PlainError[] }

export interface Asked {
  readonly id: string
  readonly payload: SubscribePayload
  /** Takes where it begins. */
  onPosition(cursor: string): void
}

interface Operation {
  readonly id: string
  /** Nothing is sent for it any more. */
  isOver: boolean
  /** The last that was sent, or where it began. */
  cursor: string | null
  stop(): void
}

export interface Operations {
  /** False: another operation has this id. */
  subscribe(id: string, payload: SubscribePayload): boolean
  /** Ignored where it has ended. */
  complete(id: string): void
  /** Ends those that a connection is too slow for, and tells where each goes on. */
  endSlow(): void
  endAll(): void
  count(): number
  /** After which all of them go on; null: there is no one such cursor. */
  cursor(): string | null
}

export interface OperationsOptions {
  readonly outbox: Outbox
  readonly max: number
  readonly log: Log
  /** Rejects for what nobody expects. */
  begin(asked: Asked): Promise<Begun>
  /** Where an operation that has not ended begins. */
  onPosition(id: string, cursor: string): void
  /** True: the socket was closed instead of telling this. */
  isCutFor(errors: readonly PlainError[]): boolean
  fail(error: unknown): void
}

export function createOperations(options: OperationsOptions): Operations {
  const { outbox, max, log, begin, isCutFor, fail } = options
  const byId = new Map<string, Operation>()
  const running = new Set<Operation>()

  function end(own: Operation): void {
    own.isOver = true
    byId.delete(own.id)
    own.stop()
  }

  function tellErrors(own: Operation, errors: readonly PlainError[]): void {
    if (own.isOver) return
    end(own)
    if (!isCutFor(errors)) outbox.send(errorFrame(own.id, errors))
  }

  async function run(own: Operation, payload: SubscribePayload): Promise<void> {
    const begun = await begin({
      ...{ id: own.id, payload },
      onPosition(cursor) {
        own.cursor = cursor
        if (!own.isOver) options.onPosition(own.id, cursor)
      },
    })
    if ('errors' in begun) return tellErrors(own, begun.errors)
    if ('stream' in begun) return read(own, begun.stream)
    if (own.isOver) return
    end(own)
    if (isCutFor(begun.result.errors ?? [])) return
    outbox.send(nextFrame(own.id, JSON.stringify(begun.result)))
    outbox.send(completeFrame(own.id))
  }

  /** Sends each result before it takes the next, so that the source waits for the connection. */
  async function read(own: Operation, stream: Stream<Delivery>): Promise<void> {
    if (own.isOver) return endSource(stream)
    let goOn = () => {}
    let put = () => {}
    own.stop = () => {
      endSource(stream)
      outbox.leave(put)
      goOn()
      running.delete(own)
    }
    const take = (value: Delivery) => {
      const hasRoom = outbox.hasRoom()
      if (hasRoom) send(own, value)
      return hasRoom
    }
    try {
      for (;;) {
        await stream.hand?.(take)
        const step = await stream.next()
        if (step.done === true || own.isOver) break
        const { value } = step
        if (!take(value))
          await new Promise<void>((resolve) => {
            goOn = resolve
            put = () => {
              send(own, value)
              resolve()
            }
            outbox.wait(put)
          })
      }
    } catch (error) {
      if (own.isOver) return
      const requestId = newId('request')
      return tellErrors(own, [toPlainError(refusalOf(error, requestId, log), requestId)])
    }
    if (own.isOver) return
    end(own)
    outbox.send(completeFrame(own.id))
  }

  function send(own: Operation, delivery: Delivery): void {
    outbox.write(delivery.frameFor(own.id))
    own.cursor = delivery.cursor ?? own.cursor
  }

  return {
    subscribe(id, payload) {
      if (byId.has(id)) return false
      if (running.size >= max) {
        outbox.send(errorFrame(id, [tooMany(max)]))
        return true
      }
      const own: Operation = { id, isOver: false, cursor: null, stop: () => undefined }
      byId.set(id, own)
      running.add(own)
      run(own, payload)
        .catch(fail)
        .finally(() => running.delete(own))
      return true
    },
    complete(id) {
      const own = byId.get(id)
      if (own !== undefined) end(own)
    },
    endSlow() {
      for (const own of [...byId.values()]) {
        end(own)
        outbox.send(nextFrame(own.id, JSON.stringify({ errors: [endOf('too_slow', own.cursor)] })))
        outbox.send(completeFrame(own.id))
      }
    },
    endAll() {
      for (const own of [...byId.values()]) end(own)
    },
    count: () => byId.size,
    cursor() {
      const cursors = new Set([...byId.values()].map(({ cursor }) => cursor))
      return cursors.size === 1 ? ([...cursors][0] ?? null) : null
    },
  }
}

function tooMany(max: number): PlainError {
  const message = `At most ${max} subscriptions on one socket.`
  return toPlainError({ type: 'invalid_request', message, details: {} }, newId('request'))
}
