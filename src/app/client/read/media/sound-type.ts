import { countOf, firstOf, isRecord, type JsonRecord, nameList, textOf } from '#contract/core/loose-json.ts'
import { isHeaderless } from '#media/audio/headerless.ts'
import { sniffType } from '#media/sniff-type.ts'
import type { Sent } from './route-reader.ts'

/** By the signature, else as stated. Quiet headerless samples look like an MPEG sync: only a whole word (`RIFF`, `ID3`) outweighs them. */
export function typeOfBytes(start: Uint8Array, said: string): string {
  const stated = said.trim() === '' ? 'application/octet-stream' : said.trim().toLowerCase()
  if (isHeaderless(stated) && isWeak(start)) return stated
  return sniffType(start) ?? stated
}

/** Whether the signature may be chance: two bytes that samples have, too. */
export const isWeak = (start: Uint8Array): boolean => start[0] === 0xff

const words: readonly (readonly [word: RegExp, type: string])[] = [
  [/^mp3|^mpeg/, 'audio/mpeg'],
  [/^wav/, 'audio/wav'],
  [/^(?:ogg|opus)/, 'audio/ogg'],
  [/^flac/, 'audio/flac'],
  [/^aac/, 'audio/aac'],
  [/^m4a|^mp4/, 'audio/mp4'],
  [/^webm/, 'audio/webm'],
  [/^(?:pcm|l16|linear_?16|s16)/, 'audio/pcm'],
  [/^(?:u-?law|mu-?law|g711_?u|pcmu)/, 'audio/pcmu'],
  [/^(?:a-?law|g711_?a|pcma)/, 'audio/pcma'],
]

/** The media type that a format names: itself, or a word such as `mp3_44100_128` or `pcm_24000`, whose rate is kept. Undefined for others. */
export function typeOfFormat(value: unknown): string | undefined {
  const text = textOf(value)?.trim().toLowerCase() ?? ''
  if (/^(?:audio|video|image)\//.test(text)) return text.slice(0, 200)
  const type = words.find(([word]) => word.test(text))?.[1]
  const rate = /_(\d{4,6})(?:_|$)/.exec(text)?.[1]
  return type !== undefined && isHeaderless(type) && rate !== undefined ? `${type};rate=${rate}` : type
}

const formatKeys = nameList(
  'mime_type mimeType media_type mediaType content_type contentType',
  'format response_format output_format outputFormat audio_format audioFormat encoding',
)
const rateKeys = nameList('sample_rate audio_sample_rate sampleRate sample_rate_hz sampleRateHertz rate')

function formatIn(record: JsonRecord): string | undefined {
  // MiniMax states it in a record beside the one that holds the sound, or asks for it in a record.
  const beside = record.extra_info ?? record.audio_setting
  if (isRecord(beside)) return formatIn(beside)
  const type = firstOf(record, formatKeys, typeOfFormat)
  if (type === undefined || !isHeaderless(type) || type.includes('rate=')) return type
  const rate = firstOf(record, rateKeys, (value) => countOf(Number(value)) || undefined)
  return rate === undefined ? type : `${type};rate=${rate}`
}

const deepest = 8

/** The type stated beside the string that ends with `mark`, in its own record or in one around it; empty where none is stated. */
export function statedBeside(value: unknown, mark: string, around = '', depth = 0): string | undefined {
  if (typeof value === 'string') return value.endsWith(mark) ? around : undefined
  if (depth > deepest || typeof value !== 'object' || value === null) return undefined
  const said = isRecord(value) ? (formatIn(value) ?? around) : around
  for (const one of Object.values(value)) {
    const found = statedBeside(one, mark, said, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The type of the headerless samples that a request asked for; undefined where it asked for a file or named no format. */
export function rawTypeAsked({ request, parts }: Sent): string | undefined {
  const fields = parts ? Object.fromEntries(parts.map(({ name, value }) => [name, value])) : request
  const type = isRecord(fields) ? formatIn(fields) : undefined
  return type !== undefined && isHeaderless(type) ? type : undefined
}

const saysNothing = /^(?:|application\/octet-stream|binary\/octet-stream|audio\/\*)$/i

/** The stated type of a body, completed by what was asked for: where it says nothing, or names samples without their rate. */
export function statedSound(contentType: string, asked: string | undefined): string {
  const said = contentType.trim()
  if (asked === undefined) return said
  if (saysNothing.test(said)) return asked
  const rate = /;\s*rate=\d+/.exec(asked)?.[0]
  return isHeaderless(said) && !/rate=/i.test(said) && rate !== undefined ? said + rate : said
}
