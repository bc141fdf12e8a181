import { CircleOff } from 'lucide-react'
import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { AsItCame } from '../as-it-came.tsx'
import { EditActions, receivedMedia } from '../media-files.tsx'
import type { RunResultProps } from '../run-result.tsx'
import { ArrivingSound } from './arriving-sound.tsx'
import { MadeSound } from './made-sound.tsx'
import { OriginalAndResult, OriginalResultRemoved } from './original-and-result.tsx'
import { SoundActions } from './sound-actions.tsx'

/** The sounds of a run, each in a player; before them, their place, as high as they will be. */
export function RunSound({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const isGoing = useIsOpen(run) || isJob(run.status)
  const original = originalOf(run, assets)
  const isEmpty = !assets || receivedMedia(run.result, assets).length === 0
  if (isEmpty && (isGoing || !assets)) return <ArrivingSound run={run} lanes={changers[run.endpoint] ?? 1} />
  if (isEmpty && run.result.outputs.length === 0) return <NoSound status={run.status} />
  return (
    <AsItCame
      run={run}
      name="Results"
      player={
        original
          ? (file) => {
              const Players = run.endpoint === 'audio.voice-isolation' ? OriginalResultRemoved : OriginalAndResult
              return mediaKind(file.type) === 'audio' && <Players original={original} result={file} />
            }
          : makers.includes(run.endpoint)
            ? (file) => mediaKind(file.type) === 'audio' && <MadeSound run={run} file={file} />
            : undefined
      }
      actions={(file, place) =>
        mediaKind(file.type) === 'audio' ? (
          <SoundActions {...{ run, file, place, comparing }} />
        ) : (
          <EditActions file={file} />
        )
      }
    />
  )
}

/** The tools whose result is level-checked and looped. */
const makers = ['audio.music', 'audio.sound-generation']

/** The tools whose result is compared with the recording that they were given, and how many waveforms that has. */
const changers: Readonly<Record<string, 2 | 3>> = { 'audio.voice-change': 2, 'audio.voice-isolation': 3 }

/** The recording, or the video, that a run was given to change. */
const originalOf = ({ endpoint }: Pick<RunResultProps['run'], 'endpoint'>, assets: ReturnType<typeof useAssets>) =>
  Object.hasOwn(changers, endpoint)
    ? assets?.find(({ role, type }) => role === 'input' && /^(?:audio|video)\//.test(type))
    : undefined

/** Shown if the router reported completion without any file. */
function NoSound({ status }: { readonly status: string }) {
  if (status !== 'completed' && status !== 'unconfirmed') return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <CircleOff size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span>The reply contains no sound. See the inspector for its content.</span>
    </p>
  )
}
