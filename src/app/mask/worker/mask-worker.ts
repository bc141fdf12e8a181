import { createMaskJobs, runMaskJob, type ToMaskWorker } from './mask-job.ts'

const jobs = createMaskJobs()
let last: Promise<void> = Promise.resolve()

// One job at a time: each may need much memory.
self.addEventListener('message', ({ data }: MessageEvent<ToMaskWorker>) => {
  last = last.then(async () => {
    const reply = await runMaskJob(jobs, data)
    const isBytes = 'answer' in reply && reply.answer instanceof Uint8Array
    self.postMessage(reply, { transfer: isBytes ? [reply.answer.buffer] : [] })
  })
})
