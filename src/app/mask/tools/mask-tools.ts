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
  readonly short?: string
  readonly letters: string
  readonly icon: LucideIcon
}

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

export const isRound = (tool: MaskTool): boolean => tool === 'brush' || tool === 'eraser'

/** Tools that choose a frame of the picture instead of marking it. */
export const isCut = (tool: MaskTool): tool is CutWay => tool === 'crop' || tool === 'extend'

/** The width of a tool on the bar, in CSS pixels: its name in small type below the icon, and at least what a finger or a mouse needs. */
export const toolWidth = ({ name, short = name }: ToolEntry, least: number): number =>
  Math.max(least, Math.ceil(short.length * 5.7) + 8)

/**
 * The tools that fit into so many CSS pixels, from the first on; the others are in the menu. The chosen tool is always among them: it
 * takes the place of the last where it is one of the others.
 */
export function toolsIn(room: number, tools: readonly ToolEntry[], chosen: MaskTool, least: number): ToolEntry[] {
  const fits = (some: readonly ToolEntry[]) => some.reduce((sum, tool) => sum + toolWidth(tool, least), 0) <= room
  const count = tools.findLastIndex((_, at) => fits(tools.slice(0, at + 1))) + 1
  const shown = tools.slice(0, Math.max(1, count))
  const own = tools.find(({ id }) => id === chosen)
  if (!own || shown.includes(own)) return shown
  const others = shown.slice(0, -1)
  while (others.length > 0 && !fits([...others, own])) others.pop()
  return [...others, own]
}
