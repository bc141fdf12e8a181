import { useMedia } from './use-media.ts'

/** The height of a row that can be pressed, in pixels: a thumb needs more than a mouse. */
export function useRowHeight(): number {
  return useMedia('(pointer: coarse)') ? 44 : 24
}
