import { AudioLines, BellRing, CloudLightning, Drum, Footprints, Guitar, Megaphone, Moon, Piano } from 'lucide-react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { FieldRow } from '../../form/field-row.tsx'
import { type Example, ExampleCards } from '../../tool/example-cards.tsx'
import { ToolView } from '../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../tool/tools.ts'
import { SpeechStage } from './speech-stage.tsx'

interface AudioExample extends Example {
  readonly settings?: JsonRecord
}

interface WithExamplesProps extends Pick<Parameters<typeof ToolView>[0], 'stage'> {
  readonly endpoint: string
  readonly heading: string
  readonly examples: readonly AudioExample[]
}

/** A tool of the registry with examples on its empty stage. */
function WithExamples({ endpoint, heading, examples, ...own }: WithExamplesProps) {
  const tool = toolFor(useTools(), endpoint)
  if (!tool) return null
  return (
    <ToolView
      tool={tool}
      {...own}
      empty={(tryOut) => (
        <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
          <h2 className="font-semibold text-base">{heading}</h2>
          <ExampleCards
            examples={examples}
            onTry={({ prompt, settings }) => tryOut({ [promptField(endpoint)]: prompt, ...settings })}
          />
        </div>
      )}
    />
  )
}

export const SpeechTool = () => (
  <WithExamples
    endpoint="audio.speech"
    stage={SpeechStage}
    heading="Enter a text, or start with an example"
    examples={[
      { icon: AudioLines, title: 'A sentence', prompt: 'The quick brown fox jumps over the lazy dog.' },
      {
        icon: Megaphone,
        title: 'An announcement',
        prompt: 'The train to the coast leaves from platform four in six minutes.',
        settings: { instructions: 'Clear and calm, like a station announcement.', speed: 0.9 },
        says: 'with instructions, 0.9×',
      },
      {
        icon: Moon,
        title: 'A bedtime story',
        prompt: 'Once upon a time, a small boat sailed home under the light of the moon.',
        settings: { instructions: 'Soft and slow.', speed: 0.8, response_format: 'wav' },
        says: 'WAV, 0.8×',
      },
    ]}
  />
)

export const MusicTool = () => (
  <WithExamples
    endpoint="audio.music"
    heading="Describe the music, or start with an example"
    examples={[
      {
        icon: Piano,
        title: 'Calm piano',
        prompt: 'Slow solo piano in a minor key, calm and sparse',
        settings: { music_length_ms: 20_000, force_instrumental: true },
        says: '20 s, instrumental',
      },
      {
        icon: Guitar,
        title: 'Acoustic folk',
        prompt: 'Warm acoustic folk with guitar and bass, 100 bpm',
        settings: { music_length_ms: 20_000 },
        says: '20 s',
      },
      {
        icon: Drum,
        title: 'Electronic beat',
        prompt: 'Energetic electronic music with drums and synth bass, 128 bpm',
        settings: { music_length_ms: 15_000, force_instrumental: true },
        says: '15 s, instrumental',
      },
    ]}
  />
)

export const SoundEffectsTool = () => (
  <WithExamples
    endpoint="audio.sound-generation"
    heading="Describe the sound, or start with an example"
    examples={[
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
    ]}
  />
)

/** The recording comes first: the prompt only helps to read it. */
const transcriptionRows = { file: FieldRow, language: FieldRow, prompt: FieldRow }

export function TranscriptionTool() {
  const tool = toolFor(useTools(), 'audio.transcriptions')
  return tool && <ToolView tool={tool} rows={transcriptionRows} />
}
