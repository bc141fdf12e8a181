import type { Dimensions } from '#media/dimensions.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** The placement of a picture in a box, in CSS pixels: `scale` of them for a pixel of the picture, its top left corner at (x, y). */
export interface View extends Point {
  readonly scale: number
}

/** A scale as it is shown: `7.5%`, `150%`. */
export const percentOf = (scale: number): string =>
  `${scale < 0.1 ? (scale * 100).toFixed(1) : Math.round(scale * 100)}%`

/** 3200%: a pixel of the picture is a square that is easy to hit. */
export const largestScale = 32

/** A point of the box in pixels of the picture. */
export const toPicture = ({ scale, x, y }: View, at: Point): Point => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })

/** A point of the picture in CSS pixels of the box. */
export const toBox = ({ scale, x, y }: View, at: Point): Point => ({ x: at.x * scale + x, y: at.y * scale + y })

export function zoomedTo(view: View, scale: number, at: Point): View {
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

export const movedBy = ({ scale, x, y }: View, by: Point): View => ({ scale, x: x + by.x, y: y + by.y })

export const centredIn = (scale: number, picture: Dimensions, box: Dimensions): View => ({
  scale,
  x: (box.width - picture.width * scale) / 2,
  y: (box.height - picture.height * scale) / 2,
})

/** The view after the box was resized: keeps the point in its middle. */
export const recentred = (view: View, from: Dimensions, to: Dimensions): View =>
  movedBy(view, { x: (to.width - from.width) / 2, y: (to.height - from.height) / 2 })

/** The nearest view without a gap at an edge; centred on an axis where the picture is smaller than the box. */
export function covering(view: View, picture: Dimensions, box: Dimensions): View {
  const along = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at))
  return bounded(view, along, picture, box)
}

/** The nearest view that shows so many CSS pixels of the picture along each axis, or all of it where it has fewer. */
export function inSight(view: View, least: number, picture: Dimensions, box: Dimensions): View {
  const along = (at: number, length: number, room: number) => {
    const seen = Math.min(least, length, room)
    return Math.min(room - seen, Math.max(seen - length, at))
  }
  return bounded(view, along, picture, box)
}

type Bound = (at: number, length: number, room: number) => number

const bounded = ({ scale, x, y }: View, along: Bound, picture: Dimensions, box: Dimensions): View => ({
  scale,
  x: along(x, picture.width * scale, box.width),
  y: along(y, picture.height * scale, box.height),
})
