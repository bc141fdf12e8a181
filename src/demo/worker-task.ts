import { errorOf, type Report, type RunTask, reportTask } from '#sandbox/run-task.ts'

/**
 * Runs tasks in a worker, one after the other, in place of the router's processes. The worker is started with the first task. It is
 * terminated, and another one started for the next task, where a task fails or is aborted while it runs.
 */
export function inWorker<Task, Done, Part = never>(open: () => Worker, crashed: string): RunTask<Task, Done, Part> {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const runNow = (task: Task, signal: AbortSignal, onPart: (part: Part) => void) =>
    new Promise<Done>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      worker ??= open()
      const own = worker
      const leaving = new AbortController()
      const fail = (error: unknown) => {
        leaving.abort()
        own.terminate()
        worker = undefined
        reject(error)
      }
      const events = { signal: leaving.signal }
      signal.addEventListener('abort', () => fail(signal.reason), events)
      own.addEventListener('error', () => fail(errorOf({ kind: 'failed', message: crashed })), events)
      const read = ({ data }: MessageEvent<Report<Done, Part>>) => {
        if (data.kind === 'part') return onPart(data.part)
        if (data.kind === 'failed') return fail(errorOf(data))
        leaving.abort()
        resolve(data.done)
      }
      own.addEventListener('message', read, events)
      own.postMessage(task)
    })

  return (task, signal, onPart = () => {}) => {
    const done = last.then(() => runNow(task, signal, onPart))
    last = done.catch(() => {})
    return done
  }
}

/** Makes this worker one of `inWorker`. */
export function serveTasks<Task, Done, Part = never>(
  run: (task: Task, hand: (part: Part) => void) => Promise<Done>,
): void {
  self.addEventListener('message', ({ data }: MessageEvent<Task>) =>
    reportTask<Done, Part>(
      (hand) => run(data, hand),
      (message) => self.postMessage(message),
    ),
  )
}
