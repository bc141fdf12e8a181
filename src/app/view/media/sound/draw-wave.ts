import { readColumns } from '#media/audio/peak-columns.ts'
import type { Peaks } from '#media/audio/peaks.ts'

interface WaveDrawing {
  readonly peaks: Peaks
  /** The second at the left edge. */
  readonly left: number
  /** CSS px of a second. */
  readonly scale: number
  /** Any CSS colour. */
  readonly colour: string
  /** The factor by which the samples are drawn higher. */
  readonly gain: number
}

let columns = new Int16Array(0)

/** Draws the part of a waveform that a canvas shows, one lane a channel, a bar for each of its own pixels. */
export function drawWave(context: CanvasRenderingContext2D, density: number, drawing: WaveDrawing): void {
  const { width, height } = context.canvas
  const { peaks, left, scale, colour, gain } = drawing
  context.clearRect(0, 0, width, height)
  const lanes = peaks.levels[0]?.pairs.length ?? 0
  const end = Math.min(width, Math.ceil((peaks.frames / peaks.rate - left) * scale * density))
  if (!(scale > 0) || lanes === 0 || end <= 0) return
  if (columns.length < 2 * width) columns = new Int16Array(2 * width)
  context.fillStyle = colour
  const room = height / lanes
  const frames = peaks.rate / (scale * density)
  for (let lane = 0; lane < lanes; lane += 1) {
    readColumns(peaks, lane, left * peaks.rate, frames, end, columns)
    const middle = (lane + 0.5) * room
    const half = (room / 2 - density) * gain
    const [top, bottom] = [lane * room, (lane + 1) * room]
    for (let x = 0; x < end; x += 1) {
      const high = Math.max(top, middle - ((columns[2 * x + 1] ?? 0) / 32_767) * half)
      const low = Math.min(bottom, middle - ((columns[2 * x] ?? 0) / 32_768) * half)
      // Silence is a thin line.
      context.fillRect(x, Math.min(high, middle - density / 2), 1, Math.max(density, low - high))
    }
  }
}
