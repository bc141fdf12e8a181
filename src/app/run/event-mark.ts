import type { NoticeKind, RawEvent } from '../client/read/run-event.ts'
import type { Reader } from './replay.ts'

/** What the reader made of one event. */
export interface EventMark {
  /** The name it goes by: its `event:` line, else the type that its data state. */
  readonly name: string
  /** What was odd about it: `unknown-event`, `not-json`, `gap`, … */
  readonly notices: readonly { readonly kind: NoticeKind; readonly detail?: string }[]
}

const nothingOdd: EventMark['notices'] = []

/** The mark of the next event of a reply; the reader has to have read those before it. */
export function markOf(reader: Reader, raw: RawEvent): EventMark {
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
