import { ownOf } from '#contract/core/loose-json.ts'
import { fileExample, type Operation } from './openapi.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const json = (value: unknown) => quoted(JSON.stringify(value, null, 2))

/** The options for a body: its type and the JSON, or the parts of the form. */
function bodyLines({ requestBody }: Operation): string[] {
  for (const { examples, example } of Object.values(requestBody?.content ?? {})) {
    const [first] = Object.values(examples ?? {})
    if (first) return [`-H 'Content-Type: application/json'`, `-d ${json(first.value)}`]
    const parts = Object.entries(example ?? {})
    if (parts.length > 0)
      return parts.map(([name, value]) => `-F ${quoted(`${name}=${value === fileExample ? '@file' : value}`)}`)
  }
  return []
}

/** A call of an operation for a shell that has the two variables which the router prints at start. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const [status] = Object.keys(operation.responses)
  const reply = status === undefined ? undefined : ownOf(operation.responses, status)
  const types = Object.keys((reply && 'content' in reply && reply.content) || {})
  const isFile = /^(audio|video|\*)\//.test(types[0] ?? '')
  const base = path.startsWith('/v1') ? '$OPENAI_BASE_URL' : `\${OPENAI_BASE_URL%/v1}`
  const lines = [
    `curl${method === 'get' || method === 'post' ? '' : ` -X ${method.toUpperCase()}`} "${base}${path.replace(/^\/v1/, '')}"`,
    ...(operation.security ? [] : ['-H "Authorization: Bearer $OPENAI_API_KEY"']),
    ...(operation['x-paid'] ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...bodyLines(operation),
    ...(isFile ? ['-o reply'] : []),
  ]
  return lines.join(' \\\n  ')
}
