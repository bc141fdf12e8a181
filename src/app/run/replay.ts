import type { RawEvent, RunEvent } from '../client/read/run-event.ts'
import { reduce } from './reduce.ts'
import type { RunResult } from './result.ts'

/** The client's reader: what was stored raw, fed to a new one, tells the same again. */
export interface Reader {
  push(raw: RawEvent): readonly RunEvent[]
  finish(how: 'closed' | 'cut'): readonly RunEvent[]
}

/** The result after some more stored events of a reply that may go on. */
export function replay(reader: Reader, result: RunResult, stored: readonly RawEvent[]): RunResult {
  return reduce(
    result,
    stored.flatMap((raw) => reader.push(raw)),
  )
}
