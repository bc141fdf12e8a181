/** How many tasks run at the same time: one for each core of a small machine. */
const most = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs a task that starts a worker of its own, at most two at the same time. Waits without a worker, and rejects as the task does. */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await task()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
