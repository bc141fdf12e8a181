import { useState } from 'react'
import { type Mark, useRunActions } from '../../run/history/run-actions.ts'
import { judgementsOf } from '../../run/history/stored-judgements.ts'
import { notSaved } from '../../run/run-draft.ts'
import { isLabThread } from '../../run/stored-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { counted, grouped } from '../../ui/format.ts'
import type { Row } from '../found-runs.ts'
import type { UndoStep } from '../use-undo.ts'

/** A mark that needs a confirmation, since it changes many runs. */
interface OpenQuestion {
  readonly rows: readonly Row[]
  readonly mark: Mark
}

/** Maximum runs marked without a confirmation. */
const mostUnasked = 20

/**
 * Marks runs with a verdict or a tag, after a confirmation where they are many, and reports each undoable step. Of runs of the Lab a mark is a
 * judgement of the owner as well.
 */
export function useMarking(onStep: (step: UndoStep) => void) {
  const actions = useRunActions()
  const judgements = judgementsOf(useRuns())
  const [question, ask] = useState<OpenQuestion>()

  async function apply({ rows, mark }: OpenQuestion): Promise<void> {
    const all = rows.map((row) => row.id)
    if (all.length > mostUnasked) onStep({ words: `Changing ${counted(all.length, 'run')}…` })
    try {
      const { ids, undo } = await actions.mark(all, mark)
      const changed = new Set(ids)
      const judged = rows.flatMap(({ id, thread }) => (isLabThread(thread) && changed.has(id) ? [id] : []))
      const said = judged.length > 0 ? await judgements.mark(judged, mark) : []
      async function undoAll(): Promise<void> {
        await undo()
        await judgements.takeBack(said)
      }
      onStep({ words: wordsOf(ids.length, mark), ...(ids.length > 0 && { undo: undoAll }), id: ids[0] })
    } catch (error) {
      onStep({ words: notSaved(error), isFailed: true })
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

function wordsOf(count: number, mark: Mark): string {
  if (mark.kind === 'tag')
    return `Tag “${mark.tag}” ${mark.isSet ? 'added to' : 'removed from'} ${counted(count, 'run')}.`
  if (mark.verdict === undefined) return `Verdict removed from ${counted(count, 'run')}.`
  return `${counted(count, 'run')} marked as ${mark.verdict === 'pass' ? 'passed' : 'failed'}.`
}

export function MarkQuestion({ question, onAnswer }: { question: OpenQuestion; onAnswer: (isYes: boolean) => void }) {
  const { title, verb, already } = questionWords(question)
  return (
    <ConfirmDialog {...{ title, verb }} onConfirm={() => onAnswer(true)} onCancel={() => onAnswer(false)}>
      <p className="text-soft">{[already, 'This can be undone.'].filter(Boolean).join(' ')}</p>
    </ConfirmDialog>
  )
}

function questionWords({ rows, mark }: OpenQuestion): { title: string; verb: string; already?: string } {
  const runs = counted(rows.length, 'run')
  if (mark.kind === 'tag') {
    const title = mark.isSet ? `Tag ${runs} “${mark.tag}”?` : `Remove the tag “${mark.tag}” from ${runs}?`
    const tagged = rows.filter((row) => row.tags?.includes(mark.tag)).length
    return {
      title,
      verb: mark.isSet ? 'Add the tag' : 'Remove the tag',
      ...(mark.isSet && tagged > 0 && { already: `${share(tagged)} this tag.` }),
    }
  }
  if (mark.verdict === undefined) return { title: `Remove the verdict of ${runs}?`, verb: 'Remove the verdicts' }
  const word = mark.verdict === 'pass' ? 'passed' : 'failed'
  const judged = rows.filter((row) => row.verdict !== undefined).length
  return {
    title: `Mark ${runs} as ${word}?`,
    verb: `Mark as ${word}`,
    ...(judged > 0 && { already: `${share(judged)} a verdict.` }),
  }
}

const share = (count: number) => `${grouped(count)} of them already ${count === 1 ? 'has' : 'have'}`
