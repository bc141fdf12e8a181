import type { Dimensions } from '#media/dimensions.ts'
import type { View } from '../../view/zoom.ts'

/** From 400 % on pixels are shown as they are. */
const crisp = 4
const copyPixels = 4_200_000
/** Pixels downscaled in one task: less than two milliseconds. */
const bandPixels = 1 << 20

/**
 * Draws a picture as the view shows its frame, on a checkerboard. A picture of another size than the frame is fitted into its middle. A large picture gets one smaller copy, made in bands between tasks:
 * downscaling all of its pixels would take longer than a frame, and alias.
 */
export class PictureLayer {
  readonly #pen: CanvasRenderingContext2D
  readonly #image: ImageBitmap
  readonly #frame: Dimensions
  #smaller: { readonly canvas: OffscreenCanvas; readonly factor: number } | undefined
  #board: { readonly pattern: CanvasPattern; readonly ratio: number } | undefined

  constructor(pen: CanvasRenderingContext2D, image: ImageBitmap, frame: Dimensions) {
    this.#pen = pen
    this.#image = image
    this.#frame = frame
  }

  /** `frameView` and `place` are in screen pixels, of which a CSS pixel has `ratio`. */
  draw(frameView: View, place: Dimensions, ratio: number): void {
    const pen = this.#pen
    const view = fittedInto(frameView, this.#frame, this.#image)
    const { x, y, scale } = view
    const right = x + this.#image.width * scale
    const bottom = y + this.#image.height * scale
    pen.clearRect(0, 0, place.width, place.height)
    const [left, top] = [Math.max(0, x), Math.max(0, y)]
    pen.fillStyle = this.#boardFor(ratio)
    pen.fillRect(left, top, Math.min(place.width, right) - left, Math.min(place.height, bottom) - top)
    pen.imageSmoothingEnabled = scale / ratio < crisp
    this.#drawVisible(view, place)
    pen.strokeStyle = 'rgb(128 128 128 / 0.45)'
    pen.lineWidth = 1
    pen.strokeRect(Math.round(x) - 0.5, Math.round(y) - 0.5, Math.round(right - x) + 1, Math.round(bottom - y) + 1)
  }

  /** Passes only the visible part as the source: otherwise browsers scale all of it. */
  #drawVisible({ x, y, scale }: View, place: Dimensions): void {
    const isSmall = this.#smaller !== undefined && scale <= this.#smaller.factor
    const source = isSmall && this.#smaller ? this.#smaller.canvas : this.#image
    const step = isSmall && this.#smaller ? scale / this.#smaller.factor : scale
    const left = Math.max(0, Math.floor(-x / step) - 1)
    const top = Math.max(0, Math.floor(-y / step) - 1)
    const right = Math.min(source.width, Math.ceil((place.width - x) / step) + 1)
    const bottom = Math.min(source.height, Math.ceil((place.height - y) / step) + 1)
    if (right <= left || bottom <= top) return
    const [width, height] = [right - left, bottom - top]
    this.#pen.drawImage(source, left, top, width, height, x + left * step, y + top * step, width * step, height * step)
  }

  #boardFor(ratio: number): CanvasPattern | string {
    if (this.#board?.ratio !== ratio) {
      const side = Math.round(8 * ratio)
      const tile = new OffscreenCanvas(side * 2, side * 2)
      const pen = tile.getContext('2d')
      if (!pen) return '#fff'
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, side * 2, side * 2)
      pen.fillStyle = '#d4d4d8'
      pen.fillRect(0, 0, side, side)
      pen.fillRect(side, side, side, side)
      const pattern = this.#pen.createPattern(tile, 'repeat')
      if (!pattern) return '#fff'
      this.#board = { pattern, ratio }
    }
    return this.#board?.pattern ?? '#fff'
  }

  /** Makes the smaller copy; resolves when it is there, or at once where none is needed. */
  async prepare(signal: AbortSignal): Promise<void> {
    const pixels = this.#image.width * this.#image.height
    if (pixels <= copyPixels) return
    const halvings = Math.ceil(Math.log2(pixels / copyPixels) / 2)
    const factor = 2 ** -halvings
    const copy = new OffscreenCanvas(Math.ceil(this.#image.width * factor), Math.ceil(this.#image.height * factor))
    const pen = copy.getContext('2d')
    if (!pen) return
    const band = 2 ** halvings * Math.max(1, Math.floor(bandPixels / this.#image.width / 2 ** halvings))
    for (let top = 0; top < this.#image.height; top += band) {
      await new Promise((done) => setTimeout(done))
      if (signal.aborted) return
      const piece = halved(this.#image, top, Math.min(band, this.#image.height - top), halvings)
      if (piece) pen.drawImage(piece, 0, top * factor)
    }
    this.#smaller = { canvas: copy, factor }
  }
}

/** The view of a picture that is fitted into the middle of a frame; the frame's own where they have the same size. */
export function fittedInto(view: View, frame: Dimensions, picture: Dimensions): View {
  const by = Math.min(frame.width / picture.width, frame.height / picture.height)
  return {
    scale: view.scale * by,
    x: view.x + ((frame.width - picture.width * by) / 2) * view.scale,
    y: view.y + ((frame.height - picture.height * by) / 2) * view.scale,
  }
}

function halved(image: ImageBitmap, top: number, height: number, times: number): OffscreenCanvas | undefined {
  let from: CanvasImageSource = image
  let place = { x: 0, y: top, width: image.width, height }
  let made: OffscreenCanvas | undefined
  for (let time = 0; time < times; time++) {
    const [width, high] = [Math.ceil(place.width / 2), Math.ceil(place.height / 2)]
    made = new OffscreenCanvas(width, high)
    made.getContext('2d')?.drawImage(from, place.x, place.y, place.width, place.height, 0, 0, width, high)
    from = made
    place = { x: 0, y: 0, width, height: high }
  }
  return made
}
