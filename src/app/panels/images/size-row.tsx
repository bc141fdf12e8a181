import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow } from '../../form/field-row.tsx'
import type { RequestForm } from '../../form/use-request-form.ts'
import { RatioDrawing } from './ratio-drawing.tsx'

interface SizeRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** The size with a drawing of its shape, and what may be typed where any size may be. */
export function SizeRow({ form, field: { help, ...field } }: SizeRowProps) {
  const isListed = form.rules?.fields.size?.kind === 'only'
  const flexible =
    form.draft.model === 'gen-image-2'
      ? 'Or any WIDTHxHEIGHT: edges in steps of 16 up to 3840, at most 3:1, 655,360 to 8,294,400 pixels.'
      : help
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1">
      <FieldRow form={form} field={field} />
      <RatioDrawing size={form.draft.size} />
      {!isListed && <p className="col-span-2 text-faint text-xs">{flexible}</p>}
    </div>
  )
}
