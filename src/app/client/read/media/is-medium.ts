import { sniffLength, sniffType } from '#media/sniff-type.ts'

/** Whether a type is one of media, by its first word. */
export const isMediaType = (type = ''): boolean => /^(?:image|audio|video)\//.test(type)

/**
 * Whether a file is an image, audio or video, by the bytes alone, since the declared type is not trusted. SVG has no signature but its first
 * element.
 */
export async function isMedium(blob: Blob): Promise<boolean> {
  const type = sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer()))
  if (type !== undefined) return isMediaType(type)
  const start = await blob.slice(0, 4096).text()
  return /^\s*<(?:svg|\?xml|!doctype\s+svg|!--)/i.test(start) && /<svg[\s>]/i.test(start)
}
