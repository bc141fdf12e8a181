import * as z from 'zod/mini'
import { isRecord, jsonIn, listOf } from '#contract/core/loose-json.ts'
import { PageState, readKept, usePageState, writeKept } from '../../ui/page-state.ts'
import type { ComboboxOption } from '../../ui/popup/combobox-list.tsx'

/** A voice that the person saved, mostly one that was designed. Only its id is kept here: the voice itself is at its provider. */
const SavedVoice = z.looseObject({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  labels: z._default(z.array(z.string()), []),
  /** The base URL that gave the id, and the name of that connection. */
  baseUrl: z._default(z.string(), ''),
  connection: z._default(z.string(), ''),
  model: z.optional(z.string()),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
  /** Ms since 1970. */
  savedAt: z._default(z.number(), 0),
})
export type SavedVoice = z.infer<typeof SavedVoice>

interface VoiceLibrary {
  readonly saved: readonly SavedVoice[]
  readonly favourites: readonly string[]
}

const storageKey = 'patchbay.voices'
const empty: VoiceLibrary = { saved: [], favourites: [] }

/** Reads a stored or exported library; entries that cannot be read are left out, and unknown fields of the others are kept. */
export function readLibrary(text: string): VoiceLibrary {
  const value = jsonIn(text)
  const { saved, favourites } = isRecord(value) ? value : { saved: value, favourites: [] }
  return {
    saved: listOf(saved).flatMap((one) => z.safeParse(SavedVoice, one).data ?? []),
    favourites: listOf(favourites).filter((one) => typeof one === 'string'),
  }
}

const fromStorage = (): VoiceLibrary | undefined => {
  const text = readKept(storageKey)
  return text === null ? undefined : readLibrary(text)
}

/** The voices of this browser, the same in all its tabs: `localStorage`, or the page where that is forbidden. */
export const voiceLibrary = new PageState<VoiceLibrary>(() => fromStorage() ?? empty)

// Fired for the writes of other tabs; the key is null where everything was cleared.
addEventListener('storage', ({ key }) => {
  if (key === null || key === storageKey) voiceLibrary.set(fromStorage() ?? empty)
})

/** Changes what is stored now, which another tab may have written. */
function change(how: (library: VoiceLibrary) => VoiceLibrary): void {
  const next = how(fromStorage() ?? voiceLibrary.get())
  writeKept(storageKey, JSON.stringify(next))
  voiceLibrary.set(next)
}

type VoiceKey = Pick<SavedVoice, 'id' | 'baseUrl'>

/** Two connections may use the same id for different voices. */
export const isVoice = (one: VoiceKey, other: VoiceKey): boolean => one.id === other.id && one.baseUrl === other.baseUrl

/** Saves voices; one that is saved already is replaced. */
export function saveVoices(voices: readonly SavedVoice[]): void {
  change((library) => {
    const others = library.saved.filter((one) => !voices.some((voice) => isVoice(one, voice)))
    return { ...library, saved: [...others, ...voices].toSorted((a, b) => a.savedAt - b.savedAt) }
  })
}

/** Removes a voice from this browser. Saving it again undoes that. */
export function removeVoice(voice: VoiceKey): void {
  change((library) => ({ ...library, saved: library.saved.filter((one) => !isVoice(one, voice)) }))
}

export function setFavourite(id: string, isFavourite: boolean): void {
  change((library) => {
    const others = library.favourites.filter((one) => one !== id)
    return { ...library, favourites: isFavourite ? [...others, id] : others }
  })
}

/** Adds what an exported file holds. Returns how many voices it held. */
export function importLibrary(text: string): number {
  const { saved, favourites } = readLibrary(text)
  saveVoices(saved)
  for (const id of favourites) setFavourite(id, true)
  return saved.length
}

/** The voices to choose from, each once: favourites, saved ones of this connection, those of the model, saved ones of other connections. */
export function voiceOptions(
  listed: readonly string[],
  library: VoiceLibrary,
  baseUrl: string,
): readonly ComboboxOption[] {
  const { saved, favourites } = library
  const isHere = (voice: SavedVoice) => voice.baseUrl === baseUrl || voice.baseUrl === ''
  const mine = saved.filter(isHere)
  const known = [...mine.map(({ id }) => id), ...listed]
  const ids = [
    ...favourites.filter((id) => known.includes(id)),
    ...known,
    ...saved.filter((voice) => !isHere(voice)).map(({ id }) => id),
  ]
  return [...new Set(ids)].map((id) => {
    const voice = mine.find((one) => one.id === id) ?? saved.find((one) => one.id === id && !listed.includes(id))
    const badges = [...(favourites.includes(id) ? ['favourite'] : []), ...(voice ? ['my voice', ...voice.labels] : [])]
    return { value: id, badges, ...(voice && { label: voice.name, hint: hintOf(voice, isHere(voice)) }) }
  })
}

const hintOf = ({ id, connection }: SavedVoice, isHere: boolean) =>
  isHere ? id : `${id} · saved from ${connection || 'another connection'}`

/** The name under which a voice is saved for a connection; its id where it is not. */
export function voiceName(id: string, { saved }: VoiceLibrary, baseUrl: string): string {
  const voice = saved.find((one) => one.id === id && one.baseUrl === baseUrl) ?? saved.find((one) => one.id === id)
  return voice?.name ?? id
}

export function useVoiceNames(baseUrl: string): (id: string) => string {
  const library = usePageState(voiceLibrary)
  return (id) => voiceName(id, library, baseUrl)
}
