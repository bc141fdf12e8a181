import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { useRuns } from '../run/use-runs.tsx'
import { hrefOf, type Tool } from './tools.ts'

/** What a tool finds when it is shown: files from another part of the app, or the id of a run that it shall open again. */
export const Handed = z.union([
  z.object({ run: z.string() }),
  z.object({
    files: z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) })),
    /** One of the words that its entry gives as `takes`. */
    as: z.optional(z.string()),
    /** How closely each file is to be looked at. */
    details: z.optional(z.array(z.optional(z.string()))),
    /** They take the place of what waits there. */
    replaces: z.optional(z.literal(true)),
  }),
])
export type Handed = z.infer<typeof Handed>

/** The key of the draft in which a tool finds what is handed to it. It removes it when it takes it. */
export const handOverKey = ({ id }: Tool): string => `${id}.hand-over`

/** Leaves something for a tool and opens it, at `href` where that is not its plain address. What is typed there stays. */
export function useHandOver(): (handed: Handed, tool: Tool, href?: string) => void {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (handed, tool, href = hrefOf(tool)) => {
    const draft = runs.openDraft(handOverKey(tool))
    draft.write(handed)
    draft.close()
    navigate(href)
  }
}
