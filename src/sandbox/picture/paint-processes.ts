/// <reference path="../bundles.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { createPool, forked, mostProcesses, ProcessError, type RunTask } from '../process-pool.ts'
import { refusal } from '../refusal.ts'
import type { Input } from './inputs.ts'
import { bundle } from './painter-process.ts?bundle'
import type { Looked, Painted, Task } from './picture-task.ts'

/** Runs a task outside the router's event loop. Rejects with a `PaintError` when it fails, or immediately when its signal is aborted. */
export type Paint = RunTask<Task, Painted>

/** A failed task, most often because of an unreadable picture. */
export { ProcessError as PaintError }

/** The peak memory of a painter, with inputs of 64 megapixels. */
const bytesEach = 1.5 * 1024 ** 3

const mostEver = 8

/** The number of painters: limited by the cores and by the memory of machine and container. */
export const mostPaintProcesses = (cores?: number, memory?: number): number =>
  mostProcesses(bytesEach, mostEver, cores, memory)

interface Painters {
  readonly open?: () => ChildProcess
  readonly most?: number
}

export const createPaint = ({ open = forked(bundle), most = mostPaintProcesses() }: Painters = {}): Paint =>
  createPool({ open, most, crashed: 'The image process ended unexpectedly.' })

/** Decodes a picture. Throws a refusal where that fails. */
export async function lookAt(file: Input, paint: Paint, signal: AbortSignal): Promise<Looked> {
  try {
    const painted = await paint({ kind: 'look', file: { bytes: file.bytes, format: file.format } }, signal)
    if (painted.kind === 'looked') return painted
  } catch (thrown) {
    if (!(thrown instanceof ProcessError)) throw thrown
  }
  throw refusal(`${file.field}: the image cannot be decoded. It is damaged or truncated.`, file.field)
}
