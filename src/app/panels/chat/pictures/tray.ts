import { type Incoming, withRefusal } from '../../../files/incoming.ts'
import { type Detail, type Picture, StoredPictures } from './picture.ts'
import { type ChatFile, readChatPicture } from './read-chat-picture.ts'

export interface TrayState {
  readonly status: 'loading' | 'ready'
  readonly pictures: readonly Picture[]
  readonly incoming: readonly Incoming[]
}

/** What a tray needs of the world. */
interface TrayWorld {
  readonly draft: { read(): Promise<unknown>; write(value: unknown): void }
  /** Whether the draft is of the message that is being written; else what stands there is left over and not read. */
  readonly kept: boolean
  readonly newId: () => string
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<unknown>
}

/**
 * The pictures of the message that is being written: one tray for each page, so that they outlive the panel, and kept as a draft, so
 * that they outlive the page.
 */
export class PictureTray {
  readonly #world: TrayWorld
  readonly #listeners = new Set<() => void>()
  #state: TrayState = { status: 'loading', pictures: [], incoming: [] }
  #queue: Promise<void>

  constructor(world: TrayWorld) {
    this.#world = world
    this.#queue = this.#load()
  }

  readonly state = (): TrayState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes files in, one after the other, in the order in which they come: beside what is there, or alone. Resolves when all are read. */
  add(files: readonly ChatFile[], how: 'beside' | 'alone' = 'beside'): Promise<void> {
    if (how === 'alone') this.#queue = this.#queue.then(() => this.#put([]))
    const news = files.map((file) => ({ file, id: this.#world.newId() }))
    const reading = news.map(({ id, file }): Incoming => ({ id, name: file.name, status: 'reading' }))
    this.#set({ incoming: [...this.#state.incoming, ...reading] })
    for (const { id, file } of news) this.#queue = this.#queue.then(() => this.#takeIn(id, file))
    return this.#queue
  }

  /** Waits for what is still being read. False where a file was refused meanwhile: it is missing from what was meant to be sent. */
  async settled(): Promise<boolean> {
    const refused = this.#refused()
    await this.#queue
    return this.#refused() <= refused
  }

  dismiss(id: string): void {
    this.#set({ incoming: this.#state.incoming.filter((one) => one.id !== id) })
  }

  /** These are on their way, and what was refused is no longer of interest. */
  sent(gone: readonly Picture[]): void {
    this.#set({ incoming: this.#state.incoming.filter(({ status }) => status === 'reading') })
    this.remove(gone.map(({ id }) => id))
  }

  remove(ids: readonly string[]): void {
    this.#put(this.#state.pictures.filter(({ id }) => !ids.includes(id)))
  }

  /** How closely these are to be looked at; undefined is not sent. */
  setDetail(ids: readonly string[], detail: Detail | undefined): void {
    this.#put(this.#state.pictures.map((picture) => (ids.includes(picture.id) ? { ...picture, detail } : picture)))
  }

  #refused(): number {
    return this.#state.incoming.filter(({ status }) => status === 'refused').length
  }

  async #load(): Promise<void> {
    const stored = this.#world.kept ? await this.#world.draft.read() : undefined
    this.#set({ status: 'ready', pictures: StoredPictures.safeParse(stored).data ?? [] })
  }

  async #takeIn(id: string, file: ChatFile): Promise<void> {
    const { look, newId } = this.#world
    const before = this.#state.pictures.reduce((sum, { blob }) => sum + blob.size, 0)
    const reading = await readChatPicture(file, { look, newId, before })
    if (reading.kind === 'ready') {
      this.dismiss(id)
      this.#put([...this.#state.pictures, reading.picture])
    } else this.#set({ incoming: withRefusal(this.#state.incoming, id, reading.why) })
  }

  #put(pictures: readonly Picture[]): void {
    this.#set({ pictures })
    this.#world.draft.write(pictures)
  }

  #set(change: Partial<TrayState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}
