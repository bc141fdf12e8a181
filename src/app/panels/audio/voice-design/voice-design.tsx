import { Feather, Mic, Radio, X } from 'lucide-react'
import { Suspense } from 'react'
import { voiceDesignRules } from '#contract/audio/voices.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import type { ToolExample } from '../../../tool/examples/example.ts'
import { ToolExamples } from '../../../tool/examples/tool-examples.tsx'
import { CountedRow } from '../../../tool/shared-rows.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { refined } from '../../../tool/voices/voice-previews.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { retriable } from '../../../ui/retriable.tsx'

const WordDiff = retriable(async () => (await import('./word-diff.tsx')).WordDiff)

/** Of a description and of the preview text, by what most providers take. */
const most = 1_000
const noteOf = (least: number) => (length: number) =>
  length > 0 && (length < least || length > most) && `Most providers accept ${least} to ${grouped(most)} characters.`

/** The text that the previews speak; hidden while the model writes it and none was typed. */
function PreviewTextRow(props: FieldRowProps) {
  const { form, field } = props
  const isIdle = ownOf(form.rules?.fields, field.path)?.kind === 'off' && ownOf(form.draft, field.path) === undefined
  return isIdle ? null : <CountedRow {...props} least={100} most={most} note={noteOf(100)} />
}

/** The description of a voice; while an earlier one is refined, with what was changed in it. */
function DescriptionRow(props: FieldRowProps) {
  const base = usePageState(refined)
  const value = ownOf(props.form.draft, props.field.path)
  return (
    <div className="grid grid-cols-1 gap-2">
      <CountedRow {...props} least={20} most={most} note={noteOf(20)} />
      {base !== undefined && (
        <section
          aria-label="Changes to the earlier description"
          className="rounded-md border border-line px-3 py-2 text-xs"
        >
          <div className="flex items-center justify-between gap-2 text-faint">
            <h3>Changes to the earlier description</h3>
            <IconButton
              name="Stop comparing"
              className="-mr-2 size-6!"
              icon={<X size={14} />}
              onClick={() => refined.set(undefined)}
            />
          </div>
          {base === value ? (
            <p className="text-soft">None yet. Edit the description, then design again.</p>
          ) : (
            <Suspense>
              <WordDiff before={base} after={typeof value === 'string' ? value : ''} />
            </Suspense>
          )}
        </section>
      )}
    </div>
  )
}

const auto = { auto_generate_text: true }

const examples: readonly ToolExample[] = [
  {
    icon: Radio,
    title: 'Late-night host',
    prompt: 'A deep, warm male voice in his fifties, slow and close to the microphone, like a late-night radio host.',
    settings: auto,
  },
  {
    icon: Feather,
    title: 'Storyteller',
    prompt: 'An elderly woman with a gentle, slightly raspy voice and a British accent, telling stories by the fire.',
    settings: auto,
  },
  {
    icon: Mic,
    title: 'Lively presenter',
    prompt: 'A young, energetic woman with a bright, clear voice, fast and cheerful, presenting a game show.',
    settings: auto,
  },
]

export const voiceDesign: OwnParts = {
  rules: voiceDesignRules,
  rows: { prompt: DescriptionRow, auto_generate_text: FieldRow, text: PreviewTextRow },
  empty: (state) => (
    <ToolExamples state={state} heading="Describe a voice, or start with an example" examples={examples} />
  ),
}
