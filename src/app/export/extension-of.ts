const extensions: Readonly<Record<string, string>> = {
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
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'application/json': 'json',
  'text/plain': 'txt',
}

/** The media type alone, in small letters: without `; charset=…`. */
export const essenceOf = (type: string): string => type.replace(/;.*$/s, '').trim().toLowerCase()

/** What a file of this media type ends with, without the dot; `bin` where the type is not known. */
export function extensionOf(type: string): string {
  const essence = essenceOf(type)
  return (Object.hasOwn(extensions, essence) && extensions[essence]) || 'bin'
}
