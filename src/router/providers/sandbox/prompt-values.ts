import { isRecord } from '#contract/read-loosely.ts'
import { type Loose, listOf, stringOf } from './loose.ts'
import type { Suggest } from './schema/generate.ts'
import { validatorOf } from './schema/schema-value.ts'

/** Values found in a prompt, each list in the order in which they stand there. */
export interface PromptValues {
  readonly text: string
  readonly numbers: readonly number[]
  readonly quoted: readonly string[]
  readonly places: readonly string[]
  readonly addresses: readonly string[]
}

const longestText = 400
/** A text that must match a pattern may be tested against any number of them: short ones keep that quick. */
const longestForPattern = 24

const number = /(?<![\p{L}\d.])-?\d+(?:,\d{3})*(?:\.\d+)?/gu
const quotation = /"([^"]{1,200})"|“([^”]{1,200})”|«([^»]{1,200})»|`([^`]{1,200})`|(?<!\p{L})'([^']{1,200})'(?!\p{L})/gu
const capitalized = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)*"
const joint = '(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or)\\s+)(?:in\\s+|to\\s+|for\\s+)?'
const placeList = new RegExp(
  `(?<!\\p{L})(?:in|at|for|from|to|near|of|between)\\s+(${capitalized}(?:${joint}${capitalized})*)`,
  'gu',
)
const lowPlace = /\bin\s+([\p{Ll}-]{3,20})\b/gu
const address =
  /[\w.+-]{1,40}@[\w-]{1,30}(?:\.[\w-]{2,12})+|https?:\/\/[a-z\d]{1,12}(?:[.-][a-z\d]{1,12}){1,4}(?:\/[\w./-]{0,60})?|\d{4}-\d\d-\d\d/giu
const notPlaces =
  /^(?:the|this|that|which|what|all|any|some|one|two|three|order|case|fact|general|json|english|short|detail)$/

/** What a prompt offers as arguments: numbers, what stands in quotes, names of places, addresses and dates. */
export function promptValues(text: string): PromptValues {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found.slice(1).find(Boolean) ?? found[0])
  const places = all(placeList).flatMap((list) => list.split(new RegExp(joint, 'u')))
  const lower = all(lowPlace).filter((one) => !notPlaces.test(one))
  return {
    text: text.trim(),
    numbers: all(number)
      .map((one) => Number(one.replaceAll(',', '')))
      .filter(Number.isFinite),
    quoted: all(quotation),
    places: [...new Set(places.length > 0 ? places : lower)],
    addresses: all(address),
  }
}

const placeName = /city|location|place|town|country|region|where|destination|origin|address|harbou?r|station|port/
const taskName = /query|question|prompt|message|text|content|input|topic|search|task|body|request|subject|title|idea/
const sumName = /expression|formula|calculation|equation|sum/
const sum = /[\d(][\d\s.+\-*/×÷^%()]{0,60}[\d)]/

/**
 * Proposes values for a schema's scalars: an allowed value that the prompt names, its numbers, quotes, places and addresses where the
 * name and the bounds suit, each used once. Nothing is proposed that the schema refuses.
 */
export function suggesting(values: PromptValues): Suggest {
  const left = { numbers: [...values.numbers], quoted: [...values.quoted], places: [...values.places] }
  const lower = values.text.toLowerCase()
  return (schema, label) => {
    if (Array.isArray(schema.enum)) return namedIn(lower, schema.enum)
    if (schema.type === 'number' || schema.type === 'integer') return takenFrom(left.numbers, schema)
    if (schema.type !== 'string') return undefined
    const about = `${label} ${label === '' ? stringOf(schema.description).toLowerCase() : ''}`
    const told = stringOf(schema.description).toLowerCase()
    const inOrder = [
      () => takenFrom([...values.addresses], schema, typeof schema.format === 'string'),
      () => takenFrom(left.places, schema, placeName.test(about) || (placeName.test(told) && !taskName.test(about))),
      () => takenFrom(sum.exec(values.text)?.slice(0, 1) ?? [], schema, sumName.test(about)),
      () => takenFrom(left.quoted, schema),
      () => takenFrom([values.text.slice(0, longestText)], schema, taskName.test(about) && values.text !== ''),
    ]
    for (const propose of inOrder) {
      const found = propose()
      if (found !== undefined) return found
    }
    return listOf(schema.examples).find((one) => fits(one, schema))
  }
}

function namedIn(lower: string, allowed: readonly unknown[]): unknown {
  return allowed.find((one) => {
    const word = typeof one === 'string' ? one.toLowerCase().replaceAll(/[_-]/g, ' ') : ''
    return (
      word.length > 1 &&
      ` ${lower.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `)
    )
  })
}

/** The first of a list that the schema takes; it is no longer in the list then. */
function takenFrom<T>(list: T[], schema: Loose, suits = true): T | undefined {
  const at = suits ? list.findIndex((one) => fits(one, schema)) : -1
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

function fits(value: unknown, schema: Loose): boolean {
  const tested = typeof schema.pattern === 'string' && typeof value === 'string'
  if (tested && value.length > longestForPattern) return false
  try {
    return validatorOf(scalar(schema))(value)
  } catch {
    return false
  }
}

/** The schema without what can be judged only elsewhere. */
function scalar(schema: Loose): Loose {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => key !== 'not' && !isRecord(value)))
}
