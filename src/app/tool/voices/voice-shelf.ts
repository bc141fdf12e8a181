import * as z from 'zod/mini'
import { isRecord, jsonIn, listOf } from '#contract/core/loose-json.ts'
import { PageState, readKept, writeKept } from '../../ui/page-state.ts'

/** A voice that the person saved, mostly one that was designed. Only its id is kept here: the voice itself is at its provider. */
const SavedVoice = z.looseObject({
  /** As a request names it. */
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  labels: z._default(z.array(z.string()), []),
  /** The base URL that gave the id, and the name of that connection. */
  baseUrl: z._default(z.string(), ''),
  connection: z._default(z.string(), ''),
  /** The model that designed it. */
  model: z.optional(z.string()),
  /** The description it was designed from. */
  description: z.optional(z.string()),
  language: z.optional(z.string()),
  /** Ms since 1970. */
  savedAt: z._default(z.number(), 0),
})
export type SavedVoice = z.infer<typeof SavedVoice>

/** The saved voices, in the order of saving, and the ids of favourites. */
export interface VoiceShelf {
  readonly saved: readonly SavedVoice[]
  readonly favourites: readonly string[]
}

const shelfKey = 'patchbay.voices'
const empty: VoiceShelf = { saved: [], favourites: [] }

/** Reads a stored or exported shelf; entries that cannot be read are left out, and unknown fields of the others are kept. */
export function readShelf(text: string): VoiceShelf {
  const value = jsonIn(text)
  const { saved, favourites } = isRecord(value) ? value : { saved: value, favourites: [] }
  return {
    saved: listOf(saved).flatMap((one) => z.safeParse(SavedVoice, one).data ?? []),
    favourites: listOf(favourites).filter((one) => typeof one === 'string'),
  }
}

const fromStorage = (): VoiceShelf | undefined => {
  const text = readKept(shelfKey)
  return text === null ? undefined : readShelf(text)
}

/** The voices of this browser, the same in all its tabs: `localStorage`, or the page where that is forbidden. */
export const voiceShelf = new PageState<VoiceShelf>(() => fromStorage() ?? empty)

// Fired for the writes of other tabs; the key is null where everything was cleared.
addEventListener('storage', ({ key }) => {
  if (key === null || key === shelfKey) voiceShelf.set(fromStorage() ?? empty)
})

/** Changes what is stored now, which another tab may have written. */
function change(how: (shelf: VoiceShelf) => VoiceShelf): void {
  const next = how(fromStorage() ?? voiceShelf.get())
  writeKept(shelfKey, JSON.stringify(next))
  voiceShelf.set(next)
}

type VoiceKey = Pick<SavedVoice, 'id' | 'baseUrl'>

/** Two connections may use the same id for different voices. */
export const isVoice = (one: VoiceKey, other: VoiceKey): boolean => one.id === other.id && one.baseUrl === other.baseUrl

/** Saves voices; one that is saved already is replaced. */
export function saveVoices(voices: readonly SavedVoice[]): void {
  change((shelf) => {
    const others = shelf.saved.filter((one) => !voices.some((voice) => isVoice(one, voice)))
    return { ...shelf, saved: [...others, ...voices].toSorted((a, b) => a.savedAt - b.savedAt) }
  })
}

/** Removes a voice from this browser. Saving it again undoes that. */
export function removeVoice(voice: VoiceKey): void {
  change((shelf) => ({ ...shelf, saved: shelf.saved.filter((one) => !isVoice(one, voice)) }))
}

export function setFavourite(id: string, isFavourite: boolean): void {
  change((shelf) => {
    const others = shelf.favourites.filter((one) => one !== id)
    return { ...shelf, favourites: isFavourite ? [...others, id] : others }
  })
}

/** Adds what an exported file holds. Returns how many voices it held. */
export function importShelf(text: string): number {
  const { saved, favourites } = readShelf(text)
  saveVoices(saved)
  for (const id of favourites) setFavourite(id, true)
  return saved.length
}
