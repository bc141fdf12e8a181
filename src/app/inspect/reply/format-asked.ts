import { recordOf, textOf } from '#contract/core/loose-json.ts'

/** The form in which a request asks for its answer: JSON, or JSON by a schema. */
export interface AskedFormat {
  readonly name?: string
  /** Absent where any JSON will do. */
  readonly schema?: unknown
}

/** Reads `text.format`, else `response_format`, in which chat completions nest the schema; undefined where text is asked for. */
export function formatAsked(request: unknown): AskedFormat | undefined {
  const { text, response_format } = recordOf(request)
  const given = recordOf(recordOf(text).format ?? response_format)
  if (given.type === 'json_object') return {}
  if (given.type !== 'json_schema') return undefined
  const nested = recordOf(given.json_schema ?? given)
  const name = textOf(nested.name)
  const schema = nested.schema ?? undefined
  return { ...(name !== undefined && { name }), ...(schema !== undefined && { schema }) }
}
