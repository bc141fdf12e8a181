import * as z from 'zod/mini'
import { platform } from '#sandbox/platform.ts'
import type { MakeSound, SoundPart, SpokenPrint, Transcript } from '#sandbox/sound/sound-task.ts'
import { leastLikeness, likenessOf } from '#sandbox/sound/transcription/fingerprint.ts'
import { type FileStorage, readStored } from '../file-storage.ts'

const Stored = z.object({
  /** Base64. */
  print: z.string(),
  pace: z.number(),
  text: z.string(),
  /** Each word with the seconds of its start and end. */
  words: z.array(z.tuple([z.string(), z.number(), z.number()])),
  language: z.optional(z.string()),
  voice: z.optional(z.string()),
})

const mostKept = 500
/** Two texts that fit about equally well say nothing. */
const leastLead = 0.015

function toStored({ print, words, ...facts }: SpokenPrint): Uint8Array {
  const stored: z.infer<typeof Stored> = {
    ...{ ...facts, print: platform.toBase64(print.values), pace: print.pace },
    words: words.map(({ text, start, end }) => [text, start, end]),
  }
  return new TextEncoder().encode(JSON.stringify(stored))
}

function fromStored({ print, pace, words, language, voice, text }: z.infer<typeof Stored>): SpokenPrint {
  return {
    print: { values: platform.fromBase64(print), pace },
    ...{ text, words: words.map(([word, start, end]) => ({ text: word, start, end })) },
    ...(language !== undefined && { language }),
    ...(voice !== undefined && { voice }),
  }
}

/** Remembers what the sandbox spoke, so that a transcription recognises it also where the file has lost its tags. */
export class SpokenStore {
  /** By file name, the oldest first. */
  readonly #spoken = new Map<string, SpokenPrint>()
  readonly #storage: FileStorage
  readonly #now: () => number
  /** Resolves once what an earlier process left is read. */
  readonly ready: Promise<void>

  constructor(storage: FileStorage, now: () => number) {
    this.#storage = storage
    this.#now = now
    this.ready = this.#restore().catch(() => {})
  }

  async #restore(): Promise<void> {
    for (const name of [...this.#storage.names()].sort()) {
      const stored = await readStored(this.#storage, name, Stored)
      if (stored) this.#spoken.set(name, fromStored(stored))
      else this.#storage.remove(name)
    }
  }

  add(spoken: SpokenPrint): void {
    const hash = platform.sha256(spoken.text, spoken.print.values).slice(0, 24)
    if ([...this.#spoken.keys()].some((name) => name.includes(hash))) return
    const name = `${String(this.#now()).padStart(15, '0')}-${hash}.json`
    this.#spoken.set(name, spoken)
    // Without the file it is known to this process alone.
    void this.#storage.write(name, toStored(spoken)).catch(() => {})
    for (const oldest of [...this.#spoken.keys()].slice(0, Math.max(0, this.#spoken.size - mostKept))) {
      this.#spoken.delete(oldest)
      this.#storage.remove(oldest)
    }
  }

  /** The transcript with its words, where exactly one text that was spoken sounds like it; otherwise as it is. */
  recognised({ print, ...transcript }: Transcript): Transcript {
    if (!print) return transcript
    const found = [...this.#spoken.values()]
      .flatMap((spoken) => {
        const likeness = likenessOf(spoken.print, print)
        return likeness && likeness.score >= leastLikeness(spoken.print) ? [{ ...likeness, spoken }] : []
      })
      .sort((a, b) => b.score - a.score)
    const [best] = found
    const rival = found.find(({ spoken }) => spoken.text !== best?.spoken.text)
    if (!best || (rival && best.score - rival.score < leastLead)) return transcript
    const { shift, spoken } = best
    const { print: _, ...known } = spoken
    const at = (seconds: number) => Math.max(0, Math.min(transcript.seconds, seconds + shift))
    const words = spoken.words.map(({ text, start, end }) => ({ text, start: at(start), end: at(end) }))
    return { ...transcript, ...known, words, parts: [], source: 'fingerprint' }
  }
}

/** The same, where what is spoken is remembered, and recognised in what is transcribed. */
export function recognising(makeSound: MakeSound, spoken: SpokenStore): MakeSound {
  const seen = (part: SoundPart): SoundPart => {
    if (part instanceof Uint8Array) return part
    if (part.kind === 'transcript') return spoken.recognised(part)
    if (part.spoken) spoken.add(part.spoken)
    return part
  }
  return async (task, signal, onPart = () => {}) => {
    await spoken.ready
    return makeSound(task, signal, (part) => onPart(seen(part)))
  }
}
