import { isRecord } from '#contract/core/loose-json.ts'
import { randomOf } from '../seeded-random.ts'
import { Basis, mostParts, type TimeLimit, TooLarge, Unsatisfiable } from './basis.ts'
import { generate, type Suggest } from './generate.ts'

/** A value that was validated, or the reason why there is none: the end of a sentence that begins with "the schema". */
type SchemaValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unsatisfiable'; readonly why: string }

export interface Wish {
  readonly seed: string
  /** Shared by all schemas of a request. */
  readonly limit: TimeLimit
  readonly suggestions?: () => Suggest
  /** `object`: the value must be one, whatever else the schema allows. */
  readonly kind?: 'any' | 'object'
}

const attempts = 32
/** The first attempts may take values from the prompt. */
const suggested = 8

/** Generates a value for a JSON Schema; only validated values are returned. */
export function schemaValue(schema: unknown, wish: Wish): SchemaValue {
  try {
    return wish.limit.run(() => search(schema, wish))
  } catch (error) {
    return { kind: 'unsatisfiable', why: error instanceof Unsatisfiable ? error.message : 'it is no valid JSON Schema' }
  }
}

const none: Suggest = () => undefined

function search(schema: unknown, { seed, suggestions, kind = 'any' }: Wish): SchemaValue {
  if (typeof schema !== 'boolean' && !isRecord(schema)) throw new Unsatisfiable('it is neither an object nor a boolean')
  const basis = new Basis(schema)
  const asked = kind === 'object' ? { allOf: [basis.root, { type: 'object' }] } : basis.root
  let why = 'the sandbox found no value that satisfies all of it'
  for (let turn = 0; turn < attempts; turn += 1) {
    const random = randomOf(`${seed} attempt ${turn}`)
    const suggest = turn < suggested && suggestions ? suggestions() : none
    const optional = turn % 2 === 0 ? 'written' : 'left out'
    try {
      const value = generate(asked, { basis, random, suggest, optional, left: mostParts })
      if (basis.fits(value, asked)) return { kind: 'value', value }
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || error instanceof TooLarge) throw error
      why = error.message
    }
  }
  return { kind: 'unsatisfiable', why }
}
