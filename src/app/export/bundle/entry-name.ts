const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*\\]/u

/** Why a file of a zip may not have this name, or undefined. Nothing is ever written to a disk here; other tools do. */
export function nameTrouble(name: string): string | undefined {
  if (name === '' || name.length > 255) return 'is empty or too long'
  if (/^[A-Za-z]:/.test(name)) return 'names a drive'
  if (name.startsWith('/') || name.includes('\\')) return 'is no relative path'
  if (forbidden.test(name)) return 'holds characters that no file name should'
  const steps = name.replace(/\/$/, '').split('/')
  return steps.some((step) => /^\.{0,2}$/.test(step)) ? 'leads out of its folder' : undefined
}

/** Equal for names that some file system takes for the same. */
export const sameName = (name: string) => name.normalize('NFC').toLowerCase()
