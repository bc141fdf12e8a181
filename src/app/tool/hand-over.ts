import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { useDraft } from '../run/use-draft.ts'
import { useRuns } from '../run/use-runs.tsx'
import { hrefOf, type Tool } from './tools.ts'

/** Data handed to a tool: files from another part of the app, or the id of a run to be opened again. */
export const Handed = z.union([
  z.object({ run: z.string() }),
  z.object({
    files: z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) })),
    /** One of the words that its entry gives as `takes`. */
    as: z.optional(z.string()),
    /** The `detail` of each file. */
    details: z.optional(z.array(z.optional(z.string()))),
    /** Replaces the files waiting in the tool. */
    replaces: z.optional(z.literal(true)),
  }),
])
export type Handed = z.infer<typeof Handed>

/** The key of the draft that holds the data handed to a tool. The tool deletes it on reading. */
export const handOverKey = ({ id }: Tool): string => `${id}.hand-over`

/** Returns a function that stores data for a tool and navigates to it, at `href` if given. The tool's form is kept. */
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

/** Calls `take` with the data that was handed to a tool, once, when the tool is shown. */
export function useHanded(tool: Tool, take: (handed: Handed) => void): void {
  const { stored, write } = useDraft(handOverKey(tool), Handed)
  const taken = useEffectEvent((handed: Handed) => {
    write(undefined)
    take(handed)
  })
  useEffect(() => {
    if (stored) taken(stored)
  }, [stored])
}
