import { Frames } from '../frames.ts'
import { mountText } from '../text-view.ts'

/** A text in the page whose frames come when the test says so, and whose code is not coloured. */
export function mounted() {
  const callbacks: (() => void)[] = []
  const ask = (callback: () => void) => callbacks.push(callback)
  const frames = new Frames({ request: ask, soon: ask, apart: ask, frame: () => 0, now: () => 0 })
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const view = mountText(place, { frames, highlight: false })
  const run = () => {
    for (let callback = callbacks.shift(); callback; callback = callbacks.shift()) callback()
  }
  return {
    place,
    view,
    frames,
    run,
    /** One piece of the text, shown. */
    give: (text: string) => {
      view.append(text)
      run()
    },
    finish: () => {
      view.finish()
      run()
    },
    waiting: () => callbacks.length,
  }
}

/** The place of a text that came in `pieces`, each of them shown before the next, to its end. */
export function shown(pieces: Iterable<string>): HTMLElement {
  const { place, give, finish } = mounted()
  for (const piece of pieces) give(piece)
  finish()
  return place
}
