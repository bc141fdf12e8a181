import { readSize } from '#contract/images/images-rules.ts'
import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import { ratioName } from '../results/read-size.ts'

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
