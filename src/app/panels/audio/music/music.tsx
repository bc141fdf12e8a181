import { Drum, Guitar, Piano } from 'lucide-react'
import { PlayLive } from '../../../tool/results/sound/play-live.tsx'
import { type ToolExample, ToolExamples } from '../../../tool/tool-examples.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { useVariants } from '../effects/variants.tsx'
import { PlanRow } from './plan-row.tsx'
import { LyricsAndLengthRow, PromptPartRow } from './prompt-rows.tsx'

/** An example has no plan, whatever the form has. */
const fromPrompt = { composition_plan: undefined }

const examples: readonly ToolExample[] = [
  {
    icon: Piano,
    title: 'Calm piano',
    prompt: 'Slow solo piano in a minor key, calm and sparse',
    settings: { ...fromPrompt, music_length_ms: 20_000, force_instrumental: true },
    says: '20 s, instrumental',
  },
  {
    icon: Guitar,
    title: 'Acoustic folk',
    prompt: 'Warm acoustic folk with guitar and bass, 100 bpm',
    settings: { ...fromPrompt, music_length_ms: 20_000 },
    says: '20 s',
  },
  {
    icon: Drum,
    title: 'Electronic beat',
    prompt: 'Energetic electronic music with drums and synth bass, 128 bpm',
    settings: { ...fromPrompt, music_length_ms: 15_000, force_instrumental: true },
    says: '15 s, instrumental',
  },
]

export const music: OwnParts = {
  rows: {
    composition_plan: PlanRow,
    prompt: PromptPartRow,
    music_length_ms: LyricsAndLengthRow,
    force_instrumental: PromptPartRow,
  },
  usePress: (state) => ({ ...useVariants(state), beside: <PlayLive card={state.form.card} /> }),
  empty: (state) => (
    <ToolExamples state={state} heading="Describe the music, or start with an example" examples={examples} />
  ),
}
