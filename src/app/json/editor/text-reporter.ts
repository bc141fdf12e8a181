/** Longer texts (in UTF-16 units) are debounced: parsing and checking them takes longer than a key stroke. */
const long = 100_000
/** In ms. */
const pause = 300

export interface TextReporter {
  /** Call after each change, with the text's length. */
  readonly typed: (length: number) => void
  /** Reports at once what is waiting. */
  readonly now: () => void
  /** Accepts a text from outside; false where it is the one last reported or accepted. */
  readonly accepts: (text: string) => boolean
}

/** Reports a text while it is typed, each state once; long texts are debounced. */
export function textReporter(first: string, read: () => string, tell: (text: string) => void): TextReporter {
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
    accepts: (text) => {
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

/** The one range in which two texts differ, so that a caret elsewhere keeps its place. */
export function differenceOf(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}
