/** Why something cannot be exported or opened. The message is a sentence for people and never contains a key. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/** Throws the refusal of a bundle. */
export function refuse(why: string): never {
  throw new ExportError(`This bundle was not opened: ${why}`)
}

/** A name from a bundle, quoted for a message: shortened, with controls and marks of writing direction replaced. */
export const shownName = (name: string) =>
  JSON.stringify(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�').slice(0, 80))
