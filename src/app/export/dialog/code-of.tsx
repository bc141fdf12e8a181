import { type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { useDraftRecord, useRunRecord } from '../../run/history/run-record.ts'
import type { SentRecord } from '../../run/history/run-record-schema.ts'
import { notSaved, type RunDraft } from '../../run/run-draft.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { readKept, writeKept } from '../../ui/page-state.ts'
import { ExportError } from '../export-error.ts'
import { type SnippetPart, snippets, waitsForJob } from '../snippets/snippets.ts'

const languages = snippets.map(({ id, title }) => [id, title] as const)
const parts: readonly (readonly [SnippetPart, string])[] = [
  ['whole', 'Whole script'],
  ['request', 'Request only'],
]

const languageKey = 'patchbay.code-language'

export function CodeOf({ record, keys }: { readonly record: SentRecord; readonly keys: readonly string[] }) {
  const [chosen, setChosen] = useState(() => readKept(languageKey) ?? '')
  const [part, setPart] = useState<SnippetPart>('whole')
  const snippet = snippets.find(({ id }) => id === chosen) ?? snippets[0]
  const code = useMemo(
    () => snippet && made(() => snippet.build(record, keys, part), 'This request cannot be written as code.'),
    [record, snippet, keys, part],
  )
  const choose = (id: string) => {
    setChosen(id)
    writeKept(languageKey, id)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Choice name="Language" options={languages} value={snippet?.id ?? ''} onChange={choose} />
      {waitsForJob(record) && <Choice name="Part of the job" options={parts} value={part} onChange={setPart} />}
      {code?.kind === 'made' ? (
        <div className="relative">
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
            tabIndex={0}
            aria-label={`The request in ${snippet?.title}`}
            className="max-h-72 overflow-auto rounded-md border border-line bg-surface p-3 pr-12"
          >
            <pre className="font-mono text-xs leading-relaxed">{code.text}</pre>
          </section>
          <span className="absolute top-2 right-2">
            <CopyButton name="Copy code" text={code.text} />
          </span>
        </div>
      ) : (
        <Refusal>{code?.words}</Refusal>
      )}
      <p className="text-faint text-xs">Reads the key from OPENAI_API_KEY. Running it sends a paid request.</p>
    </div>
  )
}

export const Refusal = ({ children }: { readonly children: ReactNode }) => (
  <p role="alert" className="text-danger text-sm">
    {children}
  </p>
)

/** A text, or why there is none, as a sentence for people. */
export type Made = { readonly kind: 'made'; readonly text: string } | { readonly kind: 'none'; readonly words: string }

export function made(make: () => string, otherwise: string): Made {
  try {
    return { kind: 'made', text: make() }
  } catch (error) {
    return { kind: 'none', words: error instanceof ExportError ? error.message : otherwise }
  }
}

/** A stored run by its id, or a request that is not sent. */
export type CodeSource = { readonly run: string } | { readonly draft: RunDraft }

interface CodeDialogProps {
  readonly source: CodeSource
  /** All keys that the app knows; code that contains one is refused. */
  readonly keys: readonly string[]
  readonly onClose: () => void
}

export function CodeDialog({ source, keys, onClose }: CodeDialogProps) {
  const readRun = useRunRecord()
  const readDraft = useDraftRecord()
  const [reading] = useState(() =>
    ('run' in source ? readRun(source.run) : readDraft(source.draft)).catch((error: unknown) => notSaved(error)),
  )
  return (
    <Dialog title="Code" open onClose={onClose}>
      <Suspense fallback={<p className="text-soft">Reading the request…</p>}>
        <CodeWhenRead reading={reading} keys={keys} />
      </Suspense>
    </Dialog>
  )
}

interface CodeWhenReadProps {
  readonly reading: Promise<Parameters<typeof CodeOf>[0]['record'] | string | undefined>
  readonly keys: readonly string[]
}

function CodeWhenRead({ reading, keys }: CodeWhenReadProps) {
  const record = use(reading)
  if (typeof record === 'object') return <CodeOf record={record} keys={keys} />
  return <Refusal>{record ?? 'This run can no longer be read.'}</Refusal>
}
