import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Peaks } from '#media/audio/peaks.ts'
import type { Followed } from '../player/playback.ts'
import { drawWave, type WaveDrawing } from './draw-wave.ts'
import type { WaveView } from './wave-view.ts'

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
  const latest = useRef(drawNow)
  useEffect(() => {
    latest.current = drawNow
  })
  const draw = useCallback(() => {
    frame.current ??= requestAnimationFrame(() => latest.current())
  }, [])
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
