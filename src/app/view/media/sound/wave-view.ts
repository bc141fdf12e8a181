import { PageState } from '../../../ui/page-state.ts'

export interface WaveShown {
  /** The width of one second in CSS px; undefined while the whole sound fits. */
  readonly scale: number | undefined
  readonly left: number
}

const whole: WaveShown = { scale: undefined, left: 0 }

const step = 2
/** The most that is zoomed in: a second is as wide as this, in CSS px. */
const widest = 4000
/** The widest that a browser scrolls reliably, in CSS px. */
const mostWidth = 8_000_000

/** Zoom and scroll position of a waveform, outside React since they change every frame. May be shared by waveforms. */
export class WaveView {
  readonly #state = new PageState(() => whole)
  readonly shown = this.#state.get
  readonly watch = this.#state.subscribe
  #width = 0
  #seconds = 0

  readonly measure = (width: number, seconds: number): void => {
    if (width === this.#width && seconds === this.#seconds) return
    this.#width = width
    this.#seconds = seconds
    this.#show(this.shown().scale, this.shown().left)
  }

  /** The width of one second in CSS px. 0 until it is measured. */
  get scale(): number {
    return this.shown().scale ?? this.#fitting
  }

  get width(): number {
    return this.#width
  }

  get seconds(): number {
    return this.#seconds
  }

  readonly timeAt = (x: number): number =>
    this.scale > 0 ? Math.max(0, Math.min(this.#seconds, this.shown().left + x / this.scale)) : 0

  readonly xOf = (seconds: number): number => (seconds - this.shown().left) * this.scale

  readonly fit = (): void => this.#show(undefined, 0)

  /** Zooms by a factor around a second, which stays where it is drawn. */
  readonly zoom = (factor: number, around = this.shown().left + this.#width / 2 / (this.scale || 1)): void => {
    const x = this.xOf(around)
    const most = Math.min(widest, mostWidth / (this.#seconds || 1))
    const scale = Math.min(Math.max(most, this.#fitting), this.scale * factor)
    if (scale <= this.#fitting) this.fit()
    else this.#show(scale, around - x / scale)
  }

  readonly zoomIn = (around?: number): void => this.zoom(step, around)

  readonly zoomOut = (around?: number): void => this.zoom(1 / step, around)

  readonly scrollTo = (left: number): void => this.#show(this.shown().scale, left)

  get #fitting(): number {
    return this.#seconds > 0 ? this.#width / this.#seconds : 0
  }

  #show(wanted: number | undefined, to: number): void {
    const scale = wanted !== undefined && wanted > this.#fitting ? wanted : undefined
    const last = scale ? this.#seconds - this.#width / scale : 0
    const left = Math.max(0, Math.min(last, to))
    this.#state.set({ scale, left })
  }
}
