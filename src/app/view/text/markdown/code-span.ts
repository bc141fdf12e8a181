import type { Inline } from './inline.ts'

/** Where the next run of `length` backticks stands, or -1. */
export function ticksEnd(text: string, from: number, length: number): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run; run = runs.exec(text)) if (run[0].length === length) return run.index
  return -1
}

/** Line ends are spaces, and one space on either side is there to keep ticks apart. */
export function code(source: string): Inline {
  const text = source.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return { kind: 'code', text: isPadded ? text.slice(1, -1) : text }
}
