import type { JsonRecord } from '#contract/core/loose-json.ts'
import { clipOrderOf } from './clip/clip-request.ts'
import { posterOf } from './clip/make/make-clip.ts'
import { paint } from './picture/paint/paint.ts'
import { workOf } from './picture/picture-request.ts'
import { hear } from './sound/files/hear.ts'
import { makeSound } from './sound/make/make-sound.ts'
import { createSpeak, type Speak } from './sound/make/speaker-client.ts'
import { effectTaskOf, musicTaskOf } from './sound/requests/sound-requests.ts'
import type { SoundTask } from './sound/sound-task.ts'
import { speakerIn } from './sound/speaker-pool.ts'
import { speakTaskOf } from './sound/speech/speech-request.ts'

/** A request as it would be sent, without its files. */
export interface SampledRequest {
  readonly endpoint: string
  readonly request: JsonRecord
  /** What the image shows that a video begins with, which is made as well. */
  readonly firstFrame?: string | undefined
  /** The bundle of `speaker-process.ts`; without it a simple synthesizer speaks. */
  readonly speaker?: string
}

/** What the sandbox gives for a request, small enough for a card. */
export interface Sample {
  /** Pictures, of a video its first frame before its poster, or one sound. */
  readonly files: readonly Uint8Array[]
  readonly type: 'webp' | 'mp3'
  /** The loudness of a sound from 0 to 1, in columns of equal length. */
  readonly loudness?: readonly number[]
}

/** Pixels of the longer edge, of one picture and of several. */
const edges = { one: 384, several: 192 }
const quality = 62
const columns = 48
/** The beginning of a long sound is enough. MP3 without a header of its length may end anywhere. */
const mostBytes = 30_000
/** Seconds. */
const mostMusic = 6

function thumbnailSize({ size, n = 1 }: JsonRecord) {
  const edge = n === 1 ? edges.one : edges.several
  const [width = 1, height = 1] = String(size).split('x').map(Number)
  const even = (value: number) => 2 * Math.round((value * edge) / Math.max(width, height) / 2)
  return { width: even(width), height: even(height) }
}

const { signal: never } = new AbortController()

async function painted(model: string, body: JsonRecord): Promise<Uint8Array<ArrayBuffer>[]> {
  const asked = { ...body, output_format: 'webp', output_compression: quality }
  const work = await workOf({ model, body: asked, signal: never }, paint)
  const made = await Promise.all(Array.from({ length: work.order.count }, (_, at) => work.make(at, never)))
  return made.map((base64) => new Uint8Array(Buffer.from(Buffer.from(base64).toString('latin1'), 'base64')))
}

/** Music begins the same however much of it is played. */
const shortened = (task: SoundTask): SoundTask =>
  task.kind === 'music' ? { ...task, plan: { ...task.plan, seconds: mostMusic } } : task

let speak: Speak | undefined

/** Makes a sample in this process, the same for the same request. */
export async function sampleOf({ endpoint, request, firstFrame, speaker }: SampledRequest): Promise<Sample> {
  const model = String(request.model ?? '')
  const { width, height } = thumbnailSize(request)
  if (endpoint === 'images.generations')
    return { files: await painted(model, { ...request, size: `${width}x${height}` }), type: 'webp' }
  if (endpoint === 'videos.create') {
    const order = await clipOrderOf({ model, body: request, signal: never }, paint)
    const frames = firstFrame === undefined ? [] : await painted(model, { prompt: firstFrame, size: request.size })
    const [reference] = frames.map((bytes) => ({ bytes, format: 'webp' as const }))
    const poster = await posterOf({ ...order, size: { width, height }, ...(reference && { reference }) }, quality)
    return { files: [...frames, poster], type: 'webp' }
  }
  const body = { ...request, response_format: undefined, output_format: 'mp3_22050_40' }
  const tasksOf = { 'audio.speech': speakTaskOf, 'audio.music': musicTaskOf, 'audio.sound-generation': effectTaskOf }
  const taskOf = new Map(Object.entries(tasksOf)).get(endpoint)
  if (!taskOf) throw new TypeError(`no samples of ${endpoint}`)
  const task = taskOf(model, body)
  const parts: Uint8Array[] = []
  speak ??= createSpeak(speaker === undefined ? undefined : speakerIn(speaker))
  await makeSound(shortened(task), speak, (part) => part instanceof Uint8Array && parts.push(part))
  const bytes = new Uint8Array(Buffer.concat(parts).subarray(0, mostBytes))
  const { samples } = await hear({ bytes, field: 'file' })
  return { files: [bytes], type: 'mp3', loudness: loudnessOf(samples) }
}

function loudnessOf(samples: Float32Array): readonly number[] {
  const length = Math.ceil(samples.length / columns)
  const levels = Array.from({ length: columns }, (_, at) => {
    const part = samples.subarray(at * length, (at + 1) * length)
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / Math.max(1, part.length))
  })
  const top = Math.max(...levels, 1e-6)
  return levels.map((level) => Math.round((level / top) * 100) / 100)
}
