/**
 * Why something cannot be exported or opened, in words for people; the message never holds a key.
 *
 * - `key-found`: a key stands in it.
 * - `too-large`: it is over a limit, which the message names.
 * - `not-expressible`: the format has no words for this run.
 * - `bad-bundle`: a bundle that is refused.
 */
export class ExportError extends Error {
  readonly kind: 'key-found' | 'too-large' | 'not-expressible' | 'bad-bundle'

  constructor(kind: ExportError['kind'], message: string) {
    super(message)
    this.name = 'ExportError'
    this.kind = kind
  }
}

/** A bundle that is not opened, and why. */
export function refuse(why: string): never {
  throw new ExportError('bad-bundle', `This bundle was not opened: ${why}`)
}

/** A name of the bundle as it may stand in a message: short, without what could act on a screen. */
export const shownName = (name: string) =>
  JSON.stringify(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�').slice(0, 80))
