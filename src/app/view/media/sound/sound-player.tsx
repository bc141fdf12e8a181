import { Download, Maximize, TriangleAlert, VolumeOff, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { ControlBar, TimeText, useKeyName } from '../player/control-bar.tsx'
import { Playback, type PlaybackShown } from '../player/playback.ts'
import { runByKey } from '../player/player-key.ts'
import { useBlobUrl } from '../use-picture.ts'
import { useTakeOver } from './arriving/growing-sound.ts'
import { useSoundFacts } from './load-sound-facts.ts'
import { usePlayableSound } from './playable-sound.ts'
import { moveEdge, soundKeyRows, soundKeys, soundSpeeds } from './sound-key.ts'
import { type SoundShape, useSoundShape } from './sound-shape.ts'
import { rawWords } from './sound-words.ts'
import { WaveView } from './wave-view.ts'
import { Waveform } from './waveform.tsx'

interface SoundPlayerProps {
  readonly file: MediaFile
  /** Held by what follows the sound. Left out: the player's own. Must keep its identity. */
  readonly playback?: Playback | undefined
}

/** A sound, or the sound of a video, with its waveform and controls. Keys that it uses do not reach the page. */
export function SoundPlayer({ file, playback }: SoundPlayerProps) {
  const [own] = useState(() => new Playback())
  const [view] = useState(() => new WaveView())
  const sound = playback ?? own
  const shown = useSyncExternalStore(sound.watch, sound.shown)
  const hold = useCallback((player: HTMLAudioElement | null) => (player ? sound.attach(player) : undefined), [sound])
  const { blob, type } = file
  const playable = usePlayableSound(file)
  const url = useBlobUrl(playable?.blob)
  const facts = useSoundFacts(blob, type)
  const shape = useSoundShape(blob, type)
  const { peaks } = shape
  // What the browser takes for the length may be a guess; the sound of a video may be shorter than its picture.
  const counted = facts?.isVideo === false && facts.seconds
  const seconds = counted || shown.seconds || facts?.seconds || (peaks ? peaks.frames / peaks.rate : 0)
  const title = fileTitle(file)
  const raw = facts && rawWords(facts)
  useTakeOver(file, sound, shown.seconds > 0)
  if (file.size === 0) return <NotPlayed file={file} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={`Sound player: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it listens to keys.
      tabIndex={0}
      onKeyDown={(event) => runByKey(event, soundKeys(sound, seconds))}
      className="@container/sound grid w-full grid-cols-1 gap-1 rounded-md outline-offset-4"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <audio ref={hold} src={url} aria-label={title} preload="metadata" />
      <Waveform {...{ shape, seconds, view }} playback={sound} label="Seek" />
      {shown.failed ? (
        <NotPlayed {...{ file, facts, shape }} />
      ) : (
        <SoundBar {...{ shown, seconds, view }} playback={sound} />
      )}
      {!playable && !shown.failed && (
        <Reading done={peaks && facts?.seconds ? peaks.frames / peaks.rate / facts.seconds : 0} />
      )}
      {facts?.isWhole === false && (
        <p className="flex items-center gap-1.5 text-warning text-xs">
          <TriangleAlert size={16} className="shrink-0" />
          This file is incomplete: its end is missing.
        </p>
      )}
      {raw && <p className="text-soft text-xs">{raw}</p>}
      {playable?.decoded && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-soft text-xs">
            {playable.decoded === 'unplayable'
              ? 'Converted to WAV for playback. '
              : 'Converted to WAV for playback, since the browser misreads the length of this file. '}
            The download is the original.
          </p>
          {playable.decoded === 'unplayable' && (
            <Button
              icon={<Download size={16} />}
              onClick={() => saveFile(playable.blob, `${title.replace(/\.[a-z\d]{2,5}$/i, '')}.wav`)}
            >
              Download WAV
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface SoundBarProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly seconds: number
  readonly view: WaveView
}

const narrow = { volume: '@max-[30rem]/sound:hidden', keys: '@max-[24rem]/sound:hidden' }

function SoundBar({ playback, shown, seconds, view }: SoundBarProps) {
  const key = useKeyName()
  const actions = (
    <>
      <span className="@max-[36rem]/sound:hidden">
        <WaveZoom view={view} around={playback.time} />
      </span>
      <Edge name={key('Loop from here', '[')} sign="[" onClick={() => moveEdge(playback, 'from', seconds)} />
      <Edge name={key('Loop to here', ']')} sign="]" onClick={() => moveEdge(playback, 'to', seconds)} />
    </>
  )
  return (
    <div className="grid gap-0.5">
      <ControlBar {...{ playback, shown, narrow, actions }} speeds={soundSpeeds} rows={soundKeyRows} loopLetter="L">
        <TimeText {...{ playback, seconds }} />
      </ControlBar>
    </div>
  )
}

const Edge = ({ name, sign, onClick }: { name: string; sign: '[' | ']'; onClick: () => void }) => (
  <IconButton
    name={name}
    className="@max-[20rem]/sound:hidden"
    icon={
      <span aria-hidden="true" className="font-mono text-sm">
        {sign}
      </span>
    }
    onClick={onClick}
  />
)

function WaveZoom({ view, around }: { readonly view: WaveView; readonly around: () => number }) {
  const { scale } = useSyncExternalStore(view.watch, view.shown)
  const middle = () => {
    const at = around()
    const x = view.xOf(at)
    return x >= 0 && x <= view.width ? at : undefined
  }
  return (
    <div className="flex items-center">
      <IconButton
        name="Zoom out"
        icon={<ZoomOut size={16} />}
        disabled={scale === undefined}
        onClick={() => view.zoomOut(middle())}
      />
      <IconButton name="Zoom in" icon={<ZoomIn size={16} />} onClick={() => view.zoomIn(middle())} />
      <IconButton name="Show all" icon={<Maximize size={16} />} disabled={scale === undefined} onClick={view.fit} />
    </div>
  )
}

/** That a sound is not yet ready to be played, for those that take a second or more. `done` is the share that is decoded. */
function Reading({ done }: { readonly done: number }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, 1000, true)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <p role="status" className="text-soft text-xs tabular-nums">
      Reading audio…{done > 0 && <span aria-hidden="true"> {Math.min(99, Math.floor(done * 100))} %</span>}
    </p>
  )
}

interface NotPlayedProps {
  readonly file: MediaFile
  readonly facts?: SoundFacts | undefined
  readonly shape?: SoundShape
}

export function NotPlayed({ file, facts, shape }: NotPlayedProps) {
  return (
    <p role="status" className="flex items-center gap-1.5 py-1 text-sm text-warning">
      <VolumeOff size={16} className="shrink-0" />
      {whyNot(file, facts, shape)}
    </p>
  )
}

function whyNot(file: MediaFile, facts: SoundFacts | undefined, shape: SoundShape | undefined): string {
  if (file.size === 0) return 'The file is empty: 0 bytes.'
  if (shape?.end === 'damaged' && !shape.peaks)
    return facts
      ? 'This file is damaged, or it contains no audio. You can download it.'
      : 'This browser cannot read this file: its format is not supported, or it is damaged. You can download it.'
  return `This browser cannot play ${facts ? `${facts.codec} audio` : 'this audio'}. Download it to hear it in another player.`
}
