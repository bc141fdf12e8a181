import { Suspense, use, useEffect, useId, useRef, useState } from 'react'
import { useRunRecord } from '../../run/history/run-record.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, grouped } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type RunExport, runExports } from '../exports.ts'
import { LinkOf } from '../link/link-of.tsx'
import type { ReportOptions } from '../report/report.ts'
import { CodeDialog, CodeOf, type CodeSource, Refusal } from './code-of.tsx'
import { extrasOf, type Said, saveRuns } from './save-runs.ts'

/** `done`: number of runs read so far. */
type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly format: RunExport; readonly done: number }
  | Said

interface ExportDialogProps {
  readonly ids: readonly string[]
  /** All keys that the app knows; an export that contains one is refused. */
  readonly keys: readonly string[]
  /** For the link of one run, with the files that go where it does not. */
  readonly isLink?: boolean
  readonly onClose: () => void
}

/** What is shown as code, or the run whose link is shown, by its id. */
export type CodeOrLink = CodeSource | { readonly link: string }

interface CodeOrLinkProps extends Pick<ExportDialogProps, 'keys' | 'onClose'> {
  readonly source: CodeOrLink
}

export const CodeOrLinkDialog = ({ source, ...props }: CodeOrLinkProps) =>
  'link' in source ? <ExportDialog ids={[source.link]} isLink {...props} /> : <CodeDialog source={source} {...props} />

export function ExportDialog({ ids, keys, isLink = false, onClose }: ExportDialogProps) {
  const readRecord = useRunRecord()
  const runs = useRuns()
  const [state, setState] = useState<State>({ kind: 'ready' })
  const [options, setOptions] = useState<ReportOptions>({ title: '', form: 'full' })
  const saving = useRef<AbortController>(undefined)
  const [only] = ids
  const [reading] = useState(() =>
    ids.length === 1 && only !== undefined ? readRecord(only).catch(() => undefined) : undefined,
  )
  // Closing the dialog cancels a save in progress.
  useEffect(() => () => saving.current?.abort(), [])

  async function save(format: RunExport): Promise<void> {
    const controller = new AbortController()
    saving.current = controller
    const show = (done: number) => setState({ kind: 'busy', format, done })
    show(0)
    const { signal } = controller
    const told = { ...options, ...(await extrasOf(runs)) }
    setState(await saveRuns({ ids, readRecord, format, keys, options: told, signal, onProgress: show }))
  }

  return (
    <Dialog
      title={isLink ? 'Result link' : ids.length === 1 ? 'Export this run' : `Export ${counted(ids.length, 'run')}`}
      open
      onClose={onClose}
      foot={
        state.kind !== 'ready' && <Foot state={state} count={ids.length} onCancel={() => saving.current?.abort()} />
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {reading && (
          <Suspense fallback={<p className="text-soft">Reading the run…</p>}>
            <OneRun reading={reading} keys={keys} isLink={isLink} />
          </Suspense>
        )}
        <section aria-label="As a file">
          <h3 className="font-semibold">As a file</h3>
          <ul className="pt-1">
            {runExports.map((format) => (
              <li key={format.id} className="border-line border-b last:border-b-0">
                <button
                  type="button"
                  disabled={state.kind === 'busy'}
                  aria-busy={state.kind === 'busy' && state.format === format}
                  onClick={() => void save(format)}
                  className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 rounded-md px-2 py-2 text-left hover:bg-surface disabled:opacity-45"
                >
                  <span className="w-24 shrink-0">{format.title}</span>
                  <span className="min-w-0 flex-1 basis-48 text-soft text-xs">{format.help}</span>
                </button>
                {format.id === 'report' && <ReportFields options={options} onChange={setOptions} />}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

interface FootProps {
  readonly state: Exclude<State, { readonly kind: 'ready' }>
  readonly count: number
  readonly onCancel: () => void
}

function Foot({ state, count, onCancel }: FootProps) {
  if (state.kind !== 'busy')
    return (
      <p
        role={state.kind === 'failed' ? 'alert' : 'status'}
        className={`wrap-anywhere text-xs ${state.kind === 'failed' ? 'text-danger' : 'text-soft'}`}
      >
        {state.words}
      </p>
    )
  return (
    <div className="flex items-center gap-3">
      <p role="status" className="sr-only">
        Writing the file
      </p>
      <ProgressBar name="Runs written" value={state.done} of={count} />
      <span className="shrink-0 text-soft text-xs tabular-nums">
        {grouped(state.done)} of {counted(count, 'run')}
      </span>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

const forms = [
  ['short', 'Short', 'Prompts, results and verdicts'],
  ['full', 'Full', 'Also requests, reasoning and previews'],
] as const

function ReportFields({ options, onChange }: { options: ReportOptions; onChange: (options: ReportOptions) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-2 px-2 pb-3">
      <legend className="sr-only">Report</legend>
      <label className="grid min-w-0 flex-1 basis-40 gap-1 text-soft text-xs">
        Title
        <input
          value={options.title}
          maxLength={200}
          onChange={(event) => onChange({ ...options, title: event.target.value })}
          className="h-9 min-w-0 rounded-md border border-line bg-ground px-2 text-ink text-sm coarse:h-11"
        />
      </label>
      {forms.map(([form, title, help]) => (
        <label key={form} title={help} className="flex min-h-9 items-center gap-1.5 text-sm coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="accent-cable"
            checked={options.form === form}
            onChange={() => onChange({ ...options, form })}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

interface OneRunProps extends Pick<ExportDialogProps, 'keys' | 'isLink'> {
  readonly reading: Promise<RunRecord | undefined>
}

/** The exports that only one run has: code and a link. Suspends until the run is read. */
function OneRun({ reading, keys, isLink }: OneRunProps) {
  const record = use(reading)
  if (!record) return <Refusal>This run can no longer be read.</Refusal>
  return (
    <>
      {!isLink && (
        <section aria-label="As code" className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">As code</h3>
          <CodeOf record={record} keys={keys} />
        </section>
      )}
      <LinkOf record={record} keys={keys} />
    </>
  )
}
