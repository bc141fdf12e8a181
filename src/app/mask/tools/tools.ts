import {
  Brush,
  Circle,
  Crop,
  Eraser,
  Expand,
  Hand,
  Lasso,
  type LucideIcon,
  PaintBucket,
  PenTool,
  Square,
  WandSparkles,
} from 'lucide-react'

import type { CutWay } from '../crop/cut.ts'

export type MaskTool =
  | 'brush'
  | 'eraser'
  | 'rectangle'
  | 'ellipse'
  | 'lasso'
  | 'polygon'
  | 'fill'
  | 'colour-select'
  | CutWay
  | 'hand'

export interface ToolEntry {
  readonly id: MaskTool
  readonly name: string
  /** The name on the bar, where the whole one is too long for it. */
  readonly short?: string
  /** The letters that usually choose it. */
  readonly letters: string
  readonly icon: LucideIcon
}

/** Every tool, in the order of the bar. */
export const maskTools: readonly ToolEntry[] = [
  { id: 'brush', name: 'Brush', letters: 'b', icon: Brush },
  { id: 'eraser', name: 'Eraser', letters: 'e', icon: Eraser },
  { id: 'rectangle', name: 'Rectangle', letters: 'ru', icon: Square },
  { id: 'ellipse', name: 'Ellipse', letters: 'o', icon: Circle },
  { id: 'lasso', name: 'Lasso', letters: 'l', icon: Lasso },
  { id: 'polygon', name: 'Polygon', letters: 'p', icon: PenTool },
  { id: 'fill', name: 'Fill', letters: 'g', icon: PaintBucket },
  { id: 'colour-select', name: 'Colour select', short: 'Colour', letters: 'w', icon: WandSparkles },
  { id: 'crop', name: 'Crop', letters: 'c', icon: Crop },
  { id: 'extend', name: 'Extend', letters: 'x', icon: Expand },
  { id: 'hand', name: 'Hand', letters: 'h', icon: Hand },
]

export const maskToolName = (tool: MaskTool): string => maskTools.find(({ id }) => id === tool)?.name ?? tool

/** Tools that draw with the round tip. */
export const isRound = (tool: MaskTool): boolean => tool === 'brush' || tool === 'eraser'

/** Tools that choose a frame of the picture instead of marking it. */
export const isCut = (tool: MaskTool): tool is CutWay => tool === 'crop' || tool === 'extend'
