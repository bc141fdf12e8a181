/// <reference path="../bundles.d.ts" />
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bundle } from './clip-process.ts?bundle'
import type { Clip, ClipOrder, ClipReport } from './order.ts'

/** A clip that could not be made, also because its process crashed. */
export class ClipError extends Error {}

interface Making {
  readonly signal: AbortSignal
  /** Called with the share of frames that are encoded, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Makes a clip outside the router's event loop. Rejects with a `ClipError`, or immediately when `signal` is aborted. */
export type MakeClip = (order: ClipOrder, making: Making) => Promise<Clip>

/** The peak memory of a process. */
const bytesEach = 512 * 1024 ** 2
const mostEver = 4

/** The number of clips made at once: each takes two cores. */
export function mostClips(cores = availableParallelism(), memory = process.constrainedMemory()): number {
  const room = Math.min(totalmem(), memory || Number.POSITIVE_INFINITY)
  return Math.max(1, Math.min(Math.floor(cores / 2), mostEver, Math.floor(room / bytesEach)))
}

const openProcess = () => fork(fileURLToPath(bundle), [], { serialization: 'advanced', execArgv: [] })

/** One clip in a process of its own. A clip that stops making progress for this long has failed. */
const stallMs = 60_000

function inProcess(child: ChildProcess, order: ClipOrder, { signal, onProgress }: Making): Promise<Clip> {
  return new Promise((resolve, reject) => {
    const stalled = () => end(() => reject(new ClipError('The video process stopped responding.')))
    let watch = setTimeout(stalled, stallMs)
    const abort = () => end(() => reject(signal.reason))
    const crashed = () => end(() => reject(new ClipError('The video process ended unexpectedly.')))
    function end(settle: () => void): void {
      clearTimeout(watch)
      signal.removeEventListener('abort', abort)
      child.removeAllListeners()
      // Errors of a process that is being killed are ignored.
      child.on('error', () => {})
      child.kill('SIGKILL')
      settle()
    }
    signal.addEventListener('abort', abort, { once: true })
    child.on('error', crashed)
    child.on('exit', crashed)
    child.on('message', (report: ClipReport) => {
      clearTimeout(watch)
      watch = setTimeout(stalled, stallMs)
      if (report.kind === 'progress') onProgress(report.share)
      else if (report.kind === 'done') end(() => resolve(report.clip))
      else end(() => reject(new ClipError(report.message)))
    })
    child.send(order)
  })
}

/** Makes each clip in a process of its own. A process that crashes fails its own clip. `open` starts one. */
export function createMakeClip(open: () => ChildProcess = openProcess): MakeClip {
  return async (order, making) => {
    making.signal.throwIfAborted()
    return inProcess(open(), order, making)
  }
}
