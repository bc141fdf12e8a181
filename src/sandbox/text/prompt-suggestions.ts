import { type JsonRecord, listOf, stringOf } from '#contract/core/loose-json.ts'
import { plainWords } from '../akin.ts'
import type { Suggest } from '../schema/generate.ts'
import type { Conversation } from './read-conversation.ts'

const longestText = 400

const placeName =
  /\b(?:city(?:\s?name)?|cities|locations?|places?|towns?|country|countries|regions?|where|destinations?|arrival|origin|departure|address|harbou?rs?|stations?|(?:air)?ports?|venue|area|stadt|ort|land|ville|pays|ciudad|lugar|città)(?![\p{L}\p{N}])/u
const noPlaceName = /\b(?:date|time|day|hour|e-?mail|phone|number|url|link)s?\b/
const subjectName = /^(?:q|search|query|keywords?|terms?|topic)$|\b(?:query|keywords?|search)\b/
const taskName =
  /\b(?:question|prompt|message|text|content|input|task|body|request|subject|title|idea|description|note|reminder)/
const sumName = /\b(?:expression|formula|calculation|equation|sum|math)/
const sum = /[\d(][\d\s.+\-*/×÷^%()]{0,60}[\d)]/
const target = /\b(?:to|destination|arrival|nach)\b/
const source = /\b(?:from|origin|departure|source|von)\b/

/** Whether a property of this name (lower-case words) plausibly holds a place. */
export const isPlaceName = (label: string) => placeName.test(label) || /^(?:to|from)$/.test(label)

/**
 * Proposes values: an enum value that the prompt names; its numbers, quotes, places and addresses where the property name fits, each used
 * once. Values that the schema rejects are never proposed.
 */
export function suggesting(values: PromptValues): Suggest {
  const left = { numbers: [...values.numbers], quoted: [...values.quoted], places: [...values.places] }
  const named = new Map<readonly unknown[], readonly unknown[]>()
  const namedOf = (allowed: readonly unknown[]) => {
    const found = named.get(allowed) ?? allowed.filter((one) => isNamed(one, values))
    named.set(allowed, found)
    return found
  }
  return (schema, label, fits) => {
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

interface PromptPlace {
  readonly name: string
  readonly by: string
}

/** Values found in a prompt, each list in order of appearance. */
export interface PromptValues {
  readonly text: string
  readonly numbers: readonly number[]
  readonly quoted: readonly string[]
  readonly places: readonly PromptPlace[]
  readonly addresses: readonly string[]
  /** All sequences of a few words in lower case, to look up enum values. */
  readonly phrases: ReadonlySet<string>
}

const mostOfEach = 32
const longestPhrase = 5
const longestRead = 40_000

const number = /(?<![\p{L}\d.])-?\d+(?:,\d{3})*(?:\.\d+)?/gu
const quotation = /"([^"]{1,200})"|“([^”]{1,200})”|«([^»]{1,200})»|`([^`]{1,200})`|(?<!\p{L})'([^']{1,200})'(?!\p{L})/gu
const capitalized = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)*"
const joint = '(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or|und|et|y)\\s+)(?:in\\s+|to\\s+|for\\s+)?'
const placeList = new RegExp(
  `(?<!\\p{L})(in|at|for|from|to|near|of|between|nach|von)\\s+(${capitalized}(?:${joint}${capitalized})*)`,
  'gu',
)
const lowPlace = /(?<!\p{L})(in)\s+([\p{Ll}-]{3,20})(?!\p{L})/gu
const address =
  /[\w.+-]{1,40}@[\w-]{1,30}(?:\.[\w-]{2,12})+|https?:\/\/[a-z\d]{1,12}(?:[.-][a-z\d]{1,12}){1,4}(?:\/[\w./-]{0,60})?|\d{4}-\d\d-\d\d/giu
const notPlaces =
  /^(?:the|this|that|which|what|all|any|some|one|two|three|order|case|fact|general|json|markdown|english|short|detail|total|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i

/** Extracts candidate arguments from a prompt: numbers, quotations, places, addresses and dates. */
export function promptValues({ gist }: Pick<Conversation, 'gist'>): PromptValues {
  const read = gist.slice(0, longestRead)
  const all = (pattern: RegExp) => [...read.matchAll(pattern)].map((found) => found.slice(1).find(Boolean) ?? found[0])
  return {
    text: gist.trim(),
    numbers: all(number)
      .map((one) => Number(one.replaceAll(',', '')))
      .filter(Number.isFinite)
      .slice(0, mostOfEach),
    quoted: all(quotation).slice(0, mostOfEach),
    places: placesIn(read),
    addresses: all(address).slice(0, mostOfEach),
    phrases: phrasesIn(read),
  }
}

function placesIn(text: string): readonly PromptPlace[] {
  const listed = [...text.matchAll(placeList)].flatMap(([, by = '', list = '']) =>
    list.split(new RegExp(joint, 'u')).map((name) => ({ name, by })),
  )
  const lower = [...text.matchAll(lowPlace)].map(([, by = '', name = '']) => ({ name, by }))
  const found = [listed, lower].map((some) => some.filter(({ name }) => !notPlaces.test(name)))
  const places = found.find((some) => some.length > 0) ?? []
  return [...new Map(places.map((place) => [place.name, place])).values()].slice(0, mostOfEach)
}

function phrasesIn(text: string): ReadonlySet<string> {
  const words = plainWords(text)
  const runs = words.flatMap((_, at) =>
    Array.from({ length: longestPhrase }, (_, more) => words.slice(at, at + more + 1).join(' ')),
  )
  return new Set(runs)
}
