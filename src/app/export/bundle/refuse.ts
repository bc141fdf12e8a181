import { ExportError } from '../export-error.ts'

/** A bundle that is not opened, and why. */
export function refuse(why: string): never {
  throw new ExportError('bad-bundle', `This bundle was not opened: ${why}`)
}

/** A name of the bundle as it may stand in a message: short, without what could act on a screen. */
export const shown = (name: string) => JSON.stringify(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�').slice(0, 80))
