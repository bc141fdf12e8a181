import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { jsonIn, ownOf } from '#contract/core/loose-json.ts'
import { type LedgerDrafts, stageThreads } from '../run/stored-draft.ts'
import { readKept, writeKept } from '../ui/page-state.ts'

/** One presentation in this tab: it survives a reload, and the next one begins anew. */
const Show = z.object({
  /** The collection, or a panel's tool. */
  id: z.string(),
  /** Ms since 1970. */
  since: z.number(),
  /** By card: what its runs and drafts are kept under since the last reset. */
  takes: z.record(z.string(), z.string()),
})
type Show = z.infer<typeof Show>

const key = 'patchbay.show'

const read = (): Show | undefined => z.safeParse(Show, jsonIn(readKept(key, 'sessionStorage') ?? '')).data

const day = 86_400_000

/** Removes the drafts of takes that began more than a day ago, of any stage: nobody comes back to them. */
export async function removeOldDrafts(drafts: LedgerDrafts, now: number): Promise<void> {
  for (const key of (await drafts.under(stageThreads)).keys()) {
    const [, , take = ''] = key.split('.')
    if (now - Number.parseInt(take, 36) > day) await drafts.write(stageThreads + key, undefined)
  }
}

export function useShow(id: string) {
  const [show, setShow] = useState<Show>(() => {
    const kept = read()
    return kept?.id === id ? kept : { id, since: Date.now(), takes: {} }
  })
  useEffect(() => writeKept(key, JSON.stringify(show), 'sessionStorage'), [show])
  // A reload removes nothing.
  useEffect(() => () => writeKept(key, '', 'sessionStorage'), [])
  return {
    since: show.since,
    takeOf: (card: string) => ownOf(show.takes, card) ?? show.since.toString(36),
    reset: (card: string) => setShow((now) => ({ ...now, takes: { ...now.takes, [card]: Date.now().toString(36) } })),
  }
}
