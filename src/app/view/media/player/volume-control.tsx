import { Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../../../ui/button/button.tsx'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import type { Playback, PlaybackShown } from './playback.ts'

interface VolumeControlProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly hasSound: boolean
  /** Class that hides the slider where there is no room. */
  readonly look: string
}

/** Mute button and volume slider of a player; a touch screen has the button alone, since the device has its own keys. */
export function VolumeControl({ playback, shown, hasSound, look }: VolumeControlProps) {
  const letters = useLetterKeys()
  const heard = shown.muted ? 0 : shown.volume
  const name = `${heard === 0 ? 'Unmute' : 'Mute'}${letters ? ' (M)' : ''}`
  return (
    <>
      <IconButton
        name={hasSound ? name : 'No audio track'}
        icon={heard === 0 || !hasSound ? <VolumeX size={18} /> : <Volume2 size={18} />}
        disabled={!hasSound}
        onClick={playback.mute}
      />
      {hasSound && (
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${Math.round(heard * 100)}%`}
          min={0}
          max={1}
          step={0.05}
          value={heard}
          onChange={(event) => {
            const volume = Number(event.currentTarget.value)
            playback.set({ volume, muted: volume === 0 })
          }}
          className={`w-16 accent-cable coarse:hidden ${look}`}
        />
      )}
    </>
  )
}
