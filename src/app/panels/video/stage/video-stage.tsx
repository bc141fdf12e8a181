import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Run } from '../../../run/run.ts'
import { Offered } from '../../../tool/results/offered-actions.ts'
import { usePicked } from '../../../tool/results/picked.ts'
import { RunView, StageFoot, type StageProps } from '../../../tool/stage.tsx'
import { usePlace } from '../../../tool/use-place.ts'
import { useActions } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { useLater } from '../../../ui/hooks/use-later.ts'
import { useLatest } from '../../../ui/hooks/use-latest.ts'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { AdoptDialog } from './adopt-dialog.tsx'
import { JobsList } from './jobs-list.tsx'

/** Where the shown job and the table scroll apart. */
const roomy = '(width >= 80rem) and (height >= 54rem)'

/** The jobs of the tool: one shown large, and all of them in a table. Before the first one, `empty`. */
export function VideoStage({ state, empty }: StageProps) {
  const { sending } = state
  const { runs, loading, unreadable } = sending.thread
  const { run, show } = useShownJob(runs, sending.running?.id)
  const [isAdopting, setAdopting] = useState(false)
  const picked = usePicked()
  const isRoomy = useMedia(roomy)
  const scroller = useRef<HTMLElement>(null)
  const latest = useLatest(state)
  const shownId = run?.id
  useLayoutEffect(() => {
    if (shownId !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [shownId])
  const adopt = () => setAdopting(true)
  useActions([{ name: 'Track existing job', run: adopt }])
  const list = runs.length > 0 && (
    <JobsList
      runs={runs}
      shown={shownId}
      state={latest}
      picked={picked}
      isRoomy={isRoomy}
      onShow={show}
      onOpen={(id) => {
        show(id, 'press')
        scroller.current?.querySelector('article')?.focus()
      }}
      onAdopt={adopt}
    />
  )
  return (
    <>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [--patch-line:none] [container:stage/size]"
      >
        <div className="mx-auto grid max-w-[100rem] grid-cols-1 gap-6 px-4 py-4 md:px-6">
          {runs.length === 0 && !loading && (
            <>
              {empty}
              <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
                <p className="min-w-0 flex-1 basis-64 text-soft text-xs">
                  Started a video somewhere else? Track it here by its job ID, free of charge.
                </p>
                <Button icon={<Download size={16} />} onClick={adopt}>
                  Track existing job
                </Button>
              </div>
            </>
          )}
          {unreadable > 0 && <p className="text-warning text-xs">{counted(unreadable, 'damaged run')} not shown.</p>}
          {run && (
            <Offered value="This job">
              <RunView key={run.id} run={run} state={latest} connection={sending.connection} picked={picked} />
            </Offered>
          )}
        </div>
        {!isRoomy && list}
      </section>
      {isRoomy && list}
      <StageFoot state={state} picked={picked} />
      {isAdopting && (
        <AdoptDialog
          tool={state.tool}
          connection={sending.connection}
          onClose={() => setAdopting(false)}
          onAdopted={(id) => show(id, 'press')}
        />
      )}
    </>
  )
}

/** Debounce of writing the address while keys move through the table, in ms: browsers limit the rate of its changes. */
const writeAfter = 120

interface ShownJob {
  /** The run that the address names, else the newest. */
  readonly run: Run | undefined
  /** `press`: at once, as a new entry of the history. `keys`: in place of the entry, a moment later. */
  readonly show: (id: string, by: 'press' | 'keys') => void
}

/** Which run of the thread is shown large: kept in the address. A run that this page has just begun (`begun`) is shown. */
function useShownJob(runs: readonly Run[], begun: string | undefined): ShownJob {
  const { word, write } = usePlace()
  const named = word('run')
  const writeNow = (id: string, how: 'push' | 'replace') =>
    write({ tab: word('tab'), model: word('model'), run: id }, how)
  const { ahead, later, stay } = useLater(writeAfter, (id) => writeNow(id, 'replace'))
  const showBegun = useEffectEvent((id: string) => {
    stay()
    writeNow(id, 'replace')
  })
  useEffect(() => {
    if (begun !== undefined) showBegun(begun)
  }, [begun])
  const show = (id: string, by: 'press' | 'keys') => {
    if (by === 'keys') return later(id)
    stay()
    writeNow(id, 'push')
  }
  const id = ahead ?? named
  return { run: runs.find((run) => run.id === id) ?? runs.at(-1), show }
}
