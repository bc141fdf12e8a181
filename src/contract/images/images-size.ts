/** The edges in pixels of a size such as `1536x1024`; undefined for `auto` and whatever else is no size. */
export function readSize(size: unknown): { readonly width: number; readonly height: number } | undefined {
  const [, width = 0, height = 0] = (/^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(String(size)) ?? []).map(Number)
  return width && height ? { width, height } : undefined
}

const maxEdge = 3840
const maxRatio = 3
const minPixels = 655_360
const maxPixels = 8_294_400

/**
 * Why `gen-image-2` cannot draw a size, or undefined where it can: `auto`, or WIDTHxHEIGHT with edges that are multiples of 16 up to
 * 3840, a ratio of at most 3:1 and 655,360 to 8,294,400 pixels. The interface leaves the bounds open; the rulings set them.
 */
export function badFlexibleSize(size: string): string | undefined {
  if (size === 'auto') return undefined
  const { width, height } = readSize(size) ?? {}
  if (!width || !height) return 'A size is WIDTHxHEIGHT, such as 1536x1024, or auto.'
  if (width % 16 !== 0 || height % 16 !== 0) return 'Width and height must be multiples of 16.'
  if (Math.max(width, height) > maxEdge) return `Width and height must be at most ${maxEdge}.`
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    return `The aspect ratio must be at most ${maxRatio}:1.`
  const pixels = width * height
  if (pixels >= minPixels && pixels <= maxPixels) return undefined
  return 'A size must have 655,360 to 8,294,400 pixels.'
}
