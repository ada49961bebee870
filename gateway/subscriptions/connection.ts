/**
 * One socket in graphql-transport-ws: connection_init within its time, then operations, pings both ways, and closed with the codes
 * of the protocol. Of a client that does not read no more is read, so it cannot make the service hold what it replies.
 */
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { PlainError } from '../errors.ts'
import { ignore } from '../httpServer.ts'
import { isPassing } from './joining.ts'
import { createOperations, type OperationsOptions } from './operations.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import {
  ACK_FRAME,
  CLOSE_CODES,
  type Message,
  PROTOCOL,
  pongFrame,
  readMessage,
  reasonOf,
  type SubscribePayload,
} from './protocol.ts'
import { goesOn, startFrame } from './resume.ts'
import type { SocketLimits } from './socketLimits.ts'

export type Params = Readonly<Record<string, unknown>> | undefined

export interface Connection {
  isOpen(): boolean
  /** Once. Ends its operations at once. @param reasons of which the first is told that a close frame has room for */
  close(code: number, ...reasons: readonly string[]): void
}

/** What the service does for a connection. */
export interface Session extends Pick<OperationsOptions, 'begin'> {
  /** Counts a frame; false: they are too many. */
  countFrame(): boolean
  /** False: the caller is refused, and the connection closed. */
  connect(params: Params): Promise<boolean>
  closed(): void
}

type Limits = 'initTimeoutMs' | 'closeTimeoutMs' | 'keepAliveMs' | 'subscriptionsMax' | 'heldBytes' | 'stalledMs'

interface Speaking {
  /** What the socket is read from and written to. */
  readonly stream: Duplex
  readonly limits: Pick<SocketLimits, Limits>
  readonly log: Log
  open(connection: Connection): Session
}

