/**
 * Why something cannot be exported or opened. The message is a sentence for people and never contains a key.
 *
 * - `key-found`: the export would contain a key.
 * - `too-large`: a limit, which the message names, is exceeded.
 * - `not-expressible`: the format cannot represent this run.
 * - `bad-bundle`: a bundle is refused.
 */
export class ExportError extends Error {
  readonly kind: 'key-found' | 'too-large' | 'not-expressible' | 'bad-bundle'

  constructor(kind: ExportError['kind'], message: string) {
    super(message)
    this.name = 'ExportError'
    this.kind = kind
  }
}

/** Throws the refusal of a bundle. */
export function refuse(why: string): never {
  throw new ExportError('bad-bundle', `This bundle was not opened: ${why}`)
}

/** A name from a bundle, quoted for a message: shortened, with controls and marks of writing direction replaced. */
export const shownName = (name: string) =>
  JSON.stringify(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�').slice(0, 80))
