/** Who has sockets and streams open: one number of them for each caller, whichever kind they are. */
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { createMeter, type Meter, type MeterBounds } from './meter.ts'
import { countedAs } from './socketCaller.ts'

export interface OpenPlace {
  /** Frames of all sockets of the caller. */
  readonly meter: Meter
  /** To be called once it is closed. */
  leave(): void
}

export interface OpenCallers {
  /** Null: the caller has too many already. */
  enter(principal: Principal): OpenPlace | null
}

export function createOpenCallers(bounds: {
  readonly socketsMax: number
  readonly messagesOfCaller: MeterBounds
}): OpenCallers {
  const callers = new Map<string, { open: number; readonly meter: Meter }>()
  return {
    enter(principal) {
      const id = countedAs(principal)
      const caller = callers.get(id) ?? { open: 0, meter: createMeter(bounds.messagesOfCaller) }
      if (caller.open >= bounds.socketsMax) return null
      caller.open += 1
      callers.set(id, caller)
      let isOpen = true
      return {
        meter: caller.meter,
        leave() {
          if (!isOpen) return
          isOpen = false
          caller.open -= 1
          if (caller.open === 0) callers.delete(id)
        },
      }
    },
  }
}
