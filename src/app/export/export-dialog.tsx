import { Suspense, use, useState } from 'react'
import { useRunRecord } from '../run/history/use-run-record.ts'
import { Dialog } from '../ui/dialog.tsx'
import { saveFile } from '../ui/save-file.ts'
import { CodeOf } from './code-of.tsx'
import { ExportError } from './export-error.ts'
import { type RunExport, runExports } from './exports.ts'
import { fileName } from './file-name.ts'
import { LinkOf } from './link-of.tsx'
import type { RunRecord } from './run-record.ts'

interface ExportDialogProps {
  readonly ids: readonly string[]
  readonly keys: readonly string[]
  readonly onClose: () => void
}

type State = { readonly kind: 'ready' } | { readonly kind: 'busy'; readonly id: string } | Said
interface Said {
  readonly kind: 'saved' | 'failed'
  readonly words: string
}

/** The ways out for one run or many. */
export function ExportDialog({ ids, keys, onClose }: ExportDialogProps) {
  const readRecord = useRunRecord()
  const [state, setState] = useState<State>({ kind: 'ready' })
  const [only] = ids
  const [reading] = useState(() =>
    ids.length === 1 && only !== undefined ? readRecord(only).catch(() => undefined) : undefined,
  )

  async function save(format: RunExport): Promise<void> {
    setState({ kind: 'busy', id: format.id })
    setState(await saved(ids, readRecord, format, keys))
  }

  return (
    <Dialog title={ids.length === 1 ? 'Export this run' : `Export ${ids.length} runs`} open onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        {reading && (
          <Suspense fallback={<p className="text-soft">Reading the run …</p>}>
            <OneRun reading={reading} keys={keys} />
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
                  aria-busy={state.kind === 'busy' && state.id === format.id}
                  onClick={() => void save(format)}
                  className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 rounded-md px-2 py-2 text-left hover:bg-surface disabled:opacity-45"
                >
                  <span className="w-24 shrink-0">{format.title}</span>
                  <span className="min-w-0 flex-1 basis-48 text-soft text-xs">{format.help}</span>
                </button>
              </li>
            ))}
          </ul>
          <p role={state.kind === 'failed' ? 'alert' : 'status'} className={`pt-2 text-xs ${toneOf(state)}`}>
            {wordsOf(state)}
          </p>
        </section>
      </div>
    </Dialog>
  )
}

interface OneRunProps {
  readonly reading: Promise<RunRecord | undefined>
  readonly keys: readonly string[]
}

/** What only one run can leave as. */
function OneRun({ reading, keys }: OneRunProps) {
  const record = use(reading)
  if (!record)
    return (
      <p role="alert" className="text-danger text-sm">
        This run cannot be read any more.
      </p>
    )
  return (
    <>
      <CodeOf record={record} keys={keys} />
      <LinkOf record={record} keys={keys} />
    </>
  )
}

const toneOf = ({ kind }: State) => (kind === 'failed' ? 'text-danger' : 'text-soft')

function wordsOf(state: State): string {
  if (state.kind === 'ready') return ''
  return state.kind === 'busy' ? 'Writing the file …' : state.words
}

async function saved(
  ids: readonly string[],
  readRecord: (id: string) => Promise<RunRecord | undefined>,
  format: RunExport,
  keys: readonly string[],
): Promise<Said> {
  try {
    const records: RunRecord[] = []
    for (const id of ids) {
      const record = await readRecord(id)
      if (record) records.push(record)
    }
    const [first] = records
    if (!first) return { kind: 'failed', words: 'Nothing was saved: these runs cannot be read any more.' }
    const name = nameOf(first, records.length, format.extension)
    saveFile(await format.build(records, keys), name)
    const missing = ids.length - records.length
    return {
      kind: 'saved',
      words: missing === 0 ? `Saved as ${name}` : `Saved as ${name}, without ${missing} that cannot be read`,
    }
  } catch (error) {
    const words =
      error instanceof ExportError
        ? error.message
        : 'Nothing was saved: the runs could not be read, or there is no room for the file.'
    return { kind: 'failed', words }
  }
}

function nameOf({ run }: RunRecord, count: number, extension: string): string {
  const at = new Date(run.log[0]?.at ?? 0)
  if (count > 1) return fileName({ panel: 'runs', model: `${count}`, prompt: 'runs', at: new Date(), n: 1, extension })
  return fileName({ panel: run.endpoint, model: run.model, prompt: run.name ?? run.title, at, n: 1, extension })
}
