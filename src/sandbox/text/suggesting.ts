import { type JsonRecord, listOf, stringOf } from '#contract/core/loose-json.ts'
import { plainWords } from '../akin.ts'
import type { Suggest } from '../schema/generate.ts'
import { factsFor, type PromptPlace, type PromptValues } from './prompt-values.ts'

const longestText = 400

const placeName =
  /\b(?:city(?:\s?name)?|cities|locations?|places?|towns?|country|countries|regions?|where|destinations?|arrival|origin|departure|address|harbou?rs?|stations?|(?:air)?ports?|venue|area|stadt|ort|land|ville|pays|ciudad|lugar|città)(?![\p{L}\p{N}])/u
const noPlaceName = /\b(?:date|time|day|hour|e-?mail|phone|number|url|link)s?\b/
const subjectName = /^(?:q|search|query|keywords?|terms?|topic)$|\b(?:query|keywords?|search)\b/
const taskName =
  /\b(?:question|prompt|message|text|content|input|task|body|request|subject|title|idea|description|note|reminder)/
const answerName = /\b(?:answer|summary|result|reply|response|conclusion|report|message|text|content)/
const sumName = /\b(?:expression|formula|calculation|equation|sum|math)/
const sum = /[\d(][\d\s.+\-*/×÷^%()]{0,60}[\d)]/
const target = /\b(?:to|destination|arrival|nach)\b/
const source = /\b(?:from|origin|departure|source|von)\b/

/** Whether a property of this name (lower-case words) plausibly holds a place. */
export const isPlaceName = (label: string) => placeName.test(label) || /^(?:to|from)$/.test(label)

/**
 * Proposes values: a tool output under the same name; an enum value that the prompt names; its numbers, quotes, places and
 * addresses where the property name fits, each used once. Values that the schema rejects are never proposed.
 */
export function suggesting(values: PromptValues): Suggest {
  const left = { numbers: [...values.numbers], quoted: [...values.quoted], places: [...values.places] }
  const facts = new Map<string, unknown[]>()
  const named = new Map<readonly unknown[], readonly unknown[]>()
  const namedOf = (allowed: readonly unknown[]) => {
    const found = named.get(allowed) ?? allowed.filter((one) => isNamed(one, values))
    named.set(allowed, found)
    return found
  }
  return (schema, label, fits) => {
    const known = facts.get(label) ?? [...factsFor(values.facts, label)]
    facts.set(label, known)
    const fact = nextFact(known, schema, fits)
    if (fact !== undefined) return fact
    if (Array.isArray(schema.enum)) return namedOf(schema.enum).find(fits)
    if (schema.type === 'number' || schema.type === 'integer') return takenFrom(left.numbers, fits)
    if (schema.type !== 'string') return undefined
    for (const propose of proposals(schema, label, values, left)) {
      const found = propose(fits)
      if (found !== undefined) return found
    }
    return listOf(schema.examples).find(fits)
  }
}

type Fits = (value: unknown) => boolean

interface Left {
  readonly quoted: string[]
  readonly places: PromptPlace[]
}

/** The sources of a string for a property, best match first. */
function proposals(schema: JsonRecord, label: string, values: PromptValues, left: Left): ((fits: Fits) => unknown)[] {
  const told = stringOf(schema.description).slice(0, longestText).toLowerCase()
  const about = label === '' ? told : label
  const { text, addresses } = values
  const first = (list: readonly string[]) => (fits: Fits) => list.find((one) => one !== '' && fits(one))
  const quoted = (fits: Fits) => takenFrom(left.quoted, fits)
  const ifIt = (suits: boolean, propose: (fits: Fits) => unknown) => (suits ? [propose] : [])
  return [
    ...ifIt(typeof schema.format === 'string', first(addresses)),
    ...ifIt(subjectName.test(about), (fits) => quoted(fits) ?? first([subjectOf(text).slice(0, longestText)])(fits)),
    (fits) => placeFor(about, told, left.places, fits),
    ...ifIt(sumName.test(about), first(sum.exec(text)?.slice(0, 1) ?? [])),
    ...ifIt(answerName.test(about), first([values.told.slice(0, longestText)])),
    quoted,
    ...ifIt(taskName.test(about), first([text.slice(0, longestText)])),
  ]
}

/** A property such as `to` accepts a place after "to" but not one after "from"; other place-like properties accept any. */
function placeFor(about: string, told: string, left: PromptPlace[], fits: Fits): string | undefined {
  const [wanted, unwanted] = source.test(about) ? [source, target] : [target, source]
  const directed = wanted.test(about)
  if (noPlaceName.test(about)) return undefined
  const plausible = placeName.test(about) || (placeName.test(told) && !taskName.test(about) && !subjectName.test(about))
  const suits = ({ by }: PromptPlace) => (directed ? wanted.test(by) : plausible)
  const mayDo = ({ by }: PromptPlace) => directed && plausible && !unwanted.test(by)
  const found = [suits, mayDo].flatMap((test) => left.filter(test)).find(({ name }) => fits(name))
  if (found) left.splice(left.indexOf(found), 1)
  return found?.name
}

function isNamed(allowed: unknown, { phrases }: PromptValues): boolean {
  const words = typeof allowed === 'string' ? plainWords(allowed.replaceAll('_', ' ')).join(' ') : ''
  return words.length > 1 && phrases.has(words)
}

function takenFrom<T>(list: T[], fits: Fits): T | undefined {
  const at = list.findIndex(fits)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

/** The first fact that fits, also when converted to a number or string; it is reused only after all others. */
function nextFact(known: unknown[], schema: JsonRecord, fits: Fits): unknown {
  for (const [at, fact] of known.entries()) {
    const found = [fact, ...otherForms(fact, schema.type)].find(fits)
    if (found === undefined) continue
    known.push(...known.splice(at, 1))
    return found
  }
  return undefined
}

function otherForms(fact: unknown, type: unknown): readonly unknown[] {
  if (type === 'string') return typeof fact === 'number' || typeof fact === 'boolean' ? [String(fact)] : []
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && typeof fact === 'string' && fact.trim() !== '' ? [Number(fact)].filter(Number.isFinite) : []
}

const politeness =
  /^(?:hi|hello|hey)?[,!\s]{0,3}(?:please|(?:can|could|would|will) you|i(?:'d| would) like (?:you )?to|i want (?:you )?to)\s+/i
const search =
  /^(?:search|look|google|browse|query|find|research|check)(?:\s+up)?(?:\s+(?:(?:on\s+)?the\s+(?:web|internet|net|docs|documentation|database|catalog(?:ue)?|archive|site|news)|online))?(?:\s+(?:for|about|on))?\s+/i
const question =
  /^(?:what|who|where|when)(?:'s|\s+(?:is|are|was|were))\s+|^(?:tell|show|give)\s+me\s+(?:(?:something|more|all)\s+)?(?:about\s+)?/i
const article = /^(?:the|a|an|some)\s+/i

/** The topic of a prompt as a search query: its first sentence without polite or interrogative phrases. */
function subjectOf(prompt: string): string {
  const [sentence = ''] = prompt.trim().split(/[.?!]+(?:\s|$)|[\r\n]/)
  const bare = [politeness, politeness, search, question, article].reduce(
    (text, lead) => text.replace(lead, ''),
    sentence,
  )
  return bare.trim() || prompt.trim()
}
