import type { RulesOf } from '#contract/core/rules.ts'
import { imagesRules, readSize } from '#contract/images/images-rules.ts'
import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow } from '../../form/field-row.tsx'
import type { RequestForm } from '../../form/use-request-form.ts'
import { ratioName } from '../../tool/results/read-size.ts'

interface PromptRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** What providers of this convention take of a prompt. The interface names no limit, so a longer one is sent all the same. */
const usualLimit = 32_000

const whole = (count: number) => count.toLocaleString('en')

/** The prompt with its length, in characters as they are counted on a wire: code points. */
export function PromptRow({ form, field: { help, ...field } }: PromptRowProps) {
  const { prompt } = form.draft
  const length = typeof prompt === 'string' ? [...prompt].length : 0
  const isLong = length > usualLimit
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
        <span>{isLong ? `Most providers accept up to ${whole(usualLimit)} characters.` : help}</span>
        <span className={`shrink-0 tabular-nums ${isLong ? 'text-warning' : ''}`}>
          {whole(length)} / {whole(usualLimit)}
          <span className="sr-only"> characters</span>
        </span>
      </p>
    </div>
  )
}

interface SizeRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** The size with a drawing of its shape, and what may be typed where any size may be. */
export function SizeRow({ form, field: { help, ...field } }: SizeRowProps) {
  const isListed = form.rules?.fields.size?.kind === 'only'
  const flexible =
    form.draft.model === 'gen-image-2'
      ? 'Or any WIDTHxHEIGHT in multiples of 16: up to 3840 per side, 3:1 at most, 655,360 to 8,294,400 pixels.'
      : help
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1">
      <FieldRow form={form} field={field} />
      <RatioDrawing size={form.draft.size} />
      {!isListed && <p className="col-span-2 text-faint text-xs">{flexible}</p>}
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

/** The rules of an image model in a form, where previews are off without streaming. */
export const pictureRules: RulesOf = (model, card, draft) => {
  const rules = imagesRules(model, card, draft)
  if (draft?.stream === true && rules.fields.stream?.kind !== 'off') return rules
  const partial_images = { kind: 'off', why: 'Partial images require Stream.' } as const
  return { ...rules, fields: { partial_images, ...rules.fields } }
}
