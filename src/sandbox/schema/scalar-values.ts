import { type JsonRecord, ownOf, stringOf } from '#contract/core/loose-json.ts'
import type { Random } from '../seeded-random.ts'
import { TooLarge, Unsatisfiable } from './basis.ts'
import { type Lengths, matching } from './pattern-sample.ts'

const longest = 100_000

/** Generates a string with a schema's length, format and pattern. `label` is the property's name. */
export function stringValue(schema: JsonRecord, label: string, random: Random): string {
  const least = typeof schema.minLength === 'number' ? Math.ceil(schema.minLength) : 0
  const most = typeof schema.maxLength === 'number' ? Math.floor(schema.maxLength) : Number.POSITIVE_INFINITY
  if (least > most) throw new Unsatisfiable(`minLength ${least} is greater than maxLength ${most}`)
  if (least > longest) throw new TooLarge(`it requires a string of ${least} characters`)
  if (typeof schema.pattern === 'string') return ofPattern(schema.pattern, { least, most }, random)
  const name = stringOf(schema.format)
  const format = ownOf(formats, name)
  return format ? ofFormat(format, { least, most }, random) : fitted(sampleFor(label, random), { least, most }, random)
}

function ofPattern(pattern: string, lengths: Lengths, random: Random): string {
  const text = matching(pattern, lengths, random)
  if (text === undefined)
    throw new Unsatisfiable(`the sandbox found no string for the pattern ${pattern.slice(0, 200)}`)
  return text
}

function ofFormat(format: (random: Random) => string, { least, most }: Lengths, random: Random): string {
  for (let turn = 0; turn < 20; turn += 1) {
    const text = format(random)
    if (text.length >= least && text.length <= most) return text
  }
  throw new Unsatisfiable('its format does not fit its length limits')
}

function fitted(text: string, { least, most }: Lengths, random: Random): string {
  let long = text
  while (long.length < least) long += ` ${somePhrase(random)}`
  return long.length <= most ? long : long.slice(0, Math.max(least, most))
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export function madeUpWord(random: Random): string {
  return Array.from({ length: 4 + random.below(4) }, () => random.pick(letters)).join('')
}

const two = (value: number) => String(value).padStart(2, '0')
const hex = (random: Random, length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('')
const host = (random: Random) => `${random.pick(['harbour', 'studio', 'garden', 'almanac', 'press'])}.example`
const date = (random: Random) => `2026-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
const time = (random: Random) => `${two(random.below(24))}:${two(random.below(60))}:00Z`
const page = (random: Random) => random.pick(['tides', 'notes', 'plans', 'letters'])
const person = (random: Random) => random.pick(['ada', 'bela', 'chidi', 'dora', 'emre', 'fumi'])

/** A value for each string format of JSON Schema, from names that are reserved for examples. */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date,
  time,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `PT${1 + random.below(50)}M`,
  email: (random) => `${person(random)}@${host(random)}`,
  'idn-email': (random) => `${person(random)}@${host(random)}`,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${1 + random.below(250)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4).replace(/^0/, '1')}`,
  uri: (random) => `https://${host(random)}/${page(random)}`,
  url: (random) => `https://${host(random)}/${page(random)}`,
  iri: (random) => `https://${host(random)}/${page(random)}`,
  'uri-reference': (random) => `/${page(random)}/${1 + random.below(99)}`,
  'iri-reference': (random) => `/${page(random)}/${1 + random.below(99)}`,
  'uri-template': (random) => `https://${host(random)}/{name}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  'json-pointer': (random) => `/${page(random)}/${random.below(9)}`,
  'relative-json-pointer': (random) => `${random.below(3)}/${page(random)}`,
  'json-pointer-uri-fragment': (random) => `#/${page(random)}`,
  regex: () => '^[a-z]+$',
}

const samples: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/e-?mail/, ['ada@studio.example', 'bela@harbour.example', 'fumi@press.example']],
  [/url|uri|link|website/, ['https://harbour.example/tides', 'https://studio.example/notes']],
  [/phone|mobile/, ['+1 555 0100', '+1 555 0142', '+1 555 0199']],
  [/currency/, ['EUR', 'USD', 'JPY']],
  [/country/, ['Norway', 'Portugal', 'Japan', 'Kenya']],
  [/city|town|location|place|destination|origin|region|address/, ['Bergen', 'Lisbon', 'Kyoto', 'Mombasa']],
  [/date|day|deadline/, ['2026-03-14', '2026-06-21', '2026-10-02']],
  [/time|hour/, ['09:30', '14:05', '21:45']],
  [/colou?r/, ['amber', 'slate blue', 'moss green']],
  [/language|locale/, ['en', 'pt', 'ja']],
  [/sku|code|identifier|\bid\b/, ['ab-1042', 'cd-2077', 'ef-3190']],
  [/name|author|person|owner|user|recipient/, ['Ada Marlow', 'Chidi Okafor', 'Fumi Tanaka']],
  [/status|state/, ['open', 'ready', 'waiting']],
  [/category|\btags?\b|label|kind|genre/, ['routing', 'streaming', 'pricing', 'testing']],
  [/company|organi[sz]ation|brand|vendor|provider/, ['Aurora Studio', 'Birch & Co.', 'Harbour Press']],
  [/product|\bitem\b|article/, ['Ceramic mug', 'Desk lamp', 'Paper notebook']],
  [/title|subject|headline|topic/, ['One interface for many models', 'How an answer arrives', 'Testing without a key']],
  [
    /summary|description|reason|explanation|comment|answer|\bnotes?\b/,
    [
      'The router chose a provider by the name of the model.',
      'The answer arrived in pieces and ended with its last event.',
      'The sandbox made this value by rules, to fit the schema.',
    ],
  ],
  [
    /./,
    ['A synthetic sentence from the sandbox.', 'Written by rules, not by a model.', 'Synthetic text, made to fit.'],
  ],
]
const phrases = ['synthetic value', 'value made by rules', 'sandbox example', 'sample text', 'value to fit the schema']

