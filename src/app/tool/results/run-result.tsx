import { type ComponentType, Suspense } from 'react'
import { ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { type Tool, toolOf, useTools } from '../tools.ts'
import { AsItCame } from './media-files.tsx'
import type { RunResultProps } from './picked.ts'
import { RunPictures } from './run-pictures.tsx'
import { RunVideo } from './run-video.tsx'

/** A view for each kind of result; texts and JSON are shown as received, each file by its media type. */
const views: Record<Tool['gives'], ComponentType<RunResultProps>> = {
  image: RunPictures,
  audio: retriable(async () => (await import('./sound/run-sound.tsx')).RunSound),
  voices: retriable(async () => (await import('./voices/run-voices.tsx')).RunVoices),
  transcript: retriable(async () => (await import('./transcript/run-transcript.tsx')).RunTranscript),
  dub: retriable(async () => (await import('./dub/run-dub.tsx')).RunDub),
  video: RunVideo,
  text: AsItCame,
  json: AsItCame,
}

export function ResultView(props: RunResultProps) {
  const View = views[toolOf(useTools(), props.run)?.gives ?? 'json']
  return (
    <ResultBoundary run={props.run}>
      <Suspense>
        <View {...props} />
      </Suspense>
    </ResultBoundary>
  )
}
