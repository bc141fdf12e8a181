import { type JsonRecord, jsonIn, listOf, textOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { Call } from '../../../tool/use-batch.tsx'
import { clockTime, counted, lengthLimit } from '../../../ui/format.ts'
import { languageName } from '../../../view/language-name.ts'
import { usualLanguages } from '../usual-languages.ts'

/** The languages that the router lists for the model, else the usual ones. */
export function listedLanguages({ rules }: Pick<RequestForm, 'rules'>): readonly string[] {
  const rule = rules?.fields.target_lang
  return rule?.kind === 'listed' ? rule.values : usualLanguages
}

const split = (text: string) => text.split(',').map((code) => code.trim())

/** The codes of the target languages of a request, each once. */
export function targetsIn({ target_lang, target_language, target_languages }: JsonRecord): readonly string[] {
  // In a form, a list is a text of JSON.
  const list = typeof target_languages === 'string' ? jsonIn(target_languages) : target_languages
  const all = [target_lang, target_language, ...listOf(list)].flatMap((one) => split(textOf(one) ?? ''))
  return [...new Set(all)].filter((code) => code !== '')
}

/** Whether one request to the model may name several target languages, as its card says. */
export const takesSeveral = (card: ModelCard | undefined): boolean =>
  card?.parameters?.includes('target_languages') === true

/** The fields of a request for these languages: one is `target_lang`; several are the list of a model that takes one. */
export function targetFields(codes: readonly string[], isList: boolean): JsonRecord {
  if (codes.length > 1 && isList) return { target_lang: undefined, target_languages: codes }
  return { target_lang: codes.length > 0 ? codes.join(',') : undefined, target_languages: undefined }
}

/** The requests that a press sends: one, or one for each language where the model takes one at a time. */
export function callsOf(request: JsonRecord, card: ModelCard | undefined): readonly Call[] {
  const codes = targetsIn(request)
  if (codes.length < 2 || takesSeveral(card)) return [{ name: codes.join(', '), request }]
  const { target_language: _, target_languages: __, ...rest } = request
  return codes.map((code) => ({ name: languageName(code), request: { ...rest, target_lang: code } }))
}

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
