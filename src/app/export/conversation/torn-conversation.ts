import { jsonIn } from '#contract/core/loose-json.ts'

/** What can be read of a conversation's JSON that is cut off or damaged. */
export interface TornConversation {
  readonly format: unknown
  readonly version: unknown
  /** The runs in their order; undefined where one is damaged or cut off. */
  readonly runs: readonly unknown[]
  /** The line on which each run begins, from 1. */
  readonly lines: readonly number[]
}

/** The head of a file up to its list of runs, as any writer of JSON sets it. */
const start = /^\s*\{\s*("format"\s*:\s*"[^"]*"\s*,\s*"version"\s*:\s*\d+)\s*,\s*"runs"\s*:\s*\[/

/** How a run begins in a file as it was exported: deeper values are indented further. */
const runStart = '\n    {'

/**
 * Finds the runs by their brackets. A string ends at the end of its line at the latest, and in a file as it was exported a run begins where a
 * line does, so that damage concerns the run in which it is. Undefined where the text does not begin as a conversation.
 */
export function tornConversation(text: string): TornConversation | undefined {
  const [head, facts] = start.exec(text) ?? []
  if (head === undefined) return undefined
  const runs: unknown[] = []
  const lines: number[] = []
  const isAsExported = text.startsWith(runStart, head.length)
  let [from, depth, line, isInString] = [-1, 0, head.split('\n').length, false]
  const end = (at: number) => {
    if (from >= 0) runs.push(jsonIn(text.slice(from, at)))
    from = -1
  }
  const signs = /\\.|["{}[\]\n]/g
  signs.lastIndex = head.length
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { 0: character, index } = sign
    if (character === '\n') {
      line += 1
      isInString = false
      if (!isAsExported || !text.startsWith(runStart, index)) continue
      end(index)
      depth = 0
    } else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '{' || character === '[') {
      if (depth === 0 && isAsExported && !text.startsWith(runStart, index - runStart.length + 1)) continue
      if (depth === 0) {
        from = index
        lines.push(line)
      }
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      if (depth === 0) end(index + 1)
    }
  }
  end(text.length)
  return { ...Object(jsonIn(`{${facts}}`)), runs, lines }
}
