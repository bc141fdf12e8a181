import { useMemo, useState } from 'react'
import { isSame } from '../form-values.ts'
import { readNested } from './nested-json.ts'

interface TypedValue {
  readonly value: unknown
  /** The text as typed, where it cannot be read; kept by the caller. */
  readonly typed: string | undefined
  /** Called with each key; an unreadable text keeps the value. An empty text is `undefined`. */
  readonly onChange: (value: unknown, typed: string | undefined) => void
}

/** A value as a text that is edited: a readable text stays as it was typed for as long as it means the value. */
export function useTypedJson({ value, typed, onChange }: TypedValue) {
  const [own, setOwn] = useState<{ readonly text: string; readonly value: unknown }>()
  const text = useMemo(
    () => typed ?? (own && isSame(own.value, value) ? own.text : (JSON.stringify(value, null, 2) ?? '')),
    [typed, own, value],
  )
  const reading = typed === undefined ? undefined : readNested(typed)
  return {
    text,
    /** Why the text cannot be read. */
    why: reading?.kind === 'unreadable' ? reading.why : undefined,
    onText(next: string) {
      const read = readNested(next)
      if (read.kind === 'unreadable') return onChange(value, next)
      const meant = read.kind === 'value' ? read.value : undefined
      setOwn({ text: next, value: meant })
      onChange(meant, undefined)
    },
  }
}
