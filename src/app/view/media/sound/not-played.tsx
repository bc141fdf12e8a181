import { VolumeOff } from 'lucide-react'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import type { MediaFile } from '../media-file.tsx'
import type { SoundShape } from './sound-shape.ts'

interface NotPlayedProps {
  readonly file: MediaFile
  readonly facts?: SoundFacts | undefined
  /** Left out for an empty file. */
  readonly shape?: SoundShape
}

/** Why a sound is not played. Its download is beside the player. */
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
