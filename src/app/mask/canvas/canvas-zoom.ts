import type { Dimensions } from '#media/dimensions.ts'
import { centredIn, largestScale, type View } from '../../view/zoom.ts'

const smallestScale = 0.05

/** The whole picture in the middle of its box, with a margin in which a stroke can begin. */
export function fittedView(picture: Dimensions, box: Dimensions): View {
  const margin = Math.min(16, box.width / 40)
  const across = (box.width - 2 * margin) / picture.width
  const down = (box.height - 2 * margin) / picture.height
  return centredIn(Math.min(largestScale, Math.max(1e-3, Math.min(across, down))), picture, box)
}

/** From 5 to 3200 %; less only where the whole picture would not fit otherwise. */
export const clampedScale = (scale: number, picture: Dimensions, box: Dimensions): number =>
  Math.min(largestScale, Math.max(Math.min(smallestScale, fittedView(picture, box).scale), scale))

/** Where a pixel of the picture is a whole number of screen pixels, snaps the corner to one: otherwise every edge is blurred. */
export function onScreenPixels(view: View, ratio: number): View {
  const pixels = view.scale * ratio
  if (pixels < 1 || Math.abs(pixels - Math.round(pixels)) > 1e-6) return view
  return { scale: view.scale, x: Math.round(view.x * ratio) / ratio, y: Math.round(view.y * ratio) / ratio }
}

const steps = [
  0.05, 0.0667, 0.1, 0.125, 0.1667, 0.25, 0.3333, 0.5, 0.6667, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32,
] as const

/** The next larger or smaller round scale. */
export const nextScale = (scale: number, direction: 1 | -1): number =>
  direction > 0
    ? (steps.find((step) => step > scale * 1.01) ?? largestScale)
    : (steps.findLast((step) => step < scale * 0.99) ?? smallestScale)
