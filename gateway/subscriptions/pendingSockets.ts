/**
 * Sockets that are not authenticated yet, bounded in time and number. When there are too many the oldest is terminated, so that
 * a flood of silent sockets does not harm clients that authenticate at once.
 */
import type { WebSocket } from 'ws'

export interface PendingSockets {
  add(socket: WebSocket): void
  /** Its caller is authenticated. */
  admit(socket: WebSocket): void
}

export function createPendingSockets({ max, withinMs }: { max: number; withinMs: number }): PendingSockets {
  // In order of arrival.
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
