import { type ReactNode, useMemo } from 'react'
import { ownOf, stringOf } from '#contract/core/loose-json.ts'
import { readSize } from '#contract/images/images-rules.ts'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow, type FieldRowProps } from '../form/field-row.tsx'
import { codePointsIn, grouped } from '../ui/format.ts'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'

interface CountedRowProps extends FieldRowProps {
  /** What is usually accepted, in code points. A text outside of it is sent all the same. */
  readonly least?: number
  readonly most: number
  readonly note: (length: number) => ReactNode
}

/** The row of a text with its length and the usual limits. */
export function CountedRow({ form, field, least = 0, most, note }: CountedRowProps) {
  const length = codePointsIn(stringOf(ownOf(form.draft, field.path)))
  const isOutside = length > 0 && (length < least || length > most)
  const isOff = ownOf(form.rules?.fields, field.path)?.kind === 'off'
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      {!isOff && (
        <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
          <span>{note(length)}</span>
          <span className={`shrink-0 tabular-nums ${isOutside ? 'text-warning' : ''}`}>
            {grouped(length)} / {grouped(most)}
            <span className="sr-only"> characters</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** What providers of this convention take of a prompt. The interface names no limit. */
const most = 32_000

export const PromptRow = ({ form, field: { help, ...field } }: FieldRowProps) => (
  <CountedRow
    {...{ form, field, most }}
    note={(length) => (length > most ? `Most providers accept up to ${grouped(most)} characters.` : help)}
  />
)

/** The size with a drawing of its shape. The help stays in sight where any size may be typed. */
export function SizeRow({ form, field: { help, ...field } }: FieldRowProps) {
  const isListed = form.rules?.fields.size?.kind === 'only'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1">
      <FieldRow form={form} field={field} />
      <RatioDrawing size={form.draft.size} />
      {!isListed && help && <p className="col-span-2 text-faint text-xs">{help}</p>}
    </div>
  )
}

/** The longest edge of the drawing, in px. */
const edge = 34

/** The shape of a size as a small rectangle; dashed where the model chooses it. */
function RatioDrawing({ size }: { readonly size: unknown }) {
  const read = readSize(size)
  const longest = read ? Math.max(read.width, read.height) : 1
  const [width, height] = read
    ? [Math.max(3, (read.width / longest) * edge), Math.max(3, (read.height / longest) * edge)]
    : [26, 26]
  const words = read ? ratioName(read) : 'auto'
  return (
    <div className="grid w-12 justify-items-center gap-1.5">
      <span className="min-h-5 whitespace-nowrap pt-0.5 font-mono text-2xs text-faint tabular-nums">{words}</span>
      <div className="grid h-9 w-12 place-items-center coarse:h-11">
        <span
          style={{ width, height }}
          className={`rounded-[2px] border-[1.5px] transition-[width,height] duration-150 ease-out motion-reduce:transition-none ${read ? 'border-cable bg-cable/12' : 'border-line-strong border-dashed'}`}
        />
      </div>
    </div>
  )
}

interface SuggestedRowProps extends FieldRowProps {
  /** Keeps its identity. */
  readonly options: readonly ComboboxOption[]
  readonly placeholder: string
}

/** The row of a field as a box with a list to choose from, where anything else may be typed, also what the model does not list. */
export function SuggestedRow({ form, field, options, placeholder }: SuggestedRowProps) {
  const { path } = field
  const open = useMemo(
    (): FieldDescription => ({ ...field, control: 'model', suggestions: [], placeholder }),
    [field, placeholder],
  )
  const { [path]: _, ...others } = form.rules?.fields ?? {}
  const rules =
    form.rules && ownOf(form.rules.fields, path)?.kind === 'listed' ? { ...form.rules, fields: others } : form.rules
  return <FieldRow form={{ ...form, rules, options: { [path]: options } }} field={open} />
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The reduced ratio, such as `3:2`; a decimal ratio if a number would exceed 32. */
export function ratioName({ width, height }: { readonly width: number; readonly height: number }): string {
  const by = divisor(width, height)
  const [across, down] = [width / by, height / by]
  if (Math.max(across, down) <= 32) return `${across}:${down}`
  return width > height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}
