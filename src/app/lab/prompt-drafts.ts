import {
  type LibraryPrompt,
  type PromptVersion,
  readVersionRecords,
  type SavedPrompt,
} from '#lab/prompts/saved-prompt.ts'
import type { LedgerDrafts } from '../run/stored-draft.ts'

/** The versions of all prompts, by the ids of prompt and version behind this: only ever added, so that no tab overwrites what another one saved. */
export const promptPrefix = 'prompt.'

const idIn = (rest: string) => rest.slice(0, rest.indexOf('.'))

const keyOf = (prompt: string, version: string) => `${promptPrefix}${prompt}.${version}`

/** The library of what is stored behind `promptPrefix`, the prompt that was saved last first. `unreadable`: versions that stay untouched. */
export function libraryIn(found: ReadonlyMap<string, unknown>) {
  const ids = new Set([...found.keys()].map(idIn))
  const read = [...ids].map((id) => ({
    id,
    ...readVersionRecords([...found].flatMap(([rest, one]) => (idIn(rest) === id ? [one] : []))),
  }))
  const at = ({ versions }: LibraryPrompt) => versions.at(-1)?.at ?? 0
  return {
    prompts: read.filter(({ versions }) => versions.length > 0).toSorted((one, other) => at(other) - at(one)),
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}

/** Resolves when the version is stored. */
export async function keepPromptVersion(
  drafts: LedgerDrafts,
  prompt: string,
  saved: { readonly id: string; readonly at: number; readonly note: string; readonly prompt: SavedPrompt },
): Promise<void> {
  await drafts.write(keyOf(prompt, saved.id), { version: 1, ...saved } satisfies PromptVersion)
}

/** Adds the versions that are not here yet, and gives their number. */
export async function addToLibrary(drafts: LedgerDrafts, library: readonly LibraryPrompt[]): Promise<number> {
  let added = 0
  for (const { id, versions } of library)
    for (const one of versions) {
      if ((await drafts.read(keyOf(id, one.id))) !== undefined) continue
      await keepPromptVersion(drafts, id, one)
      added += 1
    }
  return added
}

/** Removes a prompt with the versions that can be read. `addToLibrary` puts it back. */
export async function removePrompt(drafts: LedgerDrafts, { id, versions }: LibraryPrompt): Promise<void> {
  for (const one of versions) await drafts.write(keyOf(id, one.id), undefined)
}
