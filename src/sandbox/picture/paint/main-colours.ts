import type { Look, Tint } from '../picture-task.ts'
import type { Pixels } from './pixels.ts'

const looks = 40_000

const most = 3

/** Colours with a smaller Manhattan distance are merged. */
const near = 96

interface Heap {
  count: number
  readonly sum: [number, number, number]
}

function add(heap: Heap, count: number, [red, green, blue]: Tint): void {
  heap.count += count
  heap.sum[0] += red
  heap.sum[1] += green
  heap.sum[2] += blue
}

const meanOf = ({ count, sum }: Heap): Tint => [sum[0] / count, sum[1] / count, sum[2] / count]

const distance = (a: Tint, b: Tint) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])

/** The main colours of a picture with their shares, the largest first, its mean lightness and opacity. */
export function mainColours({ data }: Pixels): Look {
  const step = Math.max(1, Math.floor(data.length / 4 / looks)) * 4
  const heaps = new Map<number, Heap>()
  let [light, opaque, seen] = [0, 0, 0]
  for (let at = 0; at < data.length; at += step) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4)
    seen += 1
    opaque += alpha / 255
    if (alpha < 128) continue
    light += 0.2126 * r + 0.7152 * g + 0.0722 * b
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)
    const heap = heaps.get(key) ?? { count: 0, sum: [0, 0, 0] }
    heaps.set(key, heap)
    add(heap, 1, [r, g, b])
  }
  const drawn = [...heaps.values()].reduce((sum, { count }) => sum + count, 0)
  const colours = merged([...heaps.values()]).slice(0, most)
  return {
    lightness: drawn === 0 ? 0 : light / drawn / 255,
    opacity: seen === 0 ? 1 : opaque / seen,
    colours: colours.map((heap) => ({ colour: meanOf(heap), share: heap.count / drawn })),
  }
}

function merged(heaps: readonly Heap[]): readonly Heap[] {
  const kept: Heap[] = []
  for (const heap of heaps.toSorted((a, b) => b.count - a.count)) {
    const home = kept.find((one) => distance(meanOf(one), meanOf(heap)) < near)
    if (home) add(home, heap.count, heap.sum)
    else kept.push(heap)
  }
  return kept.toSorted((a, b) => b.count - a.count)
}
