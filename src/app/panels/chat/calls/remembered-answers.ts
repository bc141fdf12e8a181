import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ledgerDrafts } from '../../../run/history/use-history.ts'
import type { ToolCall } from '../../../run/result.ts'
import type { LedgerDrafts } from '../../../run/stored-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import type { ToolAnswer } from '../turn/turn.ts'
import { callKey } from './called-tool.ts'

/** Each remembered answer is a draft of its own, under the key of its call, so that no tab overwrites what another one remembers. */
export const rememberedPrefix = `${chatTool.id}.remembered.`

const Remembered = z.object({ tool: z.string(), arguments: z.string(), text: z.string(), failed: z.boolean() })
export type Remembered = z.infer<typeof Remembered>

export const readRemembered = (stored: unknown): Remembered | undefined => z.safeParse(Remembered, stored).data

/** The answers that are to be given again to equal calls. Nothing rejects: what cannot be stored is not remembered. */
export function rememberedAnswers(drafts: LedgerDrafts) {
  const write = (key: string, answer: Remembered | undefined) =>
    drafts.write(rememberedPrefix + key, answer).catch(() => {})
  return {
    forget: (key: string) => write(key, undefined),
    /** Undefined where there is none. */
    async recall(call: ToolCall): Promise<ToolAnswer | undefined> {
      const key = callKey(call)
      if (key === undefined) return undefined
      const found = readRemembered(await drafts.read(rememberedPrefix + key).catch(() => undefined))
      return found && { text: found.text, failed: found.failed, from: 'memory', again: true }
    },
    /** `undefined` forgets it. */
    async remember(call: ToolCall, answer: ToolAnswer | undefined): Promise<void> {
      const key = callKey(call)
      if (key === undefined) return
      const { name: tool, arguments: given } = call
      await write(key, answer && { tool, arguments: given, text: answer.text, failed: answer.failed })
    },
  }
}

export function useRememberedAnswers() {
  const runs = useRuns()
  return useMemo(() => rememberedAnswers(ledgerDrafts(runs)), [runs])
}
