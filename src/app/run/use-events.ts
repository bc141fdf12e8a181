import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Reader } from '../client/read/reply-reader.ts'
import { createEventLog, type EventMark, type EventsView, markOf } from './event-log.ts'
import { readerFor } from './load-run.ts'
import type { RunTools } from './run-tools.ts'
import { toolsOf } from './tools-of.ts'
import { useRuns } from './use-runs.tsx'

/** The stored events of a run, in order of arrival; the list grows while the run is open. */
export function useEvents(id: string): EventsView {
  const tools = toolsOf(useRuns())
  const log = useMemo(() => createEventLog(tools.ledger, id), [tools, id])
  return useSyncExternalStore(log.subscribe, log.view)
}

/** Longest slice of marking, in ms. */
const turn = 24
/** Least time between two updates of the state, in ms: each update copies all marks. */
const pause = 200

/** The marks of events, in order, as far as they are made. `events` may only grow, or be those of another run. */
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
        // The reader's code did not load: events are listed without marks.
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

/** Events of a run without a readable row are read as those of `/responses`. */
async function readerOf({ ledger, createReader }: RunTools, id: string): Promise<Reader> {
  const row = await ledger.get(id).catch(() => undefined)
  return row === undefined ? createReader() : await readerFor(row, createReader).catch(() => createReader())
}
