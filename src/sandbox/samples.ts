import type { JsonRecord } from '#contract/core/loose-json.ts'
import { clipOrderOf } from './clip/clip-request.ts'
import { posterOf } from './clip/make/make-clip.ts'
import { encode, render } from './picture/paint/codecs.ts'
import { paint } from './picture/paint/paint.ts'
import { workOf } from './picture/picture-request.ts'
import type { Size } from './picture/picture-task.ts'
import { drawScene } from './picture/scene/draw-scene.ts'
import { planScene } from './picture/scene/plan-scene.ts'
import { seedOf } from './seeded-random.ts'
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
  /** Pictures, or one sound. Of a video that begins with an image that image, a thumbnail of it, and the poster. */
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

function sizeIn({ size }: JsonRecord): Size {
  const [width = 1, height = 1] = String(size).split('x').map(Number)
  return { width, height }
}

function thumbnailSize(request: JsonRecord): Size {
  const { width, height } = sizeIn(request)
  const scale = (request.n === undefined ? edges.one : edges.several) / Math.max(width, height)
  const even = (value: number) => 2 * Math.round((value * scale) / 2)
  return { width: even(width), height: even(height) }
}

const { signal: never } = new AbortController()

async function painted(model: string, body: JsonRecord): Promise<Uint8Array<ArrayBuffer>[]> {
  const asked = { ...body, output_format: 'webp', output_compression: quality }
  const work = await workOf({ model, body: asked, signal: never }, paint)
  const made = await Promise.all(Array.from({ length: work.order.count }, (_, at) => work.make(at, never)))
  return made.map((base64) => new Uint8Array(Buffer.from(Buffer.from(base64).toString('latin1'), 'base64')))
}

/** A scene without its caption. */
async function drawn(prompt: string, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const scene = drawScene(planScene(prompt, seedOf(prompt), 0), {
    ...size,
    detail: 2,
    isTransparent: false,
    isBare: true,
  })
  return new Uint8Array(await encode(await render(scene), 'webp', quality))
}

/** Music begins the same however much of it is played. */
const shortened = (task: SoundTask): SoundTask =>
  task.kind === 'music' ? { ...task, plan: { ...task.plan, seconds: mostMusic } } : task

let speak: Speak | undefined

/** Makes a sample in this process, the same for the same request. */
export async function sampleOf({ endpoint, request, firstFrame, speaker }: SampledRequest): Promise<Sample> {
  const model = String(request.model ?? '')
  const size = thumbnailSize(request)
  if (endpoint === 'images.generations')
    return { files: await painted(model, { ...request, size: `${size.width}x${size.height}` }), type: 'webp' }
  if (endpoint === 'videos.create') {
    const whole = sizeIn(request)
    const frames = firstFrame === undefined ? [] : [await drawn(firstFrame, whole), await drawn(firstFrame, size)]
    const [reference] = frames.map((bytes) => `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`)
    const body = { ...request, ...(reference && { input_reference: reference }) }
    const order = await clipOrderOf({ model, body, signal: never }, paint)
    return { files: [...frames, await posterOf({ ...order, size }, quality)], type: 'webp' }
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
