/**
 * Equal subscriptions share one run: the source is read once for all of them, the plan runs once for each event, and its result is
 * written as text once. Equal are those of the same operation and variables by callers with the same rights, so what one may see
 * all may see; what ends with a credential ends at its connection.
 *
 * The newest results of a group stand in one ring for all its members, and each member takes the next one when its connection
 * has taken the last. Whoever begins at a cursor that is not in the ring, or falls out of it, reads the log by a run of its own, at
 * its own pace, until it meets the ring again: a slow member costs the others nothing, and misses nothing.
 */
import { invariant } from '../../subgraphs/shared/errors.ts'
import type { Delivery } from './delivery.ts'
import { END, type Stream, streamOf } from './streams.ts'

/** @param after null: from now on. @param onPosition takes where it begins @returns other than a stream: a refusal */
export type Run<Refusal> = (
  after: string | null,
  onPosition: (cursor: string) => void,
) => Promise<Stream<Delivery> | Refusal>

interface Member<Refusal> {
  readonly run: Run<Refusal>
  /** Where it begins; null: now. */
  readonly after: string | null
  readonly onPosition: (cursor: string) => void
  /** An error of a run that is refused in the middle. */
  readonly toError: (refusal: Refusal) => Error
}

export interface Groups {
  /** @param key of equal subscriptions */
  join<Refusal extends object>(key: string, member: Member<Refusal>): Promise<Stream<Delivery> | Refusal>
  count(): number
}

export interface GroupBounds {
  readonly groupsMax: number
  /** Of the ring of each. */
  readonly itemsMax: number
  readonly bytesMax: number
  /** Of all rings together: over it, a group keeps its newest result only. */
  readonly allBytesMax: number
}

const MIB = 1024 * 1024
const DEFAULT_GROUP_BOUNDS: GroupBounds = { groupsMax: 1_000, itemsMax: 256, bytesMax: MIB, allBytesMax: 64 * MIB }

/** Members that go on in one turn of the event loop: together they take a millisecond or two. */
const AT_ONCE = 64

interface Group {
  /** Places are counted from 1; place 0 is where it began. */
  readonly ring: Delivery[]
  last: number
  bytes: number
  /** Cursor -> its place, of the ring and the place before it. */
  readonly places: Map<string, number>
  members: number
  /** Those that have taken everything. */
  readonly waiting: Set<() => void>
  /** Those of them that are told of the newest result, and have not gone on yet. */
  readonly woken: (() => void)[]
  readonly source: Stream<Delivery>
  isReading: boolean
  /** Why it has ended. */
  end: { readonly error: unknown } | 'over' | null
  /** Whoever comes then opens another one. */
  forget(): void
}

