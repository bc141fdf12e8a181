import { CirclePlay, Square } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { useThread } from '../../run/use-runs.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Playback } from '../../view/media/player/playback.ts'
import { usePlayableSound } from '../../view/media/sound/playable-sound.ts'
import { useBlobUrl } from '../../view/media/use-picture.ts'
import { fieldsOf } from '../asked.ts'
import { speechTool, voiceDesignTool } from '../tools.ts'
import { previewsOf, voiceIn } from './voice-previews.ts'

interface Sample {
  readonly run: Run
  /** Left out: the sound of the run. */
  readonly sha256?: string
}

interface VoiceSampleProps {
  readonly voice: string
  readonly name: string
  readonly baseUrl: string
}

/** Plays the newest sound of a voice that this browser has, without a request. Renders nothing where it has none. */
export function VoiceSample({ voice, name, baseUrl }: VoiceSampleProps) {
  const sample = useSample(voice, baseUrl)
  return sample && <SampleButton key={sample.run.id + (sample.sha256 ?? '')} name={name} sample={sample} />
}

/** The newest sound that one connection gave of a voice, by speech or by a design. */
function useSample(voice: string, baseUrl: string): Sample | undefined {
  const speech = useThread(speechTool.id).runs
  const designs = useThread(voiceDesignTool.id).runs
  const isHere = ({ connection, result }: Run) =>
    connection.baseUrl === baseUrl && result.outputs.some(({ kind }) => kind === 'media')
  const spoken = speech.findLast((run) => isHere(run) && voiceIn(fieldsOf(run)) === voice)
  if (spoken) return { run: spoken }
  for (const run of designs.filter(isHere).toReversed()) {
    const sha256 = previewsOf(run.result)?.previews.find(({ id }) => id === voice)?.sha256
    if (sha256 !== undefined) return { run, sha256 }
  }
  return undefined
}

function SampleButton({ name: voice, sample: { run, sha256 } }: { readonly name: string; readonly sample: Sample }) {
  const file = useAssets(run)?.find(
    (asset) =>
      asset.role === 'output' && mediaKind(asset.type) === 'audio' && (sha256 === undefined || asset.sha256 === sha256),
  )
  const [playback] = useState(() => new Playback())
  const { playing, failed } = useSyncExternalStore(playback.watch, playback.shown)
  const url = useBlobUrl(usePlayableSound(file)?.blob)
  const hold = useCallback(
    (player: HTMLAudioElement | null) => (player ? playback.attach(player) : undefined),
    [playback],
  )
  if (!file) return null
  const press = () => {
    if (playing) playback.pause()
    else {
      playback.seek(0)
      playback.play()
    }
  }
  const name = failed
    ? 'This browser cannot play the sample'
    : playing
      ? 'Stop the sample'
      : `Play the newest sample of ${voice}`
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <audio ref={hold} src={url} preload="none" />
      <IconButton
        name={name}
        icon={playing ? <Square size={16} /> : <CirclePlay size={16} />}
        disabled={failed}
        onClick={press}
      />
    </>
  )
}
