import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { isRecord } from '#contract/read-loosely.ts'
import { type Loose, stringOf } from '../loose.ts'
import { randomOf } from '../seed.ts'
import { generate, type Suggest } from './generate.ts'
import { unicodeSafe } from './pattern.ts'
import { parsePattern } from './pattern-parser.ts'
import { TooLarge, Unsatisfiable } from './unsatisfiable.ts'

/** A value that the validator has found valid, or why there is none: a sentence that follows "the schema …". */
export type SchemaValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unsatisfiable'; readonly why: string }

const attempts = 32
/** The first attempts may take values from the prompt. */
const suggested = 8
const mostValues = 5000

/**
 * A value for a JSON Schema, the same for the same seed. `suggestions` makes one source of values for each attempt.
 * Nothing leaves here that the validator has not accepted.
 */
export function schemaValue(schema: unknown, seed: string, suggestions?: () => Suggest): SchemaValue {
  try {
    return search(schema, seed, suggestions)
  } catch (error) {
    return { kind: 'unsatisfiable', why: error instanceof Unsatisfiable ? error.message : 'it is no valid JSON Schema' }
  }
}

const none: Suggest = () => undefined

function search(schema: unknown, seed: string, suggestions?: () => Suggest): SchemaValue {
  const isValid = validatorOf(schema)
  let why = 'the sandbox found no value that fits all of it'
  for (let turn = 0; turn < attempts; turn += 1) {
    const random = randomOf(`${seed} attempt ${turn}`)
    const suggest = turn < suggested && suggestions ? suggestions() : none
    const optional = turn % 2 === 0 ? 'written' : 'left out'
    try {
      const value = generate(schema, { root: schema, random, suggest, optional, left: mostValues })
      if (isValid(value)) return { kind: 'value', value }
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || error instanceof TooLarge) throw error
      why = error.message
    }
  }
  return { kind: 'unsatisfiable', why }
}

/** Says whether a value fits. The schema itself is left as it is: the validator writes notes into its own copy. */
export function validatorOf(schema: unknown): (value: unknown) => boolean {
  if (typeof schema === 'boolean') return () => schema
  if (!isRecord(schema)) throw new Unsatisfiable('it is neither an object nor true')
  const validator = new Validator(copied(schema), draftOf(schema), true)
  return (value) => validator.validate(value).valid
}

function copied(schema: Loose): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return readable(value)
    if (key !== 'patternProperties' || !isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([pattern, inner]) => [readable(pattern), inner]))
  })
}

function readable(pattern: string): string {
  if (!parsePattern(pattern)) throw new TooLarge(`the sandbox cannot read its pattern ${pattern}`)
  return unicodeSafe(pattern)
}

function draftOf(schema: Loose): SchemaDraft {
  const named = /draft-0?([47])|2019-09/.exec(stringOf(schema.$schema))
  if (named?.[1] === '4') return '4'
  if (named?.[1] === '7') return '7'
  return named ? '2019-09' : '2020-12'
}
