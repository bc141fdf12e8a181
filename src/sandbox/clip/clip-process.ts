import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { servePool } from '../serve-pool.ts'
import type { Clip, ClipOrder } from './clip-request.ts'
import type { EncodedFrames } from './make/h264-mp4.ts'
import { type EncodePart, encodePart, makeClip } from './make/make-clip.ts'

/** A message of the thread that encodes the second half: a frame that is encoded, or all of them. */
type PartReport = { readonly kind: 'frame' } | { readonly kind: 'done'; readonly encoded: EncodedFrames }

/** Encodes in a thread of its own, which runs this same file. */
const encodeInThread: EncodePart = (order, part, onFrame) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { order, part } })
    thread.on('message', (report: PartReport) => (report.kind === 'frame' ? onFrame() : resolve(report.encoded)))
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('The second thread ended early.')))
  })

/** The least change of the share that is reported. */
const step = 0.01

function serveRouter(): void {
  servePool<ClipOrder, Clip, number>(5, (order, hand) => {
    let last = -1
    const onProgress = (share: number) => {
      if (share - last < step) return
      last = share
      hand(share)
    }
    return makeClip(order, onProgress, encodeInThread)
  })
}

async function serveThread(): Promise<void> {
  const { order, part }: { order: ClipOrder; part: Parameters<EncodePart>[1] } = workerData
  const post = (message: PartReport) => parentPort?.postMessage(message)
  post({ kind: 'done', encoded: await encodePart(order, part, () => post({ kind: 'frame' })) })
}

if (isMainThread) serveRouter()
else void serveThread()
