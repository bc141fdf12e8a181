import { useState } from 'react'
import { isRecord, jsonIn, textOrJson, tooDeep } from '#contract/core/loose-json.ts'
import type { CheckType } from '#lab/checks/check-type.ts'
import { boxLook, lineLook } from '../../../ui/box-look.ts'

/** JSON that can be written again: a value nested deeper stays a text. */
const plainJsonIn = (text: string) => (tooDeep(text) ? undefined : jsonIn(text))

export const textOrNone = (text: string) => (text === '' ? undefined : text)

/** How a value of each kind is written in a box, and read from it. A schema that is no JSON yet stays a text. */
export const readings: Record<NonNullable<CheckType['value']>, Pick<ReadBoxProps<unknown>, 'write' | 'read'>> = {
  text: { write: textOrJson, read: (text) => text },
  texts: {
    write: (value) => (Array.isArray(value) ? value : [value]).map(textOrJson).join('\n'),
    read: (text) => text.split('\n').filter((line) => line.trim() !== ''),
  },
  json: { write: textOrJson, read: (text) => (text === '' ? undefined : (plainJsonIn(text) ?? text)) },
  schema: {
    write: (value) =>
      typeof value === 'string' || value === undefined ? (value ?? '') : JSON.stringify(value, null, 2),
    read(text) {
      const schema = plainJsonIn(text)
      return isRecord(schema) || typeof schema === 'boolean' ? schema : textOrNone(text)
    },
  },
}

interface ReadBoxProps<T> {
  readonly name: string
  readonly placeholder?: string
  readonly value: T
  /** It grows with its text. */
  readonly isLong?: true
  readonly className?: string
  readonly write: (value: T) => string
  readonly read: (text: string) => T
  readonly onValue: (value: T) => void
}

/** A text box of a value that is no text: what was typed stays as it is for as long as the value is the one that it was read as. */
export function ReadBox<T>({ name, placeholder, value, isLong, className = 'min-h-9', ...how }: ReadBoxProps<T>) {
  const { write, read, onValue } = how
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: T }>()
  const Box = isLong ? 'textarea' : 'input'
  return (
    <Box
      aria-label={name}
      placeholder={placeholder}
      title={placeholder}
      autoComplete="off"
      spellCheck={false}
      rows={isLong && 1}
      value={typed && typed.value === value ? typed.text : write(value)}
      onChange={({ target }: { readonly target: { readonly value: string } }) => {
        const next = read(target.value)
        setTyped({ text: target.value, value: next })
        onValue(next)
      }}
      className={
        isLong
          ? `${boxLook} field-sizing-content max-h-40 resize-none py-2 text-xs ${className}`
          : `${lineLook} text-xs`
      }
    />
  )
}
