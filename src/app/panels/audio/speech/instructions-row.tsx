import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { rowLinkLook } from '../../../tool/voices/voice-row.tsx'
import { Menu } from '../../../ui/popup/menu.tsx'

const styles = {
  Narrator: 'Warm, even narration at a relaxed pace, with short pauses between sentences.',
  Newsreader: 'Clear and neutral, like a news bulletin. Crisp articulation, steady pace.',
  Cheerful: 'Bright and cheerful, with a smile in the voice and lively intonation.',
  Calm: 'Soft, slow and soothing, with long pauses.',
  Urgent: 'Urgent and fast, stressing the important words.',
  Whisper: 'Whispered, close to the microphone.',
  Storyteller: 'Dramatic storytelling: vary pitch and pace, and let the tension build.',
} as const

/** How to speak the text, with presets that can be undone. Hidden for a model without the field, unless something was typed. */
export function InstructionsRow({ form, field }: FieldRowProps) {
  const { path } = field
  const value = ownOf(form.draft, path)
  const [before, setBefore] = useState<{ readonly preset: string; readonly value: unknown }>()
  const isOff = ownOf(form.rules?.fields, path)?.kind === 'off'
  if (isOff && value === undefined) return null
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      {!isOff && (
        <div className="-ml-3 flex flex-wrap items-center gap-x-2">
          <Menu
            name="Style presets"
            align="start"
            icon={<WandSparkles size={14} />}
            className="text-xs!"
            items={Object.entries(styles).map(([name, preset]) => ({
              name,
              onSelect: () => {
                form.set(path, preset)
                setBefore({ preset, value })
              },
            }))}
          >
            Style presets
          </Menu>
          {before && value === before.preset && before.value !== before.preset && (
            <button type="button" className={rowLinkLook} onClick={() => form.set(path, before.value)}>
              Undo the preset
            </button>
          )}
        </div>
      )}
    </div>
  )
}
