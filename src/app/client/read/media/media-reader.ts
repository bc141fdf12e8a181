import { errorWords } from '#contract/core/errors.ts'
import { jobIdOf, jobOf } from '#contract/core/job.ts'
import { isRecord, type JsonRecord, ownOf, textOf } from '#contract/core/loose-json.ts'
import { jobReadsOf } from '#contract/routes.ts'
import type { ReplyOutputs } from '../outputs.ts'
import { endOf, type Finish, failure, queuedEnd, type ReplyReading, unmarkedEnd } from '../reply-end.ts'
import type { MediaSource, RunEvent } from '../run-event.ts'
import { holdsMedia, imageItems, imageSource, isImageReply, mediaOf } from './found-media.ts'
import { endOfDocument, type RouteReader, type Sent, usageIn } from './route-reader.ts'
import { isSoundRoute, SoundReader } from './sound-reader.ts'

/** For `createReader`. `sent` determines what the reply should bring, and whether it may be a job. */
export const mediaReading = (outputs: ReplyOutputs, sent: Sent = {}): RouteReader =>
  isSoundRoute(sent.endpoint ?? '')
    ? new SoundReader(outputs)
    : new MediaReader(outputs, picturesAsked(sent), jobReadsOf(sent.endpoint ?? '') !== undefined)

/** As far as that can be read, else one; none on routes of other media. */
function picturesAsked({ endpoint, request, parts }: Sent): number {
  if (!endpoint?.startsWith('images.')) return 0
  const part = parts?.find(({ name }) => name === 'n')
  const count = Number(part ? part.value : isRecord(request) && request.n)
  return Number.isInteger(count) && count >= 1 ? count : 1
}

const words = { kind: 'text', part: 0 } as const

/** Reads replies of the media routes but those of sound. Files are named by the hashes in their places. Pure. */
class MediaReader implements RouteReader {
  readonly #outputs: ReplyOutputs
  /** How many pictures belong to the reply; 0 where it is not about pictures. */
  readonly #asked: number
  /** The route creates jobs whose content is fetched by their id, also of one that is completed already. */
  readonly #mayBeJob: boolean
  #pictures = 0
  #place = 0
  /** A whole document came: nothing is missing, however the connection ends after it. */
  #isWhole = false
  #hasEvents = false
  readonly #strays = new Set<string>()

  constructor(outputs: ReplyOutputs, asked: number, mayBeJob: boolean) {
    this.#outputs = outputs
    this.#asked = asked
    this.#mayBeJob = mayBeJob
  }

