/** What shows through where a picture is not opaque, as the `background` of an element. */
export const checkerboard =
  'repeating-conic-gradient(color-mix(in oklab, var(--ink) 14%, transparent) 0 25%, transparent 0 50%) 0 0 / 16px 16px'
