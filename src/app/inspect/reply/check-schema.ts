import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { closingQuote, nameList } from '#contract/core/loose-json.ts'

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
export const checkSchema = (text: string, schema: unknown): SchemaCheck => check(text, schema, innermost)

/** The same for a text that still grows: only what is wrong whatever follows counts. A text without a whole value fits. */
export function checkGrowing(text: string, schema: unknown): SchemaCheck {
  const whole = closedJson(text)
  if (whole === undefined) return { kind: 'fits' }
  return check(whole, schema, (errors) =>
    innermost(errors).filter(({ keyword }) => !wrappers.test(keyword) && !unsettled.has(keyword)),
  )
}

/** These may still be met by what follows. */
const unsettled = new Set(
  nameList('required minItems minProperties contains minContains dependentRequired anyOf oneOf not else const'),
)

/** A growing JSON text up to its last whole value, with its brackets closed; undefined before the first bracket. */
export function closedJson(text: string): string | undefined {
  const closing: string[] = []
  let end = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') {
      at = closingQuote(text, at + 1)
      if (at < 0) break
    } else if (mark === '{' || mark === '[') {
      closing.push(mark === '{' ? '}' : ']')
      end = at + 1
    } else if (mark === '}' || mark === ']') {
      closing.pop()
      end = at + 1
    } else if (mark === ',') end = at
  }
  return end === 0 ? undefined : text.slice(0, end) + closing.reverse().join('')
}

type Pick = (errors: readonly OutputUnit[]) => readonly OutputUnit[]

function check(text: string, schema: unknown, pick: Pick): SchemaCheck {
  try {
    if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
      return { kind: 'unusable', why: 'Not an object.' }
    // The user's own JSON; the validator throws where it is not a schema.
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(JSON.parse(text))
    if (valid) return { kind: 'fits' }
    const told = pick(errors)
    if (told.length === 0) return { kind: 'fits' }
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
  const missing =
    keyword === 'required' ? /^Instance does not have required property "(.*)"\.$/s.exec(error)?.[1] : undefined
  if (missing !== undefined)
    return {
      path: pathOf(`${instanceLocation}/${encodeURI(missing.replaceAll('~', '~0').replaceAll('/', '~1'))}`),
      message: 'Missing.',
    }
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
