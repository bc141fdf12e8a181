import type { ComboboxOption } from '../../ui/popup/combobox-list.tsx'
import type { SavedVoice, VoiceShelf } from './voice-shelf.ts'

/**
 * The voices that may be chosen: favourites, then saved ones of this connection, those of the model, and saved ones of other connections.
 * Each id stands once.
 */
export function voiceOptions(listed: readonly string[], shelf: VoiceShelf, baseUrl: string): readonly ComboboxOption[] {
  const { saved, favourites } = shelf
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
export function voiceName(id: string, { saved }: VoiceShelf, baseUrl: string): string {
  const voice = saved.find((one) => one.id === id && one.baseUrl === baseUrl) ?? saved.find((one) => one.id === id)
  return voice?.name ?? id
}
