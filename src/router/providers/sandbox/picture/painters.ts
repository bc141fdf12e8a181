/// <reference path="./threads.d.ts" />
import { Worker } from 'node:worker_threads'
import type { Painted, Task } from './order.ts'
import type { Outcome } from './thread.ts'
import { thread } from './thread.ts?thread'

/** Does tasks one after another, off the loop that serves everybody. Rejects when a task fails, or at once when it is called off. */
export type Paint = (task: Task, signal: AbortSignal) => Promise<Painted>

/** A task that could not be done: a picture that cannot be read, most often. */
export class PaintError extends Error {}

interface Waiting {
  readonly task: Task
  readonly settle: (outcome: Outcome) => void
}

/** So long the thread is kept without work: its libraries hold some 100 MB once they have drawn a large picture. */
const idleMs = 30_000

const openThread = () => new Worker(thread)

/**
 * A thread that paints, opened for the first task. A request hands in one picture at a time, so that those of many requests take
 * turns. After a failure or in the middle of a task the thread is not used again.
 */
export function createPaint(open: () => Worker = openThread): Paint {
  const queue: Waiting[] = []
  let worker: Worker | undefined
  let current: Waiting | undefined
  let idle: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(idle)
    worker?.removeAllListeners()
    // What goes wrong in a thread on its way out is no longer of interest.
    worker?.on('error', () => {})
    void worker?.terminate()
    worker = undefined
  }

  function finish(outcome: Outcome): void {
    const done = current
    current = undefined
    if (outcome.kind === 'failed') close()
    done?.settle(outcome)
    next()
  }

  function opened(): Worker {
    if (worker) return worker
    const fresh = open()
    fresh.on('message', finish)
    fresh.on('error', (error) => finish({ kind: 'failed', message: String(error) }))
    fresh.on('exit', () => finish({ kind: 'failed', message: 'The thread ended.' }))
    worker = fresh
    return fresh
  }

  function next(): void {
    if (current) return
    current = queue.shift()
    clearTimeout(idle)
    if (current) {
      opened().ref()
      opened().postMessage(current.task)
    } else if (worker) {
      worker.unref()
      idle = setTimeout(close, idleMs).unref()
    }
  }

  function leave(waiting: Waiting): void {
    const at = queue.indexOf(waiting)
    if (at >= 0) queue.splice(at, 1)
    if (waiting !== current) return
    current = undefined
    close()
    next()
  }

  return (task, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        leave(waiting)
        reject(signal.reason)
      }
      const settle = (outcome: Outcome) => {
        signal.removeEventListener('abort', stop)
        if (outcome.kind === 'done') resolve(outcome.painted)
        else reject(new PaintError(outcome.message))
      }
      const waiting: Waiting = { task, settle }
      signal.addEventListener('abort', stop, { once: true })
      queue.push(waiting)
      next()
    })
}
