/// <reference path="../modules.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createPool, forked, mostProcesses, type RunTask } from '../process-pool.ts'
import { bundle } from './clip-process.ts?bundle'
import type { Clip, ClipOrder } from './clip-request.ts'

/** Makes a clip outside the router's event loop; the parts are the share of frames that are encoded, from 0 to 1. */
export type MakeClip = RunTask<ClipOrder, Clip, number>

/** The peak memory of a process. */
const bytesEach = 512 * 1024 ** 2
const mostEver = 4

/** The number of clips made at once: each takes two cores. */
export const mostClips = (cores = availableParallelism(), memory?: number): number =>
  mostProcesses(bytesEach, mostEver, Math.floor(cores / 2), memory)

/** A clip that stops making progress for this long has failed. */
const stall = { ms: 60_000, message: 'The video process stopped responding.' }
const crashed = 'The video process ended unexpectedly.'

/** A pool of processes, as many as clips are asked for at once. One that crashes fails its own clip. */
export const createMakeClip = (open: () => ChildProcess = forked(bundle)): MakeClip =>
  createPool({ open, most: Number.POSITIVE_INFINITY, stall, crashed })
