import * as z from 'zod/mini'
import { jsonIn, listOf } from '#contract/core/loose-json.ts'
import type { ConnectionHeader } from '../client/exchange.ts'
import { PageState } from '../ui/page-state.ts'

/** A connection: name, base URL and key. */
export interface Profile {
  readonly id: string
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Held in memory; stored on this device only with `remember`. */
  readonly key: string
  /** Sent with every request, and kept as the key is: without `remember` only their names are stored. */
  readonly headers?: readonly ConnectionHeader[]
  readonly remember: boolean
  /** It had a key that was not stored, until a key is typed or the person says that none is needed. */
  readonly keyForgotten?: boolean
}

/** Whether a request can be sent: not while a key or a header's value is missing that was set before. */
export const isReady = ({ key, keyForgotten, headers = [] }: Profile): boolean =>
  (key !== '' || keyForgotten !== true) && headers.every(({ value }) => value !== '')

/** The same with the page's own router, which always needs a key, received or typed. */
export const canSend = (profile: Profile): boolean => (profile.id === localId ? profile.key !== '' : isReady(profile))

/** What is sent to, and with it, without what is empty. */
export const connectionOf = ({ name, baseUrl, key, headers = [] }: Profile) => ({
  ...{ name, baseUrl },
  ...(key && { key }),
  ...(headers.length > 0 && { headers }),
})

/** The id of the first profile: the router that serves this page. It is never removed. */
export const localId = 'local'

const StoredProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  baseUrl: z.string(),
  key: z.optional(z.string()),
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  // Earlier versions stored only remembered profiles, without this field.
  remember: z._default(z.boolean(), true),
  keyForgotten: z.optional(z.boolean()),
})

/** A profile as it is stored: without its key and the values of its headers, unless `remember` is set. */
export function storedProfile({ keyForgotten, ...profile }: Profile): Profile {
  if (profile.remember) return profile
  const headers = profile.headers?.map(({ name }) => ({ name, value: '' }))
  const isForgotten = profile.key !== '' || keyForgotten
  return { ...profile, key: '', ...(headers && { headers }), ...(isForgotten && { keyForgotten: true }) }
}

/** Parses the stored profiles; those that do not fit are left out. */
export function readStoredProfiles(text: string | null): readonly Profile[] {
  return listOf(jsonIn(text ?? '')).flatMap((entry): readonly Profile[] => {
    const parsed = StoredProfile.safeParse(entry)
    if (!parsed.success || !/^https?:\/\//.test(parsed.data.baseUrl)) return []
    const { key = '', remember, keyForgotten, headers, ...others } = parsed.data
    const rest = { ...others, ...(headers && { headers }) }
    if (remember) return [{ ...rest, key, remember }]
    return [{ ...rest, key: '', remember, ...(keyForgotten && { keyForgotten }) }]
  })
}

interface Profiles {
  readonly all: readonly Profile[]
  /** The id of the profile in use. It may be missing in `all` where another tab removed it: then the person has to choose. */
  readonly selected: string
  /** A change to the connection in use that the person did not make here, as a sentence; until the next choice. */
  readonly notice?: string
}

/** The used part of `localStorage`, which all tabs share, or `sessionStorage`. */
export type ProfileStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const profilesKey = 'patchbay.profiles'
const selectedKey = 'patchbay.profile'

/**
 * The profiles of this page. Names and base URLs are in `localStorage`, a key only by choice, of the local profile nothing else. A write
 * changes one stored profile only, so that a key removed by another tab is never written back. The selection is stored per tab; a new tab
 * starts with the last one.
 */
export class ProfileStore {
  readonly #state: PageState<Profiles>
  readonly get: () => Profiles
  readonly subscribe: PageState<Profiles>['subscribe']
  readonly #local: Pick<Profile, 'name' | 'baseUrl'>
  readonly #storage: ProfileStorage | undefined
  readonly #tab: ProfileStorage | undefined

  constructor(local: Pick<Profile, 'name' | 'baseUrl'>, storage?: ProfileStorage, tab?: ProfileStorage) {
    this.#local = local
    this.#storage = storage
    this.#tab = tab
    const all = this.#merged([{ id: localId, key: '', remember: false, ...local }])
    const selected = read(tab, selectedKey) ?? read(storage, selectedKey) ?? localId
    this.#state = new PageState(() => ({ all, selected }))
    this.get = this.#state.get
    this.subscribe = this.#state.subscribe
  }

  /** To be called when another tab wrote to storage; `key` is null where all of it was cleared. */
  changedElsewhere(key: string | null): void {
    if (key !== null && key !== profilesKey) return
    const before = this.#inUse()
    this.#state.set({ ...this.get(), all: this.#merged(this.get().all) })
    const now = this.#inUse()
    if (before && now && before.baseUrl !== now.baseUrl)
      this.#state.set({ ...this.get(), notice: `${now.name} was changed in another tab. It now uses ${now.baseUrl}.` })
  }

  put(profile: Profile): void {
    const { keyForgotten, ...rest } = profile
    const next = profile.key === '' ? profile : rest
    const isKept = profile.id !== localId || profile.remember
    this.#keep(profile.id, isKept ? storedProfile(next) : undefined)
    this.#state.set({ ...this.get(), all: replaced(this.get().all, next) })
  }

  /** Removes a profile. Where it is in use, the local one is selected, with a notice. */
  remove(id: string): void {
    if (id === localId) return
    const gone = this.#inUse()
    this.#keep(id, undefined)
    this.#state.set({ ...this.get(), all: this.get().all.filter((one) => one.id !== id) })
    if (gone?.id !== id) return
    this.select(localId)
    this.#state.set({ ...this.get(), notice: `${gone.name} was removed. Requests now go to ${this.#local.name}.` })
  }

  select(id: string): void {
    this.#state.set({ all: this.get().all, selected: id })
    write(this.#tab, selectedKey, id)
    write(this.#storage, selectedKey, id)
  }

  dismissNotice(): void {
    const { notice: _, ...rest } = this.get()
    this.#state.set(rest)
  }

  #inUse(): Profile | undefined {
    return this.get().all.find(({ id }) => id === this.get().selected)
  }

  /** The page's profiles updated from the storage; a profile that is no longer stored is kept in memory only. */
  #merged(all: readonly Profile[]): readonly Profile[] {
    const known = new Map(all.map((one) => [one.id, one]))
    return readStoredProfiles(read(this.#storage, profilesKey)).reduce<readonly Profile[]>(
      (merged, stored) => replaced(merged, this.#here(stored, known.get(stored.id))),
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

  #keep(id: string, profile: Profile | undefined): void {
    const stored = readStoredProfiles(read(this.#storage, profilesKey))
    const kept = profile ? replaced(stored, profile) : stored.filter((one) => one.id !== id)
    if (profile || kept.length < stored.length)
      write(this.#storage, profilesKey, kept.length > 0 ? JSON.stringify(kept) : undefined)
  }
}

function read(storage: ProfileStorage | undefined, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}

function write(storage: ProfileStorage | undefined, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, value)
  } catch {
    // Storage is full or forbidden: profiles last as long as the page.
  }
}

function replaced(all: readonly Profile[], profile: Profile): readonly Profile[] {
  const known = all.some((one) => one.id === profile.id)
  return known ? all.map((one) => (one.id === profile.id ? profile : one)) : [...all, profile]
}
