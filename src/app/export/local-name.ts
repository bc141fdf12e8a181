const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i

/**
 * A file name that every system takes and no path can hide in: without separators, controls, marks of writing direction and the
 * characters Windows forbids, not a device's name, at most 120 characters.
 */
export function localName(name: string, fallback = 'file'): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
    .replace(/^[\s.-]+|[\s.]+$/gu, '')
  const dot = plain.lastIndexOf('.')
  const end = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : ''
  const stem = [...plain.slice(0, plain.length - end.length)].slice(0, 120 - end.length).join('')
  const whole = stem + end
  if (whole === '') return fallback
  return reserved.test(whole) ? `_${whole}` : whole
}
