import { setPriority } from 'node:os'
import type { Painted, Task } from './order.ts'
import { paint } from './paint/paint.ts'

/** What a painter says when a task is over. */
export type Outcome =
  | { readonly kind: 'done'; readonly painted: Painted }
  | { readonly kind: 'failed'; readonly message: string }

// Painting waits for those who answer, not they for it.
setPriority(10)

// Ctrl+C reaches the whole process group; the router decides when its painters end.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (task: Task) => {
  const outcome: Outcome = await paint(task).then(
    (painted) => ({ kind: 'done', painted }),
    (thrown) => ({ kind: 'failed', message: String(thrown instanceof Error ? thrown.message : thrown) }),
  )
  process.send?.(outcome)
})
