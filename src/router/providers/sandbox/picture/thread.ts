import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Painted, Task } from './order.ts'
import { paint } from './paint/paint.ts'

/** What the thread says when a task is over. */
export type Outcome =
  | { readonly kind: 'done'; readonly painted: Painted }
  | { readonly kind: 'failed'; readonly message: string }

// On Linux this is the thread's own, elsewhere that of the whole process: painting waits for those who answer, not they for it.
if (process.platform === 'linux') setPriority(10)

const port = parentPort

port?.on('message', async (task: Task) => {
  const outcome: Outcome = await paint(task).then(
    (painted) => ({ kind: 'done', painted }),
    (thrown) => ({ kind: 'failed', message: String(thrown instanceof Error ? thrown.message : thrown) }),
  )
  const isFile = outcome.kind === 'done' && outcome.painted.kind === 'file'
  port.postMessage(outcome, isFile ? [outcome.painted.base64.buffer] : [])
})