/** A text that suits a label such as `delivery city`, or a pleasant phrase. */
function sampleFor(label: string, random: Random): string {
  const [, values] = samples.find(([name]) => name.test(label)) ?? [undefined, phrases]
  return random.pick(values)
}

const somePhrase = (random: Random) => random.pick(phrases)

const longestName = 100

/** A name in camel, kebab or snake case as lower-case words; of a very long one, its beginning. */
export function spacedName(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The width of the range where only one bound is given. */
const reach = 100

export function numberValue(schema: JsonRecord, whole: boolean, random: Random): number {
  const { low, high } = span(schema, whole)
  if (low > high) throw new Unsatisfiable(`no number lies between its bounds ${low} and ${high}`)
  const step =
    typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : whole ? 1 : undefined
  return step === undefined ? between(schema, low, high, random) : multiple(schema, { step, low, high, whole }, random)
}

function span(schema: JsonRecord, whole: boolean): { low: number; high: number } {
  const lows = [bound(schema.minimum), exclusive(schema.exclusiveMinimum, whole, 1)]
  const highs = [bound(schema.maximum), exclusive(schema.exclusiveMaximum, whole, -1)]
  const low = Math.max(...lows.filter((one) => one !== undefined))
  const high = Math.min(...highs.filter((one) => one !== undefined))
  if (Number.isFinite(low)) return { low, high: Number.isFinite(high) ? high : low + Math.max(reach, Math.abs(low)) }
  return Number.isFinite(high) ? { low: Math.min(1, high - reach), high } : { low: 1, high: reach }
}

const bound = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function exclusive(value: unknown, whole: boolean, towards: number): number | undefined {
  const edge = bound(value)
  return edge !== undefined && whole && Number.isInteger(edge) ? edge + towards : edge
}

const excluded = ({ exclusiveMinimum, exclusiveMaximum }: JsonRecord, value: number) =>
  value === exclusiveMinimum || value === exclusiveMaximum

function between(schema: JsonRecord, low: number, high: number, random: Random): number {
  const raw = low + (high - low) * (0.1 + 0.8 * random.next())
  const digits = [0, 0, 1, 2].slice(random.below(4))
  const rounded = digits.map((count) => Number(raw.toFixed(count)))
  const nice = rounded.find((one) => one >= low && one <= high && !excluded(schema, one))
  const value = nice ?? (Number.isFinite(raw) ? raw : low)
  if (!excluded(schema, value)) return value
  throw new Unsatisfiable('no number lies strictly between its bounds')
}

interface Steps {
  readonly step: number
  readonly low: number
  readonly high: number
  readonly whole: boolean
}

function multiple(schema: JsonRecord, { step, low, high, whole }: Steps, random: Random): number {
  const [first, last] = [Math.ceil(low / step), Math.max(Math.floor(high / step), Math.ceil(low / step))]
  const start = random.below(Math.min(last - first + 1, 1_000_000))
  const count = Math.min(last - first + 1, 1000)
  for (let turn = 0; turn < count; turn += 1) {
    const value = exact((first + ((start + turn) % (last - first + 1))) * step, step)
    const fits = value >= low && (value <= high || unbounded(schema)) && !excluded(schema, value)
    if (fits && (!whole || Number.isInteger(value))) return value
  }
  throw new Unsatisfiable(`no multiple of ${step} lies between ${low} and ${high}`)
}

const unbounded = (schema: JsonRecord) => schema.maximum === undefined && schema.exclusiveMaximum === undefined

/** Removes binary rounding errors: 3 × 0.1 gives 0.3. */
function exact(value: number, step: number): number {
  const decimals = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0
  return decimals > 0 ? Number(value.toFixed(decimals)) : value
}
