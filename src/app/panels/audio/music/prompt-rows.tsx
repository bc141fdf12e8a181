import { TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { ownOf, stringOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { useEntry } from '../../../form/form-state.ts'
import { readNumber } from '../../../form/form-values.ts'
import { rowLinkLook } from '../../../tool/voices/voice-row.tsx'
import { boxLook, lineLook } from '../../../ui/box-look.ts'
import { joinPrompt, splitPrompt } from './plan.ts'

const tags = ['Intro', 'Verse', 'Chorus', 'Bridge', 'Outro']

/** A row that is not shown beside a plan, with which its field is not sent. */
export const PromptPartRow = ({ form, field }: FieldRowProps) =>
  form.draft.composition_plan === undefined && <FieldRow form={form} field={field} />

function Lyrics({ prompt, onChange }: { readonly prompt: string; readonly onChange: (prompt: string) => void }) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const { about, lyrics } = splitPrompt(prompt)
  const write = (next: string) => onChange(joinPrompt({ about, lyrics: next }))
  const insert = (tag: string) => {
    write(`${lyrics}${lyrics === '' || lyrics.endsWith('\n') ? '' : '\n'}[${tag}]\n`)
    box.current?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Lyrics
      </label>
      <textarea
        ref={box}
        id={id}
        aria-describedby={`${id}-about`}
        rows={3}
        className={`${boxLook} field-sizing-content max-h-80 min-h-20 resize-y py-2 leading-5`}
        placeholder={'[Verse]\nFirst line'}
        value={lyrics}
        onChange={({ target }) => write(target.value)}
      />
      <fieldset aria-label="Insert a section tag" className="flex flex-wrap gap-x-3">
        {tags.map((tag) => (
          <button key={tag} type="button" className={rowLinkLook} onClick={() => insert(tag)}>
            [{tag}]
          </button>
        ))}
      </fieldset>
      <p id={`${id}-about`} className="text-faint text-xs">
        Sent as part of the prompt, under “Lyrics:”.
      </p>
    </div>
  )
}

/** The lyrics, which are a part of the prompt, and the length. Apart from the prompt's row, which a phone has on its stage. */
export function LyricsAndLengthRow({ form, field }: FieldRowProps) {
  if (form.draft.composition_plan !== undefined) return null
  return (
    <div className="grid grid-cols-1 gap-5">
      <Lyrics
        prompt={stringOf(form.draft.prompt) ?? ''}
        onChange={(next) => form.set('prompt', next === '' ? undefined : next)}
      />
      <Length form={form} field={field} />
    </div>
  )
}

/** The length in seconds; milliseconds are sent. */
function Length({ form, field }: FieldRowProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { path } = field
  const entry = useEntry(form.state, path, () => input.current?.focus())
  const error = ownOf(form.errors, path)
  const read = (text: string) => {
    const reading = readNumber(text)
    return reading.kind === 'value' && typeof reading.value === 'number'
      ? { ...reading, value: Math.round(reading.value * 1000) }
      : reading
  }
  const shown = typeof entry.raw === 'string' ? entry.raw : typeof entry.value === 'number' ? entry.value / 1000 : ''
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {field.title}
        </label>
        {entry.value !== undefined && (
          <button type="button" className={rowLinkLook} onClick={() => form.set(path, undefined)}>
            Automatic
          </button>
        )}
      </div>
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-describedby={`${id}-about`}
          aria-invalid={error !== undefined || undefined}
          className={`${lineLook} pr-20 font-mono tabular-nums`}
          placeholder="Automatic"
          value={shown}
          onChange={({ target }) => form.enter(path, target.value, read(target.value))}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center font-mono text-faint text-xs">
          seconds
        </span>
      </div>
      <p id={`${id}-about`} className="text-faint text-xs">
        {error ? (
          <span role="alert" className="flex gap-1.5 text-danger">
            <TriangleAlert size={14} className="mt-0.5 shrink-0" />
            Enter 3 to 300 seconds.
          </span>
        ) : (
          '3 to 300 seconds; automatic lets the provider choose.'
        )}
      </p>
    </div>
  )
}