export function speak(socket: WebSocket, { stream, limits, log, open }: Speaking): Connection {
  let isGoingOn = false
  let isIntroduced = false
  let isAcknowledged = false
  let after: string | null = null
  let isEnding = false
  let cutting: NodeJS.Timeout | undefined

  const connection: Connection = {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close(code, ...reasons) {
      if (isEnding) return
      end()
      socket.close(code, reasonOf(...reasons))
      // For the close frame of the client.
      socket.resume()
    },
  }
  const session = open(connection)
  const outbox = createOutbox(socket, stream, limits, onStalled)
  const operations = createOperations({
    ...{ outbox, log, max: limits.subscriptionsMax, begin: session.begin, isCutFor, fail },
    onPosition: (id, cursor) => {
      if (isGoingOn) outbox.send(startFrame(id, cursor))
    },
  })
  const alive = keepAlive(socket, outbox, limits.keepAliveMs)
  const introduction = setTimeout(
    () => connection.close(CLOSE_CODES.initTimeout, 'Connection initialisation timeout'),
    limits.initTimeoutMs,
  )

  /** Nothing goes on, and nobody is waited for: ws has a time limit for those whom it closes, but none for a client that half-closes. */
  function end(): void {
    if (isEnding) return
    isEnding = true
    clearTimeout(introduction)
    alive.stop()
    operations.endAll()
    outbox.stop()
    cutting = setTimeout(() => socket.terminate(), limits.closeTimeoutMs)
  }

  /** What nobody expects: its request id leads to the line of the log. */
  function fail(error: unknown): void {
    const requestId = newId('request')
    log.error({ request_id: requestId, err: error }, 'a socket failed')
    connection.close(CLOSE_CODES.internalError, `Internal error, request id ${requestId}`)
  }

  /**
   * Client libraries end an operation for good that gets an error, and connect again when they are cut off. So a refusal that
   * passes cuts off those that go on by themselves: nothing is sent on a socket that closes.
   */
  function isCutFor(errors: readonly PlainError[]): boolean {
    const passing = errors.find(isPassing)
    if (passing === undefined || !isGoingOn) return false
    const { type, details } = passing.extensions
    connection.close(CLOSE_CODES.tryAgainLater, String(details.reason ?? type))
    return true
  }

  /** Its subscriptions are ended first, and the socket once nothing is taken of that either. */
  function onStalled(isAgain: boolean): void {
    const isAnyOpen = operations.count() > 0
    // Those that were ended have not been told of it yet, so the cursor has to be theirs as well.
    if (!isAgain) after = operations.cursor()
    else if (isAnyOpen && operations.cursor() !== after) after = null
    const reasons = after === null ? ['too slow'] : [`too slow, resume after ${after}`, 'too slow']
    if (isAnyOpen && !isAgain && !isGoingOn) operations.endSlow()
    else connection.close(CLOSE_CODES.tryAgainLater, ...reasons)
  }

  async function introduce(params: Params): Promise<void> {
    if (isIntroduced) return connection.close(CLOSE_CODES.tooManyInits, 'Too many initialisation requests')
    isIntroduced = true
    clearTimeout(introduction)
    isGoingOn = goesOn(params)
    if (!(await session.connect(params)) || !connection.isOpen()) return
    isAcknowledged = true
    outbox.send(ACK_FRAME)
  }

  /** What is to be done at once is done before it first waits. */
  async function hear(message: Message | null): Promise<void> {
    switch (message?.type) {
      case 'connection_init':
        return introduce(message.payload ?? undefined)
      case 'ping':
        return answer(pongFrame(message.payload))
      case 'pong':
        return
      case 'subscribe':
        return subscribe(message.id, message.payload)
      case 'complete':
        return operations.complete(message.id)
      case undefined:
        return refuse()
    }
  }

  const refuse = () => connection.close(CLOSE_CODES.invalidMessage, 'Invalid message received')

  function answer(pong: string | null): void {
    if (pong === null) refuse()
    else outbox.send(pong)
  }

  function subscribe(id: string, payload: SubscribePayload): void {
    if (!isAcknowledged) connection.close(CLOSE_CODES.unauthorized, 'Unauthorized')
    else if (!operations.subscribe(id, payload))
      connection.close(CLOSE_CODES.idInUse, `Subscriber for ${id} already exists`, 'Subscriber already exists')
  }

  const goOnReading = () => socket.resume()

  function onFrame(react: () => void): void {
    // Of a socket that closes too: until the client closes it as well, it is read on.
    if (!session.countFrame()) {
      connection.close(CLOSE_CODES.tryAgainLater, 'too many messages')
      // Further frames are not read; the close timeout ends the socket.
      socket.pause()
      return
    }
    if (!connection.isOpen()) return
    alive.note()
    react()
    if (!connection.isOpen() || outbox.hasRoom()) return
    socket.pause()
    outbox.wait(goOnReading)
  }

  // Malformed frames are the client's fault, and ws closes the socket.
  socket.on('error', ignore)
  stream.once('end', end)
  socket.on('close', () => {
    end()
    clearTimeout(cutting)
    session.closed()
  })
  socket.on('ping', (data: Buffer) => onFrame(() => outbox.pong(data)))
  socket.on('pong', () => onFrame(ignore))
  socket.on('message', (data) => onFrame(() => void hear(readMessage(String(data))).catch(fail)))
  if (socket.protocol !== PROTOCOL) connection.close(CLOSE_CODES.otherProtocol, 'Subprotocol not acceptable')
  return connection
}

/** Ends a socket whose client is gone without a word. */
function keepAlive(socket: WebSocket, outbox: Outbox, everyMs: number) {
  let isHeard = true
  const asking = setInterval(() => {
    // Who still takes what was sent would reply only after it.
    if (!outbox.isEmpty()) isHeard = true
    else if (!isHeard) socket.terminate()
    else {
      isHeard = false
      outbox.ping()
    }
  }, everyMs)
  return {
    note() {
      isHeard = true
    },
    stop: () => clearInterval(asking),
  }
}
