import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createEventLog, type EventsView } from './event-log.ts'
import { type EventMark, markOf } from './event-mark.ts'
import type { Reader } from './replay.ts'
import { useRuns } from './runs-provider.tsx'

/** The stored events of a run, in the order they came; it grows while the run goes on. */
export function useEvents(id: string): EventsView {
  const { tools } = useRuns()
  const log = useMemo(() => createEventLog(tools.ledger, id), [tools, id])
  return useSyncExternalStore(log.subscribe, log.view)
}

/** Marking many events takes turns of so many milliseconds, between which the page goes on. */
const turn = 24
/** What is marked is shown so often, in ms: each showing looks at all marks. */
const pause = 200

/** The marks of events, in their order: as many as could be made so far. `events` may only grow, or be those of another run. */
export function useEventMarks(id: string, events: EventsView['events']): readonly EventMark[] {
  const { tools } = useRuns()
  const [marks, setMarks] = useState<{ readonly id: string; readonly all: readonly EventMark[] }>({ id, all: [] })
  const work = useRef<{ readonly id: string; readonly reader: Reader; readonly all: EventMark[] }>(undefined)
  useEffect(() => {
    if (work.current?.id !== id) work.current = { id, reader: tools.createReader(), all: [] }
    const { reader, all } = work.current
    let timer: ReturnType<typeof setTimeout>
    let shownAt = Number.NEGATIVE_INFINITY
    const mark = () => {
      const start = performance.now()
      for (let raw = events[all.length]; raw && performance.now() - start < turn; raw = events[all.length])
        all.push(markOf(reader, raw))
      const over = all.length >= events.length
      if (over || start - shownAt > pause) {
        shownAt = start
        setMarks({ id, all: all.slice() })
      }
      if (!over) timer = setTimeout(mark)
    }
    if (all.length < events.length) mark()
    return () => clearTimeout(timer)
  }, [tools, id, events])
  return marks.id === id ? marks.all : none
}

const none: readonly EventMark[] = []
