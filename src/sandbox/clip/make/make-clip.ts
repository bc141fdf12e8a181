import { decode, encode, render } from '../../picture/paint/codecs.ts'
import type { Pixels } from '../../picture/paint/pixels.ts'
import { drawScene } from '../../picture/scene/draw-scene.ts'
import { planScene } from '../../picture/scene/plan-scene.ts'
import { randomOf } from '../../seeded-random.ts'
import type { Clip, ClipOrder } from '../clip-order.ts'
import { cameraPath, closest, shoot } from './camera.ts'
import { overlayOf } from './clip-overlay.ts'
import { mp4File } from './mp4-file.ts'
import { blankPlanes, pixelsOf, planesOf } from './planes.ts'
import { soundtrack } from './soundtrack.ts'
import { type EncodedFrames, encodeFrames, type Part } from './video-encoder.ts'

const rate = 24

const evenly = (edge: number) => Math.ceil(edge / 2) * 2

/** What the camera moves over: the reference, else a scene drawn large enough for the closest view. */
async function sourceOf({ prompt, seed, size, reference }: ClipOrder): Promise<Pixels> {
  if (reference) return decode(reference.bytes, reference.format)
  const frame = { width: evenly(size.width / closest), height: evenly(size.height / closest) }
  return render(drawScene(planScene(prompt, seed, 0), { ...frame, detail: 2, isTransparent: false, isBare: true }))
}

/** The frames of a clip: `draw` fills `frame` with the one of this number. */
async function filmOf(order: ClipOrder) {
  const { prompt, seed, size, seconds, reference } = order
  const count = Math.round(seconds * rate)
  const source = planesOf(await sourceOf(order))
  const path = cameraPath(prompt, randomOf(`${seed}/${prompt}/camera`), reference !== undefined)
  const write = await overlayOf(prompt, size, { rate, count })
  const frame = blankPlanes(size.width, size.height)
  const draw = (index: number) => {
    shoot(source, frame, path(index / (count - 1)))
    write(frame, index)
  }
  return { frame, draw, count }
}

type Film = Awaited<ReturnType<typeof filmOf>>

const encodeFilm = ({ frame, draw }: Film, part: Part, onFrame: () => void): Promise<EncodedFrames> =>
  encodeFrames(frame, { ...part, rate }, (index) => {
    draw(index)
    onFrame()
  })

/** Encodes a part of a clip's frames. `onFrame` is called for each of them. */
export type EncodePart = (order: ClipOrder, part: Part, onFrame: () => void) => Promise<EncodedFrames>

export const encodePart: EncodePart = async (order, part, onFrame) => encodeFilm(await filmOf(order), part, onFrame)

/**
 * Makes a clip. Rejects where the reference cannot be decoded. `onProgress` is called with the share of frames that are encoded. The second
 * half of the frames is encoded by `encodeRest`, which may use another thread; the file is the same.
 */
export async function makeClip(
  order: ClipOrder,
  onProgress: (share: number) => void = () => {},
  encodeRest: EncodePart = encodePart,
): Promise<Clip> {
  const { prompt, seed, seconds, model } = order
  const film = await filmOf(order)
  let encoded = 0
  const onFrame = () => {
    onProgress(encoded / film.count)
    encoded += 1
  }
  // At a full second, where there is a key frame anyway.
  const half = Math.ceil(seconds / 2) * rate
  const [first, rest] = await Promise.all([
    encodeFilm(film, { from: 0, to: half }, onFrame),
    encodeRest(order, { from: half, to: film.count }, onFrame),
  ])
  const frames = { config: first.config, frames: [...first.frames, ...rest.frames] }
  const video = await mp4File(frames, rate, soundtrack(prompt, seed, seconds), {
    title: prompt.slice(0, 2000),
    comment: 'Sandbox: synthetic output.',
    artist: model,
  })
  film.draw(Math.floor(film.count / 3))
  return { video, thumbnail: await encode(pixelsOf(film.frame), 'webp', 80) }
}
