import { Undo2, X } from 'lucide-react'
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { ComparePicked } from '../../../tool/results/compare-picked.tsx'
import { RunArticle } from '../../../tool/results/run-article.tsx'
import { type Picked, usePicked } from '../../../tool/results/use-picked.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Examples } from './examples.tsx'
import { RunActions } from './run-actions.tsx'
import type { GenerateState } from './use-generate.ts'

/** So many runs are shown at first, and so many more at a press. */
const page = 10

/** The runs of the tool, the newest on top; before the first, what it can do. */
export function GenerateStage({ tool }: { readonly tool: GenerateState }) {
  const { runs, loading, unreadable, running } = tool
  const [shown, setShown] = useState(page)
  const picked = usePicked()
  const newestFirst = runs.toReversed()
  const newest = newestFirst[0]
  const scroller = useRef<HTMLElement>(null)
  const runningId = running?.id
  // What was just asked for is what the person wants to see.
  useLayoutEffect(() => {
    if (runningId !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [runningId])
  const latest = useRef(tool)
  useLayoutEffect(() => {
    latest.current = tool
  })
  return (
    <>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label="Results"
        className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div className="mx-auto grid max-w-6xl grid-cols-1 gap-9 px-4 py-5 md:px-6">
          {runs.length === 0 && !loading && <Examples onTry={tool.tryOut} />}
          {unreadable > 0 && <p className="text-warning text-xs">{unreadable} runs are damaged and left out.</p>}
          {newestFirst.slice(0, shown).map((run) => (
            <RunView key={run.id} run={run} tool={latest} connection={tool.connection} picked={picked} />
          ))}
          {runs.length > shown && (
            <Button className="justify-self-center" onClick={() => setShown(shown + page)}>
              Show {Math.min(page, runs.length - shown)} earlier runs of {runs.length - shown}
            </Button>
          )}
        </div>
      </section>
      <ComparePicked picked={picked} />
      <Undo
        words={tool.reused && 'The form has the settings of that run now.'}
        onUndo={tool.undoReuse}
        onDismiss={tool.forgetReuse}
      />
      <Undo words={tool.removed && 'Run deleted.'} onUndo={tool.undoRemove} onDismiss={tool.forgetRemove} />
      <p role="status" className="sr-only">
        {running
          ? 'The images are on their way.'
          : newest && !isOpen(newest.status)
            ? `The run has ended: ${newest.status}.`
            : ''}
      </p>
    </>
  )
}

interface RunViewProps {
  readonly run: Run
  /** The tool as it is when something is pressed; it does not cause a drawing. */
  readonly tool: RefObject<GenerateState>
  readonly connection: RunConnection
  readonly picked: Picked
}

/** Drawn anew only when its own run changes, not with every letter that is typed. */
const RunView = memo(function RunView({ run, tool, connection, picked }: RunViewProps) {
  return (
    <RunArticle
      run={run}
      panel="Images"
      connection={connection}
      comparing={picked}
      onRunAgain={() => tool.current.again(run)}
      onRunMissing={(missing, price) => tool.current.runMissing(run, missing, price)}
      actions={<RunActions run={run} tool={tool} />}
    />
  )
})

interface UndoProps {
  readonly words: string | false
  readonly onUndo: () => void
  readonly onDismiss: () => void
}

/** A line at the foot of the stage that takes back what was just done. */
function Undo({ words, onUndo, onDismiss }: UndoProps) {
  if (!words) return null
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-t bg-surface px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {words}
      </p>
      <Button icon={<Undo2 size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={onUndo}>
        Undo
      </Button>
      <IconButton name="Dismiss" icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={onDismiss} />
    </div>
  )
}
