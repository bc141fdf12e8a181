import { type Recordings, recordingsOf } from '../../run/recordings.ts'
import { onePerRuns } from '../../run/runs.ts'
import { PageState } from '../../ui/page-state.ts'
import { completed } from '../../view/media/sound/load-sound-facts.ts'
import type { Take } from './recorder.ts'

/** A recording that was not used yet. One of an earlier page has its bytes in the ledger. */
export type UnusedTake = Omit<Take, 'blob'> & { readonly blob?: Blob }

interface Shown {
  readonly takes: readonly UnusedTake[]
  /** The one that was discarded last: deleted with the next one, or by `settle`. */
  readonly discarded?: UnusedTake | undefined
}

/** The recordings that were not used yet: those of this page, and those that earlier pages left. */
export class Takes {
  readonly #recordings: Recordings
  readonly shown = new PageState<Shown>(() => ({ takes: [] }))

  constructor(recordings: Recordings) {
    this.#recordings = recordings
  }

  /** Reads what earlier pages, and other tabs by now, have left. */
  async look(): Promise<void> {
    const kept = await this.#recordings.list().catch(() => [])
    const { takes, discarded } = this.shown.get()
    const others = kept.filter(({ id }) => id !== discarded?.id && takes.every((one) => one.id !== id))
    if (others.length > 0) this.#show([...others.map((one) => ({ ...one, stored: 'kept' as const })), ...takes])
  }

  readonly add = (take: Take): void => this.#show([...this.shown.get().takes, take])

  /** Its bytes, with the length of the recording; undefined where another tab has deleted it. */
  async read({ id, blob }: UnusedTake): Promise<Blob | undefined> {
    const bytes = blob ?? (await this.#recordings.read(id).catch(() => undefined))
    return bytes && completed(bytes)
  }

  discard(take: UnusedTake): void {
    this.settle()
    this.shown.set({ takes: this.shown.get().takes.filter(({ id }) => id !== take.id), discarded: take })
  }

  readonly undo = (): void => {
    const { takes, discarded } = this.shown.get()
    if (discarded) this.#show([...takes, discarded].toSorted((a, b) => a.started - b.started))
  }

  readonly settle = (): void => {
    const { discarded } = this.shown.get()
    if (discarded) this.delete([discarded.id])
  }

  delete(ids: readonly string[]): void {
    this.#show(this.shown.get().takes.filter(({ id }) => !ids.includes(id)))
    for (const id of ids) void this.#recordings.remove(id).catch(() => {})
  }

  #show(takes: readonly UnusedTake[]): void {
    this.shown.set({ takes })
  }
}

/** The takes of the page: one list for all file fields, since what was recorded for one tool may be used in another. */
export const takesOf = onePerRuns((runs) => new Takes(recordingsOf(runs)))
