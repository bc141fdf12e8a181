import { ownWorker } from '../../ui/own-worker.ts'
import type { SchemaCheck } from './check-schema.ts'
import workerUrl from './schema-worker.ts?worker&url'

/** A schema may be written so that checking it never ends. */
const budget = 3000

/** Checks a text against a schema beside the page, in a worker that is ended with its answer or when the time is up. Never rejects. */
export function askSchema(text: string, schema: unknown, signal: AbortSignal): Promise<SchemaCheck> {
  return new Promise((resolve) => {
    let end = (_check: SchemaCheck) => {}
    try {
      const worker = ownWorker(workerUrl, 'schema')
      const unusable = (why: string) => end({ kind: 'unusable', why })
      const timer = setTimeout(() => unusable(`It took longer than ${budget / 1000} s.`), budget)
      end = (check) => {
        clearTimeout(timer)
        worker.terminate()
        resolve(check)
      }
      signal.addEventListener('abort', () => unusable('It was called off.'), { once: true })
      worker.onmessage = ({ data }: MessageEvent<SchemaCheck>) => end(data)
      worker.onerror = () => unusable('The checker did not load.')
      worker.postMessage({ text, schema })
    } catch {
      resolve({ kind: 'unusable', why: 'This browser does not run the checker.' })
    }
  })
}
