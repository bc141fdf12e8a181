import { decode, encode, render } from '../../picture/paint/codecs.ts'
import type { Pixels } from '../../picture/paint/pixels.ts'
import { drawScene } from '../../picture/scene/draw-scene.ts'
import { planScene } from '../../picture/scene/plan-scene.ts'
import { randomOf, seedOf } from '../../seeded-random.ts'
import { soundEffect } from '../../sound/effects/effect.ts'
import { planMusic } from '../../sound/music/plan-music.ts'
import { playMusic } from '../../sound/music/play-music.ts'
import type { Sound } from '../../sound/sound-task.ts'
import type { Clip, ClipOrder } from '../clip-request.ts'
import { cameraPath, closest, shoot } from './camera.ts'
import { overlayOf } from './clip-overlay.ts'
import { type EncodedFrames, encodeFrames, mp4File, type Part } from './h264-mp4.ts'
import { blankPlanes, pixelsOf, planesOf } from './planes.ts'

const rate = 24

const evenly = (edge: number) => Math.ceil(edge / 2) * 2

/** What the camera moves over: the reference, else a scene drawn large enough for the closest view. */
async function sourceOf({ prompt, seed, size, reference }: ClipOrder): Promise<Pixels> {
  if (reference) return decode(reference)
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
  return { video, thumbnail: await posterIn(film, 80) }
}

async function posterIn({ frame, draw, count }: Film, quality: number): Promise<Uint8Array> {
  draw(Math.floor(count / 3))
  return encode(pixelsOf(frame), 'webp', quality)
}

/** The thumbnail alone, without the clip. */
export const posterOf = async (order: ClipOrder, quality: number): Promise<Uint8Array> =>
  posterIn(await filmOf(order), quality)

const soundRate = 48_000

const isQuiet = (prompt: string) => /\b(silen(t|ce)|mute(d)?|no (sound|audio|music))\b/i.test(prompt)

/** The effect that is heard behind the music: what the scene shows of wind and water. */
const ambience = { sea: 'waves', landscape: 'wind', rain: 'rain' } as const

/**
 * Calm music, in minor where the prompt's scene is dark, with wind or water where the scene has them; silence where the prompt asks for
 * that. The same prompt, seed and length give the same samples.
 */
function soundtrack(prompt: string, seed: string, seconds: number): Sound {
  const length = Math.round(seconds * soundRate)
  const channels = [new Float32Array(length), new Float32Array(length)]
  if (isQuiet(prompt)) return { rate: soundRate, channels }
  const { isNight, family, rain } = planScene(prompt, seed, 0)
  const own = seedOf(`${seed}/${prompt}/music`)
  const plan = planMusic({ prompt: `calm pad and bells${isNight ? ', minor' : ''}`, seed: own, seconds })
  let at = 0
  for (const block of playMusic(plan, own, soundRate)) {
    for (const [side, samples] of block.entries()) channels[side]?.set(samples, at)
    at += block[0]?.length ?? 0
  }
  const text = rain ? ambience.rain : family === 'sea' || family === 'landscape' ? ambience[family] : undefined
  if (text === undefined) return { rate: soundRate, channels }
  const order = { text, seconds, influence: 1, isLoop: false, seed: own, rate: soundRate }
  const { channels: behind } = soundEffect(order)
  return {
    rate: soundRate,
    channels: channels.map((samples, side) =>
      samples.map((value, index) => value + (behind[side]?.[index] ?? 0) * 0.3),
    ),
  }
}
