import { FileDown, InfinityIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { recordOf } from '#contract/core/loose-json.ts'
import type { SoundLevel } from '#media/audio/peaks.ts'
import type { Run } from '../../../run/run.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { SeamlessLoop } from '../../../view/media/sound/seamless-loop.ts'
import { SoundPlayer } from '../../../view/media/sound/sound-player.tsx'
import { useSoundShape } from '../../../view/media/sound/sound-shape.ts'
import { pictureName } from '../picture-file.ts'
import type { ResultFile } from '../result-file.ts'

interface MadeSoundProps extends Pick<ResultFile, 'file'> {
  readonly run: Run
}

/** Music or a sound effect in its player, with its level, a loop without a gap, and what it was made from as a file. */
export function MadeSound({ run, file }: MadeSoundProps) {
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

/** `Peak −4.5 dBFS · 0.6 s of silence at the end`. @internal */
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
