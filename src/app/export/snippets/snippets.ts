import type { RunRecord } from '../../run/history/record-schema.ts'
import { refuseKeyIn } from '../keys/scan-for-key.ts'
import { curl } from './curl.ts'
import { fetchTypescript } from './fetch-typescript.ts'
import { openaiJavascript } from './openai-javascript.ts'
import { openaiPython } from './openai-python.ts'
import { pythonRequests } from './python-requests.ts'

/** A generator of source code that sends a run's request. */
export interface Snippet {
  readonly id: string
  readonly title: string
  /** Throws an `ExportError` where the language cannot express the request, or where the code would contain one of the `keys`. */
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
