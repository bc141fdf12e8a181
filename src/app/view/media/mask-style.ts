import type { CSSProperties } from 'react'

/** Which part of an edited picture is looked at, by its mask. */
export type Part = 'all' | 'kept' | 'edited'

/** Shows that part alone: a mask is opaque where the picture is kept. */
export function maskStyle(url: string, part: Part): CSSProperties {
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

/** What shows through where a picture is not opaque, as the `background` of an element. */
export const checkerboard =
  'repeating-conic-gradient(color-mix(in oklab, var(--ink) 14%, transparent) 0 25%, transparent 0 50%) 0 0 / 16px 16px'
