import { getPriority, setPriority } from 'node:os'
import { type Report, reportTask } from './run-task.ts'

/**
 * Makes this process one of a pool: runs the tasks that it is sent, one at a time, and reports how each goes. Its priority, from 1 to 19, is
 * that far below the router's, so that the work does not delay replies.
 */
export function servePool<Task, Done, Part = never>(
  priority: number,
  run: (task: Task, hand: (part: Part) => void) => Promise<Done>,
): void {
  setPriority(Math.min(19, getPriority() + priority))
  // Ctrl+C signals the whole process group, but the router ends its processes itself.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
  const report = (message: Report<Done, Part>) => process.send?.(message)
  process.on('message', (task: Task) => reportTask((hand) => run(task, hand), report))
}
