import { memo, use, useEffect, useId, useMemo, useRef } from 'react'
import { isRecord } from '#contract/core/loose-json.ts'
import { EditorCode, JsonArea } from '../json/editor/json-area.tsx'
import { focusControl } from './field-row.tsx'
import { useEntry } from './form-state.ts'
import { type FieldReading, readJson } from './form-values.ts'
import { sayInList } from './remarks.ts'
import { isSent } from './request-draft.ts'
import { ReservedNotes } from './request-notes.tsx'
import { requestFault } from './schema/request-faults.ts'
import type { RequestForm } from './use-request-form.ts'

/** The form's request as JSON, to be edited: the other view of the same thing. */
export const RequestJson = memo(function RequestJson({ form }: { readonly form: RequestForm }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { load } = use(EditorCode)
  useEffect(load, [load])
  const { value, raw, problem } = useEntry(form.state, '', () => focusControl(box.current))
  const written = useMemo(() => JSON.stringify(form.draft, null, 2), [form.draft])
  // A text that was typed is shown as it was typed until a field changes, or as long as it cannot be read.
  const isTyped = typeof raw === 'string' && (problem !== undefined || value === form.draft)
  const kept = Object.entries(form.rules?.fields ?? {}).filter(
    ([path, rule]) => rule.kind === 'off' && isSent(form.draft, path),
  )
  return (
    <div ref={box} className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="self-start font-medium text-sm">
        Request JSON
      </label>
      <JsonArea
        id={id}
        label="Request JSON"
        look="max-h-[70dvh] min-h-76"
        describedBy={`${id}-about`}
        invalid={problem !== undefined}
        disabled={false}
        faults={form.placed}
        value={isTyped ? raw : written}
        onText={(text) => form.enter('', text, readRequest(text))}
      />
      <div id={`${id}-about`} className="flex flex-col gap-1 text-faint text-xs empty:hidden">
        {problem === undefined ? (
          Object.entries(form.errors).map(([path, error]) => (
            <p key={path} className="text-danger">
              {sayInList(path, error)}
            </p>
          ))
        ) : (
          <>
            <p role="alert" className="text-danger">
              {problem}
            </p>
            <p>The form keeps the last valid request.</p>
          </>
        )}
        <ReservedNotes form={form} />
        {kept.length > 0 && <p>Kept, not sent: {kept.map(([path]) => path).join(', ')}</p>}
      </div>
      {problem !== undefined && (
        <button
          type="button"
          className="self-start rounded-md text-soft text-xs underline underline-offset-2 hover:text-ink coarse:min-h-11"
          onClick={() => {
            focusControl(box.current)
            form.discardText()
          }}
        >
          Discard changes
        </button>
      )}
    </div>
  )
})

function readRequest(text: string): FieldReading {
  const reading = readJson(text)
  if (reading.kind === 'unreadable') return reading
  if (reading.kind === 'unset' || !isRecord(reading.value))
    return { kind: 'unreadable', why: 'The request must be an object: { … }.' }
  const fault = requestFault(reading.value)
  return fault === undefined ? reading : { kind: 'unreadable', why: fault }
}
