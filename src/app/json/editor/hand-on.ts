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
