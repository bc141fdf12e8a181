import { useState } from 'react'
import * as z from 'zod/mini'
import type { Run } from '../../../run/run.ts'
import { ToolDraft } from '../../../tool/use-tool-form.ts'

/** A column beside others: a branch of the conversation that goes on with parameters of its own. */
const Column = z.object({
  id: z.string(),
  /** The parameters, while another column is in the form. */
  request: z.record(z.string(), z.unknown()),
  unread: ToolDraft.shape.unread,
  /** The run at its end, which may not be stored yet; absent where the column is empty. */
  run: z.optional(z.string()),
  /** The run before that one. */
  after: z.optional(z.string()),
})
export type Column = z.infer<typeof Column>

const Blind = z.object({
  /** The columns in the order in which their answers are shown, each by its place in `list`. */
  seats: z.array(z.int()),
  /** The runs whose models were seen before. */
  seen: z.array(z.string()),
})

/** The columns of a conversation, of which the form and the keys belong to one. */
export const Columns = z.object({
  thread: z.string(),
  list: z.array(Column).check(z.minLength(2)),
  at: z.int(),
  /** Present while the next answers are compared without the names of their models. */
  blind: z.optional(Blind),
})
export type Columns = z.infer<typeof Columns>

export const mostColumns = 4

/** The columns that are open in this conversation; those of another one are closed. */
export function useChatColumns(thread: string, stored: Columns | undefined) {
  const [kept, set] = useState(stored)
  const own = kept?.thread === thread ? kept.list[kept.at] : undefined
  return { columns: own && kept, own, set }
}
export type ChatColumns = ReturnType<typeof useChatColumns>

/** The run at the end of a column: of several attempts at a place of a batch the last one; undefined while it is not sent. */
export function endOf({ run, after }: Column, runs: readonly Run[]): { last: Run | undefined; isSent: boolean } {
  const found = runs.find(({ id }) => id === run)
  const place = found?.batch
  const newest = place ? runs.findLast(({ batch }) => batch?.id === place.id && batch.at === place.at) : found
  return { last: newest ?? runs.find(({ id }) => id === after), isSent: newest !== undefined || run === undefined }
}
