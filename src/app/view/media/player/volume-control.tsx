import { Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../../../ui/button/button.tsx'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'

interface VolumeControlProps {
  /** 0 to 1. */
  readonly volume: number
  readonly isMuted: boolean
  readonly hasSound?: boolean
  readonly onMute: () => void
  readonly onVolume: (volume: number) => void
  /** Class that hides the slider where there is no room. */
  readonly look: string
}

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Mute button and volume slider of a player; a touch screen has the button alone, since the device has its own keys. */
export function VolumeControl({ volume, isMuted, hasSound = true, onMute, onVolume, look }: VolumeControlProps) {
  const letters = useLetterKeys()
  const name = `${isMuted ? 'Unmute' : 'Mute'}${letters ? ' (M)' : ''}`
  const heard = isMuted ? 0 : volume
  return (
    <>
      <IconButton
        name={hasSound ? name : 'No audio track'}
        icon={isMuted || !hasSound ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        disabled={!hasSound}
        onClick={onMute}
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
          onChange={(event) => onVolume(Number(event.currentTarget.value))}
          className={`w-16 accent-cable coarse:hidden ${look}`}
        />
      )}
    </>
  )
}
