import { type ComponentProps, useRef } from 'react'
import { boxLook } from './controls/control.ts'
import { type JsonError, parseJson } from './json-text.ts'

interface JsonAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'ref' | 'className'> {
  readonly value: string
  /** More classes: how tall it is. */
  readonly look: string
  readonly onText: (text: string) => void
}

/** A box for JSON with a way to the place of the first error. The text is never touched, however wrong it is. */
export function JsonArea({ value, look, onText, ...rest }: JsonAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const error = errorIn(value)
  const jump = (at: number) => {
    area.current?.setSelectionRange(at, at + 1)
    area.current?.focus()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <textarea
        {...rest}
        ref={area}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className={`${boxLook} resize-y py-2 font-mono text-xs ${look}`}
        value={value}
        onChange={({ target }) => onText(target.value)}
      />
      {error && (
        <button
          type="button"
          className="self-start rounded-md text-soft text-xs underline underline-offset-2 hover:text-ink coarse:min-h-11"
          onClick={() => jump(error.at)}
        >
          Go to line {error.line}, column {error.column}
        </button>
      )}
    </div>
  )
}

function errorIn(text: string): JsonError | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseJson(text)
  return 'error' in parsed ? parsed.error : undefined
}
