import type { ModelCard } from '#contract/models/model-card.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { Tick } from '../../../ui/choice.tsx'
import { grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { isSplit, textLimit } from './speech-calls.ts'
import { lengthOf, splitText } from './split-text.ts'

interface TextRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** The text with its length, in code points, and the limit of the model. */
export function TextRow({ form, field: { help: _, ...field } }: TextRowProps) {
  const card = useModels().data?.cards.find(({ id }) => id === form.draft.model)
  const { limit, isKnown } = textLimit(card)
  const { input } = form.draft
  const length = typeof input === 'string' ? lengthOf(input) : 0
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
        <span>{!isKnown && length > limit * 0.8 && 'Limit not reported; OpenAI’s is shown.'}</span>
        <span className={`shrink-0 tabular-nums ${length > limit ? 'text-warning' : ''}`}>
          {grouped(length)} / {grouped(limit)}
          <span className="sr-only"> characters</span>
        </span>
      </p>
    </div>
  )
}

interface SplitOfferProps extends Pick<TextRowProps, 'form'> {
  readonly card: ModelCard | undefined
}

/** Offers to send a text above the limit in parts, each as a call of its own. Renders nothing for a text that fits. */
export function SplitOffer({ form, card }: SplitOfferProps) {
  const { limit, isKnown } = textLimit(card)
  const split = usePageState(isSplit)
  const { input } = form.draft
  if (typeof input !== 'string' || lengthOf(input) <= limit) return null
  const { length } = splitText(input, limit)
  return (
    <div className="grid gap-1 rounded-md border border-warning/40 px-3 py-2 text-xs">
      <p className="text-warning">
        {grouped(lengthOf(input))} characters; {isKnown ? 'this model takes' : 'most providers take'} {grouped(limit)}.
      </p>
      <Tick isOn={split} onChange={isSplit.set} className="gap-2 text-xs coarse:min-h-11">
        Split into {length} parts at sentence ends: {length} calls per voice
      </Tick>
    </div>
  )
}
