import { TriangleAlert } from 'lucide-react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { useCoverage } from '../../../../mask/import/mask-findings.ts'
import { SliderField } from '../../../../mask/tools/number-fields.tsx'
import { Choice } from '../../../../ui/choice.tsx'
import { mostSoftEdge, mostSurroundings, planWarning, planWords, type SentArea } from './sent-area.ts'

const areas = [
  ['whole', 'Whole image'],
  ['masked', 'Masked area'],
] as const

interface AreaFieldsProps {
  readonly area: SentArea
  readonly mask: MaskEditor | undefined
}

export function AreaFields({ area: { choice, choose, plan }, mask }: AreaFieldsProps) {
  const coverage = useCoverage(mask)
  if (coverage === undefined) return null
  const isMasked = choice.sent === 'masked'
  const warning = plan && planWarning(plan)
  return (
    <section aria-label="Area sent" className="grid grid-cols-1 gap-2">
      <h2 className="font-medium text-sm">Area sent</h2>
      <Choice name="Area sent" options={areas} value={choice.sent} onChange={(sent) => choose({ sent })} />
      {isMasked && (
        <>
          <PixelField
            name="Surroundings"
            value={choice.surroundings}
            most={mostSurroundings}
            onChange={(surroundings) => choose({ surroundings })}
          />
          <PixelField
            name="Soft edge"
            value={choice.softEdge}
            most={mostSoftEdge}
            onChange={(softEdge) => choose({ softEdge })}
          />
        </>
      )}
      <p className="text-faint text-xs tabular-nums">
        {isMasked
          ? plan && planWords(plan)
          : 'Masked area sends only the marked part, enlarged for more detail, and pastes the result back.'}
      </p>
      {warning && (
        <p className="flex items-start gap-2 text-soft text-xs">
          <TriangleAlert size={16} className="mt-px shrink-0 text-warning" />
          {warning}
        </p>
      )}
    </section>
  )
}

interface PixelFieldProps {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** Steps of the arrow keys over the whole slider. */
const steps = 64

/** A length in pixels of the image; small ones have more of the slider. */
function PixelField({ name, value, most, onChange }: PixelFieldProps) {
  const placeOf = (length: number) => Math.sqrt(length / most)
  const valueAt = (place: number) => Math.round(place * place * most)
  const onStep = (direction: 1 | -1) => {
    const next = valueAt(Math.min(1, Math.max(0, placeOf(value) + direction / steps)))
    onChange(Math.min(most, Math.max(0, next === value ? value + direction : next)))
  }
  return (
    <SliderField
      {...{ name, value, most, onChange, onStep, placeOf, valueAt }}
      sliderName={`${name} in pixels`}
      unit="px"
      className="[&>span]:w-22"
      least={0}
    />
  )
}
