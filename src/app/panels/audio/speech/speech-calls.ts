import { type JsonRecord, nonBlankListOf, stringOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Call } from '../../../tool/use-batch.tsx'
import { voiceIn } from '../../../tool/voices/voice-previews.ts'
import { codePointsIn } from '../../../ui/format.ts'
import { keptJson, PageState } from '../../../ui/page-state.ts'

/** Voices that a press is for beside the form's, kept for the next visit under this key. */
export const keptVoices = (key: string) => keptJson<readonly string[]>(key, (kept) => nonBlankListOf(kept) ?? [])

export const moreVoices = keptVoices('patchbay.speech-voices')

/** Whether a text that is too long for one call is sent in parts. */
export const isSplit = new PageState(() => false)

/** What most providers accept; OpenAI's own limit. */
const usualLimit = 4_096

/** The most characters that a call may have; `isKnown` says that the router lists it for the model. */
export function textLimit(card: ModelCard | undefined): { readonly limit: number; readonly isKnown: boolean } {
  const listed = Object.entries(card?.limits ?? {}).find(([name]) => /characters|chars/i.test(name))?.[1]
  return { limit: listed ?? usualLimit, isKnown: listed !== undefined }
}

interface Several {
  readonly voices: readonly string[]
  /** Undefined sends the text in one part, however long it is. */
  readonly limit: number | undefined
  readonly named?: (voice: string) => string
}

/** The requests of one press, one a voice: the form's first, where it names one. Without any voice, the request as it is. */
export function requestsByVoice(request: JsonRecord, more: readonly string[]): readonly VoiceRequest[] {
  const own = voiceIn(request)
  const others = [...new Set(more)].filter((voice) => voice !== own)
  return [
    ...(own !== undefined || others.length === 0 ? [{ voice: own, request }] : []),
    ...others.map((voice) => ({ voice, request: { ...request, voice } })),
  ]
}

interface VoiceRequest {
  readonly voice: string | undefined
  readonly request: JsonRecord
}

export function speechCalls(
  request: JsonRecord,
  { voices, limit, named = (voice) => voice }: Several,
): readonly Call[] {
  const text = stringOf(request.input)
  const parts = limit !== undefined && codePointsIn(text) > limit ? splitText(text, limit) : [request.input]
  return requestsByVoice(request, voices).flatMap((one) =>
    parts.map((input, at) => ({
      name: nameOf(one.voice && named(one.voice), at, parts.length),
      request: { ...one.request, input },
    })),
  )
}

function nameOf(voice: string | undefined, at: number, count: number): string {
  const part = count > 1 && `part ${at + 1} of ${count}`
  return [voice, part].filter(Boolean).join(', ') || 'the text'
}

/** Parts of at most `limit` code points, cut between sentences, else words, else letters. Only white space at the cuts is dropped. */
export function splitText(text: string, limit: number): readonly string[] {
  return packed(pieces(text, limit, 'sentence'), limit)
    .map((part) => part.trim())
    .filter(Boolean)
}

const finer = { sentence: 'word', word: 'grapheme', grapheme: undefined } as const

/** The segments of a text; one that is too long, in finer ones. */
function pieces(text: string, limit: number, by: keyof typeof finer): readonly string[] {
  const next = finer[by]
  return [...new Intl.Segmenter(undefined, { granularity: by }).segment(text)].flatMap(({ segment }) =>
    next && codePointsIn(segment.trim()) > limit ? packed(pieces(segment, limit, next), limit) : [segment],
  )
}

function packed(all: readonly string[], limit: number): readonly string[] {
  const parts: string[] = []
  for (const piece of all) {
    const joined = `${parts.at(-1) ?? ''}${piece}`
    if (parts.length > 0 && codePointsIn(joined.trim()) <= limit) parts[parts.length - 1] = joined
    else parts.push(piece)
  }
  return parts
}
