import { localId, type Profile, readStoredProfiles } from './profile.ts'

interface Profiles {
  readonly all: readonly Profile[]
  readonly selected: string
}

/** Where remembered profiles are kept, by all tabs together: `localStorage`, or nothing where it is forbidden. */
export type ProfileShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const shelfKey = 'patchbay.profiles'
const selectedKey = 'patchbay.profile'

/**
 * The profiles of this page. Only a profile with `remember` ever reaches the shelf; of the local one, nothing does but a key
 * that the person typed and chose to remember. A write touches the one profile that it is about: of the others, what the shelf
 * says counts, so that what another tab has forgotten is never written back.
 */
export class ProfileStore {
  #state: Profiles
  readonly #local: Pick<Profile, 'name' | 'baseUrl'>
  readonly #shelf: ProfileShelf | undefined
  readonly #listeners = new Set<() => void>()

  constructor(local: Pick<Profile, 'name' | 'baseUrl'>, shelf?: ProfileShelf) {
    this.#local = local
    this.#shelf = shelf
    const all = this.#merged([{ id: localId, key: '', remember: false, ...local }])
    const selected = this.#read(selectedKey)
    this.#state = { all, selected: all.find((profile) => profile.id === selected)?.id ?? localId }
  }

  get = (): Profiles => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another tab wrote to storage: under this name, or all of it where there is no name. */
  changedElsewhere(key: string | null): void {
    if (key === null || key === shelfKey) this.#show({ ...this.#state, all: this.#merged(this.#state.all) })
  }

  /** Adds a profile, or replaces the one with its id. */
  put(profile: Profile): void {
    this.#keep(profile.id, profile.remember ? profile : undefined)
    this.#show({ ...this.#state, all: replaced(this.#state.all, profile) })
    if (profile.id === this.#state.selected) this.#keepSelection()
  }

  remove(id: string): void {
    if (id === localId) return
    this.#keep(id, undefined)
    this.#show({ ...this.#state, all: this.#state.all.filter((one) => one.id !== id) })
    if (id === this.#state.selected) this.select(localId)
  }

  select(id: string): void {
    this.#show({ ...this.#state, selected: id })
    this.#keepSelection()
  }

  /** What this page has, as the shelf knows it: one that is not there any more lives on in memory only. */
  #merged(all: readonly Profile[]): readonly Profile[] {
    const stored = readStoredProfiles(this.#read(shelfKey)).map((one) =>
      one.id === localId ? { ...one, ...this.#local } : one,
    )
    return stored.reduce(
      replaced,
      all.map((one) => ({ ...one, remember: false })),
    )
  }

  /** Writes or removes this one profile on the shelf. */
  #keep(id: string, profile: Profile | undefined): void {
    const stored = readStoredProfiles(this.#read(shelfKey))
    const kept = profile ? replaced(stored, profile) : stored.filter((one) => one.id !== id)
    if (profile || kept.length < stored.length)
      this.#write(shelfKey, kept.length > 0 ? JSON.stringify(kept) : undefined)
  }

  /** A selection outlives the page only where its profile does. */
  #keepSelection(): void {
    const { all, selected } = this.#state
    const lasts = selected === localId || all.some((one) => one.id === selected && one.remember)
    this.#write(selectedKey, lasts ? selected : undefined)
  }

  #show(next: Profiles): void {
    this.#state = next
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

/** The list with this profile in the place of the one with its id, or at its end. */
function replaced(all: readonly Profile[], profile: Profile): readonly Profile[] {
  const known = all.some((one) => one.id === profile.id)
  return known ? all.map((one) => (one.id === profile.id ? profile : one)) : [...all, profile]
}
