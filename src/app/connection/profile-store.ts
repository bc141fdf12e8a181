import { localId, type Profile, readStoredProfiles } from './profile.ts'

interface Profiles {
  readonly all: readonly Profile[]
  readonly selected: string
}

/** Where remembered profiles are kept: `localStorage`, or nothing where it is forbidden. */
export type ProfileShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const shelfKey = 'patchbay.profiles'
const selectedKey = 'patchbay.profile'

/**
 * The profiles of this page. Only a profile with `remember` ever reaches the shelf; of the local one, nothing does but a key
 * that the person typed and chose to remember.
 */
export class ProfileStore {
  #state: Profiles
  readonly #shelf: ProfileShelf | undefined
  readonly #listeners = new Set<() => void>()

  constructor(local: Pick<Profile, 'name' | 'baseUrl'>, shelf?: ProfileShelf) {
    this.#shelf = shelf
    const stored = readStoredProfiles(this.#read(shelfKey))
    const own = stored.find((profile) => profile.id === localId)
    const first: Profile = { id: localId, key: '', remember: false, ...own, ...local }
    const all = [first, ...stored.filter((profile) => profile.id !== localId)]
    const selected = this.#read(selectedKey)
    this.#state = { all, selected: all.find((profile) => profile.id === selected)?.id ?? localId }
  }

  get = (): Profiles => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds a profile, or replaces the one with its id. */
  put(profile: Profile): void {
    const known = this.#state.all.some((one) => one.id === profile.id)
    const all = known
      ? this.#state.all.map((one) => (one.id === profile.id ? profile : one))
      : [...this.#state.all, profile]
    this.#set({ ...this.#state, all })
  }

  remove(id: string): void {
    if (id === localId) return
    const all = this.#state.all.filter((one) => one.id !== id)
    this.#set({ all, selected: this.#state.selected === id ? localId : this.#state.selected })
  }

  select(id: string): void {
    this.#set({ ...this.#state, selected: id })
  }

  #set(next: Profiles): void {
    this.#state = next
    const kept = next.all.filter((profile) => profile.remember)
    this.#write(shelfKey, kept.length > 0 ? JSON.stringify(kept) : undefined)
    const lasting = next.selected === localId || kept.some((profile) => profile.id === next.selected)
    this.#write(selectedKey, lasting ? next.selected : undefined)
    for (const listener of this.#listeners) listener()
  }

  #read(key: string): string | null {
    try {
      return this.#shelf?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  #write(key: string, value: string | undefined): void {
    try {
      if (value === undefined) this.#shelf?.removeItem(key)
      else this.#shelf?.setItem(key, value)
    } catch {
      // Storage is full or forbidden: the profiles hold as long as the page.
    }
  }
}
