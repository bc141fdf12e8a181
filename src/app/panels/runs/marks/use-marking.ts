import { useState } from 'react'
import { type Mark, useRunActions } from '../../../run/history/run-actions.ts'
import { notSaved } from '../../../run/run-draft.ts'
import type { Row } from '../list/run-row-view.tsx'
import type { UndoStep } from './use-undo.ts'

/** A mark for so many runs that the person is asked first. */
export interface MarkQuestion {
  readonly rows: readonly Row[]
  readonly mark: Mark
}

/** More runs than these are not marked by a single press. */
const mostUnasked = 20

/** The verdict for some runs; it is taken back where all of them have it. */
export function verdictOn(
  rows: readonly Pick<Row, 'verdict'>[],
  verdict: 'pass' | 'fail',
): Extract<Mark, { kind: 'verdict' }> {
  return { kind: 'verdict', verdict: rows.every((row) => row.verdict === verdict) ? undefined : verdict }
}

/** The tag for some runs; it is taken away where all of them have it. */
export function tagOn(rows: readonly Pick<Row, 'tags'>[], tag: string): Mark {
  return { kind: 'tag', tag, isSet: !rows.every((row) => row.tags?.includes(tag)) }
}

/** Gives runs a verdict or a tag, asks first where they are many, and tells each step that can be undone. */
export function useMarking(onStep: (step: UndoStep) => void) {
  const actions = useRunActions()
  const [question, ask] = useState<MarkQuestion>()

  async function apply({ rows, mark }: MarkQuestion): Promise<void> {
    const all = rows.map((row) => row.id)
    if (all.length > mostUnasked) onStep({ words: `Changing ${countOf(all.length)}…` })
    try {
      const { ids, undo } = await actions.mark(all, mark)
      onStep({ words: wordsOf(ids.length, mark), ...(ids.length > 0 && { undo }), run: ids[0] })
    } catch (error) {
      onStep({ words: notSaved(error) })
    }
  }

  return {
    question,
    mark(rows: readonly Row[], mark: Mark): void {
      if (rows.length > mostUnasked) ask({ rows, mark })
      else void apply({ rows, mark })
    },
    answer(isYes: boolean): void {
      ask(undefined)
      if (isYes && question) void apply(question)
    },
  }
}

export const countOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`

function wordsOf(count: number, mark: Mark): string {
  if (mark.kind === 'tag') return `Tag “${mark.tag}” ${mark.isSet ? 'added to' : 'removed from'} ${countOf(count)}.`
  if (mark.verdict === undefined) return `Verdict removed from ${countOf(count)}.`
  return `${countOf(count)} marked as ${mark.verdict === 'pass' ? 'passed' : 'failed'}.`
}
