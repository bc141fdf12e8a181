import type { EditWorld } from '../edit-state.ts'
import { noStaging, Staging, type StagingEvent, staged } from './staging.ts'

/** The staging of a page's edits, kept as a draft, so that a reload shows the same candidate. */
export class StagingStore {
  readonly #draft: ReturnType<EditWorld['openDraft']>
  readonly #listeners = new Set<() => void>()
  #state = noStaging

  constructor(openDraft: EditWorld['openDraft']) {
    this.#draft = openDraft('staging')
  }

  readonly state = (): Staging => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the draft. What happened before that is replaced by it. */
  async load(): Promise<void> {
    this.#set(Staging.safeParse(await this.#draft.read()).data ?? noStaging)
  }

  tell(event: StagingEvent): void {
    const next = staged(this.#state, event)
    if (next === this.#state) return
    this.#set(next)
    this.#draft.write(next)
  }

  #set(state: Staging): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
