import { defined, type JsonRecord, labelOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { dataUrl } from '#media/data-url.ts'
import type { MediaSource } from './run-event.ts'

const mark = /^(?:data:[^,]{0,200},)?sha256:([0-9a-f]{64})$/i

/** The text that replaces extracted base64 in a raw event; after the head of a data URL where it was one. */
export const fileMark = (sha256: string): string => `sha256:${sha256}`

export function markedFile(value: unknown): string | undefined {
  return typeof value === 'string' && value.length < 300 ? mark.exec(value)?.[1] : undefined
}

const holders =
  /^(?:image_?url|imageUrl|image|source|inline_?data|inlineData|file|audio|input_audio|output_audio|video|video_?url)$/
const bytesKeys =
  /^(?:result|data|b64_?json|b64Json|b64|base64|image|image_?base64|partial_image_b64|url|image_?url|imageUrl)$/
const addressKeys = /^(?:image_?url|imageUrl|video_?url|audio_?url)$/
const mediaTypes = /image|picture|audio|video/i
const mediaUrl = /^data:(?:image|audio|video)\/[\w.+-]+[;,]/i

/** First characters of bare base64 pictures that were too short to be extracted. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

/** The medium in a content part or item of any router; undefined where there is none. Bytes take precedence over URLs. */
export function mediaIn(part: JsonRecord): MediaSource | undefined {
  const own = Object.entries(part)
  const entries = own.concat(own.flatMap(([key, value]) => (holders.test(key) ? Object.entries(recordOf(value)) : [])))
  const isMedia = mediaTypes.test(textOf(part.type) ?? '')
  const found =
    entries.map(([key, value]) => bytesAt(key, value)).find(Boolean) ??
    entries.map(([key, value]) => addressAt(key, value, isMedia)).find(Boolean)
  return found && { ...found, ...defined({ says: labelOf(textOf(part.revised_prompt)) }) }
}

function bytesAt(key: string, value: unknown): MediaSource | undefined {
  if (typeof value !== 'string' || !bytesKeys.test(key)) return undefined
  const sha256 = markedFile(value)
  if (sha256 !== undefined) return { sha256 }
  if (mediaUrl.test(value.slice(0, 100))) return { url: value }
  const type = beginnings.find(([start]) => value.startsWith(start))?.[1]
  return type === undefined ? undefined : { url: dataUrl(type, value) }
}

function addressAt(key: string, value: unknown, isMedia: boolean): MediaSource | undefined {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || value.length > 8192) return undefined
  return addressKeys.test(key) || (isMedia && key === 'url') ? { url: value } : undefined
}
