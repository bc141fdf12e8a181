import { type Loose, stringOf } from '../loose.ts'
import type { Random } from '../seed.ts'
import { formats } from './formats.ts'
import { madeUpWord, matching } from './pattern.ts'
import { sampleFor } from './samples.ts'
import { TooLarge, Unsatisfiable } from './unsatisfiable.ts'

const longest = 100_000

/** A string within a schema's lengths, of its format, matching its pattern. `label` is the name it goes by. */
export function stringValue(schema: Loose, label: string, random: Random): string {
  const least = typeof schema.minLength === 'number' ? Math.ceil(schema.minLength) : 0
  const most = typeof schema.maxLength === 'number' ? Math.floor(schema.maxLength) : Number.POSITIVE_INFINITY
  if (least > most) throw new Unsatisfiable(`no text is at least ${least} and at most ${most} characters long`)
  if (least > longest) throw new TooLarge(`it asks for a text of ${least} characters`)
  if (typeof schema.pattern === 'string') return ofPattern(schema.pattern, least, most, random)
  const format = formats[stringOf(schema.format)]
  return format ? ofFormat(format, least, most, random) : fitted(sampleFor(label, random), least, most, random)
}

function ofPattern(pattern: string, least: number, most: number, random: Random): string {
  const text = matching(pattern, least, most, random)
  if (text === undefined) throw new Unsatisfiable(`the sandbox finds no text for the pattern ${pattern}`)
  return text
}

function ofFormat(format: (random: Random) => string, least: number, most: number, random: Random): string {
  for (let turn = 0; turn < 20; turn += 1) {
    const text = format(random)
    if (text.length >= least && text.length <= most) return text
  }
  throw new Unsatisfiable('its format and its lengths do not go together')
}

function fitted(text: string, least: number, most: number, random: Random): string {
  let long = text
  while (long.length < least) long += ` ${madeUpWord(random)}`
  return long.length <= most ? long : long.slice(0, Math.max(least, most))
}
