import { BellRing, CloudLightning, Footprints } from 'lucide-react'
import { ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { type ToolExample, ToolExamples } from '../../../tool/tool-examples.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { rowLinkLook } from '../../../tool/voices/voice-row.tsx'
import { AuditionStage } from './audition-stage.tsx'
import { useVariants } from './variants.tsx'

/** The length, or none: the provider then chooses it. */
function LengthRow({ form, field }: FieldRowProps) {
  const isSet = ownOf(form.draft, field.path) !== undefined
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      <p className="flex items-center gap-2 text-faint text-xs">
        {isSet ? (
          <button type="button" className={rowLinkLook} onClick={() => form.set(field.path, undefined)}>
            Automatic length
          </button>
        ) : (
          'The provider chooses the length.'
        )}
      </p>
    </div>
  )
}

const examples: readonly ToolExample[] = [
  {
    icon: CloudLightning,
    title: 'Thunderstorm',
    prompt: 'Heavy rain with distant thunder',
    settings: { duration_seconds: 8 },
    says: '8 s',
  },
  {
    icon: Footprints,
    title: 'Footsteps',
    prompt: 'Footsteps on gravel, slow',
    settings: { duration_seconds: 5 },
    says: '5 s',
  },
  {
    icon: BellRing,
    title: 'Notification',
    prompt: 'Two short bright bell notes',
    settings: { duration_seconds: 1.5 },
    says: '1.5 s',
  },
]

/** Sound effects, in one variant or several. */
export const soundEffects: OwnParts = {
  rows: { text: FieldRow, duration_seconds: LengthRow, prompt_influence: FieldRow, loop: FieldRow },
  stage: AuditionStage,
  usePress: useVariants,
  empty: (state) => (
    <ToolExamples state={state} heading="Describe the sound, or start with an example" examples={examples} />
  ),
}
