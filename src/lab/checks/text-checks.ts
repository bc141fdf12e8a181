import { type Schema, Validator } from '@cfworker/json-schema'
import { canonicalJson, isRecord, jsonIn, ownOf, recordOf, textOrJson, tooDeep } from '#contract/core/loose-json.ts'
import type { CellFacts } from '../cell-facts.ts'
import { type CheckType, type Finding, figure, quoted, Unable, within } from './check-type.ts'
import { regexProblem, schemaProblem } from './schema-problem.ts'
import { mostCompared, similarity, wordErrorRate } from './text-distance.ts'

/** The answer; what the model said in place of one where it refused. */
function textIn({ text, refusal }: CellFacts): string {
  const found = text ?? refusal
  if (found === undefined) throw new Unable('The result has no text.')
  return found
}

/** A value as texts: a list, or one alone. */
const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(textOrJson)

const isSameJson = (one: unknown, other: unknown) =>
  one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)

/** A check that compares the answer with one text. */
const compared = (
  title: string,
  fits: (text: string, value: string) => boolean,
  ...verb: readonly [does: string, doesNot: string]
): CheckType => ({
  ...{ title, group: 'Text', value: 'text', valueTitle: 'Text' },
  find({ value }, facts) {
    const wanted = textOrJson(value)
    const isFit = fits(textIn(facts), wanted)
    return { fits: isFit, seen: `The answer ${verb[isFit ? 0 : 1]} ${quoted(wanted)}.` }
  },
})

const contains = ['contains', 'does not contain'] as const

/** A JSON Schema in force, or why it cannot be used. A schema may be given as its text. */
function validatorOf(value: unknown): Validator | string {
  if (typeof value === 'string' && tooDeep(value)) return 'The schema is nested too deeply.'
  const schema = typeof value === 'string' ? jsonIn(value) : value
  if (!isRecord(schema) && typeof schema !== 'boolean') return 'The schema is not a JSON object.'
  try {
    const problem = schemaProblem(schema, schema)
    if (problem !== undefined) return problem
    // A person's own JSON; the validator throws where it is no schema.
    const validator = new Validator(schema as Schema, '2020-12')
    validator.validate(null)
    return validator
  } catch (error) {
    return `The schema cannot be used: ${error instanceof Error ? error.message.slice(0, 200) : 'it is not readable'}`
  }
}

