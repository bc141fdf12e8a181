interface Difference {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The one stretch in which two texts differ, so that a caret elsewhere stays where it is. */
export function differenceOf(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}
