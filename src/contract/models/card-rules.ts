import type { FieldRule, Refusal, Rules, RulesOf } from '../core/rules.ts'
import type { ModelCard } from './model-card.ts'

type Fields = Rules['fields']

const off = (why: string): FieldRule => ({ kind: 'off', why })

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
  card?.lacks?.includes('streaming') ? { stream: off('The router says that this model does not stream.') } : {}

/** The first field whose value is not among those that its rule lists. Only texts and numbers are looked at: types are the schema's. */
export function outsideOnly(
  model: string,
  fields: Fields,
  request: Readonly<Record<string, unknown>>,
): Refusal | undefined {
  for (const [param, rule] of Object.entries(fields)) {
    const value = request[param]
    if (rule.kind !== 'only' || (typeof value !== 'string' && typeof value !== 'number')) continue
    if (rule.values.map(String).includes(String(value))) continue
    return { param, message: `${model} accepts ${rule.values.join(', ')} as ${param}.` }
  }
  return undefined
}

/** A domain's rules for one endpoint, and before them the card's word on whether the model serves that endpoint at all. */
export const servedAs =
  (endpoint: string, domain: RulesOf): RulesOf =>
  (model, card, draft) => {
    const rules = domain(model, card, draft)
    const unserved = card?.endpoints?.includes(endpoint) === false
    const refusal = {
      param: 'model',
      message: `${model} does not support ${endpoint}: the router does not list it for this model.`,
    }
    return unserved ? { ...rules, check: () => refusal } : rules
  }
