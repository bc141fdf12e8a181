import { useCallback, useMemo, useState } from 'react'
import { recordOf } from '#contract/core/loose-json.ts'
import { mediaKind } from '#media/media-type.ts'
import { marksIn } from '../../../run/file-marks.ts'
import { type TranscriptCopy, useTranscriptCopy } from '../../../run/history/transcript-copy.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { answerText, type RunResult, showsAnything } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { useEvents } from '../../../run/use-events.ts'
import { useIsOpen, useThread } from '../../../run/use-runs.tsx'
import { withCopy } from './text/edited.ts'
import { readTranscript } from './text/read-transcript.ts'
import type { Transcript } from './text/transcript.ts'

export function transcriptIn(result: RunResult, events: Parameters<typeof readTranscript>[0]['events']) {
  const items = result.outputs.flatMap((output) => (output.kind === 'item' ? [output.item] : []))
  return readTranscript({ events, items, text: answerText(result) })
}

/** The transcript of a run: while it comes, its text so far; undefined where there is none. */
export function useTranscript(run: Run): Transcript | undefined {
  const isOpen = useIsOpen(run)
  const { events, loading } = useEvents(run.id)
  const { result, reply } = run
  return useMemo(() => {
    if (isOpen || loading) return readTranscript({ events: [], text: answerText(result) })
    const read = transcriptIn(result, events)
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

/** The hash of the recording that a run transcribed; undefined where it was given as an address. */
function recordingHash({ parts, request }: Run): string | undefined {
  const named = parts?.find((part) => part.kind === 'file' && part.name !== speakerSamples)
  if (named?.kind === 'file') return named.file.sha256
  const { [speakerSamples]: _, ...fields } = recordOf(request)
  return marksIn(fields)[0]
}

/** This run first, then the others of its tool that transcribed the same recording, newest first. */
export function useSameRecording(run: Run): readonly Run[] {
  const { runs } = useThread(run.thread ?? run.id)
  return useMemo(() => {
    const own = recordingHash(run)
    const others = runs.filter((one) => one.id !== run.id && own !== undefined && recordingHash(one) === own)
    return [run, ...others.filter(({ result }) => showsAnything(result)).toReversed()]
  }, [run, runs])
}

/** The recording that a run transcribed; undefined where it was given as an address. */
export function useRecording(run: Run) {
  const sent = useAssets(run)?.filter(({ role, type }) => role === 'input' && isSound(type)) ?? []
  const own = recordingHash(run)
  return sent.find(({ sha256 }) => sha256 === own) ?? sent[0]
}

const speakerSamples = 'known_speaker_references'

const isSound = (type: string) => ['audio', 'video'].includes(mediaKind(type) ?? '')

export type ChangeCopy = (change: (copy: TranscriptCopy) => TranscriptCopy) => Promise<void>

export function useEdits(original: Transcript, { texts }: TranscriptCopy, change: ChangeCopy) {
  const [before, setBefore] = useState<TranscriptCopy['texts']>()
  const [isLost, setLost] = useState(false)
  const keep = useCallback(
    (edit: Parameters<ChangeCopy>[0]) =>
      void change(edit).then(
        () => setLost(false),
        () => setLost(true),
      ),
    [change],
  )
  /** Sets the text of a segment; undefined restores the router's. */
  const write = useCallback(
    (place: number, text: string | undefined) => {
      setBefore(undefined)
      keep(({ texts: { [place]: _, ...others } = {}, ...rest }) => ({
        ...rest,
        texts: { ...others, ...(text !== undefined && text !== original.segments[place]?.text && { [place]: text }) },
      }))
    },
    [keep, original],
  )
  const keepReference = useCallback(
    (reference: string) => keep(({ reference: _, ...rest }) => ({ ...rest, ...(reference !== '' && { reference }) })),
    [keep],
  )
  return {
    ...{ write, keepReference },
    isLost,
    /** An empty name restores the router's label. */
    rename: (label: string, name: string) =>
      keep(({ speakers: { [label]: _, ...others } = {}, ...rest }) => ({
        ...rest,
        speakers: { ...others, ...(name !== '' && name !== label && { [label]: name }) },
      })),
    /** All texts were just reverted: `revert` brings them back. */
    isReverted: before !== undefined,
    revert: () => {
      setBefore(before ? undefined : texts)
      keep(({ texts: _, ...rest }) => ({ ...rest, ...(before && { texts: before }) }))
    },
  }
}
