import { useId, useMemo, useRef, useState } from 'react'
import { lineAndColumn } from '../../json/parse-json.ts'
import { indexJson } from '../../json/view/json-index.ts'
import { GrowingJsonTree, JsonTree } from '../../json/view/json-tree.tsx'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { shortly } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { type Tab, TabList } from '../../ui/tabs.tsx'
import { StreamedText } from '../../view/text/streamed-text.tsx'
import { askSchema } from './ask-schema.ts'
import type { SchemaCheck } from './check-schema.ts'
import type { AskedFormat } from './format-asked.ts'
import { Problems, VerdictLine } from './schema-verdict.tsx'

const tabs: readonly Tab<'tree' | 'raw'>[] = [
  { id: 'tree', title: 'Tree' },
  { id: 'raw', title: 'Raw' },
]

/** An answer requested as JSON: a tree while it streams, validated at the end. Invalid JSON is shown as text with the reason. */
export function StructuredText({ text, status, asked }: { text: string; status: Run['status']; asked: AskedFormat }) {
  const open = isOpen(status)
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  // A text that has streamed here is read already; one from the history may be long, and is read in turns.
  const streamed = useRef(open).current
  const trouble = useMemo(() => (open ? undefined : whyNoJson(text)), [open, text])
  const id = useId()
  const isCut = trouble?.kind === 'cut' && status !== 'completed'
  if (trouble && !isCut)
    return (
      <>
        <StreamedText text={text} />
        <VerdictLine tone="warning">JSON was requested, but this is shown as text: {trouble.why}</VerdictLine>
      </>
    )
  if (open && !/^\s*(?:[[{]|$)/.test(text.slice(0, 100))) return <StreamedText text={text} streaming />
  const name = asked.name ? `Answer: ${shortly(asked.name, 80)}` : 'Answer as JSON'
  return (
    <section aria-label={name} className="grid min-w-0 gap-2">
      <div className="min-w-0 rounded-md border border-line bg-surface">
        <div className="flex items-center justify-between gap-3 border-line border-b px-3 py-1.5">
          <span className="min-w-0 truncate font-mono text-soft text-xs">{asked.name ?? 'JSON'}</span>
          <TabList id={id} name="View" tabs={tabs} value={view} onChange={setView} look="small" />
        </div>
        <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${view}`} className="py-2">
          {view === 'raw' ? (
            <pre className="reading-raw max-h-[max(16rem,60dvh)] overflow-y-auto px-4 text-xs" dir="auto">
              {text}
            </pre>
          ) : streamed ? (
            <GrowingJsonTree name={name} text={text} growing={open} />
          ) : (
            <JsonTree name={name} text={text} />
          )}
        </div>
      </div>
      {isCut && <VerdictLine tone="warning">Not validated: the JSON is incomplete.</VerdictLine>}
      {!open && !isCut && <Verdict text={text} asked={asked} />}
    </section>
  )
}

function Verdict({ text, asked }: { text: string; asked: AskedFormat }) {
  const check = useSchemaCheck(text, asked)
  if (asked.schema === undefined) return <VerdictLine tone="success">Valid JSON.</VerdictLine>
  if (check === undefined) return <VerdictLine tone="plain">Validating…</VerdictLine>
  switch (check.kind) {
    case 'fits':
      return <VerdictLine tone="success">Matches the schema.</VerdictLine>
    case 'unusable':
      return <VerdictLine tone="skipped">Not validated: the schema could not be used. {shortly(check.why)}</VerdictLine>
    case 'differs':
      return <Problems check={check} />
  }
}

function useSchemaCheck(text: string, { schema }: AskedFormat): SchemaCheck | undefined {
  const written = useMemo(() => JSON.stringify(schema), [schema])
  const check = (signal: AbortSignal) => askSchema(text, JSON.parse(written ?? 'null'), signal)
  return useLoaded(written === undefined ? undefined : check, [text, written])
}

/** Why a text is not JSON. `cut`: it is valid up to its end. */
interface NoJson {
  readonly kind: 'cut' | 'broken' | 'words'
  readonly why: string
}

/** Why a text is not valid JSON; undefined if it is. */
export function whyNoJson(text: string): NoJson | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const start = text.trimStart()
    if (start === '') return { kind: 'words', why: 'the answer is empty.' }
    if (!/^[[{"\d-]/.test(start))
      return { kind: 'words', why: `it begins with “${shortly(start.split(/\s+/, 4).join(' '), 40)}”.` }
    const { problem } = indexJson(text)
    const { line, column } = lineAndColumn(text, problem)
    const place = `line ${line.toLocaleString('en')}, column ${column.toLocaleString('en')}`
    if (problem >= text.length) return { kind: 'cut', why: 'it is incomplete.' }
    return {
      kind: 'broken',
      why: problem < 0 ? 'it contains an invalid string.' : `it stops being valid JSON at ${place}.`,
    }
  }
}
