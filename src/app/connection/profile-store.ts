import { localId, type Profile, readStoredProfiles, storedProfile } from './profile.ts'

interface Profiles {
  readonly all: readonly Profile[]
  /** The id of the profile in use. It may be missing in `all` where another tab removed it: then the person has to choose. */
  readonly selected: string
  /** A change to the connection in use that the person did not make here, as a sentence; until the next choice. */
  readonly notice?: string
}

/** The used part of `localStorage`, which all tabs share, or `sessionStorage`. */
export type ProfileShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const shelfKey = 'patchbay.profiles'
const selectedKey = 'patchbay.profile'

/**
 * The profiles of this page. Names and base URLs are stored on the shelf (`localStorage`), a key only where the person chose so; of the
 * local profile only such a key. A write changes one profile and leaves the stored state of the others, so that a key that another tab
 * has removed is never written back. The selection is stored per tab; a new tab starts with the last one.
 */
export class ProfileStore {
  #state: Profiles
  readonly #local: Pick<Profile, 'name' | 'baseUrl'>
  readonly #shelf: ProfileShelf | undefined
  readonly #tab: ProfileShelf | undefined
  readonly #listeners = new Set<() => void>()

  constructor(local: Pick<Profile, 'name' | 'baseUrl'>, shelf?: ProfileShelf, tab?: ProfileShelf) {
    this.#local = local
    this.#shelf = shelf
    this.#tab = tab
    const all = this.#merged([{ id: localId, key: '', remember: false, ...local }])
    const selected = read(tab, selectedKey) ?? read(shelf, selectedKey) ?? localId
    this.#state = { all, selected }
  }

  get = (): Profiles => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called when another tab wrote to storage; `key` is null where all of it was cleared. */
  changedElsewhere(key: string | null): void {
    if (key !== null && key !== shelfKey) return
    const before = this.#inUse()
    this.#show({ ...this.#state, all: this.#merged(this.#state.all) })
    const now = this.#inUse()
    if (before && now && before.baseUrl !== now.baseUrl)
      this.#show({ ...this.#state, notice: `${now.name} was changed in another tab. It now uses ${now.baseUrl}.` })
  }

  /** Adds a profile, or replaces the one with its id. */
  put(profile: Profile): void {
    const { keyForgotten, ...rest } = profile
    const next = profile.key === '' ? profile : rest
    const isKept = profile.id !== localId || profile.remember
    this.#keep(profile.id, isKept ? storedProfile(next) : undefined)
    this.#show({ ...this.#state, all: replaced(this.#state.all, next) })
  }

  /** Removes a profile. Where it is in use, the local one is selected, with a notice. */
  remove(id: string): void {
    if (id === localId) return
    const gone = this.#inUse()
    this.#keep(id, undefined)
    this.#show({ ...this.#state, all: this.#state.all.filter((one) => one.id !== id) })
    if (gone?.id !== id) return
    this.select(localId)
    this.#show({ ...this.#state, notice: `${gone.name} was removed. Requests now go to ${this.#local.name}.` })
  }

  /** The person's choice. */
  select(id: string): void {
    this.#show({ all: this.#state.all, selected: id })
    write(this.#tab, selectedKey, id)
    write(this.#shelf, selectedKey, id)
  }

  dismissNotice(): void {
    const { notice: _, ...rest } = this.#state
    this.#show(rest)
  }

  #inUse(): Profile | undefined {
    return this.#state.all.find(({ id }) => id === this.#state.selected)
  }

  /** The page's profiles updated from the shelf; a profile that is no longer stored is kept in memory only. */
  #merged(all: readonly Profile[]): readonly Profile[] {
    return readStoredProfiles(read(this.#shelf, shelfKey)).reduce<readonly Profile[]>(
      (merged, stored) =>
        replaced(
          merged,
          this.#here(
            stored,
            all.find(({ id }) => id === stored.id),
          ),
        ),
      all.map((one) => ({ ...one, remember: false })),
    )
  }

  /** A stored profile with the key and headers in this page's memory, unless its address has changed. */
  #here(stored: Profile, known: Profile | undefined): Profile {
    if (stored.id === localId) return { ...stored, ...this.#local }
    if (stored.remember || !known || known.baseUrl !== stored.baseUrl) return stored
    const { keyForgotten: _, ...rest } = stored
    const headers = stored.headers?.map((one) => known.headers?.find(({ name }) => name === one.name) ?? one)
    return { ...(known.key === '' ? stored : { ...rest, key: known.key }), ...(headers && { headers }) }
  }

  /** Writes or removes one profile on the shelf. */
  #keep(id: string, profile: Profile | undefined): void {
    const stored = readStoredProfiles(read(this.#shelf, shelfKey))
    const kept = profile ? replaced(stored, profile) : stored.filter((one) => one.id !== id)
    if (profile || kept.length < stored.length)
      write(this.#shelf, shelfKey, kept.length > 0 ? JSON.stringify(kept) : undefined)
  }

  #show(next: Profiles): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

function read(shelf: ProfileShelf | undefined, key: string): string | null {
  try {
    return shelf?.getItem(key) ?? null
  } catch {
    return null
  }
}

function write(shelf: ProfileShelf | undefined, key: string, value: string | undefined): void {
  try {
    if (value === undefined) shelf?.removeItem(key)
    else shelf?.setItem(key, value)
  } catch {
    // Storage is full or forbidden: profiles last as long as the page.
  }
}

/** The list with the profile of the same id replaced, or the profile appended. */
function replaced(all: readonly Profile[], profile: Profile): readonly Profile[] {
  const known = all.some((one) => one.id === profile.id)
  return known ? all.map((one) => (one.id === profile.id ? profile : one)) : [...all, profile]
}
