/** The form in which a request asks for its answer: JSON, or JSON by a schema. */
export interface AskedFormat {
  readonly name?: string
  /** Absent where any JSON will do. */
  readonly schema?: unknown
}

/** Reads `text.format`, else `response_format`, in which chat completions nest the schema; undefined where text is asked for. */
export function formatAsked(request: unknown): AskedFormat | undefined {
  const given = fieldOf(fieldOf(request, 'text'), 'format') ?? fieldOf(request, 'response_format')
  const type = fieldOf(given, 'type')
  if (type === 'json_object') return {}
  if (type !== 'json_schema') return undefined
  const nested = fieldOf(given, 'json_schema') ?? given
  const name = fieldOf(nested, 'name')
  const schema = fieldOf(nested, 'schema')
  return { ...(typeof name === 'string' && { name }), ...(schema !== undefined && { schema }) }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name) ?? undefined
}
