export interface LongTasks {
  readonly count: number
  readonly ms: number
  /** The longest, in ms; 0 where there is none. */
  readonly longest: number
}

/** Counts the tasks of more than 50 ms from now on, until it is called. */
export function countLongTasks(): () => LongTasks {
  let count = 0
  let ms = 0
  let longest = 0
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) {
      count += 1
      ms += duration
      longest = Math.max(longest, duration)
    }
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'longtask' })
  return () => {
    take(observer.takeRecords())
    observer.disconnect()
    return { count, ms, longest }
  }
}
