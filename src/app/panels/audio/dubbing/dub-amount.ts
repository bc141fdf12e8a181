import type { JsonRecord } from '#contract/core/loose-json.ts'
import { clockTime, counted, lengthLimit } from '../../../ui/format.ts'
import { targetsIn } from './languages.ts'

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** How much is dubbed of a file of this length, in seconds: `0:42.0 × 2 languages = 1:24.0`. Undefined before a language is chosen. */
export function amountOf(request: JsonRecord, seconds: number): string | undefined {
  const count = targetsIn(request).length
  const start = numberIn(request.start_time) ?? 0
  const part = Math.min(seconds, numberIn(request.end_time) ?? seconds) - start
  if (count === 0 || part <= 0) return undefined
  const of = part < seconds ? ` of ${clockTime(seconds)}` : ''
  const all = count === 1 ? '' : ` × ${counted(count, 'language')} = ${clockTime(part * count)}`
  return `${clockTime(part)}${of}${all} to dub`
}

/** What does not fit a file of this length, or a model that takes files up to `limit` seconds. What is not known is not warned of. */
export function warningsOn(
  request: JsonRecord,
  seconds: number | undefined,
  limit: number | undefined,
): readonly string[] {
  const words: string[] = []
  if (request.file !== undefined && request.source_url !== undefined)
    words.push('A file and a source URL are both set. The router decides which one to use.')
  if (seconds === undefined) return words
  const whole = clockTime(seconds)
  if (limit !== undefined && seconds > limit)
    words.push(`The file is ${whole} long. This model accepts up to ${lengthLimit(limit)}.`)
  if ((numberIn(request.start_time) ?? 0) >= seconds) words.push(`Start is after the end of the file (${whole}).`)
  else if ((numberIn(request.end_time) ?? 0) > seconds) words.push(`End is after the end of the file (${whole}).`)
  return words
}
