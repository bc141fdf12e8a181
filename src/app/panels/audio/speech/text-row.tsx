import type { ModelCard } from '#contract/models/model-card.ts'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import { useModelCard } from '../../../tool/model-card.ts'
import { CountedRow } from '../../../tool/rows/counted-row.tsx'
import { lengthOf } from '../../../tool/rows/text-length.ts'
import { Tick } from '../../../ui/choice.tsx'
import { grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { isSplit, textLimit } from './speech-calls.ts'
import { splitText } from './split-text.ts'

/** The text with its length and the limit of the model. */
export function TextRow({ form, field: { help: _, ...field } }: FieldRowProps) {
  const { limit, isKnown } = textLimit(useModelCard(form.draft.model))
  return (
    <CountedRow
      {...{ form, field }}
      most={limit}
      note={(length) => !isKnown && length > limit * 0.8 && 'Limit not reported; OpenAI’s is shown.'}
    />
  )
}

interface SplitOfferProps extends Pick<FieldRowProps, 'form'> {
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
        {grouped(lengthOf(input))} characters; {isKnown ? 'this model accepts' : 'most providers accept'}{' '}
        {grouped(limit)}.
      </p>
      <Tick isOn={split} onChange={isSplit.set} className="gap-2 text-xs coarse:min-h-11">
        Split into {length} parts at sentence ends: {length} calls per voice
      </Tick>
    </div>
  )
}
