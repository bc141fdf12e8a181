import type { MaskTool, ToolEntry } from './tools.ts'

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
