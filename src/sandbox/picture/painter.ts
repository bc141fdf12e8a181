import { setPriority } from 'node:os'
import type { Painted, Task } from './order.ts'
import { paint } from './paint/paint.ts'

/** The message that a painter process sends after a task. */
export type Outcome =
  | { readonly kind: 'done'; readonly painted: Painted }
  | { readonly kind: 'failed'; readonly message: string }

// Below the router's priority, so that painting does not delay replies.
setPriority(10)

// Ctrl+C signals the whole process group, but the router ends its painters itself.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (task: Task) => {
  const outcome: Outcome = await paint(task).then(
    (painted) => ({ kind: 'done', painted }),
    (thrown) => ({ kind: 'failed', message: String(thrown instanceof Error ? thrown.message : thrown) }),
  )
  process.send?.(outcome)
})
