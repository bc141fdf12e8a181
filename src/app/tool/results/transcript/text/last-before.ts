/** The last of some ascending times that is not after `seconds`, by its place; -1 before the first. */
export function lastBefore(times: readonly number[], seconds: number): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((times[middle] ?? 0) <= seconds + 0.01) from = middle + 1
    else to = middle
  }
  return from - 1
}
