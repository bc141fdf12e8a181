export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Where the picture lies in its place, in CSS pixels: `scale` of them a pixel of the picture, its top left corner at (x, y). */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

const least = 0.05
const most = 32
/** So many CSS pixels of the picture stay in sight, so that nobody loses it. */
const sight = 64

export const toPicture = ({ scale, x, y }: View, at: Point): Point => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })

export const toPlace = ({ scale, x, y }: View, at: Point): Point => ({ x: at.x * scale + x, y: at.y * scale + y })

/** The whole picture in the middle of its place, with a margin in which a stroke can begin. */
export function fitView(picture: Size, place: Size): View {
  const margin = Math.min(16, place.width / 40)
  const across = (place.width - 2 * margin) / picture.width
  const down = (place.height - 2 * margin) / picture.height
  return centred(Math.min(most, Math.max(1e-3, Math.min(across, down))), picture, place)
}

function centred(scale: number, picture: Size, place: Size): View {
  return { scale, x: (place.width - picture.width * scale) / 2, y: (place.height - picture.height * scale) / 2 }
}

/** From 5 to 3200 %, and less only where the whole picture would not fit else. */
export const clampScale = (scale: number, picture: Size, place: Size): number =>
  Math.min(most, Math.max(Math.min(least, fitView(picture, place).scale), scale))

/** Another scale; what lies at the point stays there. */
export function zoomTo(view: View, scale: number, at: Point): View {
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** Moves the picture back until some of it is in sight. */
export function keepInSight(view: View, picture: Size, place: Size): View {
  const along = (at: number, length: number, room: number) => {
    const seen = Math.min(sight, length, room)
    return Math.min(room - seen, Math.max(seen - length, at))
  }
  return {
    scale: view.scale,
    x: along(view.x, picture.width * view.scale, place.width),
    y: along(view.y, picture.height * view.scale, place.height),
  }
}

/** What stood in the middle of a place stands in the middle of the new one. */
export const recentre = (view: View, from: Size, to: Size): View => ({
  scale: view.scale,
  x: view.x + (to.width - from.width) / 2,
  y: view.y + (to.height - from.height) / 2,
})

/** Where a pixel of the picture is a whole number of screen pixels, it begins at one: else every edge would be blurred. */
export function onScreenPixels(view: View, ratio: number): View {
  const pixels = view.scale * ratio
  if (pixels < 1 || Math.abs(pixels - Math.round(pixels)) > 1e-6) return view
  return { scale: view.scale, x: Math.round(view.x * ratio) / ratio, y: Math.round(view.y * ratio) / ratio }
}

const steps = [
  0.05, 0.0667, 0.1, 0.125, 0.1667, 0.25, 0.3333, 0.5, 0.6667, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32,
] as const

/** The next larger or smaller scale of a person's ladder. */
export const stepScale = (scale: number, direction: 1 | -1): number =>
  direction > 0
    ? (steps.find((step) => step > scale * 1.01) ?? most)
    : (steps.findLast((step) => step < scale * 0.99) ?? least)
