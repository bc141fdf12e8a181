import { memo, type RefObject } from 'react'
import type { RowPlace } from '../../../history/history-list.tsx'
import { VerdictMark } from '../../../history/marks/verdict.tsx'
import { nameOf } from '../../../run/history/matches.ts'
import type { Run } from '../../../run/run.ts'
import { fieldsOf } from '../../../tool/asked.ts'
import { JobProgress, JobState, JobTime } from '../../../tool/jobs/job-line.tsx'
import { expiryWords, orderedAt } from '../../../tool/jobs/job-times.ts'
import { useRunItems } from '../../../tool/result-actions.tsx'
import type { Picked } from '../../../tool/results/picked.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import { shortly } from '../../../ui/format.ts'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { shortTime } from '../../../ui/short-time.ts'
import { JobPoster } from './job-poster.tsx'

interface JobRowProps extends RowPlace {
  readonly run: Run
  readonly isShown: boolean
  readonly state: RefObject<ToolState>
  readonly picked: Picked
}

/** Written out, since a card has another display, which takes the roles of a table's parts away. */
const roles = { row: { role: 'row' }, cell: { role: 'cell' } }

/** Columns that a middle width has no room for; cards have. */
export const hidden = {
  created: '@min-[36rem]/list:@max-[44rem]/list:hidden',
  model: '@min-[36rem]/list:@max-[56rem]/list:hidden',
}

const cell = 'py-1.5 pr-3 align-middle first:pl-2 cards:p-0!'

/** One job: a row, or, in a narrow place, a card. One that fails to render keeps its title, which shows the job large. */
export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { run, at, active } = props
  return (
    <Boundary
      of={run}
      fallback={() => (
        <tr {...roles.row} data-at={at} className="cursor-pointer border-line border-t">
          <td {...roles.cell} className={cell} colSpan={6}>
            <button type="button" data-open tabIndex={active ? 0 : -1} className="text-danger text-sm">
              Cannot be shown in the list
            </button>
          </td>
        </tr>
      )}
    >
      <WholeRow {...props} />
    </Boundary>
  )
})

function WholeRow({ run, at, active, isShown, state, picked }: JobRowProps) {
  const title = shortly(nameOf(run), 120) || 'Untitled'
  return (
    <tr
      {...roles.row}
      data-at={at}
      className={`group/row cursor-pointer border-line border-t hover:bg-surface cards:grid cards:grid-cols-[minmax(0,1fr)_auto] cards:items-center cards:gap-x-3 cards:gap-y-1.5 cards:rounded-md cards:border cards:px-3 cards:py-2 ${isShown ? 'bg-raised' : ''}`}
    >
      <td {...roles.cell} className={`${cell} min-w-0`}>
        <span className="flex min-w-0 items-center gap-3">
          <JobPoster run={run} title={title} picked={picked} />
          <span className="grid min-w-0 flex-1">
            <button
              type="button"
              data-open
              tabIndex={active ? 0 : -1}
              aria-current={isShown || undefined}
              dir="auto"
              className="min-w-0 truncate text-left font-medium text-sm aria-[current]:text-cable coarse:min-h-11"
            >
              {title}
            </button>
            <VerdictMark verdict={run.verdict} size={12} />
          </span>
        </span>
      </td>
      <td {...roles.cell} className={cell}>
        <span className="grid gap-0.5">
          <JobState run={run} />
          <JobProgress run={run} />
        </span>
      </td>
      <td {...roles.cell} className={`${cell} font-mono tabular-nums cards:text-right`}>
        <JobTime run={run} />
      </td>
      <td {...roles.cell} className={`${cell} ${hidden.created}`}>
        <Created run={run} />
      </td>
      <td {...roles.cell} className={`${cell} min-w-0 ${hidden.model}`}>
        <span className="block truncate font-mono cards:hidden" title={shortly(run.model)}>
          {shortly(run.model, 60)}
        </span>
        <span className="block truncate text-2xs text-faint">{askedWords(run)}</span>
      </td>
      <td {...roles.cell} className={`${cell} pr-0! text-right cards:col-start-2 cards:row-start-1 cards:-mr-2`}>
        <RowMenu run={run} title={title} state={state} />
      </td>
    </tr>
  )
}

/** When it was ordered, and how long the router keeps the video. */
function Created({ run }: { readonly run: Run }) {
  const now = useNow(run.jobState?.expiresAt !== undefined)
  const expiry = expiryWords(run, now)
  const at = orderedAt(run)
  return (
    <span className="block cards:flex cards:items-baseline cards:gap-2 cards:text-2xs">
      <time dateTime={new Date(at).toISOString()} className="block truncate tabular-nums">
        {shortTime(at)}
      </time>
      {expiry && (
        <span className="block truncate text-2xs text-faint tabular-nums">
          {expiry === 'expired' ? 'Expired' : `Expires ${expiry}`}
        </span>
      )}
    </span>
  )
}

/** The length and size that were asked for: `8 s · 1280 × 720`. */
function askedWords(run: Run): string {
  const { seconds, size } = fieldsOf(run)
  const length = typeof seconds === 'string' || typeof seconds === 'number' ? `${seconds} s` : ''
  const words = typeof size === 'string' ? size.replace(/^(\d+)x(\d+)$/, '$1 × $2') : ''
  return shortly([length, words].filter(Boolean).join(' · '), 60)
}

function RowMenu({ run, title, state }: Pick<JobRowProps, 'run' | 'state'> & { readonly title: string }) {
  const { again, job, reuse, elsewhere, remove } = useRunItems(run, state)
  const groups = [job, [...(again ? [again] : []), ...reuse], elsewhere, remove]
  return (
    <Menu name={`Actions for ${title}`} items={groups.filter(({ length }) => length > 0).map((items) => ({ items }))} />
  )
}
