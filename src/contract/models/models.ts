import * as z from 'zod/mini'
import { isRecord, type JsonRecord, ownOf, recordOf } from '../core/loose-json.ts'
import { type ModelCard, withLacks } from './model-card.ts'
import { readModel } from './read-model.ts'

const words = z.array(z.string())
const label = z.union([z.string(), z.number()])

/** An entry of our own `GET /models`; its shape is ruled. `capabilities`: endpoint ids, `streaming`, `masks`. */
export const ModelEntry = z.looseObject({
  id: z.string().check(z.minLength(1)),
  object: z.literal('model'),
  /** Unix seconds. */
  created: z.optional(z.int()),
  owned_by: z.optional(z.string()),
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  capabilities: z.optional(words),
  architecture: z.optional(
    z.looseObject({ input_modalities: z.optional(words), output_modalities: z.optional(words) }),
  ),
  supported_parameters: z.optional(words),
  limits: z.optional(z.record(z.string(), z.number())),
  pricing: z.optional(
    z.looseObject({ unit: z.optional(z.string()), api: z.optional(label), agent: z.optional(label) }),
  ),
  status: z.optional(z.string()),
  sandbox: z.optional(z.boolean()),
  /** Served by a program on the router's machine: what is sent to it leaves that machine no further. */
  local: z.optional(z.boolean()),
})
export type ModelEntry = z.infer<typeof ModelEntry>

/** What routers wrap a list of models in, in the order in which it is looked for; `data` may hold another of them. */
const wrappers = ['data', 'models', 'result']

/** The entries of a model list: a bare array, or one in a wrapper (wire-facts §2); undefined where there is no list. */
export function modelEntries(list: unknown): readonly unknown[] | undefined {
  if (Array.isArray(list)) return list
  const around = recordOf(list)
  // Ollama sends this where it has no models.
  if (around.object === 'list' && around.data === null) return []
  const inside = wrappers.map((name) => ownOf(around, name))
  return [...inside, ...inside.flatMap((one) => wrappers.map((name) => ownOf(recordOf(one), name)))].find(Array.isArray)
}

/** What came in place of a list of models that can be read, as a sentence; undefined where it is one, if only an empty one. */
export function oddList(list: unknown): string | undefined {
  const entries = modelEntries(list)
  if (entries === undefined) {
    const what = isRecord(list) ? `an object with ${namesIn(list)}` : list === null ? 'null' : `a ${typeof list}`
    return `The list is ${what}, not a list of models.`
  }
  if (entries.length === 0 || entries.some((entry) => readModel(entry))) return undefined
  const [first] = entries
  const what = isRecord(first) ? `objects with ${namesIn(first)}` : 'no objects'
  return `The list has ${entries.length === 1 ? '1 entry' : `${entries.length} entries`} without an id: ${what}.`
}

function namesIn(record: JsonRecord): string {
  const all = Object.keys(record)
  const shown = all.slice(0, 4).map((name) => name.slice(0, 40))
  return all.length === 0 ? 'nothing in it' : `${shown.join(', ')}${all.length > shown.length ? ' …' : ''}`
}

/**
 * Reads the answer of `GET /models`, of any shape (wire-facts §2). Never throws; entries without an id are dropped, repeated ids kept once.
 * Needs the whole list: what a model lacks shows only beside the others.
 */
export function readModels(list: unknown): ModelCard[] {
  const cards = new Map<string, ModelCard>()
  for (const entry of modelEntries(list) ?? []) {
    const card = readModel(entry)
    if (card && !cards.has(card.id)) cards.set(card.id, card)
  }
  return withLacks([...cards.values()])
}
