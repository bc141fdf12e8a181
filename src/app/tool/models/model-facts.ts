import type { ModelCard } from '#contract/models/model-card.ts'
import { useModels } from '../../connection/use-connection.ts'
import { shortly } from '../../ui/format.ts'

/** The card of a model, by its id; undefined where the router does not list it. */
export const useModelCard = (model: unknown): ModelCard | undefined =>
  useModels().data?.cards.find(({ id }) => id === model)

/** Where a model's answers come from, in words; undefined where its router does not say. */
export function modelOrigin({ sandbox, local, ownedBy }: ModelCard): string | undefined {
  if (sandbox) return 'Sandbox'
  if (local) return 'On this machine'
  return ownedBy === undefined ? undefined : shortly(ownedBy)
}
