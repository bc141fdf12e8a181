import { maskSettings } from '../tools/mask-settings.ts'
import type { OverlayStyle } from './overlay-pixels.ts'

let last: OverlayStyle | undefined

/** The look of the mask as it is set: the same object while nothing changes, for `Screen` compares by identity. */
export function overlayStyle(): OverlayStyle {
  const { look, colour, opacity } = maskSettings()
  const line = devicePixelRatio < 2 ? 1 : 2
  const isSame = last?.look === look && last.colour === colour && last.opacity * 100 === opacity && last.line === line
  if (!last || !isSame) last = { look, colour, opacity: opacity / 100, line }
  return last
}
