import { Download, ListMusic, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usualVoices } from '#contract/audio/speech.ts'
import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { joinWavs } from '#media/audio/wav.ts'
import { mediaKind } from '#media/media-type.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import type { Run } from '../../../run/run.ts'
import { fieldsOf, promptOf } from '../../../tool/asked.ts'
import { runFileName } from '../../../tool/results/result-file.ts'
import { Stage, type StageProps } from '../../../tool/stage.tsx'
import { useVoiceNames } from '../../../tool/voices/voice-library.ts'
import { voiceIn } from '../../../tool/voices/voice-previews.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { Playback } from '../../../view/media/player/playback.ts'
import { wavOf } from '../../../view/media/sound/load-sound-facts.ts'
import { usePlayableSound } from '../../../view/media/sound/playable-sound.ts'
import { useBlobUrl } from '../../../view/media/use-picture.ts'

/** The runs of the speech tool. It is mounted as long as the tool, on a phone too, so the voice is watched here. */
export function SpeechStage(props: StageProps) {
  const { runs } = props.state.sending.thread
  useFittingVoice(props.state.form.form)
  return (
    <>
      <Boundary of={runs} fallback={() => null}>
        <SeriesStrip runs={runs} />
      </Boundary>
      <Stage {...props} />
    </>
  )
}

/** Replaces the voice where another model is chosen, also by a link to the tool or with a kept draft. */
function useFittingVoice({ rules, draft, start, set }: RequestForm): void {
  const { data } = useModels()
  const rule = rules?.fields.voice
  const { model, voice } = draft
  const listed = rule?.kind === 'listed' ? rule.values : undefined
  const fitted = useRef<unknown>(undefined)
  useEffect(() => {
    // What is typed for a model stays, also if it is a voice of another one.
    if (!data || fitted.current === model) return
    fitted.current = model
    const fitting = fittingVoice({ voice, listed, usual: start.voice, cards: data.cards })
    if (fitting !== undefined) set('voice', fitting)
  }, [data, model, listed, voice, start, set])
}

interface Choice {
  readonly voice: unknown
  /** The voices that the form's model lists; undefined where it lists none. */
  readonly listed: readonly string[] | undefined
  readonly usual: unknown
  readonly cards: readonly ModelCard[]
}

/** A voice of the form's model in place of another model's; undefined where the form's own may stay, such as that of a design. */
export function fittingVoice({ voice, listed, usual, cards }: Choice): string | undefined {
  if (typeof voice !== 'string' || listed?.includes(voice)) return undefined
  const isOfAnother =
    usualVoices.includes(voice) ||
    cards.some(({ raw }) => nonBlankListOf(recordOf(raw).supported_voices)?.includes(voice))
  if (!isOfAnother) return undefined
  if (listed) return listed[0]
  return usualVoices.includes(voice) || typeof usual !== 'string' ? undefined : usual
}

interface Sound {
  readonly name: string
  readonly blob: Blob
}

/** The completed runs of the press that the newest run belongs to, in the order of its calls; of a repeated call, the last. @internal */
export function lastSeries(runs: readonly Run[]): readonly Run[] {
  const newest = runs.at(-1)
  const id = newest?.batch?.id
  if (id === undefined) return []
  const byPlace = new Map<number, Run>()
  for (const run of runs) {
    const { batch, status } = run
    if (batch?.id === id && status === 'completed') byPlace.set(batch.at, run)
  }
  return [...byPlace].toSorted(([a], [b]) => a - b).map(([, run]) => run)
}

/** The runs that speak the parts of one text, by voice; none for a text in one part. @internal */
export function partsByVoice(series: readonly Run[]): readonly (readonly Run[])[] {
  const voiceOf = (run: Run) => voiceIn(fieldsOf(run))
  const byVoice = [...new Set(series.map(voiceOf))].map((voice) => series.filter((run) => voiceOf(run) === voice))
  return byVoice.filter((runs) => new Set(runs.map(promptOf)).size > 1)
}

