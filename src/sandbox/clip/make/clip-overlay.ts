import { render } from '../../picture/paint/codecs.ts'
import type { Pixels } from '../../picture/paint/pixels.ts'
import type { Size } from '../../picture/picture-task.ts'
import { captionLines } from '../../picture/scene/inscriptions.ts'
import { line, widthOf } from '../../picture/scene/typesetting.ts'
import { type Planes, planesOf } from './planes.ts'

/** A partly transparent picture in a frame's planes. Its place and edges are even. */
interface Layer {
  readonly x: number
  readonly y: number
  readonly planes: Planes
  readonly alpha: Uint8Array
}

const even = (value: number) => Math.round(value / 2) * 2

/** The smaller edge of the frame has 720 units. */
const unitOf = ({ width, height }: Size) => Math.min(width, height) / 720

const white = '#ffffff'

const document = (width: number, height: number, unit: number, drawn: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / unit} ${height / unit}">${drawn}</svg>`

function layerOf({ data, width, height }: Pixels, x: number, y: number): Layer {
  const alpha = new Uint8Array(width * height)
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] ?? 0
  return { x, y, planes: planesOf({ data, width, height }), alpha }
}

/** Blends whole numbers, at an alpha from 0 to 255. */
const mix = (under: number, over: number, alpha: number) => ((under * (255 - alpha) + over * alpha + 127) / 255) | 0

/** Blends a layer into a frame, at an opacity from 0 to 1. Casts, since it does so with each sample of each frame. */
function lay(frame: Planes, { x, y, planes, alpha }: Layer, opacity = 1): void {
  const { y: luma, u, v } = planes
  for (let row = 0; row < planes.height; row += 1) {
    for (let column = 0; column < planes.width; column += 1) {
      const from = row * planes.width + column
      const share = ((alpha[from] as number) * opacity) | 0
      if (share === 0) continue
      const to = (row + y) * frame.width + column + x
      frame.y[to] = mix(frame.y[to] as number, luma[from] as number, share)
      if (row % 2 === 1 || column % 2 === 1) continue
      const half = (row * planes.width) / 4 + column / 2
      const chroma = ((row + y) * frame.width) / 4 + (column + x) / 2
      frame.u[chroma] = mix(frame.u[chroma] as number, u[half] as number, share)
      frame.v[chroma] = mix(frame.v[chroma] as number, v[half] as number, share)
    }
  }
}

const labelText = 'Sandbox: synthetic output'
const barHeight = 8
const plateHeight = 44
const margin = 24

async function labelLayer(unit: number): Promise<Layer> {
  const width = widthOf(labelText) * 22 + 32
  const plate = `<rect width="${width}" height="${plateHeight}" rx="8" fill="#000000" fill-opacity="0.55"/>`
  const text = line(labelText, { x: 16, y: 30 }, { size: 22, fill: white })
  const size = [even(width * unit), even(plateHeight * unit)] as const
  return layerOf(await render(document(...size, unit, plate + text)), even(margin * unit), even(margin * unit))
}

async function caption(prompt: string, frame: Size, unit: number): Promise<Layer> {
  const height = even(Math.min(frame.height, 170 * unit))
  const [across, down] = [frame.width / unit, height / unit]
  const lines = captionLines(prompt, (across / 720) * 1000)
  const size = Math.min(26, (across - 72) / Math.max(1, ...lines.map(widthOf)))
  const said = lines.map((one, at) =>
    line(one, { x: 36, y: down - 36 - (lines.length - 1 - at) * size * 1.3 }, { size, fill: white }),
  )
  const shade = `<defs><linearGradient id="a" x2="0" y2="1"><stop offset="0" stop-opacity="0"/><stop offset="1" stop-opacity="0.66"/></linearGradient></defs><rect width="${across}" height="${down}" fill="url(#a)"/>`
  const track = `<rect y="${down - barHeight}" width="${across}" height="${barHeight}" fill="${white}" fill-opacity="0.3"/>`
  const drawn = await render(document(frame.width, height, unit, shade + track + said.join('')))
  return layerOf(drawn, 0, frame.height - height)
}

function fillBar(frame: Planes, share: number, height: number): void {
  const end = Math.round(frame.width * share)
  for (let row = frame.height - height; row < frame.height; row += 1)
    frame.y.fill(235, row * frame.width, row * frame.width + end)
  for (const plane of [frame.u, frame.v]) {
    for (let row = (frame.height - height) / 2; row < frame.height / 2; row += 1)
      plane.fill(128, (row * frame.width) / 2, Math.ceil((row * frame.width + end) / 2))
  }
}

/** How long the caption takes to appear, so that the first frame is the picture itself. */
const appearsWithin = 0.5

/**
 * What is written over a clip: the label of the sandbox, the prompt and a progress bar. The function draws it over the frame with this
 * number.
 */
export async function overlayOf(
  prompt: string,
  size: Size,
  { rate, count }: { readonly rate: number; readonly count: number },
): Promise<(frame: Planes, index: number) => void> {
  const unit = unitOf(size)
  const label = await labelLayer(unit)
  const words = await caption(prompt, size, unit)
  return (frame, index) => {
    lay(frame, label)
    lay(frame, words, Math.min(1, index / (rate * appearsWithin)))
    fillBar(frame, index / (count - 1), Math.max(2, even(barHeight * unit)))
  }
}
