import type { Contender, Mount } from './contenders/contender.ts'

/** One growing text in a box of its own, whose end stays in view. */
export interface Seat {
  readonly contender: Contender
  readonly scroller: HTMLElement
  readonly host: HTMLElement
}

/** Fills the page with `count` texts side by side. */
export function setStage(mount: Mount, count = 1): Seat[] {
  const stage = document.createElement('div')
  stage.className = 'stage'
  stage.dataset.streams = String(count)
  document.body.append(stage)
  return Array.from({ length: count }, () => {
    const scroller = document.createElement('div')
    scroller.className = 'scroller'
    const host = document.createElement('div')
    host.className = 'host'
    scroller.append(host)
    stage.append(scroller)
    return { contender: mount(host), scroller, host }
  })
}

/** Hands a text over and brings the end into view, which makes the page lay itself out at once. */
export function flush({ contender, scroller }: Seat, text: string): void {
  contender.append(text)
  scroller.scrollTop = scroller.scrollHeight
}
