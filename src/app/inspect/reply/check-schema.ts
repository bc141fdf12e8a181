import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'

interface SchemaProblem {
  /** `items[3].price`; `$` for the whole. */
  readonly path: string
  readonly message: string
}

export type SchemaCheck =
  | { readonly kind: 'fits' }
  | { readonly kind: 'differs'; readonly problems: readonly SchemaProblem[]; readonly count: number }
  | { readonly kind: 'unusable'; readonly why: string }

const mostProblems = 50

/** Checks JSON against a schema by the 2020-12 draft. Never throws; a hostile schema may take for ever, so this runs in a worker that can be ended. */
export function checkSchema(text: string, schema: unknown): SchemaCheck {
  try {
    if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
      return { kind: 'unusable', why: 'Not an object.' }
    // The user's own JSON; the validator throws where it is not a schema.
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(JSON.parse(text))
    if (valid) return { kind: 'fits' }
    const told = innermost(errors)
    return { kind: 'differs', problems: told.slice(0, mostProblems).map(problemOf), count: told.length }
  } catch (error) {
    return { kind: 'unusable', why: error instanceof Error ? error.message.slice(0, 300) : 'Not readable.' }
  }
}

/** These only say that something below them does not fit. */
const wrappers =
  /^(?:\$ref|\$dynamicRef|\$recursiveRef|properties|patternProperties|additionalProperties|unevaluatedProperties|items|prefixItems|additionalItems|unevaluatedItems|allOf|if|then|else|dependentSchemas|propertyNames)$/

/** The innermost errors, each once: without those of enclosing keywords and of the branches of `anyOf` and `oneOf`. */
function innermost(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const found = errors.filter(
    ({ keyword, keywordLocation }) =>
      !wrappers.test(keyword) && !choices.some((choice) => keywordLocation.startsWith(`${choice.keywordLocation}/`)),
  )
  const seen = new Set<string>()
  return (found.length > 0 ? found : errors).filter(({ instanceLocation, error }) => {
    const key = `${instanceLocation} ${error}`
    return !seen.has(key) && seen.add(key)
  })
}

function problemOf({ instanceLocation, keyword, error }: OutputUnit): SchemaProblem {
  const message = keyword === 'false' ? 'The schema does not allow this.' : error.replace(/^Instance\b/, 'Value')
  return { path: pathOf(instanceLocation), message: message.slice(0, 500) }
}

function pathOf(pointer: string): string {
  const steps = pointer.split('/').slice(1).map(stepOf)
  const path = steps.join('').replace(/^\./, '').slice(0, 500)
  return path === '' ? '$' : path
}

function stepOf(written: string): string {
  const key = decoded(written).replaceAll('~1', '/').replaceAll('~0', '~')
  if (/^\d+$/.test(key)) return `[${key}]`
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
