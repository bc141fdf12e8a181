import type { CSSProperties } from 'react'

/** The part of an edited picture to be shown, by its mask. */
export type MaskPart = 'all' | 'kept' | 'edited'

/** CSS that shows only `part`. The mask is opaque where the picture is kept. */
export function maskStyle(url: string, part: MaskPart): CSSProperties {
  const whole = { maskSize: '100% 100%', maskRepeat: 'no-repeat' } as const
  switch (part) {
    case 'all':
      return {}
    case 'kept':
      return { ...whole, maskImage: `url("${url}")` }
    case 'edited':
      return { ...whole, maskImage: `url("${url}"), linear-gradient(#000, #000)`, maskComposite: 'exclude' }
  }
}

/** CSS `background` that marks transparent pixels. */
export const checkerboard =
  'repeating-conic-gradient(color-mix(in oklab, var(--ink) 14%, transparent) 0 25%, transparent 0 50%) 0 0 / 16px 16px'
