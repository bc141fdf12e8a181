import { Maximize, Minimize, Play, StepBack, StepForward, TriangleAlert, VideoOff } from 'lucide-react'
import {
  type ReactNode,
  type SyntheticEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import type { Codec } from '#media/video/codec-names.ts'
import type { VideoFacts } from '#media/video/video-facts.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { useBlobUrl } from '../use-picture.ts'
import { ControlBar, SeekBar, TimeText, useKeyName } from './control-bar.tsx'
import { Playback, type PlaybackShown } from './playback.ts'
import { type PlayerKeys, playerKeys, runByKey } from './player-key.ts'
import { loadMovie } from './use-video-facts.ts'
import { type FrameGrid, frameGrid, frameOf, type TakeFrame, useFrameOnPause, useFrameTime } from './video-frames.ts'

interface VideoPlayerProps {
  readonly file: MediaFile
  readonly frameActions?: ((take: TakeFrame) => ReactNode) | undefined
}

/** Suspends until the headers are read, so that it has its size from the start. Keys that it uses do not reach the page. */
export function VideoPlayer({ file, frameActions }: VideoPlayerProps) {
  const { facts, playable } = use(loadMovie(file.blob))
  const url = useBlobUrl(playable)
  const box = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [playback] = useState(() => new Playback())
  const hold = useCallback(
    (player: HTMLVideoElement | null) => {
      setVideo(player)
      return player ? playback.attach(player) : undefined
    },
    [playback],
  )
  const shown = useSyncExternalStore(playback.watch, playback.shown)
  const [frame, setFrame] = useState<Dimensions>({ width: 0, height: 0 })
  /** Whether it has been played or moved: the first frame is then no longer the poster. */
  const [isStarted, setStarted] = useState(false)
  const frameTime = useFrameTime(video)
  const isFull = useIsFull(box)
  const seconds = shown.seconds || facts?.seconds || 0
  const grid = useMemo(() => frameGrid(facts ?? {}, seconds), [facts, seconds])
  useFrameOnPause(video, grid, frameTime)
  const size = frame.width > 0 ? frame : facts?.size
  const isBlind = shown.seconds > 0 && frame.width === 0
  const reach = roomFor(size)
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) =>
    setFrame({ width: videoWidth, height: videoHeight })

  const toggleFull = () => void (isFull ? document.exitFullscreen() : box.current?.requestFullscreen())?.catch(() => {})
  const step = (by: 1 | -1) => {
    playback.pause()
    playback.seek(grid.middle(grid.at(frameTime()) + by))
  }
  const keys: PlayerKeys = {
    once: new Map([
      [' ', playback.toggle],
      ['k', playback.toggle],
      ['m', playback.mute],
      ['f', toggleFull],
      ['Home', () => playback.seek(0)],
      ['End', () => playback.seek(grid.middle(grid.count - 1))],
    ]),
    repeated: new Map([
      [',', () => step(-1)],
      ['.', () => step(1)],
      ['j', () => playback.skip(-5)],
      ['l', () => playback.skip(5)],
      ['ArrowLeft', () => playback.skip(-1)],
      ['ArrowRight', () => playback.skip(1)],
    ]),
  }
  const take: TakeFrame = async () => {
    if (!video) throw new Error('The video is not loaded yet.')
    video.pause()
    const at = grid.isExact ? grid.middle(grid.at(frameTime())) : frameTime()
    const blob = await frameOf(video, at)
    return { blob, seconds: at, ...(grid.isExact && { frame: grid.at(at) + 1 }) }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={box}
      role="group"
      aria-label={`Video player: ${fileTitle(file)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it listens to keys.
      tabIndex={0}
      onKeyDown={(event) => runByKey(event, keys)}
      className={`@container/player w-full rounded-md outline-offset-4 ${isFull ? 'flex flex-col bg-ground px-4 py-2' : ''}`}
      style={isFull ? undefined : { maxWidth: `max(26rem, ${reach.width})` }}
    >
      <div className={isFull ? 'relative min-h-0 flex-1' : 'relative rounded-md bg-sunken'}>
        {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
        <video
          ref={hold}
          src={url}
          aria-label={fileTitle(file)}
          playsInline
          // The bytes are here already: the first frame is shown before the first press.
          preload="auto"
          onDurationChange={measure}
          onLoadedMetadata={measure}
          onResize={measure}
          onPlay={() => setStarted(true)}
          onSeeking={() => setStarted(true)}
          onClick={playback.toggle}
          onDoubleClick={toggleFull}
          className={`mx-auto block rounded-md object-contain ${isFull ? 'size-full bg-sunken' : ''}`}
          style={isFull ? undefined : reach}
        />
        {!isStarted && !shown.failed && !isBlind && (
          <span className="pointer-events-none absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-ground/80 text-ink">
            <Play size={26} className="ml-1" />
          </span>
        )}
        {(shown.failed || isBlind) && <NotPlayed facts={facts} hasSound={!shown.failed} />}
      </div>
      {facts?.isWhole === false && (
        <p className="mt-1 flex items-center gap-1.5 text-warning text-xs">
          <TriangleAlert size={16} />
          This file is incomplete: its end is missing.
        </p>
      )}
      {!shown.failed && (
        <PlayerBar
          {...{ video, playback, shown, seconds, grid, isFull, toggleFull, step }}
          // Only an index that was read says that there is no sound.
          hasSound={!facts?.video || facts.audio !== undefined}
          frameActions={frameActions && !isBlind && frameActions(take)}
        />
      )}
    </div>
  )
}

/** The layout size: the ratio of the video, at most its own pixels, and as high as the place around it says. */
function roomFor(size: Dimensions | undefined) {
  if (!size) return { width: 'min(100%, 40rem)', aspectRatio: '16 / 9' }
  const { width, height } = size
  return {
    width: `min(100%, ${width}px, ${width / height} * var(--video-height, 60svh))`,
    aspectRatio: `${width} / ${height}`,
  }
}

function NotPlayed({ facts, hasSound }: { readonly facts: VideoFacts | undefined; readonly hasSound: boolean }) {
  const what = facts?.video ? `${codecWords(facts.video)} video` : 'this video'
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 overflow-y-auto p-3 text-center text-warning text-xs"
    >
      <VideoOff size={18} />
      <p className="max-w-prose">
        This browser cannot {hasSound ? 'show' : 'play'} {what}
        {hasSound ? ', only its sound' : ''}. Download it to watch it in another player.
      </p>
    </div>
  )
}

const codecWords = ({ name, profile }: Codec) => (profile ? `${name} (${profile})` : name)

function useIsFull(box: { readonly current: Element | null }): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(box.current !== null && document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [box])
  return isFull
}

interface PlayerBarProps {
  readonly video: HTMLVideoElement | null
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly seconds: number
  readonly grid: FrameGrid
  readonly hasSound: boolean
  readonly isFull: boolean
  readonly toggleFull: () => void
  readonly step: (by: 1 | -1) => void
  readonly frameActions: ReactNode
}

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]
const narrow = { volume: '@max-[44rem]/player:hidden', keys: '@max-[28.5rem]/player:hidden' }

function PlayerBar({ video, isFull, toggleFull, step, frameActions, ...props }: PlayerBarProps) {
  const { playback, shown, seconds, grid, hasSound } = props
  const key = useKeyName()
  const stepWord = grid.isExact ? 'frame' : '1/30 s'
  const fullScreen = document.fullscreenEnabled && (
    <IconButton
      name={key(isFull ? 'Exit full screen' : 'Full screen', 'F')}
      icon={isFull ? <Minimize size={18} /> : <Maximize size={18} />}
      onClick={toggleFull}
    />
  )
  return (
    <div className="grid gap-0.5">
      <SeekBar {...{ video, playback, seconds, grid }} />
      <ControlBar
        {...{ playback, shown, speeds, hasSound, narrow }}
        rows={playerKeys}
        actions={frameActions}
        end={fullScreen}
      >
        <IconButton name={key(`Previous ${stepWord}`, ',')} icon={<StepBack size={18} />} onClick={() => step(-1)} />
        <IconButton name={key(`Next ${stepWord}`, '.')} icon={<StepForward size={18} />} onClick={() => step(1)} />
        <TimeText {...{ playback, seconds, grid }} />
      </ControlBar>
    </div>
  )
}
