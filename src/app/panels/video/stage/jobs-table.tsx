import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react'
import type { Run } from '../../../run/run.ts'
import { moveKey, moveTo } from '../../../tool/lists/list-keys.ts'
import { useVerdict, verdictOf } from '../../../tool/lists/verdict.tsx'
import type { Picked } from '../../../tool/results/picked.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { hidden, JobRow } from './job-row.tsx'

interface JobsTableProps {
  readonly rows: readonly Run[]
  /** The job that is shown large. */
  readonly shown: string | undefined
  readonly state: RefObject<ToolState>
  /** The videos selected for comparison. */
  readonly picked: Picked
  readonly onShow: (id: string, by: 'press' | 'keys') => void
  /** Shows a job and moves the focus to it. */
  readonly onOpen: (id: string) => void
}

/** Written out, since as cards the parts have another display, which takes their roles away. */
const roles = { table: { role: 'table' }, group: { role: 'rowgroup' } }

const columns = ['State', 'Elapsed', 'Created', 'Model']

/**
 * The jobs as a table; in a narrow place each row is a card. One button a row has the focus, the shown one's first: arrows, Home and End show
 * another job, Enter moves the focus to it, P and F set the verdict, Delete deletes.
 */
export function JobsTable({ rows, shown, state, picked, onShow, onOpen }: JobsTableProps) {
  const setVerdict = useVerdict()
  const table = useRef<HTMLTableElement>(null)
  const stop = rows.some(({ id }) => id === shown) ? shown : rows[0]?.id

  const titleOf = (id: string) =>
    table.current?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"] [data-title]`)
  const jobAt = (target: EventTarget, within: string) => {
    const at = target instanceof Element && target.closest(within) ? target.closest('[data-job]') : null
    return rows.findIndex(({ id }) => id === at?.getAttribute('data-job'))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = jobAt(event.target, '[data-title]')
    const run = rows[at]
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    const verdict = verdictOf(event)
    const to = rows[moveTo(moveKey(event), at, rows.length) ?? -1]
    if (to) {
      titleOf(to.id)?.focus()
      onShow(to.id, 'keys')
    } else if (event.key === 'Enter') onOpen(run.id)
    else if (event.key === 'Delete') state.current.removal.remove(run)
    else if (verdict) setVerdict(run, verdict)
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent): void {
    const { target } = event
    const isControl = target instanceof Element && target.closest('button:not([data-title]), input, label, [popover]')
    const run = isControl ? undefined : rows[jobAt(target, '[data-job]')]
    if (run) onShow(run.id, 'press')
  }

  return (
    <table
      ref={table}
      {...roles.table}
      aria-label="Jobs"
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="w-full border-collapse text-left text-xs cards:block table-fixed"
    >
      <thead className="cards:sr-only">
        <tr className="text-2xs text-faint [&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:bg-ground [&>th]:py-1 [&>th]:pr-3 [&>th]:font-normal">
          <th scope="col" className="pl-2">
            Prompt
          </th>
          {columns.map((name, at) => (
            <th key={name} scope="col" className={widths[at]}>
              {name}
            </th>
          ))}
          <th scope="col" className="w-10">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody {...roles.group} className="cards:grid cards:gap-2">
        {rows.map((run) => (
          <JobRow
            key={run.id}
            run={run}
            isShown={run.id === shown}
            isStop={run.id === stop}
            state={state}
            picked={picked}
          />
        ))}
      </tbody>
    </table>
  )
}

const widths = ['w-52', 'w-20', `w-32 ${hidden.created}`, `w-40 ${hidden.model}`]