/** Above the runs, for the sounds of one press: plays them one after the other, and joins the parts of a text. */
function SeriesStrip({ runs }: { readonly runs: readonly Run[] }) {
  const series = lastSeries(runs)
  const soundOf = useSoundOf()
  const nameOf = useVoiceNames(series[0]?.connection.baseUrl ?? '')
  const [said, setSaid] = useState('')
  const [list, setList] = useState<readonly Sound[]>([])
  if (series.length < 2) return null
  const of = series[0]?.batch?.of
  const soundsOf = async (some: readonly Run[]) =>
    (await Promise.all(some.map(soundOf))).filter((one) => one !== undefined)
  const join = async (parts: readonly Run[]) => {
    setSaid('Joining…')
    setSaid(
      (await joined(await soundsOf(parts), parts).catch(() => false))
        ? ''
        : 'Could not join them. Download them one by one.',
    )
  }
  return (
    <section
      aria-label="Sounds of the last press"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-1.5 md:px-6"
    >
      <p className="min-w-0 flex-1 basis-40 truncate text-soft text-xs">
        Last press: {series.length} of {of} sounds
      </p>
      <p role="status" className="text-soft text-xs">
        {said}
      </p>
      {list.length > 0 ? (
        <PlayList list={list} onEnd={() => setList([])} />
      ) : (
        <ActionButton
          name="Play all"
          icon={<ListMusic size={16} />}
          onClick={() => void soundsOf(series).then(setList)}
        />
      )}
      {partsByVoice(series).map((parts, _, { length }) => {
        const voice = parts[0] && voiceIn(fieldsOf(parts[0]))
        const word = length > 1 && voice ? `Join ${nameOf(voice)}` : 'Join as WAV'
        return (
          <ActionButton
            key={voice ?? ''}
            name={`${word}: ${parts.length} parts in one file`}
            word={word}
            icon={<Download size={16} />}
            onClick={() => void join(parts)}
          />
        )
      })}
    </section>
  )
}

function useSoundOf(): (run: Run) => Promise<Sound | undefined> {
  const read = useRunRecord()
  return async (run) => {
    const record = await read(run.id).catch(() => undefined)
    const asset = record?.assets.find(({ role, type }) => role === 'output' && mediaKind(type) === 'audio')
    return asset && { name: run.batch?.name ?? '', blob: asset.blob.slice(0, asset.size, asset.type) }
  }
}

/** Downloads the sounds as one WAV file; false where they cannot be decoded here, or do not fit together. */
async function joined(sounds: readonly Sound[], [first]: readonly Run[]): Promise<boolean> {
  const wavs = await Promise.all(sounds.map(({ blob }) => wavOf(blob)))
  const whole = await joinWavs(wavs.filter((wav) => wav !== undefined))
  if (!whole || !first || wavs.includes(undefined)) return false
  saveFile(whole, runFileName(first, 1, 'wav'))
  return true
}

/** Plays sounds one after the other; one that cannot be played is skipped. */
function PlayList({ list, onEnd }: { readonly list: readonly Sound[]; readonly onEnd: () => void }) {
  const [at, setAt] = useState(0)
  const [playback] = useState(() => new Playback())
  const hold = useCallback(
    (player: HTMLAudioElement | null) => (player ? playback.attach(player) : undefined),
    [playback],
  )
  const sound = list[at]
  const url = useBlobUrl(usePlayableSound(sound && { blob: sound.blob, type: sound.blob.type })?.blob)
  const next = () => (at + 1 < list.length ? setAt(at + 1) : onEnd())
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <audio ref={hold} src={url} autoPlay onEnded={next} onError={next} />
      <span className="max-w-60 truncate text-soft text-xs tabular-nums">
        {at + 1} of {list.length}: {sound?.name}
      </span>
      <ActionButton name="Stop playing" word="Stop" icon={<Square size={16} />} onClick={onEnd} />
    </>
  )
}
