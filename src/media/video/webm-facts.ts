import type { Dimensions } from '../dimensions.ts'
import { codecOf } from './codec-names.ts'
import type { VideoFacts } from './video-facts.ts'

/** Bytes of a file's beginning that are searched: the header comes before the media. */
const longestHead = 512 * 1024

const ids = {
  ...{ ebml: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, tracks: 0x1654ae6b, cluster: 0x1f43b675 },
  ...{ timeScale: 0x2ad7b1, duration: 0x4489, track: 0xae, kind: 0x83, codec: 0x86, frameTime: 0x23e383 },
  ...{ video: 0xe0, width: 0xb0, height: 0xba },
}

/** An element of EBML (RFC 8794); its end may lie behind what was read. */
interface Element {
  readonly id: number
  readonly body: number
  readonly end: number
}

/** The facts of a WebM or Matroska file from its header; undefined for other files. Throws a RangeError where it is truncated. */
export async function readWebmFacts(file: Blob): Promise<VideoFacts | undefined> {
  const view = new DataView(await file.slice(0, longestHead).arrayBuffer())
  if (view.byteLength < 4 || view.getUint32(0) !== ids.ebml) return undefined
  const segment = [...elements(view, 0, file.size)].find(({ id }) => id === ids.segment)
  if (!segment) return { isWhole: false }
  let seconds: number | undefined
  let facts: Omit<VideoFacts, 'isWhole' | 'seconds'> = {}
  for (const { id, body, end } of elements(view, segment.body, segment.end)) {
    if (id === ids.cluster) break
    if (id === ids.info) seconds = secondsOf(view, body, end)
    if (id === ids.tracks) facts = tracksOf(view, body, end)
  }
  return { isWhole: segment.end <= file.size, ...(seconds && { seconds }), ...facts }
}

/** A number of 1 to 8 bytes that says its own length; an element's id keeps the bit that says so. */
function variable(view: DataView, at: number, keepsMark: boolean): { readonly value: number; readonly length: number } {
  const first = view.getUint8(at)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('No EBML number.')
  let value = keepsMark ? first : first & (0xff >> length)
  let isUnknown = !keepsMark && value === 0xff >> length
  for (let n = 1; n < length; n += 1) {
    const byte = view.getUint8(at + n)
    isUnknown &&= byte === 0xff
    value = value * 256 + byte
  }
  // All ones: the size of a stream that was recorded live.
  return { value: isUnknown ? Number.NaN : value, length }
}

/** The elements between two offsets whose headers were read. One of unknown size goes to the end. */
function* elements(view: DataView, from: number, end: number): Generator<Element, void> {
  for (let at = from; at < Math.min(end, view.byteLength - 1); ) {
    const id = variable(view, at, true)
    const size = variable(view, at + id.length, false)
    const body = at + id.length + size.length
    const next = Number.isNaN(size.value) ? end : body + size.value
    yield { id: id.value, body, end: next }
    at = next
  }
}

function number(view: DataView, { body, end }: Element): number {
  let value = 0
  for (let at = body; at < Math.min(end, body + 8); at += 1) value = value * 256 + view.getUint8(at)
  return value
}

function secondsOf(view: DataView, from: number, end: number): number | undefined {
  let scale = 1_000_000
  let ticks = 0
  for (const element of elements(view, from, end)) {
    if (element.id === ids.timeScale) scale = number(view, element)
    if (element.id === ids.duration)
      ticks = element.end - element.body === 4 ? view.getFloat32(element.body) : view.getFloat64(element.body)
  }
  const seconds = (ticks * scale) / 1e9
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function tracksOf(view: DataView, from: number, end: number): Omit<VideoFacts, 'isWhole' | 'seconds'> {
  let facts: Omit<VideoFacts, 'isWhole' | 'seconds'> = {}
  for (const track of [...elements(view, from, end)].filter(({ id }) => id === ids.track)) {
    let [kind, frameTime] = [0, 0]
    let id = ''
    let size: Dimensions | undefined
    for (const element of elements(view, track.body, track.end)) {
      if (element.id === ids.kind) kind = number(view, element)
      if (element.id === ids.frameTime) frameTime = number(view, element)
      if (element.id === ids.codec) {
        const length = Math.min(element.end - element.body, 64, view.byteLength - element.body)
        id = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + element.body, length))
      }
      if (element.id === ids.video) size = sizeOf(view, element)
    }
    if (kind === 1 && !facts.video)
      facts = {
        ...{ ...facts, video: codecOf(id) },
        ...(size && { size }),
        ...(frameTime > 0 && { frameRate: 1e9 / frameTime }),
      }
    if (kind === 2 && !facts.audio) facts = { ...facts, audio: codecOf(id) }
  }
  return facts
}

function sizeOf(view: DataView, { body, end }: Element): Dimensions | undefined {
  let [width, height] = [0, 0]
  for (const element of elements(view, body, end)) {
    if (element.id === ids.width) width = number(view, element)
    if (element.id === ids.height) height = number(view, element)
  }
  return width > 0 && height > 0 ? { width, height } : undefined
}
