import { useState } from 'react'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { Playback } from '../../../view/media/player/playback.ts'
import { SoundPlayer } from '../../../view/media/sound/sound-player.tsx'
import { AsItCame } from '../as-it-came.tsx'
import type { RunResultProps } from '../picked.ts'
import { adoptTranscriptStyle } from './transcript-style.ts'
import { TranscriptView } from './transcript-view.tsx'
import { useRecording, useShownTranscript } from './use-transcript.ts'

adoptTranscriptStyle()

/** A transcript and its recording. What is no transcript is shown as it came. */
export function RunTranscript({ run }: RunResultProps) {
  const isOpen = useIsOpen(run)
  const recording = useRecording(run)
  const { shown, original, ...own } = useShownTranscript(run)
  const [sound] = useState(() => new Playback())
  const playback = recording && sound
  return (
    <>
      {recording && <SoundPlayer file={recording} playback={playback} />}
      {!shown || !original ? (
        <AsItCame run={run} />
      ) : (
        <TranscriptView {...{ run, isOpen, shown, original, playback, ...own }} />
      )}
    </>
  )
}
