import type { FieldRule, Rules } from '../core/rules.ts'
import type { ModelCard } from './model-card.ts'

type Fields = Rules['fields']

const off = (why: string): FieldRule => ({ kind: 'off', why, by: 'model' })

/**
 * Which fields a card switches off because the router lists the model's parameters and these are not among them.
 * `listedAs` gives, for each field, the names it may stand under. Nothing is off where no parameters are reported.
 */
export function unlistedFields(
  card: ModelCard | undefined,
  listedAs: Readonly<Record<string, readonly string[]>>,
): Fields {
  const parameters = card?.parameters
  if (!parameters) return {}
  const unlisted = Object.entries(listedAs).filter(([, names]) => !names.some((name) => parameters.includes(name)))
  return Object.fromEntries(
    unlisted.map(([field]) => [field, off(`The router does not list ${field} for this model.`)]),
  )
}

/** `stream` is off for a model that the router says cannot stream; its answer is JSON all the same. */
export const streamField = (card: ModelCard | undefined): Fields =>
  card?.lacks?.includes('streaming') ? { stream: off('According to the router, this model does not stream.') } : {}
