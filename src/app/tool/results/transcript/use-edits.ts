import { useCallback, useState } from 'react'
import type { TranscriptCopy } from '../../../run/history/transcript-copy.ts'
import type { Transcript } from './text/transcript.ts'

/** Changes the person's copy of a transcript. */
export type ChangeCopy = (change: (copy: TranscriptCopy) => TranscriptCopy) => Promise<void>

/** What a person does to a transcript, each kept with the run. */
export function useEdits(original: Transcript, { texts }: TranscriptCopy, change: ChangeCopy) {
  /** The texts before "Revert all". */
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
    /** The last change could not be stored. */
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
