import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'

const names = ['alignment', 'normalized_alignment', 'normalizedAlignment'] as const

/**
 * The times of characters that come beside pieces of sound, joined list by list: `{ alignment: { characters, character_start_times_seconds,
 * character_end_times_seconds }, normalized_alignment }`, as ElevenLabs streams them. Their times count from the beginning of the sound.
 */
export class SoundNotes {
  readonly #joined: Record<string, Record<string, unknown[]>> = {}

  /** Takes the times that one event brings. */
  take(event: JsonRecord): void {
    for (const name of names) {
      const times = event[name]
      if (!isRecord(times)) continue
      const lists = this.#joined[name] ?? {}
      this.#joined[name] = lists
      for (const [key, value] of Object.entries(times)) {
        if (!Array.isArray(value)) continue
        const list = Object.hasOwn(lists, key) ? lists[key] : undefined
        if (list) for (const one of value) list.push(one)
        else lists[key] = [...listOf(value)]
      }
    }
  }

  /** What was taken, as one record; undefined where nothing was. */
  get all(): JsonRecord | undefined {
    return Object.keys(this.#joined).length > 0 ? this.#joined : undefined
  }
}
