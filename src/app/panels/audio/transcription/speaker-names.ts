/** A name for each sample: the one it has, else its file's without the ending, else its number. */
export function namesFor(names: readonly string[], files: readonly (string | undefined)[]): readonly string[] {
  return files.map((file, at) => {
    const own = names[at]?.trim()
    const stem = file?.replace(/\.[a-z\d]{1,5}$/i, '').trim()
    return own || stem || `Speaker ${at + 1}`
  })
}
