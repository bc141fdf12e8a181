import { TriangleAlert } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { Playback } from '../player/playback.ts'
import { runByKey } from '../player/player-key.ts'
import { useBlobUrl } from '../use-picture.ts'
import { useTakeOver } from './arriving/handed-over.ts'
import { NotPlayed } from './not-played.tsx'
import { usePlayableSound } from './playable-sound.ts'
import { SoundBar } from './sound-bar.tsx'
import { useSoundFacts } from './sound-facts.ts'
import { runSound, type SoundCommand, soundKeys } from './sound-key.ts'
import { useSoundShape } from './sound-shape.ts'
import { rawWords } from './sound-words.ts'
import { WaveView } from './wave-view.ts'
import { Waveform } from './waveform.tsx'

interface SoundPlayerProps {
  readonly file: MediaFile
  /** Held by what follows the sound. Left out: the player's own. Must keep its identity. */
  readonly playback?: Playback | undefined
}

/**
 * A sound with its waveform and its own controls, also of a video. Keys act while the focus is in it, and those that it uses do not reach the
 * page.
 */
export function SoundPlayer({ file, playback }: SoundPlayerProps) {
  const [own] = useState(() => new Playback())
  const [view] = useState(() => new WaveView())
  const sound = playback ?? own
  const shown = useSyncExternalStore(sound.watch, sound.shown)
  const hold = useCallback((player: HTMLAudioElement | null) => (player ? sound.attach(player) : undefined), [sound])
  const { blob, type } = file
  const [wav, setWav] = useState<{ readonly of: Blob; readonly blob: Blob }>()
  const converted = wav?.of === blob ? wav.blob : undefined
  const playable = usePlayableSound(file)
  const url = useBlobUrl(converted ?? playable?.blob)
  const facts = useSoundFacts(blob, type)
  const shape = useSoundShape(blob, type)
  const { peaks } = shape
  // What the browser takes for the length may be a guess; the sound of a video may be shorter than its picture.
  const counted = facts?.isVideo === false && facts.seconds
  const seconds = counted || shown.seconds || facts?.seconds || (peaks ? peaks.frames / peaks.rate : 0)
  const title = fileTitle(file)
  const run = (command: SoundCommand) => runSound(sound, command, seconds)
  useTakeOver(file, sound, shown.seconds > 0)
  if (file.size === 0) return <NotPlayed file={file} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={`Sound player: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it listens to keys.
      tabIndex={0}
      onKeyDown={(event) => runByKey(event, soundKeys, run)}
      className="@container/sound grid w-full grid-cols-1 gap-1 rounded-md outline-offset-4"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <audio ref={hold} src={url} aria-label={title} preload="metadata" />
      <Waveform {...{ shape, seconds, view }} playback={sound} label="Seek" />
      {shown.failed ? (
        <NotPlayed
          {...{ file, facts, shape }}
          onWav={(made) => {
            setWav({ of: blob, blob: made })
          }}
        />
      ) : (
        <SoundBar {...{ shown, seconds, view, run }} playback={sound} />
      )}
      <Remarks facts={facts} isConverted={converted !== undefined} isDecoded={playable?.isDecoded === true} />
    </div>
  )
}

interface RemarksProps {
  readonly facts: SoundFacts | undefined
  readonly isConverted: boolean
  /** See `PlayableSound`. */
  readonly isDecoded: boolean
}

/** What is to be known of what is heard. */
function Remarks({ facts, isConverted, isDecoded }: RemarksProps) {
  const raw = facts && rawWords(facts)
  return (
    <>
      {facts?.isWhole === false && (
        <p className="flex items-center gap-1.5 text-warning text-xs">
          <TriangleAlert size={16} className="shrink-0" />
          This file is incomplete: its end is missing.
        </p>
      )}
      {raw && <p className="text-soft text-xs">{raw}</p>}
      {(isConverted || isDecoded) && (
        <p className="text-soft text-xs">
          {isConverted
            ? 'Converted to WAV for playback. '
            : 'Converted to WAV for playback, since the browser misreads the length of this file. '}
          The download is the original.
        </p>
      )}
    </>
  )
}
