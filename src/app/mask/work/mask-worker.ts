import { createMaskWork, maskAnswerTo, type ToMaskWorker } from './mask-job.ts'

const jobs = createMaskWork()
let last: Promise<void> = Promise.resolve()

// One job at a time: each may need much memory.
self.addEventListener('message', ({ data }: MessageEvent<ToMaskWorker>) => {
  last = last.then(async () => {
    const told = await maskAnswerTo(jobs, data)
    const isBytes = 'answer' in told && told.answer instanceof Uint8Array
    self.postMessage(told, { transfer: isBytes ? [told.answer.buffer] : [] })
  })
})
