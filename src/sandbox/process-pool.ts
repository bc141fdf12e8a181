import { type ChildProcess, fork } from 'node:child_process'
import { type End, errorOf, QueueFullError, type Report, type RunTask } from './run-task.ts'

/** Starts a module's own bundle as a process of a pool (`serve-pool.ts`). */
export const forked =
  (bundle: URL | string, ...args: readonly string[]) =>
  (): ChildProcess =>
    fork(bundle, args, { serialization: 'advanced', execArgv: [] })

interface PoolOptions {
  /** Starts a process, which answers each task that it is sent with reports. */
  readonly open: () => ChildProcess
  readonly most: number
  readonly crashed: string
  /** Tasks that may wait; unlimited by default. */
  readonly mostWaiting?: number
  /** How long a task may be silent, and what is said then; unlimited by default. */
  readonly stall?: { readonly ms: number; readonly message: string }
}

interface Waiting<Task, Done, Part> {
  readonly task: Task
  readonly signal: AbortSignal
  readonly onPart: (part: Part) => void
  readonly settle: (end: End<Done>) => void
}

interface Worker<Task, Done, Part> {
  readonly process: ChildProcess
  current: Waiting<Task, Done, Part> | undefined
  timer: NodeJS.Timeout | undefined
}

const idleMs = 30_000

/**
 * A pool of processes, started on demand; tasks run in parallel, scheduled round-robin over requests. Processes rather than threads, because a
 * thread's memory stays with the process: a process ends after 30 s without work and releases everything its libraries hold. It is also
 * ended after a failed or aborted task.
 */
export function createPool<Task extends object, Done, Part = never>(options: PoolOptions): RunTask<Task, Done, Part> {
  const pool = new Pool<Task, Done, Part>(options)
  return (task, signal, onPart = () => {}) => pool.run(task, signal, onPart)
}

class Pool<Task extends object, Done, Part> {
  readonly #options: PoolOptions
  /** Round-robin over requests, which are told apart by their signal. */
  #waiting: readonly Waiting<Task, Done, Part>[] = []
  readonly #workers = new Set<Worker<Task, Done, Part>>()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  run(task: Task, signal: AbortSignal, onPart: (part: Part) => void): Promise<Done> {
    const { mostWaiting = Number.POSITIVE_INFINITY } = this.#options
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (this.#waiting.length >= mostWaiting) return reject(new QueueFullError('Too many tasks are queued.'))
      const stop = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        this.#leave(waiting)
        reject(signal.reason)
      }
      const settle: typeof waiting.settle = (end) => {
        signal.removeEventListener('abort', stop)
        if (end.kind === 'done') resolve(end.done)
        else reject(errorOf(end))
      }
      const waiting: Waiting<Task, Done, Part> = { task, signal, onPart, settle }
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting = [...this.#waiting, waiting]
      this.#next()
    })
  }

  #next(): void {
    const free = [...this.#workers].find(({ current }) => current === undefined)
    if (!free && this.#workers.size >= this.#options.most) return
    const [waiting, ...rest] = this.#waiting
    if (!waiting) return
    const isOwn = ({ signal }: typeof waiting) => signal === waiting.signal
    this.#waiting = [...rest.filter((one) => !isOwn(one)), ...rest.filter(isOwn)]
    const worker = free ?? this.#opened()
    worker.current = waiting
    this.#watch(worker)
    worker.process.ref()
    worker.process.channel?.ref()
    worker.process.send(waiting.task)
    this.#next()
  }

  #opened(): Worker<Task, Done, Part> {
    const { open, crashed } = this.#options
    const worker: Worker<Task, Done, Part> = { process: open(), current: undefined, timer: undefined }
    const ended = () => this.#finish(worker, { kind: 'failed', message: crashed })
    worker.process.on('message', (report: Report<Done, Part>) => {
      if (report.kind !== 'part') return this.#finish(worker, report)
      this.#watch(worker)
      worker.current?.onPart(report.part)
    })
    worker.process.on('error', ended)
    worker.process.on('exit', ended)
    this.#workers.add(worker)
    return worker
  }

  #finish(worker: Worker<Task, Done, Part>, end: End<Done>): void {
    const ended = worker.current
    worker.current = undefined
    clearTimeout(worker.timer)
    if (end.kind === 'failed') this.#close(worker)
    else this.#rest(worker)
    ended?.settle(end)
    this.#next()
  }

  /** Unreferences an idle process, so that it does not keep the router alive, and ends it after 30 s. */
  #rest(worker: Worker<Task, Done, Part>): void {
    worker.process.unref()
    worker.process.channel?.unref()
    worker.timer = setTimeout(() => this.#close(worker), idleMs).unref()
  }

  /** Begins to wait for the next report of the current task. */
  #watch(worker: Worker<Task, Done, Part>): void {
    clearTimeout(worker.timer)
    const { stall } = this.#options
    if (!stall) return
    worker.timer = setTimeout(() => this.#finish(worker, { kind: 'failed', message: stall.message }), stall.ms)
  }

  /** Kills the process that is busy with an aborted task, since the task may run long; a new one replaces it. */
  #leave(waiting: Waiting<Task, Done, Part>): void {
    const worker = [...this.#workers].find(({ current }) => current === waiting)
    if (worker) this.#close(worker)
    this.#next()
  }

  #close(worker: Worker<Task, Done, Part>): void {
    clearTimeout(worker.timer)
    this.#workers.delete(worker)
    worker.process.removeAllListeners()
    // Errors of a process that is being killed are ignored.
    worker.process.on('error', () => {})
    worker.process.kill('SIGKILL')
  }
}
