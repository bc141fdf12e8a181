import { usualVoices } from '#contract/audio/speech.ts'
import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'

interface Choice {
  /** The voice in the form. */
  readonly voice: unknown
  /** The voices that the form's model lists; undefined where it lists none. */
  readonly listed: readonly string[] | undefined
  /** The voice of a new form. */
  readonly usual: unknown
  readonly cards: readonly ModelCard[]
}

/**
 * The voice for the form's model in place of one that it has not; undefined where the form's own may stay. A voice that no model lists is
 * kept, as that of a design.
 */
export function fittingVoice({ voice, listed, usual, cards }: Choice): string | undefined {
  if (typeof voice !== 'string' || listed?.includes(voice)) return undefined
  const isOfAnother =
    usualVoices.includes(voice) ||
    cards.some(({ raw }) => nonBlankListOf(recordOf(raw).supported_voices)?.includes(voice))
  if (!isOfAnother) return undefined
  if (listed) return listed[0]
  return usualVoices.includes(voice) || typeof usual !== 'string' ? undefined : usual
}
