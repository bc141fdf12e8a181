import { ownWorker } from '../../ui/own-worker.ts'
import workerUrl from './difference-worker.ts?worker&url'
import type { Measured } from './measure-difference.ts'

/** Compares two pictures beside the page, in a worker of its own that ends with its answer. Never rejects. */
export function askDifference(before: Blob, after: Blob, mask: Blob | undefined): Promise<Measured> {
  return new Promise((resolve) => {
    try {
      const worker = ownWorker(workerUrl, 'difference')
      const end = (measured: Measured) => {
        worker.terminate()
        resolve(measured)
      }
      worker.onmessage = ({ data }: MessageEvent<Measured>) => end(data)
      worker.onerror = () => end({ kind: 'unreadable' })
      worker.postMessage({ before, after, ...(mask && { mask }) })
    } catch {
      // Workers are switched off.
      resolve({ kind: 'unreadable' })
    }
  })
}
