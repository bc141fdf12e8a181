import { characterReference } from './character-references.ts'

/** Text as it is meant where no other marks count: without its backslashes, and with characters in place of their names. */
export function unescaped(text: string): string {
  if (!/[\\&]/.test(text)) return text
  return text.replaceAll(
    /\\([!-/:-@[-`{-~])|&(#?\w{1,32});/g,
    (all, escaped?: string, name?: string) => escaped ?? characterReference(name ?? '') ?? all,
  )
}
