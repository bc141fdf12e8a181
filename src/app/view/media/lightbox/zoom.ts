/** How a picture lies in its box. `scale` is CSS pixels per pixel of the picture; `x`, `y` are its left top corner in the box. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Area {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

const smallest = 0.02
const largest = 32

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Where one edge begins: in the middle where there is room, else so that no gap opens at either side. */
const placed = (start: number, length: number, room: number) =>
  length <= room ? (room - length) / 2 : between(start, room - length, 0)

/** The view with the picture inside its box, or covering it. */
function settled({ scale, x, y }: View, picture: Area, box: Area): View {
  return {
    scale,
    x: placed(x, picture.width * scale, box.width),
    y: placed(y, picture.height * scale, box.height),
  }
}

/** The whole picture, as large as the box lets it be, but not larger than it is. */
export function fitted(picture: Area, box: Area): View {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height)
  return settled({ scale: between(scale, smallest, largest), x: 0, y: 0 }, picture, box)
}

/** The view at another scale, with what lies under a point of the box still under it. */
export function zoomedTo(view: View, scale: number, at: Point, picture: Area, box: Area): View {
  const next = between(scale, smallest, largest)
  const by = next / view.scale
  return settled({ scale: next, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, picture, box)
}

/** The view, moved. */
export const moved = (view: View, by: Point, picture: Area, box: Area): View =>
  settled({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, box)
