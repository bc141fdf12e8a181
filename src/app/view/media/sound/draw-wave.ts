import { readColumns } from '#media/audio/peak-columns.ts'
import type { Peaks } from '#media/audio/peaks.ts'

/** What is drawn on a canvas, in its own pixels. Two drawings that differ in `left` alone are the same picture, moved. */
export interface WaveDrawing {
  readonly peaks: Peaks
  /** The column at the left edge, counted from the beginning of the sound. */
  readonly left: number
  /** Columns of a second. */
  readonly scale: number
  /** Any CSS colour. */
  readonly colour: string
  /** The factor by which the samples are drawn higher. */
  readonly gain: number
  readonly width: number
  readonly height: number
}

let columns = new Int16Array(0)

/** Draws a waveform, one lane a channel, a bar for each column. What is still right of the `last` drawing on this canvas is moved. */
export function drawWave(context: CanvasRenderingContext2D, drawing: WaveDrawing, last?: WaveDrawing): void {
  const { width, height } = drawing
  const by = last && { ...last, left: drawing.left }
  const shift = drawing.left - (last?.left ?? 0)
  if (!isSame(drawing, by) || Math.abs(shift) >= width) {
    context.clearRect(0, 0, width, height)
    drawColumns(context, drawing, 0, width)
    return
  }
  if (shift === 0) return
  context.globalCompositeOperation = 'copy'
  context.drawImage(context.canvas, -shift, 0)
  context.globalCompositeOperation = 'source-over'
  if (shift > 0) drawColumns(context, drawing, width - shift, width)
  else drawColumns(context, drawing, 0, -shift)
}

function isSame(one: WaveDrawing, other: WaveDrawing | undefined): boolean {
  const drawn = new Map<string, unknown>(Object.entries(other ?? {}))
  return Object.entries(one).every(([name, value]) => drawn.get(name) === value)
}

function drawColumns(context: CanvasRenderingContext2D, drawing: WaveDrawing, from: number, to: number): void {
  const { peaks, left, scale, colour, gain, height } = drawing
  const lanes = peaks.levels[0]?.pairs.length ?? 0
  const end = Math.min(to, Math.ceil((peaks.frames / peaks.rate) * scale - left))
  if (!(scale > 0) || lanes === 0 || end <= from) return
  const count = end - from
  if (columns.length < 2 * count) columns = new Int16Array(2 * count)
  context.fillStyle = colour
  const room = height / lanes
  const frames = peaks.rate / scale
  for (let lane = 0; lane < lanes; lane += 1) {
    readColumns(peaks, lane, (left + from) * frames, frames, count, columns)
    const middle = (lane + 0.5) * room
    const half = (room / 2 - 1) * gain
    const [top, bottom] = [lane * room, (lane + 1) * room]
    for (let n = 0; n < count; n += 1) {
      const high = Math.max(top, middle - ((columns[2 * n + 1] ?? 0) / 32_767) * half)
      const low = Math.min(bottom, middle - ((columns[2 * n] ?? 0) / 32_768) * half)
      // Silence is a thin line.
      context.fillRect(from + n, Math.min(high, middle - 0.5), 1, Math.max(1, low - high))
    }
  }
}
