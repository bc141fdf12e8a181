import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { isRecord, listOf, recordOf } from '#contract/core/loose-json.ts'

export const variableTypes = ['text', 'number', 'file'] as const

const variable = z.object({ type: z.enum(variableTypes), default: z.optional(z.string()) })
export type PromptVariable = Readonly<z.infer<typeof variable>>

export const promptVariables = anyKeyRecord(variable)
/** Items of a Responses input. */
export const promptMessages = z.array(z.looseObject({ type: z.literal('message'), role: z.string() }))

const savedPrompt = z.object({
  name: z.string(),
  instructions: z.string(),
  /** What is said before the answer, of the user and the assistant, with placeholders `{{name}}` as in the instructions. */
  messages: promptMessages,
  /** What is known of placeholders; one that is not named is a text without a default. */
  variables: promptVariables,
  /** The model and the other fields of the request. */
  parameters: z.record(z.string(), z.unknown()),
})
/** A prompt as it is stored and exported. */
export type SavedPrompt = Readonly<z.infer<typeof savedPrompt>>

/** Ids are parts of keys. */
const promptId = z.string().check(z.regex(/^[\w-]{1,128}$/))

/** `version`: of the format. `at`: in ms since 1970. */
const promptVersion = z.object({
  version: z.literal(1),
  id: promptId,
  at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
  note: z.string(),
  prompt: savedPrompt,
})
/** A prompt as it was saved once. It is never changed. */
export type PromptVersion = Readonly<z.infer<typeof promptVersion>>

/** A prompt with its versions, the oldest first; their numbers are their places, from 1. */
export interface LibraryPrompt {
  readonly id: string
  readonly versions: readonly PromptVersion[]
}

const libraryPrompt = z.object({ id: promptId, versions: z.array(z.unknown()) })

/** Versions as far as they can be read; those of a newer format, and damaged ones, are counted. */
export function readVersionRecords(found: Iterable<unknown>) {
  const all = [...found].map((one) => z.safeParse(promptVersion, one).data)
  const versions = all.filter((one) => one !== undefined).toSorted((one, other) => one.at - other.at)
  return { versions, unreadable: all.length - versions.length }
}

/** The library, or a part of it, as a file. */
export const libraryFile = (prompts: readonly LibraryPrompt[]): string =>
  `${JSON.stringify({ format: 'patchbay-prompts', version: 1, prompts }, null, 2)}\n`

/** What a pasted text or a file says. `losses`: sentences about what was not taken over. */
export type PromptsReading =
  | { readonly status: 'refused'; readonly why: string }
  | { readonly status: 'library'; readonly library: readonly LibraryPrompt[]; readonly losses: readonly string[] }
  | { readonly status: 'read'; readonly prompts: readonly SavedPrompt[]; readonly losses: readonly string[] }

/** Whether a value is a file of this program, of whatever version. */
export const isLibraryFile = (value: unknown): boolean => recordOf(value).format === 'patchbay-prompts'

/** Reads a file of `libraryFile` as far as it can be read. */
export function readLibraryFile(value: unknown): PromptsReading {
  const { version, prompts } = recordOf(value)
  if (Number(version) > 1)
    return { status: 'refused', why: 'This file was made by a newer version of Patchbay. Update Patchbay to open it.' }
  if (!isRecord(value) || !Array.isArray(prompts))
    return { status: 'refused', why: 'This file has no list of prompts.' }
  const read = listOf(prompts).map((one) => {
    const { data } = z.safeParse(libraryPrompt, one)
    return { id: data?.id ?? '', ...readVersionRecords(data ? data.versions : [one]) }
  })
  const lost = read.reduce((sum, { unreadable }) => sum + unreadable, 0)
  return {
    status: 'library',
    library: read.flatMap(({ id, versions }) => (id === '' || versions.length === 0 ? [] : [{ id, versions }])),
    losses: lost > 0 ? [`${lost === 1 ? '1 version' : `${lost} versions`} cannot be read and was left out.`] : [],
  }
}
