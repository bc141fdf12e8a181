import Konva from 'konva'
import { MaskOverlay } from '../../../src/app/mask/canvas/mask-overlay.ts'
import { createMaskTasks } from '../../../src/app/mask/worker/mask-tasks.ts'
import { MaskEditor } from '../../../src/media/mask/mask-editor.ts'
import type { PainterName } from './painter-names.ts'
import { type Place, radius, side } from './strokes.ts'

/** Something a mask is painted with. Every call has drawn when it returns. */
export interface MaskPainter {
  begin(): void
  move(to: Place): void
  end(): void
  undo(): void
  redo(): void
  /** What the undo steps hold in memory. */
  historyBytes(): number
  /** A PNG in the picture's size. */
  export(): Promise<number>
  close(): void
}

const place = { width: 1440, height: 900 }
const scale = place.height / side
const view = { scale, x: (place.width - side * scale) / 2, y: 0 }

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  document.body.append(canvas)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  return pen
}

function ours(hardness: number, draws: boolean): MaskPainter {
  const editor = new MaskEditor(side, side)
  const overlay = new MaskOverlay(canvasOf(place.width, place.height), editor)
  const style = { look: 'both', colour: '#e2557a', opacity: 0.5, line: 1 } as const
  const tasks = createMaskTasks()
  if (draws)
    editor.subscribe((rect) => {
      if (rect.width === 0) return
      overlay.changed(rect)
      overlay.drawPart(rect, view, place, style)
    })
  overlay.drawAll(view, place, style)
  const brush = { radius, hardness, value: 255 } as const
  return {
    begin: () => editor.begin(),
    move: ({ x, y }) => void editor.stroke([{ x, y, pressure: 1 }], brush),
    end: () => editor.end(),
    undo: () => void editor.undo(),
    redo: () => void editor.redo(),
    historyBytes: () => editor.historyBytes,
    export: async () => (await tasks.encode(editor)).length,
    close: () => tasks.close(),
  }
}

/** The rows of a disc are set and nothing else is done: no mask can be painted for less. */
function floor(): MaskPainter {
  const bytes = new Uint8Array(side * side)
  const halves = Array.from({ length: 2 * radius }, (_, n) =>
    Math.floor(Math.sqrt(radius ** 2 - (n + 0.5 - radius) ** 2)),
  )
  return {
    begin() {},
    move({ x, y }) {
      const [left, top] = [Math.round(x), Math.round(y) - radius]
      for (const [n, half] of halves.entries()) {
        const at = (top + n) * side + left
        bytes.fill(255, at - half, at + half)
      }
    },
    end() {},
    undo() {},
    redo() {},
    historyBytes: () => Number.NaN,
    export: () => Promise.resolve(Number.NaN),
    close() {},
  }
}

/** A line for each stroke, on a stage no larger than the screen, drawn for each event; a pixel is read so that it is. */
function konva(): MaskPainter {
  const container = document.createElement('div')
  document.body.append(container)
  const stage = new Konva.Stage({ container, ...place, scale: { x: scale, y: scale }, x: view.x })
  const layer = new Konva.Layer({ listening: false })
  stage.add(layer)
  type Line = InstanceType<typeof Konva.Line>
  const lines: Line[] = []
  let line: Line | undefined
  const draw = () => {
    layer.draw()
    layer.getContext().getImageData(0, 0, 1, 1)
  }
  return {
    begin() {
      line = new Konva.Line({
        points: [],
        stroke: '#e2557a',
        strokeWidth: 2 * radius,
        lineCap: 'round',
        lineJoin: 'round',
      })
      layer.add(line)
      lines.push(line)
    },
    move({ x, y }) {
      line?.points([...line.points(), x, y])
      draw()
    },
    end() {},
    undo() {
      lines.findLast((one) => one.visible())?.hide()
      draw()
    },
    redo() {
      lines.find((one) => !one.visible())?.show()
      draw()
    },
    historyBytes: () => lines.reduce((sum, one) => sum + one.points().length * 8, 0),
    async export() {
      const whole = { x: view.x, y: view.y, width: side * scale, height: side * scale, pixelRatio: 1 / scale }
      const canvas = layer.toCanvas(whole)
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
      return blob?.size ?? Number.NaN
    },
    close: () => stage.destroy(),
  }
}

export function openPainter(name: PainterName): MaskPainter {
  if (name === 'floor') return floor()
  if (name === 'konva') return konva()
  return ours(name === 'ours soft' ? 0.5 : 1, name !== 'ours without drawing')
}
