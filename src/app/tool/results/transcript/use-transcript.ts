import { useMemo } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useTranscriptCopy } from '../../../run/history/transcript-copy.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { answerText } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { useEvents } from '../../../run/use-events.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { withCopy } from './text/edited.ts'
import { readTranscript } from './text/read-transcript.ts'
import type { Transcript } from './text/transcript.ts'

/** The transcript of a run: while it comes, its text so far; undefined where there is none. */
export function useTranscript(run: Run): Transcript | undefined {
  const isOpen = useIsOpen(run)
  const { events, loading } = useEvents(run.id)
  const { result, reply } = run
  return useMemo(() => {
    const text = answerText(result)
    if (isOpen || loading) return readTranscript({ events: [], text })
    const items = result.outputs.flatMap((output) => (output.kind === 'item' ? [output.item] : []))
    const read = readTranscript({ events, items, text })
    // Our sandbox says it in a header, where the format has no place for it.
    const isUnknown = reply?.headers.some(([name, value]) => name === 'x-sandbox-recognised' && value === 'false')
    return read && isUnknown ? { ...read, isRecognised: false } : read
  }, [isOpen, loading, events, result, reply])
}

/** The transcript of a run with what the person changed in it, and the function that changes more. */
export function useShownTranscript(run: Run) {
  const original = useTranscript(run)
  const { copy, change } = useTranscriptCopy(run)
  const shown = useMemo(() => original && withCopy(original, copy), [original, copy])
  return { original, shown, copy, change }
}

/** The recording that a run transcribed; undefined where it was given as an address. */
export function useRecording(run: Run) {
  const sent = useAssets(run)?.filter(({ role, type }) => role === 'input' && isSound(type)) ?? []
  const named = run.parts?.find((part) => part.kind === 'file' && part.name !== speakerSamples)
  return sent.find(({ sha256 }) => named?.kind === 'file' && named.file.sha256 === sha256) ?? sent[0]
}

const speakerSamples = 'known_speaker_references'

const isSound = (type: string) => ['audio', 'video'].includes(mediaKind(type) ?? '')
