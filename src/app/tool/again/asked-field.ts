import type { Run } from '../../run/run.ts'
import type { RunDraft } from '../../run/run-draft.ts'

/**
 * The name under which a router that refused a run (400 or 422, `wire-facts` §7.9) misses its one file: `audio` where the file was sent
 * as `file`, or the other way round. Undefined for any other failure, and where that field was sent.
 */
export function askedField({ parts = [], result: { error }, status }: Run): 'audio' | 'file' | undefined {
  const asked = error?.param
  if (status !== 'refused' || (error?.status !== 422 && error?.status !== 400)) return undefined
  if (asked !== 'audio' && asked !== 'file') return undefined
  const files = parts.filter(({ kind }) => kind === 'file')
  return files.length === 1 && !parts.some(({ name }) => name === asked) ? asked : undefined
}

/** The draft with its file under another field name, as a new request and no repetition of the one before. */
export function underField({ repeats: _, parts, ...draft }: RunDraft, name: string): RunDraft {
  return { ...draft, ...(parts && { parts: parts.map((part) => (part.kind === 'file' ? { ...part, name } : part)) }) }
}
