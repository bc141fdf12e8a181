import { isRecord } from '#contract/core/loose-json.ts'
import { randomOf } from '../seed.ts'
import { Basis, type Fuel, TooLarge, Unsatisfiable } from './basis.ts'
import { fits } from './fits.ts'
import { generate, type Suggest } from './generate.ts'

/** A value that was validated, or the reason why there is none: the end of a sentence that begins with "the schema". */
export type SchemaValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unsatisfiable'; readonly why: string }

/** Options of the search. */
export interface Wish {
  /** The same seed gives the same value. */
  readonly seed: string
  /** Shared by all schemas of a request. */
  readonly fuel: Fuel
  /** Creates one source of values for each attempt. */
  readonly suggestions?: () => Suggest
  /** `object`: the value must be one, whatever else the schema allows. */
  readonly kind?: 'any' | 'object'
}

const attempts = 32
/** The first attempts may take values from the prompt. */
const suggested = 8
const mostValues = 5000

/** Generates a value for a JSON Schema; only validated values are returned. */
export function schemaValue(schema: unknown, wish: Wish): SchemaValue {
  try {
    return search(schema, wish)
  } catch (error) {
    return { kind: 'unsatisfiable', why: error instanceof Unsatisfiable ? error.message : 'it is no valid JSON Schema' }
  }
}

const none: Suggest = () => undefined

function search(schema: unknown, { seed, fuel, suggestions, kind = 'any' }: Wish): SchemaValue {
  if (typeof schema !== 'boolean' && !isRecord(schema)) throw new Unsatisfiable('it is neither an object nor true')
  const basis = new Basis(schema, fuel)
  const asked = kind === 'object' ? { allOf: [schema, { type: 'object' }] } : schema
  let why = 'the sandbox found no value that fits all of it'
  for (let turn = 0; turn < attempts; turn += 1) {
    const random = randomOf(`${seed} attempt ${turn}`)
    const suggest = turn < suggested && suggestions ? suggestions() : none
    const optional = turn % 2 === 0 ? 'written' : 'left out'
    try {
      const value = generate(asked, { basis, random, suggest, optional, left: mostValues })
      if (fits(value, asked, basis)) return { kind: 'value', value }
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || error instanceof TooLarge) throw error
      why = error.message
    }
  }
  return { kind: 'unsatisfiable', why }
}
