import { ChevronDown, Download } from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { HistoryList } from '../../../history/history-list.tsx'
import { SearchField } from '../../../history/list-fields.tsx'
import { useVerdict, verdictOf } from '../../../history/marks/verdict.tsx'
import { matches } from '../../../run/history/matches.ts'
import { isEnded } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import { promptOf } from '../../../tool/asked.ts'
import { isGoing } from '../../../tool/jobs/job-times.ts'
import { NotifySwitch } from '../../../tool/jobs/notify-switch.tsx'
import type { Picked } from '../../../tool/results/picked.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted, grouped } from '../../../ui/format.ts'
import { OptionSelect } from '../../../ui/option-select.tsx'
import { keptSwitch, usePageState } from '../../../ui/page-state.ts'
import { hidden, JobRow } from './video-job-row.tsx'

/** Whether only the head of the list is shown where it has an area of its own; kept for the next visit. */
const jobsFold = keptSwitch('patchbay.jobs-folded')

/** Rows drawn at first, and added by a press. */
const page = 50

/** Which jobs are listed: all of them, or those of one state. */
const filters = [
  ['all', 'All states'],
  ['going', 'In progress'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['unknown', 'Unknown result'],
] as const
type JobFilter = (typeof filters)[number][0]

function isIn(run: Run, filter: JobFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'going':
      return isGoing(run)
    case 'failed':
      return isEnded(run.status) && run.status !== 'completed' && run.status !== 'unknown'
    default:
      return run.status === filter
  }
}

interface JobsListProps {
  readonly runs: readonly Run[]
  readonly shown: string | undefined
  readonly state: RefObject<ToolState>
  readonly picked: Picked
  /** The list has an area of its own, which scrolls. */
  readonly isRoomy: boolean
  readonly onShow: (id: string, by: 'press' | 'keys') => void
  /** Shows a job and moves the focus to it. */
  readonly onOpen: (id: string) => void
  readonly onAdopt: () => void
}

/**
 * The jobs, newest first, as a table below its filters; in a narrow place each row is a card. Keys that move show another job, Enter moves
 * the focus to it, P and F set the verdict, Delete deletes.
 */
export function JobsList({ runs, shown, state, picked, isRoomy, onShow, onOpen, onAdopt }: JobsListProps) {
  const [filter, setFilter] = useState<JobFilter>('all')
  const [text, setText] = useState('')
  const [most, setMost] = useState(page)
  const setVerdict = useVerdict()
  const sought = useDeferredValue(text).trim()
  const listed = useMemo(() => {
    const query = sought === '' ? {} : { text: sought }
    return runs.filter((run) => isIn(run, filter) && matches(run, query, promptOf(run).toLowerCase())).toReversed()
  }, [runs, filter, sought])
  const going = runs.filter(isGoing).length
  const left = listed.length - most
  const isFolded = usePageState(jobsFold) && isRoomy
  return (
    <section
      aria-label="All jobs"
      className={`flex flex-col border-line border-t [container:list/inline-size] ${isRoomy ? 'max-h-[40%] shrink-0' : ''}`}
    >
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 md:px-6">
        <h3 className="font-semibold text-sm">
          {isRoomy ? (
            <button
              type="button"
              aria-expanded={!isFolded}
              className="-ml-1 flex items-center gap-1 rounded-md pr-1 hover:text-cable coarse:min-h-11"
              onClick={() => jobsFold.set(!isFolded)}
            >
              <ChevronDown
                size={16}
                className={`text-faint transition duration-150 ease-out ${isFolded ? '-rotate-90' : ''}`}
              />
              Jobs
            </button>
          ) : (
            'Jobs'
          )}
        </h3>
        <p className="mr-auto text-faint text-xs tabular-nums">{going > 0 && `${grouped(going)} in progress`}</p>
        <div hidden={isFolded} className="flex min-w-0 items-center gap-2 cards:order-last cards:basis-full">
          <SearchField
            look="small"
            name="Search jobs"
            value={text}
            onText={setText}
            className="w-44 @max-[54rem]/list:w-32 cards:flex-1"
          />
          <OptionSelect look="small" aria-label="State" options={filters} value={filter} onValue={setFilter} />
        </div>
        <NotifySwitch />
        <Button look="quiet" small icon={<Download size={16} />} title="Track existing job" onClick={onAdopt}>
          <span className="@max-[46rem]/list:sr-only">Track existing job</span>
        </Button>
      </header>
      <div
        hidden={isFolded}
        // By the number of all jobs: a search changes no height.
        style={isRoomy ? { height: `calc(2.25rem + ${Math.min(runs.length, 5)} * var(--row))` } : undefined}
        className={`px-4 pb-2 md:px-6 ${isRoomy ? 'min-h-0 overflow-y-auto overscroll-contain [--row:3.0625rem] coarse:[--row:3.5625rem]' : ''}`}
      >
        <HistoryList
          kind="table"
          name="Jobs"
          head={head}
          items={listed.slice(0, most)}
          open={shown}
          row={(run, at) => <JobRow {...{ run, state, picked, ...at }} isShown={run.id === shown} />}
          onMove={({ id }) => onShow(id, 'keys')}
          onPress={({ id }) => onShow(id, 'press')}
          onKey={(run, event) => {
            const verdict = verdictOf(event)
            if (event.key === 'Enter') onOpen(run.id)
            else if (event.key === 'Delete') state.current.remove(run)
            else if (verdict) setVerdict(run, verdict)
            else return false
            return true
          }}
          className="w-full border-collapse text-left text-xs cards:block table-fixed"
        />
        {listed.length === 0 && <p className="py-4 text-soft text-xs">No matches.</p>}
        {left > 0 && (
          <Button look="quiet" className="mt-1" onClick={() => setMost(most + page)}>
            Show {grouped(Math.min(page, left))} of {counted(left, 'earlier job')}
          </Button>
        )}
      </div>
    </section>
  )
}

const columns = [
  ['State', 'w-52'],
  ['Elapsed', 'w-20'],
  ['Created', `w-32 ${hidden.created}`],
  ['Model', `w-40 ${hidden.model}`],
] as const

const head: ReactNode = (
  <thead className="cards:sr-only">
    <tr className="text-2xs text-faint [&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:bg-ground [&>th]:py-1 [&>th]:pr-3 [&>th]:font-normal">
      <th scope="col" className="pl-2">
        Prompt
      </th>
      {columns.map(([name, width]) => (
        <th key={name} scope="col" className={width}>
          {name}
        </th>
      ))}
      <th scope="col" className="w-10">
        <span className="sr-only">Actions</span>
      </th>
    </tr>
  </thead>
)
