export interface Codec {
  /** The common name: `H.264`. The four letters or the id in the file where it has none. */
  readonly name: string
  /** Profile and level in words: `High 4.0`. */
  readonly profile?: string
}

/** Names of codecs by their id in the file, where that says more, and by their name in Mediabunny. */
export const codecNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ avc: 'H.264', hevc: 'H.265', av1: 'AV1', vp8: 'VP8', vp9: 'VP9', prores: 'ProRes' },
    ...{ mp4v: 'MPEG-4', jpeg: 'Motion JPEG', encv: 'encrypted', enca: 'encrypted' },
    ...{ aac: 'AAC', opus: 'Opus', mp3: 'MP3', vorbis: 'Vorbis', flac: 'FLAC', ac3: 'AC-3', eac3: 'E-AC-3' },
    ...{ alac: 'ALAC', ulaw: 'µ-law', alaw: 'A-law', 'pcm-u8': '8-bit PCM', 'pcm-s8': '8-bit PCM' },
  }),
)

const avcProfiles = new Map([
  ...([
    [66, 'Baseline'],
    [77, 'Main'],
    [88, 'Extended'],
    [100, 'High'],
  ] as const),
  ...([
    [110, 'High 10'],
    [122, 'High 4:2:2'],
    [244, 'High 4:4:4'],
  ] as const),
])
const hevcProfiles = new Map([
  [1, 'Main'],
  [2, 'Main 10'],
  [3, 'Main Still'],
])
const av1Profiles = new Map([
  [0, 'Main'],
  [1, 'High'],
  [2, 'Professional'],
])

/**
 * A codec in words, by its id in the file, its name in Mediabunny, and the string by RFC 6381, which has profile and level.
 */
export function codecOf(id: string, known: string | null, parameters: string | null): Codec {
  const printable = id.replace(/[^\x20-\x7e]/g, '').trim()
  const name = known?.startsWith('pcm') ? 'PCM' : (codecNames.get(printable) ?? codecNames.get(known ?? ''))
  const profile = parameters && profileOf(parameters)
  return { name: name ?? (printable || 'unknown codec'), ...(profile && { profile }) }
}

function profileOf(parameters: string): string | undefined {
  const [family, first = '', second = '', third = ''] = parameters.split('.')
  switch (family) {
    case 'avc1':
    case 'avc3': {
      const [profile = 0, flags = 0, level = 0] = (first.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
      const constrained = profile === 66 && (flags & 0x40) !== 0 ? 'Constrained ' : ''
      return `${constrained}${wordOf(avcProfiles, profile)} ${(level / 10).toFixed(1)}`
    }
    case 'hev1':
      return `${wordOf(hevcProfiles, Number(first.replace(/\D/, '')))} ${(Number(third.slice(1)) / 30).toFixed(1)}`
    case 'av01': {
      const level = Number.parseInt(second, 10)
      return `${wordOf(av1Profiles, Number(first))} ${2 + (level >> 2)}.${level & 3}`
    }
    case 'vp09':
      return `profile ${Number(first)}`
    default:
      return undefined
  }
}

const wordOf = (words: ReadonlyMap<number, string>, profile: number) => words.get(profile) ?? `profile ${profile}`
