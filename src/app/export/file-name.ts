interface NameParts {
  readonly panel: string
  readonly model: string
  readonly prompt: string
  /** When it was made; written in local time. */
  readonly at: Date
  /** Its place among the files of its run, from 1. */
  readonly n: number
  readonly extension: string
}

/** Words of letters and digits of any script, joined by hyphens, cut to `most` characters at a word's end. */
function slug(text: string, most: number): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let joined = ''
  for (const word of words) {
    const longer = joined === '' ? word : `${joined}-${word}`
    if ([...longer].length > most) return joined || [...word].slice(0, most).join('')
    joined = longer
  }
  return joined
}

const two = (n: number) => String(n).padStart(2, '0')

function stamp(at: Date): string {
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}

/** A name by `fileName`: what is made from such a file keeps the words of its prompt. */
const ownName = /^[^_]+_[^_]+_([^_]+)_\d{8}-\d{6}_\d+\.[a-z\d]+$/

/**
 * `<panel>_<model>_<prompt-slug>_<yyyymmdd-hhmmss>_<n>.<ext>`: letters, digits, `-` and `_` only, one dot, never a device name of
 * Windows, under 255 bytes in UTF-8.
 */
export function fileName({ panel, model, prompt, at, n, extension }: NameParts): string {
  // A letter may take four bytes in UTF-8. The underscores rule out device names.
  const words = [
    slug(panel, 12) || 'run',
    slug(model, 16) || 'model',
    slug(prompt.replace(ownName, '$1'), 24) || 'untitled',
  ]
  const end =
    extension
      .toLowerCase()
      .replace(/[^a-z\d]/g, '')
      .slice(0, 8) || 'bin'
  return `${words.join('_')}_${stamp(at)}_${n}.${end}`
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i

/** A file name that is valid on every system, contains no path and has at most 120 characters. */
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
