/// <reference path="../modules.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPool, forked, mostProcesses, type RunTask } from '../process-pool.ts'
import { bundle } from './sound-process.ts?bundle'
import type { SoundPart, SoundTask } from './sound-task.ts'
import { bundle as speaker } from './speaker.ts?bundle'

/** Makes a sound outside the router's event loop; its facts and bytes come in parts. */
export type MakeSound = RunTask<SoundTask, null, SoundPart>

/** The peak memory of a process and its speaker, with the longest upload. */
const bytesEach = 1024 ** 3
const mostEver = 4

/** Tasks that may wait: each holds an upload. */
const mostWaiting = 24

const stall = { ms: 180_000, message: 'The sound process stopped responding.' }

export const createMakeSound = (open: () => ChildProcess = forked(bundle, fileURLToPath(speaker))): MakeSound =>
  createPool({
    ...{ open, most: mostProcesses(bytesEach, mostEver), mostWaiting, stall },
    crashed: 'The sound process ended unexpectedly.',
  })
