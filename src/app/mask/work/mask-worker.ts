import { createMaskWork, type FromMaskWorker, type ToMaskWorker } from './mask-job.ts'

const work = createMaskWork()
let last: Promise<void> = Promise.resolve()

// One job at a time: each may need much memory.
self.addEventListener('message', ({ data }: MessageEvent<ToMaskWorker>) => {
  last = last.then(() => answer(data))
})

async function answer({ id, job }: ToMaskWorker): Promise<void> {
  try {
    const done = await work(job)
    const message: FromMaskWorker = { id, kind: 'done', answer: done }
    self.postMessage(message, { transfer: done instanceof Uint8Array ? [done.buffer] : [] })
  } catch (error) {
    const message: FromMaskWorker = {
      id,
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
    }
    self.postMessage(message)
  }
}
