import type { ToolCall } from '../../../run/result.ts'
import { shortly } from '../../../ui/format.ts'

/** What a call is named on the screen. Routers name calls as they like: not at all, or without an end. */
export function callName({ name }: ToolCall): string {
  return shortly(name || 'unnamed tool', 100)
}
