import { toBox } from '../../view/zoom.ts'
import { maskSettings } from '../tools/mask-settings.ts'
import { isRound } from '../tools/tools.ts'
import type { HudScene } from './hud.ts'
import type { MaskDesk } from './mask-desk.ts'

/** What lies over the mask now. */
export function sceneOf({ cursor, screen, staged, sent, tool, hand, painter }: MaskDesk): Omit<HudScene, 'view'> {
  if (staged) return { tip: undefined, cross: undefined, draft: undefined, sent: undefined }
  const { size, hardness } = maskSettings()
  const { view } = screen
  const middle = cursor.kind === 'keys' ? { x: cursor.pixel.x + 0.5, y: cursor.pixel.y + 0.5 } : undefined
  const cross = middle && toBox(view, middle)
  const at = cursor.kind === 'pointer' ? cursor.at : cross
  const hasTip = isRound(tool) && hand === 'ready'
  const tip = at && hasTip ? { at, radius: (size / 2) * view.scale, hardness: hardness / 100 } : undefined
  return { tip, cross, draft: painter.draft, sent }
}
