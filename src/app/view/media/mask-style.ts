import type { CSSProperties } from 'react'

/** CSS that shows only the kept part of an image, where its mask is opaque. */
export const keptStyle = (url: string): CSSProperties => ({
  maskImage: `url("${url}")`,
  maskSize: '100% 100%',
  maskRepeat: 'no-repeat',
})

/** CSS `background` that marks transparent pixels. */
export const checkerboard =
  'repeating-conic-gradient(color-mix(in oklab, var(--ink) 14%, transparent) 0 25%, transparent 0 50%) 0 0 / 16px 16px'
