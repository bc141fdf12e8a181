import { speechRules } from '#contract/audio/speech.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { ToolExamples } from '../../../tool/examples/tool-examples.tsx'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import { PlayLive, playWish } from '../../../tool/results/sound/play-live.tsx'
import { CountedRow } from '../../../tool/shared-rows.tsx'
import type { OwnParts, RunPress } from '../../../tool/tool-view.tsx'
import { type Call, useBatch } from '../../../tool/use-batch.tsx'
import type { ToolState } from '../../../tool/use-tool.ts'
import { useVoiceNames } from '../../../tool/voices/voice-library.ts'
import { VoiceSettingsRow } from '../../../tool/voices/voice-settings-row.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { codePointsIn, grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { InstructionsRow } from './instructions-row.tsx'
import { SeveralVoicesRow } from './several-voices-row.tsx'
import { isSplit, moreVoices, speechCalls, splitText, textLimit } from './speech-calls.ts'
import { SpeechStage } from './speech-stage.tsx'

function TextRow({ form, field: { help: _, ...field } }: FieldRowProps) {
  const { limit, isKnown } = textLimit(useModelCard(form.draft.model))
  return (
    <CountedRow
      {...{ form, field }}
      most={limit}
      note={(length) => !isKnown && length > limit * 0.8 && 'Limit not reported; OpenAI’s is shown.'}
    />
  )
}

interface SplitOfferProps extends Pick<FieldRowProps, 'form'> {
  readonly card: ModelCard | undefined
}

/** Offers to send a text above the limit in parts, each as a call of its own. Renders nothing for a text that fits. */
function SplitOffer({ form, card }: SplitOfferProps) {
  const { limit, isKnown } = textLimit(card)
  const split = usePageState(isSplit)
  const { input } = form.draft
  if (typeof input !== 'string' || codePointsIn(input) <= limit) return null
  const { length } = splitText(input, limit)
  return (
    <div className="grid gap-1 rounded-md border border-warning/40 px-3 py-2 text-xs">
      <p className="text-warning">
        {grouped(codePointsIn(input))} characters; {isKnown ? 'this model accepts' : 'most providers accept'}{' '}
        {grouped(limit)}.
      </p>
      <Tick isOn={split} onChange={isSplit.set} className="gap-2 text-xs coarse:min-h-11">
        Split into {length} parts at sentence ends: {length} calls per voice
      </Tick>
    </div>
  )
}

function useSpeechPress(state: ToolState): RunPress {
  const voices = usePageState(moreVoices)
  const split = usePageState(isSplit)
  const { card, form } = state.form
  const named = useVoiceNames(state.sending.connection.baseUrl)
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
  empty: (state) => <ToolExamples state={state} heading="Enter a text, or start with an example" />,
}
