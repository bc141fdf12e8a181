import type { Codec } from './video-facts.ts'

/** Names of codecs by the four letters of their sample entry in MP4, or by their id in WebM. */
const names = new Map(
  Object.entries({
    ...{ avc1: 'H.264', avc3: 'H.264', hvc1: 'H.265', hev1: 'H.265', av01: 'AV1', vp08: 'VP8', vp09: 'VP9' },
    ...{ mp4v: 'MPEG-4', jpeg: 'Motion JPEG', apch: 'ProRes', apcn: 'ProRes', apcs: 'ProRes', ap4h: 'ProRes' },
    ...{ mp4a: 'AAC', Opus: 'Opus', fLaC: 'FLAC', alac: 'ALAC', 'ac-3': 'AC-3', 'ec-3': 'E-AC-3', '.mp3': 'MP3' },
    ...{ sowt: 'PCM', twos: 'PCM', ipcm: 'PCM', fpcm: 'PCM', lpcm: 'PCM', encv: 'encrypted', enca: 'encrypted' },
    ...{ V_VP8: 'VP8', V_VP9: 'VP9', V_AV1: 'AV1', 'V_MPEG4/ISO/AVC': 'H.264', 'V_MPEGH/ISO/HEVC': 'H.265' },
    ...{ A_OPUS: 'Opus', A_VORBIS: 'Vorbis', A_AAC: 'AAC', A_FLAC: 'FLAC' },
  }),
)

/** A codec by its id; the id itself, in printable letters, where it has no known name. */
export const codecOf = (id: string): Codec => ({
  name: names.get(id) ?? (id.replace(/[^\x20-\x7e]/g, '').trim() || 'unknown codec'),
})

const avcProfiles: Readonly<Record<number, string>> = {
  ...{ 66: 'Baseline', 77: 'Main', 88: 'Extended', 100: 'High', 110: 'High 10', 122: 'High 4:2:2', 244: 'High 4:4:4' },
}

/** From the content of `avcC`: profile, constraints and level. */
export function avcCodec(type: string, view: DataView): Codec {
  const [profile, flags, level] = [view.getUint8(1), view.getUint8(2), view.getUint8(3)]
  const constrained = profile === 66 && (flags & 0x40) !== 0 ? 'Constrained ' : ''
  const word = avcProfiles[profile] ?? `profile ${profile}`
  return { ...codecOf(type), profile: `${constrained}${word} ${(level / 10).toFixed(1)}` }
}

/** From the content of `hvcC`: general profile and level. */
export function hevcCodec(type: string, view: DataView): Codec {
  const profile = view.getUint8(1) & 0x1f
  const word = { 1: 'Main', 2: 'Main 10', 3: 'Main Still' }[profile] ?? `profile ${profile}`
  return { ...codecOf(type), profile: `${word} ${(view.getUint8(12) / 30).toFixed(1)}` }
}

/** From the content of `av1C`: profile and level. */
export function av1Codec(type: string, view: DataView): Codec {
  const first = view.getUint8(1)
  const [profile, level] = [first >> 5, first & 0x1f]
  const word = ['Main', 'High', 'Professional'][profile] ?? `profile ${profile}`
  return { ...codecOf(type), profile: `${word} ${2 + (level >> 2)}.${level & 3}` }
}

/** From the content of `vpcC`. */
export const vpCodec = (type: string, view: DataView): Codec => ({
  ...codecOf(type),
  profile: `profile ${view.getUint8(4)}`,
})

/** From the content of `esds`: MP3 is told apart from AAC by its object type. */
export function mpegCodec(type: string, view: DataView): Codec {
  let at = 4
  const enter = (tag: number, skip: number) => {
    if (view.getUint8(at) !== tag) return false
    at += 1
    // The length: up to four bytes of seven bits.
    for (let n = 0, more = true; n < 4 && more; n += 1) {
      more = (view.getUint8(at) & 0x80) !== 0
      at += 1
    }
    at += skip
    return true
  }
  const object = enter(3, 3) && enter(4, 0) ? view.getUint8(at) : 0
  return codecOf(object === 0x6b || object === 0x69 ? '.mp3' : type)
}
