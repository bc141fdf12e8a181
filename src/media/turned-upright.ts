/** Pixels of four bytes each, row by row. */
interface Rgba {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Pixels as they are stored, turned and mirrored as EXIF's `orientation` (1 to 8) wants them to be shown. */
export function turnedUpright({ data, width, height }: Rgba, orientation: number): Rgba {
  const last = width * height - 1
  const bottom = last - width + 1
  const right = width - 1
  // Where the first pixel comes from, and how far from it the next ones lie, along a row and from row to row.
  const ways: Readonly<Record<number, readonly [first: number, along: number, down: number]>> = {
    2: [right, -1, width],
    3: [last, -1, -width],
    4: [bottom, 1, -width],
    5: [0, width, 1],
    6: [bottom, -width, 1],
    7: [last, -width, -1],
    8: [right, width, -1],
  }
  const way = ways[orientation]
  if (!way) return { data, width, height }
  const [first, along, down] = way
  const [across, rows] = orientation >= 5 ? [height, width] : [width, height]
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  for (let y = 0, at = 0; y < rows; y += 1)
    for (let x = 0, source = first + y * down; x < across; x += 1, at += 1, source += along) to[at] = from[source] ?? 0
  return { data: new Uint8ClampedArray(to.buffer), width: across, height: rows }
}
