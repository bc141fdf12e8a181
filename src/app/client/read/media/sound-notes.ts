import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'

const names = ['alignment', 'normalized_alignment', 'normalizedAlignment'] as const

/**
 * The times of characters that come beside pieces of sound, joined list by list: `{ alignment: { characters, character_start_times_seconds,
 * character_end_times_seconds }, normalized_alignment }`, as ElevenLabs streams them. Their times count from the beginning of the sound.
 */
export class SoundNotes {
  readonly #joined: Record<string, Map<string, unknown[]>> = {}

  /** Takes the times that one event brings. */
  take(event: JsonRecord): void {
    for (const name of names) {
      const times = event[name]
      if (!isRecord(times)) continue
      const lists = this.#joined[name] ?? new Map<string, unknown[]>()
      this.#joined[name] = lists
      for (const [key, value] of Object.entries(times)) {
        if (!Array.isArray(value)) continue
        const list = lists.get(key)
        if (list) for (const one of value) list.push(one)
        else lists.set(key, [...listOf(value)])
      }
    }
  }

  /** What was taken, as one record; undefined where nothing was. */
  get all(): JsonRecord | undefined {
    const joined = Object.entries(this.#joined).map(([name, lists]) => [name, Object.fromEntries(lists)])
    return joined.length > 0 ? Object.fromEntries(joined) : undefined
  }
}
