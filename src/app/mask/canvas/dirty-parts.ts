import type { Rect } from '#media/mask/rect.ts'

/** More are drawn together: each part costs something by itself. */
const most = 32

/** How much larger than two parts a rectangle around both may be, in their own area, to be drawn in their place. */
const hardly = 1.25

const areaOf = ({ width, height }: Rect) => width * height

/** The parts with one more, as few rectangles as hold little else: a stroke's events become one, tiles far apart stay apart. */
export function withPart(parts: readonly Rect[], part: Rect): readonly Rect[] {
  if (areaOf(part) === 0) return parts
  const last = parts.at(-1)
  if (last === undefined) return [part]
  const around = together(last, part)
  if (areaOf(around) <= hardly * (areaOf(last) + areaOf(part))) return [...parts.slice(0, -1), around]
  const all = [...parts, part]
  return all.length <= most ? all : [all.reduce(together)]
}

function together(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
