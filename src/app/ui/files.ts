interface Picking {
  /** Media types and endings, as the attribute `accept` of an input takes them. */
  readonly accept: string
  readonly count: 'one' | 'several'
}

/** The input of the dialog that was opened last. It stays in the page for as long as its dialog may be open. */
let input: HTMLInputElement | undefined

/** Opens the file dialog; call from a press. The input is no component's, whose unmounting would lose the files. Silent on cancel. */
export function pickFiles({ accept, count }: Picking, onFiles: (files: readonly File[]) => void): void {
  input?.remove()
  const made = document.createElement('input')
  Object.assign(made, { type: 'file', accept, multiple: count === 'several', hidden: true })
  made.addEventListener('cancel', () => made.remove())
  made.addEventListener('change', () => {
    made.remove()
    onFiles([...(made.files ?? [])])
  })
  input = made
  document.body.append(made)
  made.click()
}

export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked only after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
