import { isHeaderless } from '#media/audio/headerless.ts'
import { essenceOf } from '#media/media-type.ts'
import { listenToRun } from '../../../run/listen-to.ts'
import { PageState } from '../../../ui/page-state.ts'
import type { GrowingSound } from '../../../view/media/sound/arriving/growing-sound.ts'
import { handOver } from '../../../view/media/sound/arriving/growing-sound.ts'
import { SampleSound } from '../../../view/media/sound/arriving/sample-sound.ts'
import { SourceSound, sourceTypeOf } from '../../../view/media/sound/arriving/source-sound.ts'

/** `waiting`: nothing has come. `whole-only`: the browser plays this type only as a whole. */
type ArrivingState = GrowingSound['state'] | 'waiting' | 'whole-only'

const isWav = (type: string) => /^audio\/(?:x-wav|wave?)$/.test(essenceOf(type))

/** A player for bytes of this type; undefined where the browser plays them only as a whole. */
function growingSoundOf(type: string): GrowingSound | undefined {
  const source = sourceTypeOf(type)
  if (source !== undefined) return new SourceSound(source)
  const isSamples = isWav(type) || isHeaderless(type)
  return isSamples && 'AudioContext' in globalThis ? new SampleSound(type) : undefined
}

type Make = typeof growingSoundOf

/** In ms. */
const grace = 500

export class ArrivingPlayback {
  readonly state = new PageState<ArrivingState>(() => 'waiting')
  readonly #run: string
  readonly #make: Make
  #sound: GrowingSound | undefined
  #size = 0
  #isWhole = false
  #isShown = 0

  /** Begins to listen, and plays as soon as something came. */
  constructor(run: string, forget: () => void, make: Make = growingSoundOf, listen = listenToRun) {
    this.#run = run
    this.#make = make
    listen(run, {
      onSound: ({ bytes, type }) => this.#take(bytes, type),
      onEnd: () => {
        this.#isWhole = true
        this.#sound?.end()
        forget()
        if (this.#isShown === 0) this.#handOver()
      },
    })
  }

  /** The position and what has come, in seconds. */
  times(): { readonly at: number; readonly ready: number } {
    return { at: this.#sound?.time() ?? 0, ready: this.#sound?.ready() ?? 0 }
  }

  readonly toggle = (): void => {
    if (this.state.get() === 'playing') this.#sound?.pause()
    else this.#sound?.play()
  }

  /** To be called when it appears; returns what to call when it disappears. A partial sound then pauses, a whole one goes to the file's player. */
  readonly show = (): (() => void) => {
    this.#isShown += 1
    return () => {
      this.#isShown -= 1
      if (this.#isShown > 0) return
      if (this.#isWhole) this.#handOver()
      // The file may be shown a moment before the end of its reply is known.
      else setTimeout(() => this.#isShown === 0 && this.#sound?.pause(), grace)
    }
  }

  #handOver(): void {
    const sound = this.#sound
    this.#sound = undefined
    if (!sound) return
    sound.onChange = () => {}
    if (sound.state === 'failed') sound.close()
    else handOver(sound, { run: this.#run, size: this.#size })
  }

  #take(bytes: Uint8Array<ArrayBuffer>, type: string): void {
    this.#size += bytes.length
    if (this.state.get() === 'waiting') this.#begin(type)
    this.#sound?.push(bytes)
  }

  #begin(type: string): void {
    const sound = this.#make(type)
    this.#sound = sound
    if (sound) sound.onChange = () => this.state.set(sound.state)
    sound?.play()
    this.state.set(sound?.state ?? 'whole-only')
  }
}

const open = new Map<string, ArrivingPlayback>()

/** The sound of a run to which this page listens already; undefined for others. */
export const listenedTo = (run: string): ArrivingPlayback | undefined => open.get(run)

/** Listens to the sound of an open run of this page, once: asked again, it gives the same. */
export function listenAndPlay(run: string): ArrivingPlayback {
  const found = open.get(run)
  if (found) return found
  const made = new ArrivingPlayback(run, () => open.delete(run))
  open.set(run, made)
  return made
}
