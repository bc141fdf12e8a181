/** A text this long (in UTF-16 units) is handed on after a pause: reading and judging it takes longer than a key stroke. */
const long = 100_000
/** In ms. */
const pause = 300

export interface HandOn {
  /** Something was typed. */
  readonly typed: (length: number) => void
  /** Hands on what is waiting. */
  readonly now: () => void
  /** Takes a text from outside; whether it is another than the one last handed on or taken. */
  readonly takes: (text: string) => boolean
}

/** Tells of a text that is being typed, each state of it once. */
export function handOn(first: string, read: () => string, tell: (text: string) => void): HandOn {
  let known = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    clearTimeout(timer)
    const text = read()
    if (text === known) return
    known = text
    tell(text)
  }
  return {
    now,
    typed: (length) => {
      clearTimeout(timer)
      if (length <= long) now()
      else timer = setTimeout(now, pause)
    },
    takes: (text) => {
      if (text === known) return false
      clearTimeout(timer)
      known = text
      return true
    },
  }
}

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
