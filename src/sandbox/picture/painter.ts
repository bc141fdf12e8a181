import { setPriority } from 'node:os'
import type { Report } from '../process-pool.ts'
import type { Painted, Task } from './order.ts'
import { paint } from './paint/paint.ts'

// Below the router's priority, so that painting does not delay replies.
setPriority(10)

// Ctrl+C signals the whole process group, but the router ends its painters itself.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (task: Task) => {
  const report: Report<Painted> = await paint(task).then(
    (done) => ({ kind: 'done', done }),
    (thrown) => ({ kind: 'failed', message: String(thrown instanceof Error ? thrown.message : thrown) }),
  )
  process.send?.(report)
})
