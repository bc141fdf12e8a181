import { ToolExamples } from '../../../tool/examples/tool-examples.tsx'
import { PlayLive } from '../../../tool/results/sound/play-live.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { useVariants } from '../effects/variants.tsx'
import { PlanRow } from './plan-row.tsx'
import { LyricsAndLengthRow, PromptPartRow } from './prompt-rows.tsx'

export const music: OwnParts = {
  rows: {
    composition_plan: PlanRow,
    prompt: PromptPartRow,
    music_length_ms: LyricsAndLengthRow,
    force_instrumental: PromptPartRow,
  },
  usePress: (state) => ({ ...useVariants(state), beside: <PlayLive card={state.form.card} /> }),
  empty: (state) => <ToolExamples state={state} heading="Describe the music, or start with an example" />,
}
