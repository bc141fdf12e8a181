import { tooDeep } from '#contract/core/depth.ts'
import { isRecord } from '#contract/core/loose-json.ts'
import { badRequest } from './errors.ts'

const maxDepth = 64

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark stays in the text, where JSON refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.', { code: 'invalid_utf8' })
  }
}

function parse(text: string): unknown {
  if (tooDeep(text, maxDepth)) throw badRequest(`The body nests deeper than ${maxDepth} levels.`, { code: 'too_deep' })
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.', { code: 'invalid_json' })
  }
}

/** The JSON object that a body holds. No body, bad UTF-8, bad JSON, too deep a nesting or another kind of document: a 400 that says which. */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) throw badRequest('The request has no body. Send a JSON object.', { code: 'body_missing' })
  const value = parse(decode(bytes))
  if (!isRecord(value)) throw badRequest('The body must be a JSON object.', { code: 'not_an_object' })
  return value
}
