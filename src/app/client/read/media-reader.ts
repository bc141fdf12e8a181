import { errorWords } from './error-body.ts'
import { markedFile } from './file-mark.ts'
import { addressIn, imageItems, imageSource, isImageReply } from './image-items.ts'
import { isRecord, type JsonRecord, listOf, textOf } from './json-value.ts'
import type { Outputs } from './outputs.ts'
import { endOf, failure, type Reading } from './reply-end.ts'
import type { MediaSource, RunEvent } from './run-event.ts'
import { readUsage } from './usage.ts'

/** What was sent: as JSON, or as a form. */
interface Sent {
  readonly request?: unknown
  readonly parts?: readonly { readonly name: string; readonly value?: unknown }[] | undefined
}

/** For `createReader`. What was `sent` tells how many pictures belong to the reply. */
export const mediaReading = (outputs: Outputs, sent: Sent = {}) => new MediaReader(outputs, picturesAsked(sent))

/** As far as that can be read; else one. */
function picturesAsked({ request, parts }: Sent): number {
  const part = parts?.find(({ name }) => name === 'n')
  const count = Number(part ? part.value : isRecord(request) && request.n)
  return Number.isInteger(count) && count >= 1 ? count : 1
}

/** A transcript is one text. */
const words = { kind: 'text', part: 0 } as const

/**
 * Reads what the media routes say: pictures, sound, transcripts, jobs. Files are known by the hashes that stand for them. Pure, one
 * reply each.
 */
export class MediaReader {
  readonly #outputs: Outputs
  readonly #asked: number
  /** Pictures that are finished. */
  #pictures = 0

  constructor(outputs: Outputs, asked: number) {
    this.#outputs = outputs
    this.#asked = asked
  }

  /** Some pictures are finished, and others that were asked for are not. */
  get isShort(): boolean {
    return this.#pictures > 0 && this.#pictures < this.#asked
  }

  /** An event of a stream, or a whole document, which has no type; undefined for types of other routes. */
  read(type: string | undefined, value: JsonRecord): Reading | undefined {
    switch (type) {
      case undefined:
        return this.#whole(value)
      case 'image_generation.partial_image':
      case 'image_edit.partial_image':
        return { events: this.#picture(value, true) }
      case 'image_generation.completed':
      case 'image_edit.completed':
        return {
          events: [...this.#picture(value, false), ...counts(value)],
          end: endOf('completed'),
          moreMayFollow: true,
        }
      case 'transcript.text.delta':
        return { events: this.#outputs.add(0, words, textOf(value.delta) ?? '') }
      case 'transcript.text.done':
        return {
          events: [...this.#outputs.settle(0, words, textOf(value.text) ?? ''), ...counts(value)],
          end: endOf('completed'),
        }
      case 'speech.audio.delta':
        return { events: [] }
      case 'speech.audio.done':
        return { events: counts(value), end: endOf('completed') }
      default:
        return undefined
    }
  }

  #whole(value: JsonRecord): Reading {
    if (typeof value.text === 'string' && !holdsMedia(value)) return this.#transcript(value, value.text)
    const found = mediaOf(value)
    // A list without pictures says nothing against those that stand elsewhere.
    if (isImageReply(value) && (found.length === 0 || imageItems(value).some(imageSource))) return pictures(value)
    const media = found.map((source, output): RunEvent => ({ kind: 'media', output, ...source }))
    return {
      events: [...media, { kind: 'item', output: media.length, item: value }, ...counts(value)],
      end: endOfJob(value),
    }
  }

  #picture(value: JsonRecord, partial: boolean): RunEvent[] {
    const source = imageSource(value)
    if (source === undefined) return []
    const output = this.#pictures
    this.#outputs.open(output, 'image')
    if (!partial) {
      this.#outputs.close(output)
      this.#pictures += 1
    }
    return [{ kind: 'media', output, ...source, ...(partial && { partial }) }]
  }

  /** What stands beside the text (times of words, speakers) is shown as it came. */
  #transcript(value: JsonRecord, text: string): Reading {
    const told = this.#outputs.settle(0, words, text)
    const more = Object.keys(value).some((key) => Array.isArray(value[key]))
    const item: RunEvent[] = more ? [{ kind: 'item', output: 1, item: value }] : []
    return { events: [...told, ...item, ...counts(value)], end: endOf('completed') }
  }
}

/** Each picture at its place. An item without one is shown as it came; none at all is a failure (moderation, most often). */
function pictures(value: JsonRecord): Reading {
  const items = imageItems(value)
  const sources = items.map(imageSource)
  if (sources.every((source) => source === undefined)) {
    const told = failure({ error: whyNone(items) })
    return { ...told, events: [...told.events, ...counts(value)] }
  }
  const events = sources.map(
    (source, output): RunEvent =>
      source === undefined ? { kind: 'item', output, item: items[output] } : { kind: 'media', output, ...source },
  )
  return { events: [...events, ...counts(value)], end: endOf('completed') }
}

/** What the items say of themselves, else only what is sure: which of several reasons it was, nobody said. */
function whyNone(items: readonly unknown[]): JsonRecord {
  const full = items
    .map((item) => (isRecord(item) ? item : { item }))
    .filter((item) => Object.values(item).some(Boolean))
  const said = full
    .map(({ error, finish_reason, finishReason }) => error ?? finish_reason ?? finishReason)
    .find(Boolean)
  const error = errorWords(said)
  if (error) return { ...error, message: `No image came back: ${error.message}` }
  const message =
    full.length === 0
      ? 'No image came back, and the router does not say why. Some do so when moderation holds an image back.'
      : 'No image came back: what stands in its place does not read as one. It is in the inspector, as it came.'
  return { message, code: 'no_image' }
}

function counts(value: JsonRecord): RunEvent[] {
  const usage = readUsage(value.usage)
  return usage ? [{ kind: 'usage', usage }] : []
}

/** Deeper than any reply of sound that is known. */
const deepest = 6

const mediaUrlKeys = /^(?:url|audio_?url|video_?url|output_?url|download_?url|result_?urls?|audio|video|output)$/i

/** All media of a reply of no known shape, in its own order: the names under which sound comes are many (`wire-facts` §7.1). */
function mediaOf(value: unknown, key = '', depth = 0): MediaSource[] {
  const sha256 = markedFile(value)
  if (sha256 !== undefined) return [{ sha256 }]
  if (typeof value === 'string') {
    const url = mediaUrlKeys.test(key) ? addressIn(value) : undefined
    return url === undefined ? [] : [{ url }]
  }
  if (depth > deepest) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => mediaOf(one, key, depth + 1))
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => mediaOf(one, name, depth + 1)) : []
}

const holdsMedia = (value: JsonRecord) => mediaOf(value).some(({ sha256 }) => sha256 !== undefined)

const waiting = /^(?:queued|pending|submitted|preparing|starting|in_progress|processing|running|dubbing)$/i
const broken = /^(?:failed|fail|failure|error|rejected|expired|cancell?ed)$/i

/** A job that is only begun has not ended well yet, whatever became of the request for it. */
function endOfJob({ status }: JsonRecord) {
  const word = textOf(status) ?? ''
  if (waiting.test(word)) return endOf('unconfirmed', word.toLowerCase())
  return broken.test(word) ? endOf('failed', word.toLowerCase()) : endOf('completed')
}
