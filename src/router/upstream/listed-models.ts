import type { ModelEntry } from '#contract/models/models.ts'

/** The models that one provider offers at present, and what the upstream calls them. */
export interface ListedModels {
  /** Changes as a whole: the same array until the list is another one. */
  readonly entries: readonly ModelEntry[]
  /** The upstream's id of a model that clients know as `model`; the same where none is configured. */
  upstreamId(model: string): string
}
