import { useId, useRef } from 'react'
import { listOf, ownOf } from '#contract/core/loose-json.ts'
import { type FieldRowProps, focusControl } from '../../../form/field-row.tsx'
import { useEntry } from '../../../form/form-state.ts'
import { Tick } from '../../../ui/choice.tsx'

const kinds = [
  ['word', 'Words'],
  ['segment', 'Segments'],
] as const

/** What gets times. Only one response format has them: a tick sets it, which is said. */
export function TimestampsRow({ form, field }: FieldRowProps) {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useEntry(form.state, field.path, () => focusControl(box.current))
  const { response_format: format } = form.draft
  const rule = form.rules?.fields.response_format
  const isOffered = rule?.kind !== 'listed' || rule.values.includes('verbose_json')
  const isVerbose = format === 'verbose_json'
  const chosen = listOf(ownOf(form.draft, field.path))
  const error = ownOf(form.errors, field.path)
  const tick = (kind: string, isOn: boolean) => {
    const next = [...chosen.filter((one) => one !== kind), ...(isOn ? [kind] : [])]
    const { [field.path]: _, ...others } = form.draft
    form.replace({
      ...others,
      ...(isOn && { response_format: 'verbose_json' }),
      ...(next.length > 0 && { [field.path]: next }),
    })
  }
  return (
    <fieldset
      ref={box}
      aria-describedby={id}
      disabled={!isOffered && chosen.length === 0}
      className="grid min-w-0 gap-1.5"
    >
      <legend className="mb-2 font-medium text-sm">{field.title}</legend>
      <div className="flex flex-wrap gap-x-4">
        {kinds.map(([kind, title]) => (
          <Tick key={kind} isOn={chosen.includes(kind)} onChange={(isOn) => tick(kind, isOn)}>
            {title}
          </Tick>
        ))}
      </div>
      <p id={id} role="status" className="text-faint text-xs">
        {!isOffered
          ? 'This model does not list verbose_json, the only format with timestamps.'
          : chosen.length === 0
            ? 'Sets the response format to verbose_json, the only one with timestamps.'
            : isVerbose
              ? 'Sent with the response format verbose_json.'
              : `Not sent: only verbose_json has timestamps, not ${format ?? 'the default format'}.`}
      </p>
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
