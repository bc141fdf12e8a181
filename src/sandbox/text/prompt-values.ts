import { isRecord, jsonIn } from '#contract/core/loose-json.ts'
import { plainWords } from '../akin.ts'
import { spacedName } from '../schema/string-value.ts'
import type { Conversation } from './read-conversation.ts'

export interface PromptPlace {
  readonly name: string
  readonly by: string
}

/** Values found in a prompt and in the tool outputs after it, each list in order of appearance. */
export interface PromptValues {
  readonly text: string
  readonly told: string
  readonly facts: PromptFacts
  readonly numbers: readonly number[]
  readonly quoted: readonly string[]
  readonly places: readonly PromptPlace[]
  readonly addresses: readonly string[]
  /** All sequences of a few words in lower case, to look up enum values. */
  readonly phrases: ReadonlySet<string>
}

const mostOfEach = 32
const longestPhrase = 5
const longestOutput = 10_000
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

/** Extracts candidate arguments from a conversation: named values of tool outputs, numbers, quotations, places, addresses and dates. */
export function promptValues({ gist, outputs }: Pick<Conversation, 'gist' | 'outputs'>): PromptValues {
  const texts = outputs.slice(-mostOfEach).map(({ text }) => text.slice(0, longestOutput))
  const plain = texts.filter((text) => !/^\s*[[{]/.test(text))
  const read = [...plain, gist].join('\n').slice(0, longestRead)
  const all = (pattern: RegExp) => [...read.matchAll(pattern)].map((found) => found.slice(1).find(Boolean) ?? found[0])
  return {
    text: gist.trim(),
    told: texts.join('\n').trim(),
    facts: factsIn(texts),
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

/** Values by property name, collected from JSON tool outputs in order of appearance. */
export type PromptFacts = ReadonlyMap<string, readonly unknown[]>

const mostFacts = 500
const mostFor = 50
const shortestStart = 4

/** The values by property name in the texts that are JSON. */
function factsIn(texts: readonly string[]): PromptFacts {
  const facts = new Map<string, unknown[]>()
  const todo = texts.map(jsonIn)
  let left = mostFacts
  for (const value of todo) {
    if (Array.isArray(value)) todo.push(...value.slice(0, mostFor))
    if (!isRecord(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (left <= 0) return facts
      left -= 1
      const label = spacedName(name)
      facts.set(label, [...(facts.get(label) ?? []), inner])
      todo.push(inner)
    }
  }
  return facts
}

/** The values under a name or, where there are none, under names of which one is a prefix of the other: `temp`, `temperature`. */
export function factsFor(facts: PromptFacts, label: string): readonly unknown[] {
  const exact = facts.get(label)
  if (exact || label.length < shortestStart) return exact?.slice(0, mostFor) ?? []
  const near = [...facts].filter(
    ([name]) => name.length >= shortestStart && (name.startsWith(label) || label.startsWith(name)),
  )
  return near.flatMap(([, values]) => values).slice(0, mostFor)
}
