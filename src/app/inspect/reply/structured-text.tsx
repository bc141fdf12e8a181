import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { lineAndColumn } from '../../json/parse-json.ts'
import { indexJson } from '../../json/view/json-index.ts'
import { GrowingJsonTree, JsonTree } from '../../json/view/json-tree.tsx'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { shortly } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { askWorker, WorkerFailed } from '../../ui/own-worker.ts'
import { type Tab, TabList } from '../../ui/tabs.tsx'
import { StreamedText } from '../../view/text/streamed-text.tsx'
import type { SchemaCheck } from './check-schema.ts'
import type { AskedFormat } from './format-asked.ts'
import workerUrl from './schema-worker.ts?worker&url'

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
        <Line tone="warning">JSON was requested, but this is shown as text: {trouble.why}</Line>
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
      {isCut && <Line tone="warning">Not validated: the JSON is incomplete.</Line>}
      {!open && !isCut && <Verdict text={text} asked={asked} />}
    </section>
  )
}

function Verdict({ text, asked }: { text: string; asked: AskedFormat }) {
  const check = useSchemaCheck(text, asked)
  if (asked.schema === undefined) return <Line tone="success">Valid JSON.</Line>
  if (check === undefined) return <Line tone="plain">Validating…</Line>
  switch (check.kind) {
    case 'fits':
      return <Line tone="success">Matches the schema.</Line>
    case 'unusable':
      return <Line tone="skipped">Not validated: the schema could not be used. {shortly(check.why)}</Line>
    case 'differs':
      return <Problems check={check} />
  }
}

function Problems({ check }: { check: Extract<SchemaCheck, { kind: 'differs' }> }) {
  const { problems, count } = check
  const more = count - problems.length
  return (
    <div className="grid gap-1">
      <Line tone="danger">
        Does not match the schema: {count.toLocaleString('en')} {count === 1 ? 'problem' : 'problems'}.
      </Line>
      <ul aria-label="Schema problems" className="grid max-h-60 gap-1 overflow-y-auto pl-6 text-xs">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="wrap-anywhere">
            <code className="font-mono">{path}</code> <span className="text-soft">{message}</span>
          </li>
        ))}
        {more > 0 && <li className="text-faint">and {more.toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}

const tones = {
  plain: { ink: 'text-soft', Icon: undefined },
  success: { ink: 'text-success', Icon: CircleCheck },
  skipped: { ink: 'text-warning', Icon: CircleSlash },
  warning: { ink: 'text-warning', Icon: TriangleAlert },
  danger: { ink: 'text-danger', Icon: TriangleAlert },
}

function Line({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { ink, Icon } = tones[tone]
  return (
    <p role="status" className={`flex items-start gap-2 text-xs ${ink}`}>
      {Icon && <Icon size={16} className="shrink-0" />}
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  )
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

/** In ms. A schema can be written so that checking against it never ends. */
const budget = 3000

/** Checks a text against a schema in a worker, for at most `budget`. Never rejects: failures are `unusable`. */
async function askSchema(text: string, schema: unknown, signal: AbortSignal): Promise<SchemaCheck> {
  const late = AbortSignal.timeout(budget)
  try {
    return await askWorker<SchemaCheck>(workerUrl, 'schema', { text, schema }, AbortSignal.any([signal, late]))
  } catch (cause) {
    if (late.aborted) return { kind: 'unusable', why: `Timed out after ${budget / 1000} s.` }
    const why = cause instanceof WorkerFailed ? 'The validator did not load.' : 'This browser cannot run the validator.'
    return { kind: 'unusable', why }
  }
}
