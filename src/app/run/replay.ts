import { routeOf } from '#contract/routes.ts'
import type { Reader } from '../client/read/reply-reader.ts'
import type { RawEvent } from '../client/read/run-event.ts'
import type { RunBody, RunRow } from '../ledger/run-row.ts'
import { withoutPolls } from './jobs/polls.ts'
import { reduce } from './reduce.ts'
import type { RunResult } from './result.ts'
import type { RunTools } from './run-tools.ts'

/** The result after more stored events of a reply that may continue, polls left out. The reader must have read the events before them. */
export function replay(reader: Reader, result: RunResult, stored: readonly RawEvent[]): RunResult {
  return reduce(
    result,
    withoutPolls(stored).flatMap((raw) => reader.push(raw)),
  )
}

/** A reader for the stored events of a run; the request in `body` tells how many pictures belong to the reply. The media reader is loaded with its first use; rejects where it does not load. */
export async function readerFor(
  { endpoint }: Pick<RunRow, 'endpoint'>,
  createReader: RunTools['createReader'],
  body?: RunBody,
): Promise<Reader> {
  if (routeOf(endpoint)?.vocabulary === 'response') return await createReader()
  const { mediaReading } = await import('../client/read/media/media-reader.ts')
  return await createReader({ media: (outputs) => mediaReading(outputs, { ...body, endpoint }) })
}
