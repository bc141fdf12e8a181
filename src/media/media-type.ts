/** The known types. Those of images, audio and video are the ones that the page shows. */
const extensions = new Map(
  Object.entries({
    'image/png': 'png',
    'image/jpeg': 'jpg',
    'image/webp': 'webp',
    'image/gif': 'gif',
    'image/avif': 'avif',
    'video/mp4': 'mp4',
    'video/webm': 'webm',
    'video/quicktime': 'mov',
    'audio/mpeg': 'mp3',
    'audio/mp3': 'mp3',
    'audio/wav': 'wav',
    'audio/x-wav': 'wav',
    'audio/wave': 'wav',
    'audio/flac': 'flac',
    'audio/ogg': 'ogg',
    'audio/opus': 'opus',
    'audio/aac': 'aac',
    'audio/x-loas': 'loas',
    'audio/mp4': 'm4a',
    'audio/webm': 'weba',
    'audio/basic': 'au',
    'audio/aiff': 'aiff',
    'audio/x-caf': 'caf',
    'audio/amr': 'amr',
    'audio/pcm': 'pcm',
    'audio/l16': 'pcm',
    'application/pdf': 'pdf',
    'application/json': 'json',
    'text/plain': 'txt',
  }),
)

/** The media type in lower case, without parameters such as `; charset=…`. */
export const essenceOf = (type: string): string => type.replace(/;.*$/s, '').trim().toLowerCase()

/** The file extension for a media type, without the dot; `bin` for unknown types. */
export function extensionOf(type: string): string {
  return extensions.get(essenceOf(type)) ?? 'bin'
}

/** The known type of a file with this name; undefined for other endings. */
export function typeByName(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return [...extensions].find(([, extension]) => extension === ending)?.[0]
}

/** The element that can show bytes of this type; undefined for active content (SVG, HTML) and unknown types, but for those of sounds. */
export function mediaKind(type: string): 'image' | 'audio' | 'video' | undefined {
  const essence = essenceOf(type)
  if (essence.startsWith('audio/')) return 'audio'
  if (!extensions.has(essence)) return undefined
  return (['image', 'video'] as const).find((kind) => essence.startsWith(`${kind}/`))
}

/** Common names that differ from the upper-case extension. */
const formats = new Map(
  Object.entries({
    'image/jpeg': 'JPEG',
    'image/webp': 'WebP',
    'video/quicktime': 'QuickTime',
    'video/webm': 'WebM',
    'audio/mpeg': 'MP3',
    'audio/webm': 'WebM',
    'audio/ogg': 'Ogg',
    'audio/x-caf': 'CAF',
    'audio/x-loas': 'AAC (LATM)',
  }),
)

/** The common name of the format: `PNG`, `MP3`; the media type itself where it has none. */
export function formatName(type: string): string {
  const essence = essenceOf(type)
  const extension = extensionOf(essence)
  return formats.get(essence) ?? (extension === 'bin' ? essence : extension.toUpperCase())
}
