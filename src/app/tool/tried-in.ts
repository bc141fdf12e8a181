import type { ModelCard } from '#contract/models/model-card.ts'
import { offers } from '#contract/models/offers.ts'

/** A tool that a model can be tried in. */
interface TriedIn {
  /** What is done there, as a command. */
  readonly verb: 'Try' | 'Generate' | 'Edit'
  readonly href: string
}

/** Where a model can be tried, best first. What a router says nothing of is a text model until it is known to be something else. */
export function triedIn(card: ModelCard): readonly TriedIn[] {
  const model = new URLSearchParams({ model: card.id })
  return [
    ...(offers(card, 'responses') === 'no' ? [] : [{ verb: 'Try', href: `/chat?${model}` } as const]),
    ...(offers(card, 'images.generations') === 'yes' ? [{ verb: 'Generate', href: `/images?${model}` } as const] : []),
    ...(offers(card, 'images.edits') === 'yes' ? [{ verb: 'Edit', href: `/images?tab=edit&${model}` } as const] : []),
  ]
}
