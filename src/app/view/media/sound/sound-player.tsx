import { type KeyboardEvent, useCallback, useState, useSyncExternalStore } from 'react'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { commandOf } from '../player/player-key.ts'
import { SeekTrack } from '../player/timeline.tsx'
import { useBlobUrl } from '../use-picture.ts'
import { Playback } from './playback.ts'
import { SoundBar, useSoundTime } from './sound-bar.tsx'
import { runSound, type SoundCommand, soundKeys, soundLetters } from './sound-key.ts'

interface SoundPlayerProps {
  readonly file: MediaFile
  /** Held by what follows the sound. Left out: the player's own. Must keep its identity. */
  readonly playback?: Playback | undefined
}

/** A sound with its own controls. Keys act while the focus is in it, and those that it uses do not reach the page. */
export function SoundPlayer({ file, playback }: SoundPlayerProps) {
  const [own] = useState(() => new Playback())
  const sound = playback ?? own
  const shown = useSyncExternalStore(sound.watch, sound.shown)
  const url = useBlobUrl(file.blob)
  const hold = useCallback((player: HTMLAudioElement | null) => (player ? sound.attach(player) : undefined), [sound])
  const { seconds } = shown
  const run = (command: SoundCommand) => runSound(sound, command, seconds)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (!(target instanceof Element)) return
    const press = {
      key: shiftKey ? `Shift+${event.key}` : event.key,
      letter: letterOf(event),
      isModified: ctrlKey || metaKey || altKey,
      target,
    }
    const command = commandOf(press, soundLetters, soundKeys)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat || command.kind === 'skip') run(command)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={`Sound player: ${fileTitle(file)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it listens to keys.
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="@container/sound w-full rounded-md outline-offset-4"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <audio ref={hold} src={url} aria-label={fileTitle(file)} preload="metadata" />
      <Seek playback={sound} seconds={seconds} />
      <SoundBar {...{ playback: sound, shown, seconds, run }} />
    </div>
  )
}

function Seek({ playback, seconds }: { readonly playback: Playback; readonly seconds: number }) {
  return <SeekTrack time={useSoundTime(playback)} seconds={seconds} onSeek={playback.seek} />
}
