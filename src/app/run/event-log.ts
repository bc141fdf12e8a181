import type { Reader } from '../client/read/reply-reader.ts'
import type { NoticeKind, RawEvent } from '../client/read/run-event.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isPoll, pollName } from './jobs/polls.ts'

/** The stored events of one run, in order of arrival. */
export interface EventsView {
  readonly events: readonly RawEvent[]
  /** The ledger has not been read yet. */
  readonly loading: boolean
}

type Source = Pick<Ledger, 'eventsOf' | 'subscribe'>

/**
 * Reads the events of a run while there is a listener, later ones incrementally. Where the ledger fails, the view stays as it is.
 */
export function createEventLog(ledger: Source, id: string) {
  const listeners = new Set<() => void>()
  let view: EventsView = { events: [], loading: true }
  let next = 0
  let reading: 'no' | 'once' | 'again' = 'no'
  let stop: (() => void) | undefined

  // A function, since TypeScript keeps the narrowing across the await.
  const isAgain = () => reading === 'again'

  async function read(): Promise<void> {
    if (reading !== 'no') {
      reading = 'again'
      return
    }
    reading = 'once'
    const stored = await ledger.eventsOf(id, next).catch(() => ({ events: [], next }))
    const changed = isAgain()
    reading = 'no'
    next = stored.next
    if (view.loading || stored.events.length > 0) {
      view = { events: view.events.concat(stored.events), loading: false }
      for (const listener of [...listeners]) listener()
    }
    if (changed) await read()
  }

  return {
    /** Keeps its identity until there are new events. */
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      stop ??= ledger.subscribe((change) => void (change.id === id && read()))
      void read()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** How the reader understood one event. */
export interface EventMark {
  /** Its `event:` line, else the `type` or `object` in its data. */
  readonly name: string
  /** The oddities found in it: `unknown-event`, `not-json`, `gap`, … */
  readonly notices: readonly { readonly kind: NoticeKind; readonly detail?: string }[]
}

const nothingOdd: EventMark['notices'] = []
const pollMark: EventMark = { name: pollName, notices: nothingOdd }

/** The mark of the next event of a reply; the reader must have read the events before it. The replies to polls are no part of the reply. */
export function markOf(reader: Reader, raw: RawEvent): EventMark {
  if (isPoll(raw)) return pollMark
  const notices = reader.push(raw).flatMap((event) => {
    if (event.kind !== 'notice') return []
    const { notice, detail } = event
    return [{ kind: notice, ...(detail !== undefined && { detail }) }]
  })
  return { name: raw.name ?? nameIn(raw.data), notices: notices.length === 0 ? nothingOdd : notices }
}

function nameIn(data: string): string {
  if (data.trim() === '[DONE]') return '[DONE]'
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null) return 'message'
    if ('type' in value && typeof value.type === 'string') return value.type
    if ('object' in value && typeof value.object === 'string') return value.object
    return 'message'
  } catch {
    return 'message'
  }
}
