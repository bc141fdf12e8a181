import { useCallback } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'

/** The longer edge of the drawing, in pixels. */
const edge = 512

/** A ref for a canvas that shows what is marked, small, as it stands when the canvas comes. */
export function useMaskDrawing(mask: MaskEditor): (canvas: HTMLCanvasElement | null) => void {
  return useCallback(
    (canvas) => {
      if (!canvas) return
      const by = Math.min(1, edge / Math.max(mask.width, mask.height))
      canvas.width = Math.ceil(mask.width * by)
      canvas.height = Math.ceil(mask.height * by)
      const pen = canvas.getContext('2d')
      if (!pen || mask.marked === 0) return
      const drawing = pen.createImageData(canvas.width, canvas.height)
      const [red = 0, green = 0, blue = 0] = cableOf(canvas, pen)
      for (let y = 0, at = 0; y < canvas.height; y += 1) {
        const row = Math.min(mask.height - 1, Math.floor(y / by)) * mask.width
        for (let x = 0; x < canvas.width; x += 1, at += 4) {
          const alpha = mask.bytes[row + Math.min(mask.width - 1, Math.floor(x / by))] ?? 0
          drawing.data.set([red, green, blue, alpha], at)
        }
      }
      pen.putImageData(drawing, 0, 0)
    },
    [mask],
  )
}

/** The canvas's own colour as bytes, whatever way the theme writes it. */
function cableOf(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): Uint8ClampedArray {
  pen.fillStyle = getComputedStyle(canvas).color
  pen.fillRect(0, 0, 1, 1)
  return pen.getImageData(0, 0, 1, 1).data
}