  ending(how: Finish, told: RunEvent | undefined, own: boolean): readonly RunEvent[] | undefined {
    const { state } = this.#outputs
    if (this.#asked === 0) return undefined
    // A reply of our own router that said nothing may be asked for again, which costs nothing: to that it stays open.
    if (!this.#hasEvents && own) return undefined
    if (told === undefined && how === 'whole' && state === 'open') return [neverFinished]
    if (told === undefined) return how === 'closed' && state === 'nothing' ? noImage() : undefined
    if (told.kind !== 'end' || told.status !== 'completed') return undefined
    const isShort = this.#pictures < this.#asked
    if (!isShort && state !== 'open') return undefined
    if (this.#pictures === 0 && this.#strays.size > 0) return undefined
    const isOver = this.#isWhole || how === 'closed' || how === 'whole'
    if (!isOver) return unmarkedEnd(how, 'open')
    if (this.#pictures === 0) return noImage()
    return [isShort ? endOf('incomplete', `${this.#pictures} of ${this.#asked} arrived`) : neverFinished]
  }

  see(data: string): void {
    this.#hasEvents = true
    for (const [, sha256 = ''] of data.matchAll(/sha256:([0-9a-f]{64})/g)) this.#strays.add(sha256)
  }

  read(type: string | undefined, value: JsonRecord): ReplyReading | undefined {
    switch (type) {
      case undefined:
        return this.#whole(value)
      case 'image_generation.partial_image':
      case 'image_edit.partial_image':
        return { events: this.#picture(value, true) }
      case 'image_generation.completed':
      case 'image_edit.completed':
        return this.#completed(value)
      case 'transcript.text.delta':
        return { events: this.#outputs.add(0, words, textOf(value.delta) ?? '') }
      case 'transcript.text.done':
        return {
          events: [...this.#outputs.settle(0, words, textOf(value.text) ?? ''), ...usageIn(value)],
          end: endOf('completed'),
        }
      default:
        return this.#named(type, value)
    }
  }

  /** A bare array: that of pictures is an answer, as a list of them in a record is. Undefined for every other. */
  readArray(data: readonly unknown[]): ReplyReading | undefined {
    return data.some(imageSource) ? this.#list({ data }) : undefined
  }

  /** A picture in an event of another name, or in one line of several without any. */
  #named(type: string, value: JsonRecord): ReplyReading | undefined {
    if (this.#asked === 0 || imageSource(value)?.sha256 === undefined) return undefined
    return isStep(type, value) ? { events: this.#picture(value, true) } : this.#completed(value)
  }

  #completed(value: JsonRecord): ReplyReading {
    return { events: [...this.#picture(value, false), ...usageIn(value)], end: endOf('completed'), moreMayFollow: true }
  }

  #whole(value: JsonRecord): ReplyReading {
    if (typeof value.text === 'string' && !holdsMedia(value)) return this.#transcript(value, value.text)
    const single = this.#named('', value)
    if (single) return single
    let found = mediaOf(value)
    if (this.#mayBeJob && found.every(({ sha256 }) => sha256 === undefined)) {
      const { state, word, id = jobIdOf(value), addresses } = jobOf(value)
      const isJob = state !== 'failed' && (word !== undefined || found.length === 0)
      if (id !== undefined && isJob)
        return { events: [{ kind: 'item', output: this.#place, item: value }], end: queuedEnd(word, id) }
      if (addresses !== undefined) found = addresses.map((url) => ({ url }))
    }
    // A list without pictures does not rule out pictures in other fields.
    if (isImageReply(value) && (found.length === 0 || imageItems(value).some(imageSource))) return this.#list(value)
    const media = found.map((source): RunEvent => this.#finished(source))
    this.#isWhole ||= found.length > 0
    return {
      events: [...media, { kind: 'item', output: this.#place, item: value }, ...usageIn(value)],
      end: endOfDocument(value),
      moreMayFollow: this.#asked > 0,
    }
  }

  /** One output for each item. An item without a picture is shown verbatim; no picture at all is a failure, mostly by moderation. */
  #list(value: JsonRecord): ReplyReading {
    const items = imageItems(value)
    const sources = items.map(imageSource)
    if (sources.every((source) => source === undefined)) {
      // What follows pictures may be no more than their counts.
      if (this.#place > 0) return { events: usageIn(value) }
      const told = failure({ error: whyNone(items) })
      return { ...told, events: [...told.events, ...usageIn(value)] }
    }
    if (isStep('', value)) return { events: sources.flatMap((source, at) => (source ? [this.#step(source, at)] : [])) }
    this.#isWhole = true
    const events = sources.map((source, at): RunEvent => {
      if (source !== undefined) return this.#finished(source)
      this.#place += 1
      return { kind: 'item', output: this.#place - 1, item: items[at] }
    })
    return { events: [...events, ...usageIn(value)], end: endOf('completed'), moreMayFollow: this.#asked > 0 }
  }

  #finished(source: MediaSource): RunEvent {
    const output = this.#place
    this.#outputs.whole(output, 'media')
    this.#pictures += 1
    this.#place += 1
    this.#strays.delete(source.sha256 ?? '')
    return { kind: 'media', output, ...source }
  }

  #picture(value: JsonRecord, partial: boolean): RunEvent[] {
    const source = imageSource(value)
    if (source === undefined) return []
    return [partial ? this.#step(source) : this.#finished(source)]
  }

  #step(source: MediaSource, at = 0): RunEvent {
    const output = this.#place + at
    this.#outputs.open(output, 'media')
    this.#strays.delete(source.sha256 ?? '')
    return { kind: 'media', output, ...source, partial: true }
  }

  /** Lists beside the text (times of words, speakers) are shown verbatim. */
  #transcript(value: JsonRecord, text: string): ReplyReading {
    const told = this.#outputs.settle(0, words, text)
    const more = Object.keys(value).some((key) => Array.isArray(ownOf(value, key)))
    const item: RunEvent[] = more ? [{ kind: 'item', output: 1, item: value }] : []
    return { events: [...told, ...item, ...usageIn(value)], end: endOf('completed') }
  }
}

const neverFinished = endOf('incomplete', 'an image is incomplete')

function noImage(): readonly RunEvent[] {
  const { events, end } = failure({ error: whyNone([]) })
  return end ? [...events, end] : events
}

const stepNames = /partial|preview|draft|progress/i

function isStep(type: string, { partial, partial_image_index: index, status }: JsonRecord): boolean {
  return stepNames.test(type) || partial === true || typeof index === 'number' || stepNames.test(textOf(status) ?? '')
}

function whyNone(items: readonly unknown[]): JsonRecord {
  const full = items
    .map((item) => (isRecord(item) ? item : { item }))
    .filter((item) => Object.values(item).some(Boolean))
  const said = full
    .map(({ error, finish_reason, finishReason }) => error ?? finish_reason ?? finishReason)
    .find(Boolean)
  const error = errorWords(said)
  if (error) return { ...error, message: `No image was returned: ${error.message}` }
  const message =
    full.length === 0
      ? 'No image was returned, and the router gave no reason. Some routers do this when moderation blocks an image.'
      : 'No image was returned: the data received is not an image. It is shown unchanged in the inspector.'
  return { message, code: 'no_image' }
}
