import { Download, Play, VolumeOff } from 'lucide-react'
import { useState } from 'react'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { wavOf } from './sound-facts.ts'
import type { SoundShape } from './sound-shape.ts'

interface NotPlayedProps {
  readonly file: MediaFile
  readonly facts?: SoundFacts | undefined
  /** Left out for an empty file. */
  readonly shape?: SoundShape
  /** Called with the sound as WAV, to be played. */
  readonly onWav?: (wav: Blob) => void
}

/** Why a sound is not played, and what helps: a WAV where it can be decoded. The download of the file itself is beside the player. */
export function NotPlayed({ file, facts, shape, onWav }: NotPlayedProps) {
  const [making, setMaking] = useState<'no' | 'yes' | 'failed'>('no')
  const wav = async (use: (wav: Blob) => void) => {
    setMaking('yes')
    const made = await wavOf(file.blob, file.type)
    setMaking(made ? 'no' : 'failed')
    if (made) use(made)
  }
  return (
    <div className="grid justify-items-start gap-2 py-1">
      <p role="status" className="flex items-center gap-1.5 text-sm text-warning">
        <VolumeOff size={16} className="shrink-0" />
        {making === 'failed' ? 'It could not be converted to WAV. Download it instead.' : whyNot(file, facts, shape)}
      </p>
      {shape?.peaks && onWav && making !== 'failed' && (
        <div className="flex flex-wrap gap-1.5">
          <Button icon={<Play size={16} />} disabled={making === 'yes'} onClick={() => void wav(onWav)}>
            {making === 'yes' ? 'Converting…' : 'Play as WAV'}
          </Button>
          <Button
            icon={<Download size={16} />}
            disabled={making === 'yes'}
            onClick={() => void wav((made) => saveFile(made, `${fileTitle(file).replace(/\.[a-z\d]{2,5}$/i, '')}.wav`))}
          >
            Download WAV
          </Button>
        </div>
      )}
    </div>
  )
}

function whyNot(file: MediaFile, facts: SoundFacts | undefined, shape: SoundShape | undefined): string {
  if (file.size === 0) return 'The file is empty: 0 bytes.'
  if (shape?.end === 'damaged' && !shape.peaks)
    return facts
      ? 'This file is damaged, or it contains no audio. You can download it.'
      : 'This browser cannot read this file: its format is not supported, or it is damaged. You can download it.'
  const what = facts ? `${facts.codec} audio` : 'this audio'
  return shape?.peaks
    ? `This browser cannot play ${what}, but it can be converted.`
    : `This browser cannot play ${what}. Download it to hear it in another player.`
}
