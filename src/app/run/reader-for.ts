import { routeOf } from '#contract/routes.ts'
import type { RunBody, RunRow } from '../ledger/run-row.ts'
import type { Reader } from './replay.ts'
import type { RunTools } from './run-tools.ts'

/** A reader for the stored events of a run; what was sent tells it how many pictures belong to the reply. What reads media is loaded when first needed; rejects where it does not come. */
export async function readerFor(
  { endpoint }: Pick<RunRow, 'endpoint'>,
  createReader: RunTools['createReader'],
  body?: RunBody,
): Promise<Reader> {
  if (routeOf(endpoint)?.vocabulary === 'response') return await createReader()
  const { mediaReading } = await import('../client/read/media/media-reader.ts')
  return await createReader({ media: (outputs) => mediaReading(outputs, { ...body, endpoint }) })
}
