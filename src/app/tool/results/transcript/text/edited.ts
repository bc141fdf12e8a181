import { defined, ownOf } from '#contract/core/loose-json.ts'
import type { TranscriptCopy } from '../../../../run/history/transcript-copy.ts'
import { align } from './align.ts'
import { splitWords } from './error-rate.ts'
import { isTimed, joined, type Segment, type Transcript, type Word } from './transcript.ts'

export interface ShownSegment extends Segment {
  readonly original?: string
}

/** A transcript with the person's texts and names in place of the router's. */
export interface ShownTranscript extends Transcript {
  readonly segments: readonly ShownSegment[]
  readonly isEdited: boolean
}

/** Applies a copy; a segment without a change keeps its identity. */
export function withCopy(transcript: Transcript, { texts = {}, speakers = {} }: TranscriptCopy): ShownTranscript {
  const segments = transcript.segments.map((segment, nth): ShownSegment => {
    const text = texts[nth]
    const name = segment.speaker === undefined ? undefined : ownOf(speakers, segment.speaker)
    const isNew = text !== undefined && text !== segment.text
    if (!isNew && name === undefined) return segment
    return {
      ...segment,
      ...(name !== undefined && { speaker: name }),
      ...(isNew && { text, original: segment.text, words: retimed(segment.words, text) }),
    }
  })
  const isEdited = segments.some(({ original }) => original !== undefined)
  return { ...transcript, segments, isEdited, text: isEdited ? textOf({ ...transcript, segments }) : transcript.text }
}

/** The segments as a text: paragraphs of their own where there are speakers or no times, else one text. */
function textOf(transcript: Transcript): string {
  const { segments, text } = transcript
  const said = segments.filter((segment) => segment.text.trim() !== '')
  return isTimed(transcript) && !text.includes('\n') ? joined(said) : said.map((segment) => segment.text).join('\n')
}

/** The words of an edited text, with the times of those words that they replace or repeat. A person's words have no confidence. */
function retimed(words: readonly Word[], text: string): readonly Word[] {
  if (words.length === 0) return []
  const next = splitWords(text)
  const bare = (list: readonly string[]) => list.map((word) => word.toLowerCase().replace(/[\p{P}\p{S}]/gu, '') || word)
  const steps = align(bare(words.map((word) => word.text)), bare(next))
  return steps.flatMap((step) => {
    if (!('b' in step)) return []
    const { start, end } = ('a' in step && words[step.a]) || {}
    return [{ text: next[step.b] ?? '', ...defined({ start, end }) }]
  })
}