function findJson({ value: schema }: { readonly value?: unknown }, facts: CellFacts): Finding {
  const json = jsonIn(textIn(facts))
  if (json === undefined) {
    const isFenced = /^\s*```/.test(textIn(facts))
    return { fits: false, seen: `The answer is not JSON${isFenced ? ', but text with a code block' : ''}.` }
  }
  if (schema === undefined) return { fits: true, seen: 'The answer is JSON.' }
  const validator = validatorOf(schema)
  if (typeof validator === 'string') throw new Unable(validator)
  const { valid, errors } = validator.validate(json)
  // The validator ends with the first problem; what encloses it is listed before it.
  const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {}
  return valid
    ? { fits: true, seen: 'The answer matches the schema.' }
    : { fits: false, seen: `The answer does not match the schema at ${quoted(instanceLocation)}: ${error}` }
}

/** What stands in a JSON value under names and list places separated by dots; the value itself without any. */
function fieldAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce((inner, name) => (Array.isArray(inner) ? inner[Number(name)] : ownOf(recordOf(inner), name)), value)
}

/**
 * How models decline in plain English: “I’m sorry, but I can’t …”, “As an AI, I cannot …”; not “I’m sorry to hear that”. A refusal that the reply names
 * as one counts in any language.
 */
const refusing =
  /^(?:(?:(?:i['’]m|i am) (?:very |so |really )?sorry|sorry|my apologies|i apologi[sz]e|unfortunately|as an ai[^,.]{0,40})[,.;:—-]*\s*(?:but )?)?(?:i|we)(?:['’]m| am|['’]re| are)? (?:can['’]t|cannot|can not|could not|won['’]t|will not|unable to|not able to)\b/i

/** Whether one of the calls has that name and, where they are given, these arguments among its own. */
function isCalled(calls: CellFacts['toolCalls'], wanted: unknown): boolean {
  if (!isRecord(wanted)) return calls.some(({ name }) => name === textOrJson(wanted))
  return calls.some((call) => {
    const given = recordOf(jsonIn(call.arguments))
    return (
      call.name === wanted.name &&
      Object.entries(recordOf(wanted.arguments)).every(([name, value]) => isSameJson(ownOf(given, name), value))
    )
  })
}

const counted = (title: string, unit: string, count: (text: string) => number): CheckType => ({
  ...{ title, group: 'Text', bounds: ['min', 'max'], unit },
  find(check, facts) {
    const length = count(textIn(facts))
    return within(check, length, `The answer has ${figure(length)} ${unit}`)
  },
})

/** A check that measures how far the answer is from a text. */
const distant = (
  title: string,
  bound: 'min' | 'max',
  measure: (wanted: string, text: string) => number | undefined,
  says: string,
): CheckType => ({
  ...{ title, group: 'Text', value: 'text', valueTitle: 'Reference', bounds: [bound], unit: 'of 1' },
  find(check, facts) {
    const [wanted, text] = [textOrJson(check.value), textIn(facts)]
    const found = measure(wanted, text)
    if (found === undefined)
      throw new Unable(
        wanted.trim() === ''
          ? 'The reference is empty.'
          : `Too long to compare: at most ${figure(mostCompared)} are compared.`,
      )
    return within(check, found, `${says} ${figure(found)}`)
  },
})

const lower = (text: string) => text.toLowerCase()

export const textChecks = {
  equals: {
    ...{ title: 'Equals', group: 'Text', value: 'text', valueTitle: 'Text' },
    /** White space around both does not count. A value that is no text is compared as JSON. */
    find({ value }, facts) {
      const [text, wanted] = [textIn(facts).trim(), textOrJson(value).trim()]
      const fits = text === wanted || (typeof value !== 'string' && isSameJson(jsonIn(text), value))
      return { fits, seen: `The answer is ${quoted(text)}${fits ? '' : `, not ${quoted(wanted)}`}.` }
    },
  },
  contains: compared('Contains', (text, value) => text.includes(value), ...contains),
  icontains: compared('Contains, in any case', (text, value) => lower(text).includes(lower(value)), ...contains),
  'contains-any': {
    ...{ title: 'Contains any of', group: 'Text', value: 'texts', valueTitle: 'Texts' },
    find({ value }, facts) {
      const found = textsIn(value).find((one) => textIn(facts).includes(one))
      const seen = found === undefined ? `none of ${textsIn(value).map(quoted).join(', ')}` : quoted(found)
      return { fits: found !== undefined, seen: `The answer contains ${seen}.` }
    },
  },
  'contains-all': {
    ...{ title: 'Contains all of', group: 'Text', value: 'texts', valueTitle: 'Texts' },
    find({ value }, facts) {
      const missing = textsIn(value).filter((one) => !textIn(facts).includes(one))
      const fits = missing.length === 0
      return { fits, seen: fits ? 'The answer contains all of them.' : `Missing: ${missing.map(quoted).join(', ')}.` }
    },
  },
  'starts-with': compared('Starts with', (text, value) => text.startsWith(value), 'starts with', 'does not start with'),
  regex: {
    ...compared('Matches a regular expression', (text, one) => new RegExp(one).test(text), 'matches', 'does not match'),
    ...{ valueTitle: 'Regular expression', problem: (one) => regexProblem(textOrJson(one)) },
  },
  length: counted('Length', 'characters', (text) => [...text].length),
  'word-count': counted('Number of words', 'words', (text) => text.match(/\S+/g)?.length ?? 0),
  similarity: distant('Similarity', 'min', similarity, 'The similarity is'),
  'word-error-rate': distant('Word error rate', 'max', wordErrorRate, 'The word error rate is'),
  'is-refusal': {
    ...{ title: 'Is a refusal', group: 'Text' },
    find(_, facts) {
      const said = facts.refusal ?? textIn(facts).trim()
      const fits = facts.refusal !== undefined || refusing.test(said)
      return { fits, seen: fits ? `The model refused: ${quoted(said)}.` : 'The answer is not a refusal.' }
    },
  },
  'is-json': {
    ...{ title: 'Is JSON', group: 'JSON', value: 'schema', valueTitle: 'JSON Schema', isValueOptional: true },
    problem(value) {
      const validator = validatorOf(value)
      return typeof validator === 'string' ? validator : undefined
    },
    find: findJson,
  },
  'json-field': {
    ...{ title: 'JSON field', group: 'JSON', hasPath: true, value: 'json', valueTitle: 'Equals' },
    ...{ isValueOptional: true, bounds: ['min', 'max'], areBoundsOptional: true },
    /** Without a value and bounds: whether there is such a field. */
    find(check, facts) {
      const json = jsonIn(textIn(facts))
      if (json === undefined) return findJson({}, facts)
      const { path = '', value, min, max } = check
      const found = fieldAt(json, path)
      const name = path === '' ? 'The answer' : `The field ${quoted(path)}`
      if (found === undefined) return { fits: false, seen: `The answer has no field ${quoted(path)}.` }
      const seen = `${name} is ${quoted(textOrJson(found))}`
      // Values of a CSV are texts.
      const isText = typeof value === 'string' && typeof found !== 'string'
      if (value !== undefined && !isSameJson(found, isText ? jsonIn(value) : value))
        return { fits: false, seen: `${seen}, not ${quoted(textOrJson(value))}.` }
      if (min === undefined && max === undefined) return { fits: true, seen: `${seen}.` }
      return typeof found === 'number'
        ? within(check, found, seen)
        : { fits: false, seen: `${seen}, which is no number.` }
    },
  },
  'tool-called': {
    ...{ title: 'Tool called', group: 'Tools', value: 'json', valueTitle: 'Name, or {"name", "arguments"}' },
    /** All tools of a list must be called. */
    find({ value }, { toolCalls }) {
      const missing = (Array.isArray(value) ? value : [value]).filter((one) => !isCalled(toolCalls, one))
      const made = toolCalls.map(({ name, arguments: given }) => `${name}(${given})`).join(', ')
      const called = made === '' ? 'No tool was called.' : `Called: ${quoted(made)}.`
      return { fits: missing.length === 0, seen: called }
    },
  },
} as const satisfies Readonly<Record<string, CheckType>>
