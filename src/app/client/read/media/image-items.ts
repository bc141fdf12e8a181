import { defined, isRecord, type JsonRecord, labelOf, listOf, ownOf, textOf } from '#contract/core/loose-json.ts'
import { markedFile } from '../media-in.ts'
import type { MediaSource } from '../run-event.ts'

/** The names that routers give a picture (`wire-facts` §5.2), bytes before addresses: some send both. */
const bytesKeys = ['b64_json', 'b64Json', 'image_base64', 'b64', 'base64', 'image', 'svg']
const urlKeys = ['url', 'image_url', 'imageUrl', ...bytesKeys]
const wordsKeys = ['revised_prompt', 'revisedPrompt']

/** The picture in an item; undefined if it holds none. */
export function imageSource(item: unknown): MediaSource | undefined {
  if (!isRecord(item)) return imageSource({ url: item })
  const says = labelled(item, wordsKeys)
  const sha256 = [...bytesKeys, ...urlKeys]
    .map((key) => markedFile(ownOf(item, key)))
    .find((hash) => hash !== undefined)
  if (sha256 !== undefined) return { sha256, ...defined({ says }) }
  const url = urlKeys.map((key) => mediaAddress(ownOf(item, key))).find((address) => address !== undefined)
  return url === undefined ? undefined : { url, ...defined({ says }) }
}

/** The items of a whole reply, none where the list is missing or null. */
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

function labelled(item: JsonRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => labelOf(textOf(ownOf(item, key)))).find((words) => words !== undefined)
}
