/**
 * Sockets that nobody has been authenticated on yet. They are bounded in time and number; when there are too many the
 * oldest is ended, so that a flood of silent ones costs an honest client nothing that speaks at once.
 */
import type { WebSocket } from 'ws'

export interface PendingSockets {
  add(socket: WebSocket): void
  /** It is somebody's now. */
  admit(socket: WebSocket): void
}

export function createPendingSockets({ max, withinMs }: { max: number; withinMs: number }): PendingSockets {
  // In the order of their arrival.
  const waiting = new Map<WebSocket, NodeJS.Timeout>()

  function admit(socket: WebSocket): void {
    clearTimeout(waiting.get(socket))
    waiting.delete(socket)
  }

  return {
    admit,
    add(socket) {
      waiting.set(
        socket,
        setTimeout(() => socket.terminate(), withinMs),
      )
      socket.once('close', () => admit(socket))
      const [oldest] = waiting.keys()
      if (waiting.size <= max || oldest === undefined) return
      admit(oldest)
      oldest.terminate()
    },
  }
}
