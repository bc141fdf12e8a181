import * as z from 'zod/mini'
import type { RunRow } from './run-row.ts'
import { stored } from './stored.ts'

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

/** Notifies the listeners of this tab, and those of other tabs through the channel, of what a write changed. */
export interface Changes {
  tell(change: LedgerChange): void
  /** A row was written. */
  wrote(row: RunRow): void
  subscribe(listener: LedgerListener): () => void
  close(): void
}

const change = stored({ kind: z.enum(['run', 'events']), id: z.string(), thread: z.exactOptional(z.string()) })

/** What one write changed. Sent to every tab, and only after the write is durable. */
export type LedgerChange = z.infer<typeof change>

/** `row`: as it was written, in the tab that wrote it, so that no listener there reads it again. */
export type LedgerListener = (change: LedgerChange, from: 'here' | 'elsewhere', row?: RunRow) => void

/** Without a channel, other tabs see changes only when they read again. */
export function createChanges(channel?: Channel): Changes {
  let others = channel
  const listeners = new Set<LedgerListener>()
  function spread(change: LedgerChange, from: 'here' | 'elsewhere', row?: RunRow): void {
    for (const listener of [...listeners]) listener(change, from, row)
  }
  if (channel !== undefined) {
    channel.onmessage = (event) => {
      for (const one of [event.data].flat()) {
        const read = z.safeParse(change, one)
        if (read.success) spread(read.data, 'elsewhere')
      }
    }
  }
  let untold: LedgerChange[] = []
  function tell(change: LedgerChange, row?: RunRow): void {
    spread(change, 'here', row)
    // One message for the writes of a transaction, whose ends come in one task.
    if (untold.push(change) === 1) queueMicrotask(post)
  }
  function post(): void {
    if (untold.length > 0) others?.postMessage(untold)
    untold = []
  }
  return {
    tell,
    wrote: (row) => tell(changeOf(row), row),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      listeners.clear()
      post()
      others?.close()
      // Posting to a closed channel throws, and a write that ends later has succeeded.
      others = undefined
    },
  }
}

/** The change event for a row. */
export function changeOf(row: { readonly id: string; readonly thread?: string }): LedgerChange {
  return { kind: 'run', id: row.id, ...(row.thread !== undefined && { thread: row.thread }) }
}
