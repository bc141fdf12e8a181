/// <reference path="../bundles.d.ts" />
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPool, mostProcesses, ProcessError, type RunTask } from '../process-pool.ts'
import type { Painted, Task } from './order.ts'
import { bundle } from './painter.ts?bundle'

/** Runs a task outside the router's event loop. Rejects with a `PaintError` when it fails, or immediately when its signal is aborted. */
export type Paint = RunTask<Task, Painted>

/** A failed task, most often because of an unreadable picture. */
export { ProcessError as PaintError }

/** The peak memory of a painter, with inputs of 64 megapixels. */
const bytesEach = 1.5 * 1024 ** 3

const mostEver = 8

/** The number of painters: limited by the cores and by the memory of machine and container. */
export const mostPainters = (cores?: number, memory?: number): number =>
  mostProcesses(bytesEach, mostEver, cores, memory)

const openPainter = () => fork(fileURLToPath(bundle), [], { serialization: 'advanced', execArgv: [] })

interface Painters {
  readonly open?: () => ChildProcess
  readonly most?: number
}

/** A pool of painter processes. */
export const createPaint = ({ open = openPainter, most = mostPainters() }: Painters = {}): Paint =>
  createPool({ open, most, crashed: 'The image process ended unexpectedly.' })
