import { type Kind, textOfKind } from '../text/kinds.ts'
import { type ContenderName, loadContender } from './contenders/load.ts'
import { countLongTasks, type LongTasks } from './long-tasks.ts'
import { highest, newestMark } from './shown-marks.ts'
import { flush, setStage } from './stage.ts'
import { nextFrame, settled } from './waiting.ts'

export interface OneKindOptions {
  readonly contender: ContenderName
  readonly kind: Kind
  readonly seed: number
  readonly length: number
  /** Characters a second; undefined: all of it at once, as from the history. */
  readonly rate?: number
}

export interface OneKindResult {
  /** Milliseconds between frames until the end is shown. */
  readonly gaps: readonly number[]
  readonly longTasks: LongTasks
  /** Milliseconds from the last character's arrival to the last change of the page. */
  readonly behind: number
  readonly elements: number
}

/** A text of one kind of block, which arrives by the clock or was there before. */
export async function prepareOneKind({ contender, kind, seed, length, rate }: OneKindOptions) {
  const mount = await loadContender(contender)
  const [seat] = setStage(mount)
  if (!seat) throw new Error('no seat')
  const text = textOfKind(kind, seed, length)
  await document.fonts.ready
  await settled()
  return {
    async run(): Promise<OneKindResult> {
      const endTasks = countLongTasks()
      const gaps: number[] = []
      const start = performance.now()
      let [at, last] = [0, start]
      const lastChange = watchChanges(seat.host)
      while (at < text.length) {
        const due = rate === undefined ? text.length : Math.floor(((performance.now() - start) / 1000) * rate)
        if (due > at) flush(seat, text.slice(at, due))
        at = Math.max(at, due)
        gaps.push((await nextFrame()) - last)
        last = performance.now()
      }
      const came = performance.now()
      seat.contender.finish()
      while (newestMark(seat.host) < highest(text.slice(-400))) {
        gaps.push((await nextFrame()) - last)
        last = performance.now()
        seat.scroller.scrollTop = seat.scroller.scrollHeight
      }
      await settled()
      return {
        gaps,
        longTasks: endTasks(),
        behind: Math.max(0, lastChange() - came),
        elements: seat.host.querySelectorAll('*').length,
      }
    },
  }
}

function watchChanges(host: HTMLElement): () => number {
  let at = performance.now()
  const observer = new MutationObserver(() => {
    at = performance.now()
  })
  observer.observe(host, { subtree: true, childList: true, characterData: true })
  return () => {
    observer.disconnect()
    return at
  }
}
