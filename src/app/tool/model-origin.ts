import type { ModelCard } from '#contract/models/model-card.ts'
import { shortly } from '../ui/format.ts'

/** Where a model's answers come from, in words; undefined where its router does not say. */
export function modelOrigin({ sandbox, local, ownedBy }: ModelCard): string | undefined {
  if (sandbox) return 'Sandbox'
  if (local) return 'On this machine'
  return ownedBy === undefined ? undefined : shortly(ownedBy)
}
