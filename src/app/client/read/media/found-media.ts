import { defined, firstOf, isRecord, type JsonRecord, labelOf, listOf, textOf } from '#contract/core/loose-json.ts'
import { markedFile } from '../media-in.ts'
import type { MediaSource } from '../run-event.ts'

/** The names that routers give a picture (`wire-facts` §5.2), bytes before addresses: some send both. */
const bytesKeys = ['b64_json', 'b64Json', 'image_base64', 'b64', 'base64', 'image', 'svg']
const imageKeys = ['url', 'image_url', 'imageUrl', ...bytesKeys]

export function imageSource(item: unknown): MediaSource | undefined {
  if (!isRecord(item)) return imageSource({ url: item })
  const sha256 = firstOf(item, [...bytesKeys, ...imageKeys], markedFile)
  const url = sha256 === undefined ? firstOf(item, imageKeys, mediaAddress) : undefined
  if (sha256 === undefined && url === undefined) return undefined
  return defined({ sha256, url, says: labelOf(firstOf(item, ['revised_prompt', 'revisedPrompt'], textOf)) })
}

export function imageItems(value: JsonRecord): readonly unknown[] {
  return listOf(value.data ?? value.images ?? value.output)
}

/** Whether a whole JSON reply is about images: a list of them, or `created` with an empty list. */
export function isImageReply(value: JsonRecord): boolean {
  if (imageItems(value).some((item) => imageSource(item) !== undefined)) return true
  return (
    (typeof value.created === 'number' || Array.isArray(value.images)) &&
    imageItems(value).every((item) => item === null || isRecord(item))
  )
}

/** An address, also one below the router's own (`/jobs/…`), or a data URL whose bytes could not be taken out. */
export function mediaAddress(value: unknown): string | undefined {
  const text = textOf(isRecord(value) ? value.url : value)
  return text !== undefined && text.length < 100_000 && /^(?:https?:\/\/|data:|\/[^/])/i.test(text) ? text : undefined
}

const deepest = 8

const urlKeys =
  /^(?:(?:un)?signed_?urls?|urls?|(?:audio|video|output|download|result|file|preview|audio_?preview|song|media)_?urls?|audios?|videos?|files?|outputs?|data|result|content|preview)$/i

/** All media in a reply of unknown shape, in its order (`wire-facts` §7.1). Bytes count before addresses, equal bytes in a record once. */
export function mediaOf(value: unknown, key = '', depth = 0): MediaSource[] {
  const sha256 = markedFile(value)
  if (sha256 !== undefined) return [{ sha256 }]
  if (typeof value === 'string') {
    const url = urlKeys.test(key) ? mediaAddress(value) : undefined
    return url === undefined ? [] : [{ url }]
  }
  if (depth > deepest) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => mediaOf(one, key, depth + 1))
  return isRecord(value) ? mediaIn(value, depth) : []
}

function mediaIn(record: JsonRecord, depth: number): MediaSource[] {
  const hashes = new Set(Object.values(record).map(markedFile))
  const isBytes = hashes.size > 1 || !hashes.has(undefined)
  const seen = new Set<string>()
  return Object.entries(record).flatMap(([name, one]) => {
    if (typeof one !== 'string') return mediaOf(one, name, depth + 1)
    const sha256 = markedFile(one)
    if (isBytes && (sha256 === undefined || seen.has(sha256))) return []
    if (sha256 !== undefined) seen.add(sha256)
    return mediaOf(one, name, depth + 1)
  })
}

export const holdsMedia = (value: JsonRecord): boolean => mediaOf(value).some(({ sha256 }) => sha256 !== undefined)
