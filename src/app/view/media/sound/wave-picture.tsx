import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Peaks, readColumns } from '#media/audio/peaks.ts'
import { useLatest } from '../../../ui/hooks/use-latest.ts'
import { type Followed, isSame } from '../player/playback.ts'
import type { WaveView } from './wave-view.ts'

/** What is drawn on a canvas, in its own pixels. Two drawings that differ in `left` alone are the same picture, moved. */
interface WaveDrawing {
  readonly peaks: Peaks
  /** The column at the left edge, counted from the beginning of the sound. */
  readonly left: number
  readonly scale: number
  readonly colour: string
  readonly gain: number
  readonly width: number
  readonly height: number
}

let columns = new Int16Array(0)

/** Draws a waveform, one lane a channel, a bar for each column. What is still right of the `last` drawing on this canvas is moved. */
function drawWave(context: CanvasRenderingContext2D, drawing: WaveDrawing, last?: WaveDrawing): void {
  const { width, height } = drawing
  const shift = drawing.left - (last?.left ?? 0)
  if (!last || !isSame(drawing, { ...last, left: drawing.left }) || Math.abs(shift) >= width) {
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

interface WavePictureProps {
  readonly peaks: Peaks | undefined
  readonly playback: Followed
  readonly view: WaveView
  readonly gain: number
}

/** The samples twice, in the cable's colour: pale, and in full as far as it is played, with the line of the position. */
export function WavePicture({ peaks, playback, view, gain }: WavePictureProps) {
  const pale = useRef<HTMLCanvasElement>(null)
  const full = useRef<HTMLCanvasElement>(null)
  const draw = useDrawing(pale, full, peaks, view, gain)
  const place = usePlacing(playback, view)
  const hold = useCallback(
    (box: HTMLDivElement | null) => {
      if (!box) return
      const watch = new ResizeObserver(draw)
      watch.observe(box)
      // The theme is an attribute of the root.
      const themes = new MutationObserver(draw)
      themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      return () => {
        watch.disconnect()
        themes.disconnect()
      }
    },
    [draw],
  )
  const canvas = 'block size-full text-cable'
  return (
    <div ref={hold} aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      <canvas ref={pale} className={`${canvas} opacity-50 forced-colors:text-ink forced-colors:opacity-100`} />
      {/* Two opposite shifts: only the compositor works while it plays. */}
      <div ref={place.clip} className="absolute inset-0 overflow-hidden" style={{ transform: 'translateX(-100%)' }}>
        <div ref={place.shift} className="size-full" style={{ transform: 'translateX(100%)' }}>
          <canvas ref={full} className={canvas} />
        </div>
      </div>
      <div ref={place.line} className="absolute inset-y-0 left-0 w-px bg-ink" />
    </div>
  )
}

type Held = RefObject<HTMLCanvasElement | null>

/** Returns what draws both canvases in the next frame: after a change of the samples, the part that is shown, the size or the theme. */
function useDrawing(pale: Held, full: Held, peaks: Peaks | undefined, view: WaveView, gain: number): () => void {
  const frame = useRef<number>(undefined)
  const last = useRef<WaveDrawing>(undefined)
  const drawNow = () => {
    frame.current = undefined
    const [canvas, copy] = [pale.current, full.current]
    const context = canvas?.getContext('2d')
    if (!canvas || !copy || !context) return
    const density = devicePixelRatio || 1
    const [width = 0, height = 0] = [canvas.clientWidth, canvas.clientHeight].map((px) => Math.round(px * density))
    if (width === 0 || height === 0) return
    if (canvas.width !== width || canvas.height !== height) {
      for (const one of [canvas, copy]) Object.assign(one, { width, height })
      last.current = undefined
    }
    const scale = view.scale * density
    const [colour, left] = [getComputedStyle(canvas).color, Math.round(view.shown().left * scale)]
    if (!peaks) return context.clearRect(0, 0, width, height)
    const drawing = { peaks, left, scale, colour, gain, width, height }
    drawWave(context, drawing, last.current)
    last.current = drawing
    const over = copy.getContext('2d')
    if (!over) return
    over.globalCompositeOperation = 'copy'
    over.drawImage(canvas, 0, 0)
  }
  const latest = useLatest(drawNow)
  const draw = useCallback(() => {
    frame.current ??= requestAnimationFrame(() => latest.current())
  }, [latest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when these change.
  useEffect(draw, [peaks, gain, draw])
  useEffect(() => view.watch(draw), [view, draw])
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    },
    [],
  )
  return draw
}

/** Moves the position without drawing: refs of the line, and of the part that is played. */
function usePlacing(playback: Followed, view: WaveView) {
  const line = useRef<HTMLDivElement>(null)
  const clip = useRef<HTMLDivElement>(null)
  const shift = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = () => {
      const x = Math.max(-2, Math.min(view.width + 2, view.xOf(playback.time())))
      if (line.current) line.current.style.transform = `translateX(${x}px)`
      if (clip.current) clip.current.style.transform = `translateX(calc(${x}px - 100%))`
      if (shift.current) shift.current.style.transform = `translateX(calc(100% - ${x}px))`
    }
    place()
    const ends = [playback.watchTime(place), view.watch(place)]
    return () => {
      for (const end of ends) end()
    }
  }, [playback, view])
  return { line, clip, shift }
}
