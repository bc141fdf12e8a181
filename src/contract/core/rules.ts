import type { ModelCard } from '../models/model-card.ts'
import type { FileLimit } from './field.ts'
import type { JsonRecord } from './loose-json.ts'

/** Why a request cannot be served: `param` is the field's path (`text.format.schema`), `message` a sentence for people. */
export interface Refusal {
  readonly param: string
  readonly message: string
}

export type FieldRule =
  /** The field does nothing here, or is refused: the form switches it off and says why. */
  | {
      readonly kind: 'off'
      readonly why: string
      /** It is off for the model whatever the other fields hold. */
      readonly by?: 'model'
    }
  | { readonly kind: 'only'; readonly values: readonly (string | number)[] }
  /** These values are listed for the model; others are let through. */
  | { readonly kind: 'listed'; readonly values: readonly string[] }
  /** What the model reports of the size and length of its files. */
  | { readonly kind: 'files'; readonly limits: readonly FileLimit[] }

/** What one model allows, by field name or path (`text.format`); a rule over an object holds for what is in it. Used by the form (to draw) and by the router (to refuse). */
export interface Rules {
  readonly fields: Readonly<Record<string, FieldRule>>
  /** The first thing in a request that this model cannot serve. A field that is merely off is no reason to refuse. */
  readonly check: (request: JsonRecord) => Refusal | undefined
}

/**
 * A domain's limits of models. Without a `card` those of §4.3 and §8 hold for the interface's own models, and nothing is off for others.
 * `draft`: the request so far, since some fields are off because of another (compression with png).
 */
export type RulesOf = (model: string, card?: ModelCard, draft?: JsonRecord) => Rules

type Fields = Rules['fields']

const off = (why: string): FieldRule => ({ kind: 'off', why, by: 'model' })

/** The fields that are off because the card lists the model's parameters, and none of the names that `listedAs` gives for them is there. */
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

/** For `unlistedFields`: fields that are listed under their own names only. */
export const ownNames = (...fields: string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(fields.map((name) => [name, [name]]))

/** `stream` is off for a model that the router says cannot stream; its answer is JSON all the same. */
export const streamField = (card: ModelCard | undefined): Fields =>
  card?.lacks?.includes('streaming') ? { stream: off('According to the router, this model does not stream.') } : {}
