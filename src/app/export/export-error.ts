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
