import { FileDown, InfinityIcon, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ownOf, recordOf } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import type { SoundLevel } from '#media/audio/peaks.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { saveFile } from '../../../ui/files.ts'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { SeamlessLoop } from '../../../view/media/sound/seamless-loop.ts'
import { SoundPlayer } from '../../../view/media/sound/sound-player.tsx'
import { useSoundShape } from '../../../view/media/sound/sound-shape.ts'
import { AsItCame, EditActions, receivedMedia } from '../media-files.tsx'
import type { RunResultProps } from '../picked.ts'
import type { Asset, ResultFile } from '../result-file.ts'
import { pictureName } from '../saved-file.ts'
import { NoResult } from '../shortfall.tsx'
import { ArrivingSound } from './arriving-sound.tsx'
import { OriginalAndResult } from './original-and-result.tsx'
import { SoundActions } from './sound-actions.tsx'

/** The sounds of a run, each in a player; before them, their place, as high as they will be. */
export function RunSound({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const isGoing = useIsOpen(run) || isJob(run.status)
  const original = originalOf(run, assets)
  const [areSamples, setAreSamples] = useState(false)
  const isEmpty = !assets || receivedMedia(run.result, assets).length === 0
  if (isEmpty && (isGoing || !assets))
    return <ArrivingSound run={run} lanes={ownOf(changers, run.endpoint) ?? 1} isMade={makers.includes(run.endpoint)} />
  if (isEmpty && run.result.outputs.length === 0) return <NoResult run={run} what="sound" />
  const heard = (file: Asset): Asset =>
    areSamples && file.type === unknownType ? { ...file, type: 'audio/pcm' } : file
  return (
    <AsItCame
      run={run}
      assets={assets}
      name="Results"
      player={(received) => {
        const file = heard(received)
        if (file.type === unknownType) return <UnknownSound onSamples={() => setAreSamples(true)} />
        if (mediaKind(file.type) !== 'audio') return undefined
        if (original)
          return (
            <OriginalAndResult {...{ original }} result={file} hasRemoved={run.endpoint === 'audio.voice-isolation'} />
          )
        return makers.includes(run.endpoint) ? <MadeSound run={run} file={file} /> : <SoundPlayer file={file} />
      }}
      actions={(received, place) => {
        const file = heard(received)
        return mediaKind(file.type) === 'audio' ? (
          <SoundActions {...{ run, file, place, comparing }} />
        ) : (
          <EditActions file={file} />
        )
      }}
    />
  )
}

/** The type of bytes whose format neither the router nor their beginning states. */
const unknownType = 'application/octet-stream'

/** Why bytes of unknown format are not played; the samples of some replies have neither a type nor a header. */
const UnknownSound = ({ onSamples }: { readonly onSamples: () => void }) => (
  <div className="grid justify-items-start gap-2 py-1">
    <p className="text-sm text-warning">
      Not played: the reply does not state its audio format, and the data has no header of a known format. It may be raw
      PCM.
    </p>
    <Button icon={<Play size={16} />} onClick={onSamples}>
      Play as raw PCM
    </Button>
  </div>
)

/** The tools whose result is level-checked and looped. */
const makers = ['audio.music', 'audio.sound-generation']

/** The tools whose result is compared with the recording that they were given, and how many waveforms that has. */
const changers: Readonly<Record<string, 2 | 3>> = { 'audio.voice-change': 2, 'audio.voice-isolation': 3 }

const originalOf = ({ endpoint }: Pick<RunResultProps['run'], 'endpoint'>, assets: readonly Asset[] | undefined) =>
  Object.hasOwn(changers, endpoint)
    ? assets?.find(({ role, type }) => role === 'input' && /^(?:audio|video)\//.test(type))
    : undefined

interface MadeSoundProps extends Pick<ResultFile, 'file'> {
  readonly run: Run
}

/** Music or a sound effect in its player, with its level, a loop without a gap, and what it was made from as a file. */
function MadeSound({ run, file }: MadeSoundProps) {
  const { peaks, end } = useSoundShape(file.blob, file.type)
  return (
    <div className="grid grid-cols-1 gap-1">
      <SoundPlayer file={file} />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 coarse:min-h-11">
        <span className="text-soft text-xs tabular-nums">{end === 'whole' && peaks && levelWords(peaks.level)}</span>
        <span className="flex flex-wrap items-center">
          <LoopButton file={file} />
          <ActionButton
            name="Download lyrics and settings"
            word="Settings"
            icon={<FileDown size={16} />}
            onClick={() =>
              saveFile(settingsOf(run), `${pictureName(run, { place: 0, file }).replace(/\.\w+$/, '')}.json`)
            }
          />
        </span>
      </div>
    </div>
  )
}

/** What a sound was made from: the request with its prompt, lyrics and parameters, and which run it was. */
const settingsOf = ({ id, endpoint, request }: Run): Blob =>
  new Blob([JSON.stringify({ run: id, endpoint, request: recordOf(request) }, null, 2)], { type: 'application/json' })

/** `Peak −4.5 dBFS · 0.6 s of silence at the end`. */
export function levelWords({ peak, quietStart, quietEnd }: SoundLevel): string {
  if (peak === Number.NEGATIVE_INFINITY) return 'Silent: no sound in the file.'
  const quiet = (seconds: number, where: string) =>
    seconds >= 0.1 && `${seconds.toFixed(1)} s of silence at the ${where}`
  const words = `Peak ${peak.toFixed(1).replace('-', '−')} dBFS`
  return [words, quiet(quietStart, 'start'), quiet(quietEnd, 'end')].filter(Boolean).join(' · ')
}

/** Plays the sound in a loop without a gap, until pressed again or until something else plays. */
function LoopButton({ file: { blob, type } }: { readonly file: Pick<MediaFile, 'blob' | 'type'> }) {
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const [loop] = useState(() => new SeamlessLoop(() => setState('still')))
  useEffect(() => loop.pause, [loop])
  const press = () => {
    if (state === 'playing') return loop.pause()
    setState('playing')
    loop.start(blob, type).catch(() => setState('failed'))
  }
  return (
    <>
      {state === 'failed' && (
        <span role="status" className="text-warning text-xs">
          This browser cannot decode the sound.
        </span>
      )}
      <ActionButton
        name="Play in a seamless loop"
        word="Seamless loop"
        icon={<InfinityIcon size={16} />}
        aria-pressed={state === 'playing'}
        onClick={press}
      />
    </>
  )
}
