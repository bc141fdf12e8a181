import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { askWorker } from '../../../ui/own-worker.ts'
import { inTurn } from '../sound/in-turn.ts'
import { lengthWords } from '../sound/sound-words.ts'
import type { DifferenceAnswer, DifferenceQuestion } from './sound-difference-worker.ts'
import workerUrl from './sound-difference-worker.ts?worker&url'

export type Removed =
  | { readonly kind: 'working' }
  | { readonly kind: 'removed'; readonly wav: Blob }
  | { readonly kind: 'none'; readonly why: string }

/** Silence that codecs add, in seconds: lengths that differ by no more are equal. */
export const padding = 0.15

/** Longer sounds are not subtracted, in seconds. */
const longest = 20 * 60

/** Why two sounds cannot be subtracted; undefined if they can. @internal */
export function whyNoDifference(original: SoundFacts, result: SoundFacts): string | undefined {
  const [before, after] = [original.seconds, result.seconds]
  if (before === undefined || after === undefined) return 'a length is not known'
  if (Math.abs(before - after) > padding) return `the lengths differ (${lengthWords(before)} and ${lengthWords(after)})`
  return before > longest ? `it is computed for up to ${longest / 60} minutes only` : undefined
}

/** Subtracts the result of a run from its original in a worker. Nothing is computed while facts are missing. */
export function useRemoved(
  original: { readonly blob: Blob; readonly facts: SoundFacts | undefined },
  result: { readonly blob: Blob; readonly facts: SoundFacts | undefined },
): Removed {
  const why = original.facts && result.facts && whyNoDifference(original.facts, result.facts)
  const canSubtract = original.facts !== undefined && result.facts !== undefined && why === undefined
  const found = useLoaded(
    canSubtract ? (signal) => subtract({ original: original.blob, result: result.blob }, signal) : undefined,
    [original.blob, result.blob, canSubtract],
  )
  return why === undefined ? (found ?? { kind: 'working' }) : { kind: 'none', why }
}

async function subtract(question: DifferenceQuestion, signal: AbortSignal): Promise<Removed> {
  const answer = await inTurn(() => askWorker<DifferenceAnswer>(workerUrl, 'difference', question, signal)).catch(
    () => undefined,
  )
  return answer
    ? { kind: 'removed', wav: answer.wav }
    : { kind: 'none', why: 'this browser cannot decode one of the two' }
}
