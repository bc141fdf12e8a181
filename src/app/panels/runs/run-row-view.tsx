import { Check } from 'lucide-react'
import { memo } from 'react'
import type { Row } from '../../history/found-runs.ts'
import type { RowPlace } from '../../history/history-list.tsx'
import { VerdictMark } from '../../history/marks/verdict.tsx'
import { StateLabel, stateOf } from '../../inspect/line/run-state.tsx'
import { nameOf, startedAt } from '../../run/history/matches.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { servedOther } from '../../run/served-model.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { kindOf, panelOf, useTools } from '../../tool/tools.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { grouped, shortly } from '../../ui/format.ts'
import { shortTime } from '../../ui/short-time.ts'

/** Height of every row in pixels, constant for the virtualized list. */
export const rowHeight = 64

interface RunRowViewProps extends RowPlace {
  readonly row: Row
  readonly selected: boolean
  readonly open: boolean
}

/** One run in the list, which handles clicks by delegation: `data-at` is the row's index, `data-check` marks the checkbox. */
export const RunRowView = memo(function RunRowView(props: RunRowViewProps) {
  const { id, row, at, of, top, active, selected, open } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row.
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-current={open ? 'true' : undefined}
      aria-posinset={at + 1}
      aria-setsize={of}
      data-at={at}
      data-active={active}
      data-cable={panelOf(useTools(), row).cable}
      style={{ top, height: rowHeight }}
      className="group/row absolute inset-x-0 flex contain-strict cursor-pointer items-center gap-1 border-line border-b pr-4 hover:bg-surface aria-[current]:bg-raised aria-selected:bg-cable/10"
    >
      <span data-check className="grid h-full w-11 shrink-0 place-items-center">
        <span className="grid size-4 place-items-center rounded-[4px] border border-line-strong/60 group-aria-selected/row:border-cable group-aria-selected/row:bg-cable group-aria-selected/row:text-on-cable">
          {selected && <Check size={12} className="stroke-[2.5]" />}
        </span>
      </span>
      <Boundary of={row} fallback={() => <span className="text-danger">Cannot be shown in the list</span>}>
        <RowWords row={row} />
      </Boundary>
    </div>
  )
})

function RowWords({ row }: Pick<RunRowViewProps, 'row'>) {
  const facts = [shortTime(startedAt(row)), secondsOf(row)].filter((fact) => fact !== undefined)
  const tokens = tokensInOut(row)
  const other = servedOther(row)
  return (
    <span className="grid min-w-0 flex-1 gap-1">
      <span className="flex min-w-0 items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
          {shortly(nameOf(row), 120) || 'Untitled'}
        </span>
        <VerdictMark verdict={row.verdict} size={14} />
        <StateLabel state={stateOf(row)} />
      </span>
      <span className="flex min-w-0 items-center gap-3 text-2xs text-faint">
        <span className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-cable" />
          <span className="shrink-0 @max-[26rem]/list:sr-only">{kindOf(useTools(), row)}</span>
          <span className="min-w-0 truncate font-mono">
            {shortly(row.model, 60)}
            {other !== undefined && ` → ${shortly(other, 60)}`}
          </span>
          {row.tags?.slice(0, 3).map((tag) => (
            <span
              key={tag}
              className="max-w-20 shrink-0 truncate rounded-full border border-line px-1.5 text-soft max-sm:shrink"
            >
              {tag}
            </span>
          ))}
        </span>
        <span className="shrink-0 font-mono tabular-nums">
          {facts.join(' · ')}
          {tokens && <span className="@max-[21rem]/list:hidden"> · {tokens}</span>}
        </span>
      </span>
    </span>
  )
}

/** The duration of a run that is not open; a router gives that of a job in whole seconds. */
function secondsOf(run: Pick<Run, 'status' | 'job' | 'log' | 'times' | 'jobState'>): string | undefined {
  const taken = isOpen(run.status) ? undefined : timeTaken(run)
  return taken === undefined ? undefined : `${(taken / 1000).toFixed(run.job === undefined ? 2 : 0)} s`
}

/** Input and output tokens; undefined where neither was reported. */
function tokensInOut({ usage }: Pick<Run, 'usage'>): string | undefined {
  if (usage?.input === undefined && usage?.output === undefined) return undefined
  return `${count(usage.input)} → ${count(usage.output)}`
}

const count = (tokens: number | boolean | undefined) => (tokens === undefined ? '?' : grouped(Number(tokens)))
