import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MB = 1024 * 1024

/** How often it is looked at, below which share of the time a process is idle, and how much growth is worth a collection. */
const periodMs = 5_000
const idleShare = 0.05
const growth = 12 * MB

interface Process {
  readonly memory: () => number
  /** The share of the time since the last call in which it worked, 0 to 1. */
  readonly share: () => number
  readonly collect: () => void
}

/** The second collection compacts the pages that the first found to be sparse. */
const collections = 2

/**
 * To be called at intervals: collects after each time of work that left the process idle and larger than it has been, and not again before
 * there was work, since what is left then is in use, such as kept replies.
 */
export function idleCollector({ memory, share, collect }: Process): () => void {
  let least = memory()
  let due = 0
  return () => {
    const held = memory()
    least = Math.min(least, held)
    if (share() > idleShare) due = collections
    else if (due > 0 && held > least + growth) {
      due -= 1
      collect()
    }
  }
}

/**
 * Returns the memory of a load to the system once it is over. V8 collects while it allocates, so a process that has become idle would keep
 * about 75 MB after 500 streams until its next load. The pause, about 20 ms, meets an idle event loop.
 */
export function releaseWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let last = performance.eventLoopUtilization()
  const look = idleCollector({
    memory: process.memoryUsage.rss,
    share() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    collect,
  })
  setInterval(look, periodMs).unref()
}
