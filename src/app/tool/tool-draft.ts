import * as z from 'zod/mini'

/** What is kept of a form between two visits, under its tool's id. A tool with more to keep adds its own fields. */
export const ToolDraft = z.object({
  /** The form's draft. */
  request: z.optional(z.record(z.string(), z.unknown())),
  /** What was typed into the form and cannot be read, by path, and why. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
})
export type ToolDraft = z.infer<typeof ToolDraft>
