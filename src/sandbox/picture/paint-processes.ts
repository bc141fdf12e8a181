/// <reference path="../modules.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { createPool, forked, mostProcesses, ProcessError, type RunTask } from '../process-pool.ts'
import { refusal } from '../refusal.ts'
import type { Input } from './inputs.ts'
import { bundle } from './painter-process.ts?bundle'
import type { Looked, Painted, Task } from './picture-task.ts'

export type Paint = RunTask<Task, Painted>

/** The peak memory of a process, with inputs of 64 megapixels. */
const bytesEach = 1.5 * 1024 ** 3

const mostEver = 8

export const mostPaintProcesses = (cores?: number, memory?: number): number =>
  mostProcesses(bytesEach, mostEver, cores, memory)

export const createPaint = (open: () => ChildProcess = forked(bundle), most = mostPaintProcesses()): Paint =>
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