export function createGroups(bounds: GroupBounds = DEFAULT_GROUP_BOUNDS): Groups {
  const groups = new Map<string, Promise<Group | object>>()
  let allBytes = 0

  async function open<R extends object>({ run }: Member<R>): Promise<Group | R> {
    let begin: string | null = null
    const source = await run(null, (cursor) => {
      begin = cursor
    })
    if (!('next' in source)) return source
    const places = new Map<string, number>(begin === null ? [] : [[begin, 0]])
    const group: Group = {
      ...{ ring: [], last: 0, bytes: 0, places, members: 0, source, end: null },
      ...{ waiting: new Set<() => void>(), woken: [], isReading: false, forget: () => undefined },
    }
    return group
  }

  /** The group that is there, or a new one; of a refusal nothing is kept. */
  function find<R extends object>(key: string, member: Member<R>): Promise<Group | R> {
    const known = groups.get(key)
    if (known !== undefined) return known as Promise<Group | R>
    const opening = open(member)
    groups.set(key, opening)
    const forget = () => {
      if (groups.get(key) === opening) groups.delete(key)
    }
    opening.then((made) => {
      if ('ring' in made) made.forget = forget
      else forget()
    }, forget)
    return opening
  }

  function leave(group: Group): void {
    group.members -= 1
    if (group.members > 0) return
    if (group.end === null) void group.source.return?.()
    group.end ??= 'over'
    group.forget()
    while (group.ring.length > 0) drop(group)
  }

  /** Reads one more: a group goes on as fast as its fastest member, once all that waited for the last result have it. */
  async function read(group: Group): Promise<void> {
    if (group.isReading || group.woken.length > 0 || group.end !== null) return
    group.isReading = true
    try {
      const step = await group.source.next()
      if (step.done === true) group.end ??= 'over'
      else if (group.end === null) keep(group, step.value)
    } catch (error) {
      group.end ??= { error }
    }
    if (group.end !== null) group.forget()
    group.isReading = false
    wake(group)
  }

  function keep(group: Group, delivery: Delivery): void {
    group.ring.push(delivery)
    group.last += 1
    group.bytes += delivery.bytes
    allBytes += delivery.bytes
    if (delivery.cursor !== null) group.places.set(delivery.cursor, group.last)
    while (group.ring.length > 1 && isOverBounds(group)) drop(group)
  }

  /** One member alone is never behind: the group is read when it asks. */
  function isOverBounds({ ring, bytes, members }: Group): boolean {
    return members === 1 || ring.length > bounds.itemsMax || bytes > bounds.bytesMax || allBytes > bounds.allBytesMax
  }

  /** The oldest. */
  function drop(group: Group): void {
    const bytes = group.ring.shift()?.bytes ?? 0
    group.bytes -= bytes
    allBytes -= bytes
    const before = group.last - group.ring.length
    for (const [cursor, place] of group.places) {
      if (place >= before) break
      group.places.delete(cursor)
    }
  }

  /** Each once: whoever waits again meanwhile waits for the next result, which is not read before. */
  function wake(group: Group): void {
    for (const goOn of group.waiting) group.woken.push(goOn)
    group.waiting.clear()
    wakeSome(group)
  }

  function wakeSome(group: Group): void {
    for (const goOn of group.woken.splice(0, AT_ONCE)) goOn()
    if (group.woken.length > 0) setImmediate(wakeSome, group)
    else if (group.waiting.size > 0) void read(group)
  }

  /** @param begins the place after which it goes on, or a run of its own */
  function follow<R extends object>(
    group: Group,
    { run, toError }: Member<R>,
    begins: { readonly place: number; readonly last: string | null } | { readonly own: Stream<Delivery> },
  ): Stream<Delivery> {
    let own = 'own' in begins ? begins.own : null
    let place = 'own' in begins ? 0 : begins.place
    let last = 'own' in begins ? null : begins.last
    let goOn = () => {}
    let isOver = false

    const placeOf = (cursor: string | null) => (cursor === null ? undefined : group.places.get(cursor))

    /** Whether its own run has met the group, which goes on from there. @param met the place of what it has taken last */
    function meets(stream: Stream<Delivery>, met = placeOf(last)): boolean {
      if (met === undefined || group.end !== null) return false
      place = met
      own = null
      void stream.return?.()
      return true
    }

    /** The next result, where the ring has it. */
    const following = () => (place < group.last ? group.ring.at(place - group.last) : undefined)

    function goPast(delivery: Delivery): Delivery {
      place += 1
      last = delivery.cursor
      return delivery
    }

    const hand = (take: (delivery: Delivery) => boolean) =>
      new Promise<void>((resolve, reject) => {
        goOn = () => {
          try {
            for (let one = following(); one !== undefined && own === null && !isOver; one = following()) {
              if (!take(one)) return resolve()
              goPast(one)
            }
          } catch (error) {
            return reject(error)
          }
          if (isOver || own !== null || place < group.last || group.end !== null) resolve()
          else group.waiting.add(goOn)
        }
        goOn()
        void read(group)
      })

    async function nextOwn(stream: Stream<Delivery>): Promise<IteratorResult<Delivery, undefined>> {
      const step = await stream.next()
      if (step.done === true) return step
      const before = placeOf(last)
      last = step.value.cursor
      // What the group has not come to yet follows, in both, what it has come to.
      if (!meets(stream) && last !== null && before !== undefined) meets(stream, before + 1)
      // Else nobody would, where all have runs of their own.
      void read(group)
      return step
    }

    async function next(): Promise<IteratorResult<Delivery, undefined>> {
      while (!isOver) {
        // The group may have come to the same event later.
        if (own !== null && !meets(own)) return nextOwn(own)
        if (group.last - place > group.ring.length) {
          invariant(last !== null, 'a place in a group that no cursor names')
          const made = await run(last, () => undefined)
          if (!('next' in made)) throw toError(made)
          if (isOver) void made.return?.()
          own = made
          continue
        }
        const delivery = following()
        if (delivery !== undefined) return { done: false, value: goPast(delivery) }
        if (group.end === 'over') return END
        if (group.end !== null) throw group.end.error
        await new Promise<void>((resolve) => {
          goOn = resolve
          group.waiting.add(resolve)
          void read(group)
        })
      }
      return END
    }

    function stop(): void {
      isOver = true
      group.waiting.delete(goOn)
      goOn()
      void own?.return?.()
      leave(group)
    }

    return { ...streamOf(next, stop), hand }
  }

  return {
    async join<R extends object>(key: string, member: Member<R>): Promise<Stream<Delivery> | R> {
      const { run, after, onPosition } = member
      if (!groups.has(key) && groups.size >= bounds.groupsMax) return run(after, onPosition)
      const group = await find(key, member)
      if (!('ring' in group)) return group as R
      // Its end was not seen by those who were waiting for it to open.
      if (group.end !== null) return run(after, onPosition)
      group.members += 1
      const place = after === null ? group.last : group.places.get(after)
      try {
        if (place !== undefined) {
          const last = after ?? cursorAt(group, place)
          if (last !== null) onPosition(last)
          return follow(group, member, { place, last })
        }
        const own = await run(after, onPosition)
        if ('next' in own) return follow(group, member, { own })
        leave(group)
        return own
      } catch (error) {
        leave(group)
        throw error
      }
    },
    count: () => groups.size,
  }
}

function cursorAt({ places }: Group, wanted: number): string | null {
  for (const [cursor, place] of places) if (place === wanted) return cursor
  return null
}
