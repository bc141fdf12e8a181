import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { UndoFoot } from '../history/undo-line.tsx'
import { DeleteRun, ResultBoundary } from '../inspect/reply/result-boundary.tsx'
import { isOpen } from '../run/life/states.ts'
import { Button } from '../ui/button/button.tsx'
import { counted } from '../ui/format.ts'
import { useLatest } from '../ui/hooks/use-latest.ts'
import { useHasExamples } from '../ui/on-stage.ts'
import type { UseMoreItems } from './result-actions.tsx'
import { ComparePicked } from './results/compare-picked.tsx'
import { Offered } from './results/offered-actions.ts'
import { type Picked, usePicked } from './results/picked.ts'
import { RunArticle, type RunViewProps } from './results/run-article.tsx'
import type { ToolState } from './use-tool.ts'

const page = 10

export interface StageProps {
  readonly state: ToolState
  readonly empty?: ReactNode
  readonly useMoreItems?: UseMoreItems | undefined
}

/** The runs of a tool, newest first; before the first run, `empty`, which invites to a try. */
export function Stage({ state, empty, useMoreItems }: StageProps) {
  const { sending } = state
  const { thread, running } = sending
  const { runs, loading, unreadable } = thread
  const [shown, setShown] = useState(page)
  const picked = usePicked()
  const newestFirst = runs.toReversed()
  const newest = newestFirst[0]
  const scroller = useRef<HTMLElement>(null)
  const runningId = running?.id
  // A new run is at the top.
  useLayoutEffect(() => {
    if (runningId !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [runningId])
  const latest = useLatest(state)
  const hasExamples = useHasExamples()
  return (
    <>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [container:stage/size]"
      >
        <div className="mx-auto grid max-w-[100rem] grid-cols-1 gap-9 px-4 py-5 md:px-6">
          {runs.length === 0 && !loading && hasExamples && empty}
          {unreadable > 0 && <p className="text-warning text-xs">{counted(unreadable, 'damaged run')} not shown.</p>}
          {newestFirst.slice(0, shown).map((run) => (
            <Offered key={run.id} value={run === newest ? 'Newest run' : undefined}>
              <RunView {...{ run, picked, useMoreItems }} state={latest} connection={sending.connection} />
            </Offered>
          ))}
          {runs.length > shown && (
            <Button className="justify-self-center" onClick={() => setShown(shown + page)}>
              Show {Math.min(page, runs.length - shown)} of {counted(runs.length - shown, 'earlier run')}
            </Button>
          )}
        </div>
      </section>
      <StageFoot state={state} picked={picked} />
      <p role="status" className="sr-only">
        {running ? 'Run in progress.' : newest && !isOpen(newest.status) ? `Run finished: ${newest.status}.` : ''}
      </p>
    </>
  )
}

/** One run of a tool's stage. Memoised: renders when its run changes, not on every keystroke in the form. */
export const RunView = memo(function RunView(props: RunViewProps) {
  return (
    <DeleteRun value={(one) => props.state.current.remove(one)}>
      <ResultBoundary run={props.run}>
        <RunArticle {...props} />
      </ResultBoundary>
    </DeleteRun>
  )
})

interface StageFootProps {
  readonly state: ToolState
  readonly picked: Picked
}

/** At the foot of a stage: the files selected for comparison, and what of the last actions can be undone. */
export const StageFoot = ({ state: { undo }, picked }: StageFootProps) => (
  <>
    <ComparePicked picked={picked} />
    <UndoFoot of={undo} />
  </>
)
