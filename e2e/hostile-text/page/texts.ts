import { TextView } from '../../../src/app/view/text/text-view.ts'

interface Shown {
  readonly island: TextView
  readonly place: HTMLElement
}

const texts = document.querySelector<HTMLElement>('#texts') ?? document.body
const shown: Shown[] = []

export function add(): Shown {
  const place = document.createElement('article')
  texts.append(place)
  const one = { place, island: new TextView(place) }
  shown.push(one)
  return one
}

export function clear(): void {
  for (const { island, place } of shown.splice(0)) {
    island.destroy()
    place.remove()
  }
}

/** Ends with the Markdown that only a reader that works makes elements of. */
export const canary = '\n\n**canary** [link](https://ok.test/)'

export const canarySings = (place: Element): boolean =>
  place.querySelector('strong')?.textContent === 'canary' && place.querySelector('a') !== null
