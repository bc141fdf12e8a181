import { type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import type { Random } from '../seed.ts'
import type { Basis } from './basis.ts'
import { formats } from './formats.ts'
import { type Lengths, matching } from './matching.ts'
import { sampleFor, somePhrase } from './samples.ts'
import { TooLarge, Unsatisfiable } from './unsatisfiable.ts'

const longest = 100_000
const charactersPerStep = 8

/** A string within a schema's lengths, of its format, matching its pattern. `label` is the name it goes by. */
export function stringValue(schema: JsonRecord, label: string, random: Random, basis: Basis): string {
  const least = typeof schema.minLength === 'number' ? Math.ceil(schema.minLength) : 0
  const most = typeof schema.maxLength === 'number' ? Math.floor(schema.maxLength) : Number.POSITIVE_INFINITY
  if (least > most) throw new Unsatisfiable(`no text is at least ${least} and at most ${most} characters long`)
  if (least > longest) throw new TooLarge(`it asks for a text of ${least} characters`)
  basis.fuel.spend(Math.max(0, least) / charactersPerStep)
  if (typeof schema.pattern === 'string') return ofPattern(schema.pattern, { least, most }, random, basis)
  const name = stringOf(schema.format)
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  return format ? ofFormat(format, { least, most }, random) : fitted(sampleFor(label, random), { least, most }, random)
}

function ofPattern(pattern: string, lengths: Lengths, random: Random, basis: Basis): string {
  const text = matching(pattern, lengths, random, basis)
  if (text === undefined) throw new Unsatisfiable(`the sandbox finds no text for the pattern ${pattern.slice(0, 200)}`)
  return text
}

function ofFormat(format: (random: Random) => string, { least, most }: Lengths, random: Random): string {
  for (let turn = 0; turn < 20; turn += 1) {
    const text = format(random)
    if (text.length >= least && text.length <= most) return text
  }
  throw new Unsatisfiable('its format and its lengths do not go together')
}

function fitted(text: string, { least, most }: Lengths, random: Random): string {
  let long = text
  while (long.length < least) long += ` ${somePhrase(random)}`
  return long.length <= most ? long : long.slice(0, Math.max(least, most))
}
