import { bombShapes, prose as proseOf, wordsIn } from '../bomb-shapes.ts'
import { nextFrame, settled } from './settled.ts'
import { add, clear } from './texts.ts'

export interface Pouring {
  /** Of `bombShapes`, or prose. */
  readonly shape: string
  readonly length: number
  /** Characters that come at once. */
  readonly step: number
  /** What is waited for between two steps. */
  readonly pace: 'frame' | 'task'
}

export interface Poured {
  /** Every word is in the page, once. */
  readonly whole: boolean
  /** Milliseconds from the first character until the last word was in the page. */
  readonly readable: number
  /** Milliseconds. A task of less than 50 is not told, and counts as 0. */
  readonly longestTask: number
  /** Milliseconds between two frames. */
  readonly longestGap: number
  /** Frames that ran until nothing changed any more. */
  readonly frames: number
}

const textOf = (shape: string, length: number): string => bombShapes[shape]?.(length) ?? proseOf(length)

/** Pours a text into a place of its own and watches the page meanwhile. */
export async function pour({ shape, length, step, pace }: Pouring): Promise<Poured> {
  clear()
  const text = textOf(shape, length)
  const lastWord = text.slice(text.lastIndexOf('w')).match(/^w\d+/)?.[0] ?? ''
  const { island, place } = add()
  for (let frame = 0; frame < 3; frame += 1) await nextFrame()
  const watch = watchPage(() => holds(place, lastWord))
  for (let at = 0; at < text.length; at += step) {
    if (at > 0) await (pace === 'frame' ? nextFrame() : nextTask())
    island.append(text.slice(at, at + step))
  }
  island.finish()
  for (let round = 0; round < patience; round += 1) {
    await settled(place)
    if (holds(place, lastWord)) break
  }
  const watched = watch.end()
  return { ...watched, whole: wordsIn(text).join() === wordsIn(place.textContent).join() }
}

/** How often a place may fall quiet without its last word before it counts as having none. */
const patience = 15

/** A page that can never tell that it is done reads no more often than this. */
const readEvery = 100

const holds = (place: Element, word: string): boolean => new RegExp(`${word}(?!\\d)`).test(place.textContent)

function watchPage(isReadable: () => boolean) {
  const start = performance.now()
  let [readable, longestTask, longestGap, frames, read, before, ended] = [0, 0, 0, 0, start, start, false]
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ type: 'longtask' })
  const frame = () => {
    const now = performance.now()
    longestGap = Math.max(longestGap, now - before)
    before = now
    frames += 1
    if (readable === 0 && now - read > readEvery) {
      read = now
      if (isReadable()) readable = now - start
    }
    if (!ended) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  return {
    end() {
      ended = true
      for (const { duration } of observer.takeRecords()) longestTask = Math.max(longestTask, duration)
      observer.disconnect()
      return { readable: readable || performance.now() - start, longestTask, longestGap, frames }
    },
  }
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(undefined)
  })
}
