import { Feather, Mic, Radio } from 'lucide-react'
import { voiceDesignRules } from '#contract/audio/voices.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import { type ToolExample, ToolExamples } from '../../../tool/tool-examples.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { DescriptionRow, PreviewTextRow } from './description-row.tsx'

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

/** Voices from a description. */
export const voiceDesign: OwnParts = {
  rules: voiceDesignRules,
  rows: { prompt: DescriptionRow, auto_generate_text: FieldRow, text: PreviewTextRow },
  empty: (state) => (
    <ToolExamples state={state} heading="Describe a voice, or start with an example" examples={examples} />
  ),
}
