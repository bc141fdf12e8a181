import {
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  ownOf,
  recordOf,
  textOf,
  tooDeep,
} from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { marksIn } from '../run/file-marks.ts'
import type { Run } from '../run/run.ts'
import type { RunDraft } from '../run/run-draft.ts'
import { languageName } from '../view/language-name.ts'
import { nounsOf, type Tool } from './tools.ts'

type Asked = Pick<Run, 'request'> & Partial<Pick<Run, 'parts'>>

/** The fields that a run was sent with; those of a multipart request are text, as they were written. Without its files. */
export function fieldsOf({ request, parts }: Asked): JsonRecord {
  if (parts === undefined) return recordOf(request)
  const texts = parts.filter((part) => part.kind === 'text')
  const listed = (name: string) => texts.flatMap((part) => (part.name === name ? part.value : []))
  return Object.fromEntries(
    texts.map(({ name, value }) => (name.endsWith('[]') ? [name.slice(0, -2), listed(name)] : [name, value])),
  )
}

/** What a person wrote in a request; empty where there is nothing. */
export function writtenIn(request: JsonRecord, endpoint: string): string {
  const text = ownOf(request, promptField(endpoint))
  return typeof text === 'string' ? text : ''
}

/** The words of music's composition plan (wire-facts §7.7): its styles, then the names of its sections. */
function planWords({ composition_plan }: JsonRecord): string {
  const { positive_global_styles, sections } = recordOf(composition_plan)
  const names = listOf(sections).map((section) => recordOf(section).section_name)
  return [...listOf(positive_global_styles), ...names].filter((one) => typeof one === 'string').join(', ')
}

/** A run's title, at most 80 characters: what was written, else the words of a composition plan, the first file's name, the tool's noun. */
export function titleOf(request: JsonRecord, tool: Tool, parts: RunDraft['parts'] = []): string {
  const { one } = nounsOf(tool)
  const words = (writtenIn(request, tool.endpoint).trim() || planWords(request)).replace(/\s+/g, ' ')
  const [file] = parts.flatMap((part) => (part.kind === 'file' ? part.file.name.slice(0, 80) : []))
  // Cut between words, where there are any.
  const short = words.length > 80 ? words.slice(0, 81).replace(/ \S*$/, '').slice(0, 80) : words
  return short || file || one.charAt(0).toUpperCase() + one.slice(1)
}

/** The whole prompt of a run; its title where the request is lost or has none. */
export function promptOf(run: Asked & Pick<Run, 'endpoint' | 'title'>): string {
  const text = writtenIn(fieldsOf(run), run.endpoint)
  return text.trim() === '' ? run.title : text
}

/** The number of results that a run was to give, 1 to 10. */
export function askedFor(run: Asked): number {
  const count = Number(fieldsOf(run).n)
  return Number.isInteger(count) && count >= 1 && count <= 10 ? count : 1
}

/** Fields shown elsewhere, or about transport instead of content. */
const elsewhere = new Set([
  'model',
  'prompt',
  'images',
  'image',
  'mask',
  'stream',
  'partial_images',
  'user',
  'known_speaker_references',
])

type Sent = Asked & Partial<Pick<Run, 'endpoint'>>

/** Request fields that are neither the prompt nor in `elsewhere`, in the order sent. */
export function settingsOf(run: Sent): JsonRecord {
  const prompt = promptField(run.endpoint ?? '')
  return Object.fromEntries(Object.entries(fieldsOf(run)).filter(([name]) => name !== prompt && !elsewhere.has(name)))
}

const spaced = (name: string) => name.replaceAll('_', ' ')

/** A value in words: of a list its items, of a record in a list its name or its first text. A multipart field may be JSON as text. */
export function valueInWords(given: unknown): string {
  const isJson = typeof given === 'string' && /^[[{]/.test(given) && !tooDeep(given)
  const value = (isJson ? jsonIn(given) : undefined) ?? given
  const textIn = (one: unknown) =>
    isRecord(one) ? (textOf(ownOf(one, 'name')) ?? Object.values(one).find((text) => typeof text === 'string')) : one
  if (Array.isArray(value)) return value.map((one) => valueInWords(textIn(one) ?? one)).join(', ')
  if (!isRecord(value)) return String(value)
  const told = Object.entries(value).map(([name, one]) => [spaced(name), valueInWords(one)] as const)
  return told.flatMap(([name, words]) => (words === '' ? [] : `${name} ${words}`)).join('; ')
}

/** The settings in one line, with a name where the value alone is ambiguous. `named` gives the display name of a voice. */
export function settingsLine(run: Sent, named = (voice: string) => voice): string {
  return Object.entries(settingsOf(run))
    .map(([name, value]) => {
      const told = valueInWords(value)
      if (name === 'n') return told === '1' ? '1 image' : `${told} images`
      if (name === 'output_format' || name === 'response_format') return told
      if (name === 'voice' || name === 'voice_id') return `voice ${named(told)}`
      if (name === 'timestamp_granularities') return `${told.replace(', ', ' and ')} times`
      if (name === 'auto_generate_text') return told === 'true' ? 'generated text' : ''
      if (name === 'source_lang') return `from ${languageName(told)}`
      if (/^(?:target_lang|language|language_code)$/.test(name)) return languageName(told)
      if (name === 'quality') return `${told} quality`
      if (name === 'seconds' || name === 'duration_seconds') return `${told} s`
      if (name === 'music_length_ms') return `${Number(told) / 1000} s`
      if (value === true || marksIn(value).length > 0) return spaced(name)
      return name === 'size' && told !== 'auto' ? told.replace('x', ' × ') : `${spaced(name)} ${told}`
    })
    .filter((words) => words !== '')
    .join(' · ')
    .slice(0, 400)
}
