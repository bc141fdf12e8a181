/// <reference path="../bundles.d.ts" />
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Painted, Task } from './order.ts'
import type { Outcome } from './painter.ts'
import { bundle } from './painter.ts?bundle'

/** Runs a task outside the router's event loop. Rejects when it fails, or immediately when `signal` is aborted. */
export type Paint = (task: Task, signal: AbortSignal) => Promise<Painted>

/** A failed task, most often because of an unreadable picture. */
export class PaintError extends Error {}

interface Waiting {
  readonly task: Task
  readonly settle: (outcome: Outcome) => void
}

/** A painter process and its current task. */
interface Painter {
  readonly process: ChildProcess
  current: Waiting | undefined
  idle: NodeJS.Timeout | undefined
}

/** How long an idle painter process is kept. */
const idleMs = 30_000

/** The peak memory of a painter, with inputs of 64 megapixels. */
const bytesEach = 1.5 * 1024 ** 3

const mostEver = 8

/** The number of painters: limited by the cores and by the memory of machine and container. */
export function mostPainters(cores = availableParallelism(), memory = process.constrainedMemory()): number {
  const room = Math.min(totalmem(), memory || Number.POSITIVE_INFINITY)
  return Math.max(1, Math.min(cores, mostEver, Math.floor(room / bytesEach)))
}

const openPainter = () => fork(fileURLToPath(bundle), [], { serialization: 'advanced', execArgv: [] })

interface Painters {
  readonly open?: () => ChildProcess
  readonly most?: number
}

/**
 * A pool of painter processes, started on demand; tasks run in parallel, scheduled round-robin over requests. Processes rather than
 * threads, because a thread's memory stays with the process: a process ends after 30 s without work and releases everything its
 * libraries hold. It is also ended after a failed or aborted task.
 */
export function createPaint({ open = openPainter, most = mostPainters() }: Painters = {}): Paint {
  const turns = new Turns<Waiting>()
  const painters = new Set<Painter>()

  function close(painter: Painter): void {
    clearTimeout(painter.idle)
    painters.delete(painter)
    painter.process.removeAllListeners()
    // Errors of a process that is being killed are ignored.
    painter.process.on('error', () => {})
    painter.process.kill('SIGKILL')
  }

  function finish(painter: Painter, outcome: Outcome): void {
    const done = painter.current
    painter.current = undefined
    if (outcome.kind === 'failed') close(painter)
    else rest(painter)
    done?.settle(outcome)
    next()
  }

  /** Unreferences an idle process, so that it does not keep the router alive, and ends it after 30 s. */
  function rest(painter: Painter): void {
    painter.process.unref()
    painter.process.channel?.unref()
    painter.idle = setTimeout(close, idleMs, painter).unref()
  }

  function opened(): Painter {
    const painter: Painter = { process: open(), current: undefined, idle: undefined }
    const ended = () => finish(painter, { kind: 'failed', message: 'The image process ended unexpectedly.' })
    painter.process.on('message', (outcome: Outcome) => finish(painter, outcome))
    painter.process.on('error', ended)
    painter.process.on('exit', ended)
    painters.add(painter)
    return painter
  }

  function next(): void {
    const free = [...painters].find(({ current }) => current === undefined)
    if (!free && painters.size >= most) return
    const waiting = turns.take()
    if (!waiting) return
    const painter = free ?? opened()
    clearTimeout(painter.idle)
    painter.current = waiting
    painter.process.ref()
    painter.process.channel?.ref()
    painter.process.send(waiting.task)
    next()
  }

  /** Kills the process that is busy with an aborted task, since the task may run long; a new one replaces it. */
  function leave(waiting: Waiting): void {
    const painter = [...painters].find(({ current }) => current === waiting)
    if (painter) close(painter)
    next()
  }

  return (task, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        turns.drop(signal)
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
      turns.add(signal, waiting)
      next()
    })
}

/** A round-robin queue over requests; the tasks of one request keep their order. A request is identified by its signal. */
class Turns<T> {
  readonly #waiting = new Map<AbortSignal, T[]>()

  add(request: AbortSignal, task: T): void {
    const tasks = this.#waiting.get(request)
    if (tasks) tasks.push(task)
    else this.#waiting.set(request, [task])
  }

  /** Dequeues the next task and moves its request to the end. */
  take(): T | undefined {
    for (const [request, [task, ...others]] of this.#waiting) {
      this.#waiting.delete(request)
      if (others.length > 0) this.#waiting.set(request, others)
      return task
    }
    return undefined
  }

  /** Removes a request's waiting tasks. */
  drop(request: AbortSignal): void {
    this.#waiting.delete(request)
  }
}
