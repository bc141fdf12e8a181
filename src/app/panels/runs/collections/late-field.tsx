import { useLateText } from '../../../history/list-fields.tsx'
import { frameLook } from '../../../ui/box-look.ts'

interface LateFieldProps {
  readonly name: string
  /** Shown above the text; without it only the placeholder is seen. */
  readonly title?: string
  readonly stored: string
  readonly placeholder?: string
  readonly onText: (text: string) => void
}

/** A text that is stored while it is typed. */
export function LateField({ name, title, stored, placeholder, onText }: LateFieldProps) {
  const { text, type, leave } = useLateText(stored, onText)
  return (
    <label className="grid min-w-0 grid-cols-1 gap-1 text-soft text-xs">
      {title}
      <textarea
        aria-label={name}
        rows={1}
        dir="auto"
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => type(target.value)}
        onBlur={() => void leave()}
        className={`${frameLook} field-sizing-content max-h-48 resize-none px-3 py-2`}
      />
    </label>
  )
}
