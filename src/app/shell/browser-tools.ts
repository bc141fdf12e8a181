import { connect, fetchFor, retryRead } from '../connection/connect.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { newId } from '../run/new-id.ts'
import type { RunTools } from '../run/run-tools.ts'

/** A hidden page draws no frames, and its runs still have to be kept. */
const slowest = 250

/** Streams that are drawn in one frame. More take turns: each is drawn half as often or less, and a frame costs no more. */
const atOnce = 2

const waiting: (() => void)[] = []

/** What runs in one frame runs in one task, so that several streams are drawn by one rendering. */
function beforeNextFrame(work: () => void): void {
  waiting.push(work)
  if (waiting.length === 1) requestFrame()
}

function requestFrame(): void {
  const run = (count: number) => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    const now = waiting.splice(0, count)
    if (waiting.length > 0) requestFrame()
    for (const one of now) {
      try {
        one()
      } catch (error) {
        reportError(error)
      }
    }
  }
  const frame = requestAnimationFrame(() => run(atOnce))
  const timer = setTimeout(() => run(waiting.length), slowest)
}

export const isVisible = () => document.visibilityState === 'visible'

export function onVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function onHide(listener: () => void): () => void {
  addEventListener('pagehide', listener)
  const forget = onVisible(() => isVisible() || listener())
  return () => {
    removeEventListener('pagehide', listener)
    forget()
  }
}

/** Even to ask for it throws where storage is forbidden. */
function tabStorage(): Pick<RunTools, 'tab'> {
  try {
    return { tab: sessionStorage }
  } catch {
    return {}
  }
}

const operations = () => import('../client/send/operation.ts')

export function browserTools(ledger: Ledger): RunTools {
  return {
    ledger,
    connect,
    createReader: async (options) => (await import('../client/read/chat-reader.ts')).createReader(options),
    readRemote: (connection, id) =>
      retryRead(async () => (await operations()).readOperation(connection, id, fetchFor(connection.baseUrl))),
    stopRemote: async (connection, id) =>
      (await operations()).stopRemoteOperation(connection, id, fetchFor(connection.baseUrl)),
    download: async (connection, source, options) =>
      (await import('../client/worker/download-by-worker.ts')).downloadByWorker(connection, source, options),
    clock: {
      now: () => Date.now(),
      mono: () => performance.now(),
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    newId,
    ...(navigator.locks && { locks: navigator.locks }),
    ...tabStorage(),
    ...(navigator.storage && { storage: navigator.storage }),
    frame: beforeNextFrame,
    ...{ isVisible, onVisible, onHide },
  }
}
