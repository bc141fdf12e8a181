import { Plus, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { type FieldRowProps, focusControl } from '../../../form/field-row.tsx'
import { useEntry } from '../../../form/form-state.ts'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/native-select.tsx'
import { languageName } from '../../../view/language-name.ts'
import { listedLanguages, takesSeveral, targetFields, targetsIn } from './languages.ts'

/** The languages of a dub: those that the model lists by name, and any code. */
export function TargetRow({ form, field }: FieldRowProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOther, setOther] = useState(false)
  const isList = takesSeveral(useModelCard(form.draft.model))
  // The form moves the focus here where a language is missing.
  useEntry(form.state, field.path, () => focusControl(box.current))
  const chosen = targetsIn(form.draft)
  const error = ownOf(form.errors, field.path)
  const put = (codes: readonly string[]) => {
    const draft = { ...form.draft, target_language: undefined, ...targetFields(codes, isList) }
    form.replace(Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)))
  }
  const add = (code: string) => code !== '' && put([...new Set([...chosen, code])])
  return (
    <div ref={box} className="grid min-w-0 grid-cols-1 gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Target languages
      </label>
      {chosen.length > 0 && (
        <ul aria-label="Target languages" className="flex flex-wrap gap-1.5">
          {chosen.map((code) => (
            <li
              key={code}
              className="flex min-w-0 items-center rounded-md border border-line bg-surface pl-2.5 text-sm"
              title={code}
            >
              <span className="truncate">{languageName(code)}</span>
              <IconButton
                name={`Remove ${languageName(code)}`}
                icon={<X size={14} />}
                className="size-7! coarse:size-11!"
                onClick={() => {
                  put(chosen.filter((one) => one !== code))
                  focusControl(box.current)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Select
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-error`}
        value={isOther ? 'other' : ''}
        onChange={({ target }) => {
          setOther(target.value === 'other')
          if (target.value !== 'other') add(target.value)
        }}
      >
        <option value="">Add a language…</option>
        {listedLanguages(form)
          .filter((code) => !chosen.includes(code))
          .map((code) => [languageName(code), code] as const)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, code]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        <option value="other">Other code…</option>
      </Select>
      {isOther && <OtherCode onAdd={add} />}
      <p
        id={`${id}-error`}
        role={error ? 'alert' : undefined}
        className="flex gap-1.5 text-danger text-xs empty:hidden"
      >
        {error && (
          <>
            <TriangleAlert size={14} className="mt-0.5 shrink-0" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}

const focused = (input: HTMLInputElement | null) => input?.focus()

function OtherCode({ onAdd }: { readonly onAdd: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  const add = () => {
    onAdd(typed.trim())
    setTyped('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex gap-1.5">
      <input
        ref={focused}
        aria-label="Language code"
        placeholder="pt-BR"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className={`${lineLook} min-w-0 flex-1 font-mono`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <IconButton name="Add language" icon={<Plus size={16} />} disabled={typed.trim() === ''} onClick={add} />
    </div>
  )
}
