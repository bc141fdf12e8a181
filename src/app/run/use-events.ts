import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Reader } from '../client/read/reply-reader.ts'
import { createEventLog, type EventMark, type EventsView, markOf } from './event-log.ts'
import { readerFor } from './replay.ts'
import type { RunTools } from './run-tools.ts'
import { toolsOf } from './tools-of.ts'
import { useRuns } from './use-runs.tsx'

/** The stored events of a run, in the order they came; it grows while the run goes on. */
export function useEvents(id: string): EventsView {
  const tools = toolsOf(useRuns())
  const log = useMemo(() => createEventLog(tools.ledger, id), [tools, id])
  return useSyncExternalStore(log.subscribe, log.view)
}

/** Marking many events takes turns of so many milliseconds, between which the page goes on. */
const turn = 24
/** What is marked is shown so often, in ms: each showing looks at all marks. */
const pause = 200

/** The marks of events, in their order: as many as could be made so far. `events` may only grow, or be those of another run. */
export function useEventMarks(id: string, events: EventsView['events']): readonly EventMark[] {
  const tools = toolsOf(useRuns())
  const [marks, setMarks] = useState<{ readonly id: string; readonly all: readonly EventMark[] }>({ id, all: [] })
  const work = useRef<{ readonly id: string; readonly reader: Promise<Reader>; readonly all: EventMark[] }>(undefined)
  useEffect(() => {
    if (work.current?.id !== id) work.current = { id, reader: readerOf(tools, id), all: [] }
    const { reader, all } = work.current
    let timer: ReturnType<typeof setTimeout>
    let current = true
    let shownAt = Number.NEGATIVE_INFINITY
    const mark = (read: Reader) => {
      const start = performance.now()
      for (let raw = events[all.length]; raw && performance.now() - start < turn; raw = events[all.length])
        all.push(markOf(read, raw))
      const over = all.length >= events.length
      if (over || start - shownAt > pause) {
        shownAt = start
        setMarks({ id, all: all.slice() })
      }
      if (!over) timer = setTimeout(mark, 0, read)
    }
    if (all.length < events.length)
      void reader.then(
        (read) => current && mark(read),
        // What reads them did not load: they are listed without marks.
        () => {},
      )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [tools, id, events])
  return marks.id === id ? marks.all : none
}

const none: readonly EventMark[] = []

/** Where it is not known what the run is, its events are read as those of a conversation. */
async function readerOf({ ledger, createReader }: RunTools, id: string): Promise<Reader> {
  const row = await ledger.get(id).catch(() => undefined)
  return row === undefined ? createReader() : await readerFor(row, createReader).catch(() => createReader())
}
