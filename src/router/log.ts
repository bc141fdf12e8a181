/** Writes one line of the log. */
export type Log = (line: string) => void

const secretShapes = [/\bsk-[\w-]{6,}/g, /\bBearer\s+[^\s"',;]+/gi]

/** A log that never shows a secret: neither the configured ones nor anything that looks like a key. */
export function redacting(log: Log, secrets: readonly string[]): Log {
  return (line) => {
    const known = secrets
      .filter((secret) => secret !== '')
      .reduce((text, one) => text.replaceAll(one, '[secret]'), line)
    log(secretShapes.reduce((text, shape) => text.replace(shape, '[secret]'), known))
  }
}
