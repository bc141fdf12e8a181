import { marksIn, newestMark } from './shown-marks.ts'
import { flush, type Seat } from './stage.ts'

/** One stream whose tokens arrive by the clock, and how long after that they are in the page. */
export class Arrival {
  readonly lags: number[] = []
  readonly #seat: Seat
  readonly #deltas: readonly string[]
  /** Tokens per ms. */
  readonly #rate: number
  readonly #observer: MutationObserver
  /** Marks that arrived and have not been seen, oldest first, with the moment of their arrival. */
  #waiting: { readonly mark: number; readonly at: number }[] = []
  #received = 0
  #noted = 0
  #held = ''
  #tail = ''

  constructor(seat: Seat, deltas: readonly string[], rate: number) {
    this.#seat = seat
    this.#deltas = deltas
    this.#rate = rate / 1000
    this.#observer = new MutationObserver(() => this.#look())
    this.#observer.observe(seat.host, { subtree: true, childList: true, characterData: true })
  }

  get isOpen(): boolean {
    return this.#received < this.#deltas.length || this.#held !== ''
  }

  get unseen(): number {
    return this.#waiting.length
  }

  /** Takes what has arrived `time` ms after the start. */
  receive(time: number): void {
    const due = Math.min(this.#deltas.length, Math.floor(time * this.#rate))
    if (due === this.#received) return
    const text = this.#deltas.slice(this.#received, due).join('')
    this.#received = due
    this.#held += text
    this.#note(text)
  }

  flush(): void {
    if (this.#held === '') return
    flush(this.#seat, this.#held)
    this.#held = ''
  }

  finish(): void {
    this.#seat.contender.finish()
  }

  #note(text: string): void {
    const at = performance.now()
    const seen = this.#tail + text
    for (const { mark, end } of marksIn(seen)) {
      // A number at the very end may go on.
      if (end === seen.length || mark <= this.#noted) continue
      this.#noted = mark
      this.#waiting.push({ mark, at })
    }
    this.#tail = seen.slice(-12)
  }

  #look(): void {
    if (this.#waiting.length === 0) return
    const now = performance.now()
    const newest = newestMark(this.#seat.host)
    while (this.#waiting[0] && this.#waiting[0].mark <= newest) this.lags.push(now - (this.#waiting.shift()?.at ?? now))
  }
}
