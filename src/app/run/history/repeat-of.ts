import type { RequestPart } from '../../client/exchange.ts'
import { isEndpoint } from '../is-endpoint.ts'
import type { RunConnection, RunDraft } from '../run-draft.ts'
import type { RunRecord, SentPart } from './run-record.ts'

/**
 * The same request once more, with the same bytes, through a connection that may be another one by now. Undefined where the run is
 * of a kind that this version does not know, or its request or one of its files is lost.
 */
export function repeatOf(
  { run, sent }: Pick<RunRecord, 'run' | 'sent'>,
  connection: RunConnection,
): RunDraft | undefined {
  const { endpoint, model, title, turn, thread, parent, price } = run
  const content = contentOf(sent.body)
  if (!isEndpoint(endpoint) || content === undefined) return undefined
  return {
    ...{ endpoint, model, title, connection, repeats: run.id, ...content },
    ...(turn !== undefined && { turn }),
    ...(thread !== undefined && { thread }),
    ...(parent !== undefined && { parent }),
    ...(price !== undefined && { price }),
  }
}

function contentOf(body: RunRecord['sent']['body']): Pick<RunDraft, 'request' | 'parts'> | undefined {
  if (body.kind === 'none') return undefined
  if (body.kind === 'json') return { request: body.value }
  const parts = body.parts.map(sendable)
  return parts.every((part) => part !== undefined) ? { request: undefined, parts } : undefined
}

function sendable(part: SentPart): RequestPart | undefined {
  if (part.kind === 'text') return part
  const { name, blob } = part.file
  return blob === undefined ? undefined : { kind: 'file', name: part.name, file: { name, blob } }
}
