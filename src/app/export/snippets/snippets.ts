import type { RunRecord } from '../../run/history/record-schema.ts'
import { refuseKeyIn } from '../keys/scan-for-key.ts'
import { curl } from './curl.ts'
import { fetchTypescript } from './fetch-typescript.ts'
import { openaiJavascript } from './openai-javascript.ts'
import { openaiPython } from './openai-python.ts'
import { pythonRequests } from './python-requests.ts'

/** A program that sends a run's request again. */
export interface Snippet {
  readonly id: string
  readonly title: string
  /** Throws an `ExportError` where the language has no words for the request, or where one of the `keys` stands in it. */
  readonly build: (record: RunRecord, keys: readonly string[]) => string
}

const guarded = (write: (record: RunRecord) => string): Snippet['build'] => {
  return (record, keys) => {
    const text = write(record)
    refuseKeyIn('the snippet', text, keys)
    return text
  }
}

/** In the order of a menu. */
export const snippets: readonly Snippet[] = [
  { id: 'curl', title: 'cURL', build: guarded(curl) },
  { id: 'fetch', title: 'fetch (TypeScript)', build: guarded(fetchTypescript) },
  { id: 'openai-js', title: 'openai (JavaScript)', build: guarded(openaiJavascript) },
  { id: 'openai-python', title: 'openai (Python)', build: guarded(openaiPython) },
  { id: 'requests', title: 'requests (Python)', build: guarded(pythonRequests) },
]
