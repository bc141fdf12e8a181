import { Play } from 'lucide-react'
import { useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { SoundPlayer } from '../../../view/media/sound/sound-player.tsx'
import { AsItCame } from '../as-it-came.tsx'
import { EditActions, receivedMedia } from '../media-files.tsx'
import { NoResult } from '../no-result.tsx'
import type { RunResultProps } from '../picked.ts'
import type { Asset } from '../result-file.ts'
import { ArrivingSound } from './arriving-sound.tsx'
import { MadeSound } from './made-sound.tsx'
import { OriginalAndResult, OriginalResultRemoved } from './original-and-result.tsx'
import { SoundActions } from './sound-actions.tsx'

/** The sounds of a run, each in a player; before them, their place, as high as they will be. */
export function RunSound({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const isGoing = useIsOpen(run) || isJob(run.status)
  const original = originalOf(run, assets)
  const [areSamples, setAreSamples] = useState(false)
  const isEmpty = !assets || receivedMedia(run.result, assets).length === 0
  if (isEmpty && (isGoing || !assets)) return <ArrivingSound run={run} lanes={ownOf(changers, run.endpoint) ?? 1} />
  if (isEmpty && run.result.outputs.length === 0) return <NoResult run={run} what="sound" />
  const heard = (file: Asset): Asset =>
    areSamples && file.type === unknownType ? { ...file, type: 'audio/pcm' } : file
  return (
    <AsItCame
      run={run}
      name="Results"
      player={(received) => {
        const file = heard(received)
        if (file.type === unknownType) return <UnknownSound onSamples={() => setAreSamples(true)} />
        if (mediaKind(file.type) !== 'audio') return undefined
        if (original && run.endpoint === 'audio.voice-isolation')
          return <OriginalResultRemoved original={original} result={file} />
        if (original) return <OriginalAndResult original={original} result={file} />
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

/** The recording, or the video, that a run was given to change. */
const originalOf = ({ endpoint }: Pick<RunResultProps['run'], 'endpoint'>, assets: readonly Asset[] | undefined) =>
  Object.hasOwn(changers, endpoint)
    ? assets?.find(({ role, type }) => role === 'input' && /^(?:audio|video)\//.test(type))
    : undefined
