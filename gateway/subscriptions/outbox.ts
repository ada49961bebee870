/**
 * What waits to be sent on one socket. Results wait for their turn, which comes once the connection has taken most of what went
 * before, so that a slow reader slows its sources down and little is held for it. A connection that takes nothing is reported.
 */
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'

export interface Outbox {
  /** At once, however much waits: for what the protocol owes, which is little as long as nothing is read from a full socket. */
  send(frame: string): void
  /** The same for what is a whole frame already, made for many: past ws, which would make it again for each. */
  write(frame: readonly Buffer[]): void
  ping(): void
  pong(data: Buffer): void
  isEmpty(): boolean
  /** Whether more may be sent, and nobody waits to do so. */
  hasRoom(): boolean
  /** Calls it once, in its turn, when there is room. */
  wait(go: () => void): void
  leave(go: () => void): void
  /** Nothing is sent any more. */
  stop(): void
}

export interface OutboxLimits {
  readonly heldBytes: number
  readonly stalledMs: number
}

/**
 * @param stream what the socket is written to
 * @param onStalled called each time that the connection has taken nothing for so long, and whether nothing since the last time
 */
export function createOutbox(
  socket: WebSocket,
  stream: Duplex,
  limits: OutboxLimits,
  onStalled: (isAgain: boolean) => void,
): Outbox {
  const turns = new Set<() => void>()
  let stalling: NodeJS.Timeout | undefined
  let isStalled = false
  let isOver = false
  let unsentPongs = 0

  /** Not of a socket that closes either: what is sent there is lost. */
  const isOpenToMore = () =>
    socket.readyState === WebSocket.OPEN && stream.writableLength <= limits.heldBytes && unsentPongs < PONGS_MAX

  function watch(): void {
    if (stalling !== undefined || stream.writableLength === 0) return
    stalling = setTimeout(() => {
      stalling = undefined
      watch()
      const isAgain = isStalled
      isStalled = true
      onStalled(isAgain)
    }, limits.stalledMs).unref()
  }

  function rest(): void {
    clearTimeout(stalling)
    stalling = undefined
  }

  function onTaken(): void {
    // As nearly always: the connection takes what it is sent at once.
    if (isOver || (stalling === undefined && turns.size === 0)) return
    isStalled = false
    rest()
    watch()
    for (const go of turns) {
      if (!isOpenToMore()) return
      turns.delete(go)
      go()
    }
  }

  return {
    send(frame) {
      if (isOver) return
      socket.send(frame, onTaken)
      watch()
    },
    write([first, second]) {
      // Nothing may follow a close frame.
      if (isOver || first === undefined || socket.readyState !== WebSocket.OPEN) return
      if (second === undefined) stream.write(first, onTaken)
      else {
        stream.cork()
        stream.write(first)
        stream.write(second, onTaken)
        stream.uncork()
      }
      watch()
    },
    ping() {
      if (isOver) return
      socket.ping(onTaken)
      watch()
    },
    pong(data) {
      if (isOver) return
      unsentPongs += 1
      socket.pong(detached(data), false, () => {
        unsentPongs -= 1
        onTaken()
      })
      watch()
    },
    isEmpty: () => stream.writableLength === 0,
    hasRoom: () => turns.size === 0 && isOpenToMore(),
    wait: (go) => void turns.add(go),
    leave: (go) => void turns.delete(go),
    stop() {
      isOver = true
      rest()
      turns.clear()
    },
  }
}

/** That wait to be sent: of so small ones, what is counted is little of what they take. */
const PONGS_MAX = 64

/** Data of a frame is a part of all that was read with it, which would be held as long; and so would a pool of buffers. */
function detached(data: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(data.length)
  copy.set(data)
  return copy
}
