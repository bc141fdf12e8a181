import type { ToolCall } from '../../run/result.ts'

const longest = 100

/** What a call is named on the screen. Routers name calls as they like: not at all, or without an end. */
export function callName({ name }: ToolCall): string {
  if (name === '') return 'unnamed tool'
  return name.length > longest ? `${name.slice(0, longest)}…` : name
}
