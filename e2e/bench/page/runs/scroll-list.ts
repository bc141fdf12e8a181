import { makeHeads } from '../../runs/heads.ts'
import { settled } from '../waiting.ts'
import { rowHeight } from './contenders/contender.ts'
import { type ListName, loadList } from './contenders/load.ts'

/** A quick turn of the wheel, in pixels a frame, and so many frames of it. */
const turn = 400
const turns = 240
/** Leaps to far places, as a drag of the scroll bar makes them. */
const leapCount = 60

export interface ScrollResult {
  /** Milliseconds between frames, first of the turn, then of the leaps. */
  readonly gaps: readonly number[]
  readonly leaps: readonly number[]
  /** Frames in the middle of which no row stood. */
  readonly blank: number
  readonly elements: number
}

/** A list in a column of the panel's width, ready to be scrolled. */
export async function prepareScroll({ list, count, seed }: { list: ListName; count: number; seed: number }) {
  const mount = await loadList(list)
  const host = document.createElement('div')
  Object.assign(host.style, { width: '432px', height: '720px', display: 'flex', flexDirection: 'column' })
  document.body.append(host)
  const scroller = await mount(host, makeHeads(seed, count))
  await document.fonts.ready
  await settled()
  return { run: () => scrollOver(scroller, count * rowHeight, '[data-at]') }
}

/** When the next frame began, by the display: the moment at which its callbacks are called has the work before them in it. */
const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done))

/** Turns, then leaps, over content of that height. `row`: what an element of a drawn row matches. */
export async function scrollOver(scroller: HTMLElement, contentHeight: number, row: string): Promise<ScrollResult> {
  const { left, top, width, height } = scroller.getBoundingClientRect()
  const far = contentHeight - 2 * scroller.clientHeight
  const places = [
    ...Array.from({ length: turns }, (_, frame) => frame * turn),
    ...Array.from({ length: leapCount }, (_, leap) => ((leap * 7919) % leapCount) * (far / leapCount)),
  ]
  const gaps: number[] = []
  let blank = 0
  let before = await nextFrame()
  for (const place of places) {
    scroller.scrollTop = place
    const now = await nextFrame()
    gaps.push(now - before)
    before = now
    if (!document.elementFromPoint(left + width / 2, top + height / 2)?.closest(row)) blank += 1
  }
  return {
    gaps: gaps.slice(0, turns),
    leaps: gaps.slice(turns),
    blank,
    elements: scroller.querySelectorAll('*').length,
  }
}
