import { AudioLines, Megaphone, Moon } from 'lucide-react'
import { speechRules } from '#contract/audio/speech.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { PlayLive, playWish } from '../../../tool/results/sound/play-live.tsx'
import { type ToolExample, ToolExamples } from '../../../tool/tool-examples.tsx'
import type { OwnParts, Press } from '../../../tool/tool-view.tsx'
import { type Call, useBatch } from '../../../tool/use-batch.tsx'
import type { ToolState } from '../../../tool/use-tool.ts'
import { voiceName } from '../../../tool/voices/voice-options.ts'
import { VoiceSettingsRow } from '../../../tool/voices/voice-settings-row.tsx'
import { voiceShelf } from '../../../tool/voices/voice-shelf.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { InstructionsRow } from './instructions-row.tsx'
import { SeveralVoicesRow } from './several-voices-row.tsx'
import { isSplit, moreVoices, speechCalls, textLimit } from './speech-calls.ts'
import { SpeechStage } from './speech-stage.tsx'
import { SplitOffer, TextRow } from './text-row.tsx'

const examples: readonly ToolExample[] = [
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
]

/** One call for each voice and part of the text. */
function useSpeechPress(state: ToolState): Press {
  const voices = usePageState(moreVoices)
  const split = usePageState(isSplit)
  const { card, form } = state.form
  const shelf = usePageState(voiceShelf)
  const named = (voice: string) => voiceName(voice, shelf, state.sending.connection.baseUrl)
  const limit = split ? textLimit(card).limit : undefined
  const callsOf = (request: Call['request']) => speechCalls(request, { voices, limit, named })
  const press = useBatch(state, callsOf)
  return {
    ...press,
    beside: <PlayLive card={card} />,
    children: (
      <>
        <SplitOffer form={form} card={card} />
        {press.children}
      </>
    ),
  }
}

const streamed = { stream_format: 'audio' }
const whole = {}

/** A provider that makes a file as a whole unless it is asked for a stream is asked while "Play live" is on. */
const useStreamed = (card: ModelCard | undefined) =>
  usePageState(playWish) && card?.parameters?.includes('stream_format') ? streamed : whole

/** "Play live" is the control for this field; another value, from JSON or an earlier run, is shown. */
const StreamFormatRow = (props: FieldRowProps) => {
  const { stream_format: format } = props.form.draft
  return format === undefined || format === streamed.stream_format ? null : <FieldRow {...props} />
}

/** `response_format` names the same: this field is for models that list it alone, and shown where it is set. */
const OutputFormatRow = (props: FieldRowProps) => {
  const { draft, rules } = props.form
  const isAlone = rules?.fields.response_format?.kind === 'off'
  return draft.output_format === undefined && !isAlone ? null : <FieldRow {...props} />
}

/** Speech: one text in one voice or several, in one part or several. */
export const speech: OwnParts = {
  rules: speechRules,
  useUsual: useStreamed,
  rows: {
    input: TextRow,
    voice: (props) => (
      <SeveralVoicesRow {...props} more={moreVoices} legend="Same text, also with" link="Compare voices" />
    ),
    instructions: InstructionsRow,
    voice_settings: VoiceSettingsRow,
    stream_format: StreamFormatRow,
    output_format: OutputFormatRow,
  },
  stage: SpeechStage,
  usePress: useSpeechPress,
  empty: (state) => <ToolExamples state={state} heading="Enter a text, or start with an example" examples={examples} />,
}
