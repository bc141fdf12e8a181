import { isRecord, listOf, ownOf, percentDecoded, recordOf, textOrJson } from '#contract/core/loose-json.ts'
import { quoted } from './check-type.ts'

/** Why a regular expression cannot be used; undefined where it can. */
export function regexProblem(pattern: string, flags = ''): string | undefined {
  try {
    new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'Invalid regular expression.'
  }
}

const jsonTypes = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Keywords by what their values are: a schema, schemas in a list, schemas by name, a number, a list of texts. */
const kinds = {
  one: /^(?:not|if|then|else|items|contains|propertyNames|additional(?:Items|Properties)|unevaluated(?:Items|Properties))$/,
  list: /^(?:allOf|anyOf|oneOf|prefixItems)$/,
  named: /^(?:properties|patternProperties|dependentSchemas|\$defs|definitions)$/,
  number: /^(?:(?:min|max)(?:imum|Length|Items|Properties|Contains)|multipleOf)$/,
}

/** What the validator would take as it is, and then find nothing or the wrong thing: a word, or undefined. */
function valueProblem(word: string, value: unknown): string | undefined {
  const bad = (what: string) => `The schema cannot be used: ${quoted(word)} is no ${what}.`
  if (word === 'type') {
    const unknown = [value].flat().find((one) => !jsonTypes.has(String(one)))
    return unknown === undefined
      ? undefined
      : `The schema names a type that JSON does not have: ${quoted(textOrJson(unknown))}.`
  }
  if (word === 'pattern') return typeof value === 'string' ? regexProblem(value, 'u') : bad('text')
  if (word === 'patternProperties')
    for (const pattern of Object.keys(recordOf(value))) {
      const problem = regexProblem(pattern, 'u')
      if (problem !== undefined) return problem
    }
  if (word === 'required') return isTexts(value) ? undefined : bad('list of names')
  if (word === 'enum') return Array.isArray(value) ? undefined : bad('list')
  if (kinds.number.test(word)) return typeof value === 'number' ? undefined : bad('number')
  if (kinds.list.test(word)) return Array.isArray(value) ? undefined : bad('list')
  return kinds.named.test(word) && !isRecord(value) ? bad('object') : undefined
}

/** Whether a reference within the document leads to something; others are left to the validator. */
const leads = (ref: string, root: unknown): boolean =>
  ref
    .slice(2)
    .split('/')
    .map((part) => percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, name) => (Array.isArray(inner) ? inner[Number(name)] : ownOf(recordOf(inner), name)),
      root,
    ) !== undefined

/** The schemas that the value of a keyword holds. */
function schemasIn(word: string, value: unknown): readonly unknown[] {
  if (kinds.one.test(word)) return [value].flat()
  if (kinds.list.test(word)) return listOf(value)
  return kinds.named.test(word) ? Object.values(recordOf(value)) : []
}

/** Why a JSON Schema cannot be used, as a sentence; undefined where nothing speaks against it. Throws for one that is nested too deeply. */
export function schemaProblem(schema: unknown, root: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isRecord(schema)) return `The schema cannot be used: ${quoted(textOrJson(schema))} stands in place of a schema.`
  const base = typeof schema.$id === 'string' ? schema : root
  for (const [word, value] of Object.entries(schema)) {
    const own = valueProblem(word, value)
    if (own !== undefined) return own
    if (word === '$ref' && typeof value === 'string' && value.startsWith('#/') && !leads(value, base))
      return `The schema cannot be used: nothing stands at ${quoted(value)}.`
    for (const one of schemasIn(word, value)) {
      const problem = schemaProblem(one, base)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}
