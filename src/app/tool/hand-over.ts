import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { useDraft } from '../run/use-draft.ts'
import { useRuns } from '../run/use-runs.tsx'
import { hrefOf, type Tool } from './tools.ts'

export const HandedFiles = z.object({
  files: z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) })),
  /** One of the words that its entry gives as `takes`. */
  as: z.optional(z.string()),
  details: z.optional(z.array(z.optional(z.string()))),
  /** Values for fields of a tool that is drawn from its entry. */
  values: z.optional(z.record(z.string(), z.unknown())),
  /** The values are an example that is run, as by a press in the tool. */
  runs: z.optional(z.literal(true)),
  /** Replaces the files waiting in the tool. */
  replaces: z.optional(z.literal(true)),
})
export type HandedFiles = z.infer<typeof HandedFiles>

/** Data handed to a tool: files from another part of the app, or the id of a run to be opened again. */
export const Handed = z.union([z.object({ run: z.string() }), HandedFiles])
export type Handed = z.infer<typeof Handed>

/** The key of the draft that holds the data handed to a tool. The tool deletes it on reading. */
export const handOverKey = ({ id }: Tool): string => `${id}.hand-over`

/** What the tools on the screen do with data for them, by tool id. */
const shown = new Map<string, (handed: Handed) => void>()

/** Returns a function that gives data to a tool: at once where it is shown, else stored for it before navigating to it, or to `href`. */
export function useHandOver(): (handed: Handed, tool: Tool, href?: string) => void {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (handed, tool, href) => {
    const take = href === undefined ? shown.get(tool.id) : undefined
    if (take) return take(handed)
    const draft = runs.openDraft(handOverKey(tool))
    draft.write(handed)
    draft.close()
    navigate(href ?? hrefOf(tool))
  }
}

/** Calls `take` with the data that is handed to a tool, once: before the tool is shown, or while it is. */
export function useHanded(tool: Tool, take: (handed: Handed) => void): void {
  const { stored, write } = useDraft(handOverKey(tool), Handed)
  const taken = useEffectEvent((handed: Handed) => take(handed))
  const emptied = useEffectEvent(() => write(undefined))
  useEffect(() => {
    if (!stored) return
    emptied()
    taken(stored)
  }, [stored])
  useEffect(() => {
    shown.set(tool.id, (handed) => taken(handed))
    return () => void shown.delete(tool.id)
  }, [tool.id])
}
