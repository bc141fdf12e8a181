import * as z from 'zod/mini'
import { platform } from '#sandbox/platform.ts'
import type { Label, SpokenWord } from '../sound-task.ts'
import { type Fingerprint, storedPace } from '../transcription/fingerprint.ts'

const Provenance = z.object({
  sandbox: z.literal('synthetic'),
  kind: z.string(),
  model: z.string(),
  voice: z.optional(z.string()),
  language: z.optional(z.string()),
  seconds: z.number(),
  text: z.optional(z.string()),
  /** Each word with the milliseconds of its start and end. */
  words: z.optional(z.array(z.tuple([z.string(), z.number(), z.number()]))),
  /** The fingerprint of the speech in base64: what was said is believed only of a sound that is like it. */
  print: z.optional(z.string()),
})

/** What a file of the sandbox says about itself in its comment, as it is read again. */
export interface Origin extends Omit<z.infer<typeof Provenance>, 'words' | 'sandbox' | 'print'> {
  readonly words: readonly SpokenWord[]
  readonly print?: Fingerprint
}

const ms = (seconds: number) => Math.round(seconds * 1000)

/** The comment of a file that the sandbox makes: JSON in ASCII, since WAV has no other letters. */
export function commentOf(
  label: Label,
  seconds: number,
  words: readonly SpokenWord[] = [],
  print?: Fingerprint,
): string {
  const comment: z.infer<typeof Provenance> = {
    sandbox: 'synthetic',
    ...label,
    seconds: ms(seconds) / 1000,
    ...(print && { print: platform.toBase64(print.values) }),
    ...(words.length > 0 && { words: words.map(({ text, start, end }) => [text, ms(start), ms(end)]) }),
  }
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(comment).replace(/[^\x20-\x7e]/g, escaped)
}

/** Reads the comment of a file; undefined where the sandbox did not write it. */
export function originOf(comment: string | undefined): Origin | undefined {
  if (!comment?.startsWith('{"sandbox"')) return undefined
  try {
    const { data } = z.safeParse(Provenance, JSON.parse(comment))
    if (!data) return undefined
    const { words = [], print, sandbox: _, ...facts } = data
    return {
      ...facts,
      ...(print !== undefined && { print: { values: platform.fromBase64(print), pace: storedPace } }),
      words: words.map(([text, start, end]) => ({ text, start: start / 1000, end: end / 1000 })),
    }
  } catch {
    return undefined
  }
}
