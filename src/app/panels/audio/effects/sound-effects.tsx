import { type KeyboardEvent, useRef } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { ToolExamples } from '../../../tool/examples/tool-examples.tsx'
import { Stage, type StageProps } from '../../../tool/stage.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { rowLinkLook } from '../../../tool/voices/voice-row.tsx'
import { letterOf, useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { useVariants } from './variants.tsx'

/** The runs of the tool; the digits 1 to 9 play its sounds, newest first, while the focus is on the stage. */
function AuditionStage(props: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasKeys = useLetterKeys()
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = Number(letterOf(event))
    if (!(digit >= 1 && digit <= 9) || event.repeat) return
    const player = box.current?.querySelectorAll<HTMLAudioElement>('[aria-label^="Sound player"] audio')[digit - 1]
    if (!player) return
    event.preventDefault()
    player.currentTime = 0
    void player.play().catch(() => {})
  }
  const count = props.state.sending.thread.runs.length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the list inside it.
    <div ref={box} className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <Stage {...props} />
      {hasKeys && count > 1 && (
        <p className="shrink-0 px-4 py-1 text-2xs text-faint md:px-6 coarse:hidden">
          <kbd>1</kbd>–<kbd>9</kbd> play the sounds from the top while the results have the focus.
        </p>
      )}
    </div>
  )
}

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

export const soundEffects: OwnParts = {
  rows: { text: FieldRow, duration_seconds: LengthRow, prompt_influence: FieldRow, loop: FieldRow },
  stage: AuditionStage,
  usePress: useVariants,
  empty: (state) => <ToolExamples state={state} heading="Describe the sound, or start with an example" />,
}
