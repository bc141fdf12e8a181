import { useId, useState } from 'react'
import { isRecord, type JsonRecord, jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { shortly } from '../../../ui/format.ts'
import { Select } from '../../../ui/native-select.tsx'
import type { ResultField } from './called-tool.ts'

interface ResultFormProps {
  readonly fields: readonly ResultField[]
  /** JSON of the result. What it holds beyond the fields stays. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** A flat result, field by field. An empty field is left out of it. */
export function ResultForm({ fields, text, onText }: ResultFormProps) {
  const read = jsonIn(text)
  const value = isRecord(read) ? read : {}
  const put = (name: string, next: unknown) => {
    const others = Object.entries(value).filter(([one]) => one !== name)
    const places = fields.map((field) => field.name)
    const all = next === undefined ? others : [...others, [name, next] as const]
    const sorted = all.toSorted(([one], [other]) => places.indexOf(one) - places.indexOf(other))
    onText(sorted.length === 0 ? '' : JSON.stringify(Object.fromEntries(sorted), null, 2))
  }
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {fields.map((field) => (
        <FieldLine key={field.name} field={field} value={value} onChange={(next) => put(field.name, next)} />
      ))}
    </div>
  )
}

interface FieldLineProps {
  readonly field: ResultField
  readonly value: JsonRecord
  readonly onChange: (value: unknown) => void
}

function FieldLine({ field: { name, kind, choices }, value, onChange }: FieldLineProps) {
  const id = useId()
  const now = ownOf(value, name)
  // As it was typed: `1.` is on the way to a number.
  const [typed, setTyped] = useState<string>()
  const isTyped = kind !== 'text' && typed !== undefined && readNumber(typed, kind) === now
  const shown = isTyped ? typed : (now ?? '')
  const isWrong = isTyped && now === undefined && typed.trim() !== ''
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="truncate font-mono text-2xs text-soft" title={name}>
        {shortly(name, 80)}
      </label>
      {kind === 'choice' ? (
        <Select id={id} value={choices.indexOf(now)} onChange={({ target }) => onChange(choices[Number(target.value)])}>
          <option value={-1}>Not set</option>
          {choices.map((choice, at) => (
            <option key={String(choice)} value={at}>
              {shortly(String(choice), 80)}
            </option>
          ))}
        </Select>
      ) : (
        <input
          id={id}
          type="text"
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}why` : undefined}
          value={typeof shown === 'object' ? JSON.stringify(shown) : String(shown)}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(kind === 'text' ? target.value || undefined : readNumber(target.value, kind))
          }}
          className={lineLook}
        />
      )}
      {isWrong && (
        <p id={`${id}why`} className="text-danger text-xs">
          {kind === 'integer' ? 'Enter a whole number.' : 'Enter a number.'}
        </p>
      )}
    </div>
  )
}

/** The number that a text states; undefined where it is none. */
function readNumber(text: string, kind: ResultField['kind']): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const isFit = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
  return isFit ? number : undefined
}
