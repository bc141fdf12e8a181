import { type Change, diffLines, diffWordsWithSpace } from 'diff'

/** A part of a text. `own`: it occurs on this side only. */
export interface TextSpan {
  readonly at: number
  readonly text: string
  readonly own: boolean
}

export interface AlignedRow {
  readonly at: number
  readonly left: readonly TextSpan[]
  readonly right: readonly TextSpan[]
}

// The time grows with the number of differences; above this, whole blocks are shown side by side.
const mostEdits = 2_000

/** Aligns the equal lines of two texts, and marks the changed words within changed lines. */
export function alignTexts(left: string, right: string): readonly AlignedRow[] {
  const lines = diffLines(left, right, { maxEditLength: mostEdits })
  if (lines === undefined) return [{ at: 0, left: [whole(left)], right: [whole(right)] }]
  const rows: AlignedRow[] = []
  for (let n = 0; n < lines.length; n += 1) {
    const [one, next] = [lines[n], lines[n + 1]]
    if (one === undefined) continue
    if (one.removed && next?.added) {
      rows.push(changedRow(rows.length, one.value, next.value))
      n += 1
    } else rows.push(rowOf(rows.length, one))
  }
  return rows
}

const whole = (text: string): TextSpan => ({ at: 0, text, own: true })

function rowOf(at: number, { value, added, removed }: Change): AlignedRow {
  const span = { at: 0, text: value, own: added || removed }
  return { at, left: added ? [] : [span], right: removed ? [] : [span] }
}

function changedRow(at: number, left: string, right: string): AlignedRow {
  const words = diffWordsWithSpace(left, right, { maxEditLength: mostEdits })
  if (words === undefined) return { at, left: [whole(left)], right: [whole(right)] }
  const side = (other: 'added' | 'removed') =>
    words
      .filter((change) => !change[other])
      .map(({ value, added, removed }, place) => ({ at: place, text: value, own: added || removed }))
  return { at, left: side('added'), right: side('removed') }
}
