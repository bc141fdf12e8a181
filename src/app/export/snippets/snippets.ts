import type { SentRecord } from '../../run/history/run-record-schema.ts'
import { refuseKeyIn } from '../keys/scan-for-key.ts'
import { callOf, type SnippetCall } from './call.ts'
import { curl } from './curl.ts'
import { fetchTypescript } from './fetch-typescript.ts'
import { openaiJavascript } from './openai-javascript.ts'
import { openaiPython } from './openai-python.ts'
import { pythonRequests } from './python-requests.ts'

/** How much of a job a snippet does: it waits for it and downloads its results, or it only sends the request. */
export type SnippetPart = NonNullable<Parameters<typeof callOf>[1]>

export interface Snippet {
  readonly id: string
  readonly title: string
  /** Throws an `ExportError` where the language cannot express the request, or where the code would contain one of the `keys`. */
  readonly build: (record: SentRecord, keys: readonly string[], part?: SnippetPart) => string
}

const guarded = (write: (call: SnippetCall) => string): Snippet['build'] => {
  return (record, keys, part) => {
    const text = write(callOf(record, part))
    refuseKeyIn('the snippet', text, keys)
    return text
  }
}

/** Whether the whole snippet of a request does more than to send it. */
export const waitsForJob = (record: SentRecord): boolean => callOf(record).job !== undefined

export const snippets: readonly Snippet[] = [
  { id: 'curl', title: 'cURL', build: guarded(curl) },
  { id: 'fetch', title: 'fetch (TypeScript)', build: guarded(fetchTypescript) },
  { id: 'openai-js', title: 'openai (JavaScript)', build: guarded(openaiJavascript) },
  { id: 'openai-python', title: 'openai (Python)', build: guarded(openaiPython) },
  { id: 'requests', title: 'requests (Python)', build: guarded(pythonRequests) },
]
