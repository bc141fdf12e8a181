/** A file that somebody dropped, pasted, picked or handed over. */
export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/** A pasted file may have no name. */
export const named = (files: Iterable<File>): readonly NamedFile[] =>
  [...files].map((file) => ({ name: file.name || 'pasted image', blob: file }))
