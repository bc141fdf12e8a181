import { Download, ListMusic, Square } from 'lucide-react'
import { useCallback, useState } from 'react'
import { joinWavs } from '#media/audio/wav.ts'
import { mediaKind } from '#media/media-type.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import type { Run } from '../../../run/run.ts'
import { fieldsOf, promptOf } from '../../../tool/asked.ts'
import { runFileName } from '../../../tool/results/result-file.ts'
import { voiceName } from '../../../tool/voices/voice-options.ts'
import { voiceIn } from '../../../tool/voices/voice-previews.ts'
import { voiceShelf } from '../../../tool/voices/voice-shelf.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { Playback } from '../../../view/media/player/playback.ts'
import { wavOf } from '../../../view/media/sound/load-sound-facts.ts'
import { usePlayableSound } from '../../../view/media/sound/playable-sound.ts'
import { useBlobUrl } from '../../../view/media/use-picture.ts'

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
export function SeriesStrip({ runs }: { readonly runs: readonly Run[] }) {
  const series = lastSeries(runs)
  const soundOf = useSoundOf()
  const shelf = usePageState(voiceShelf)
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
          word="Play all"
          icon={<ListMusic size={16} />}
          onClick={() => void soundsOf(series).then(setList)}
        />
      )}
      {partsByVoice(series).map((parts, _, { length }) => {
        const voice = parts[0] && voiceIn(fieldsOf(parts[0]))
        const word =
          length > 1 && voice ? `Join ${voiceName(voice, shelf, parts[0]?.connection.baseUrl ?? '')}` : 'Join as WAV'
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

/** Reads the sound of a run from the ledger. */
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

interface PlayListProps {
  readonly list: readonly Sound[]
  readonly onEnd: () => void
}

/** Plays sounds one after the other; one that cannot be played is skipped. */
function PlayList({ list, onEnd }: PlayListProps) {
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
