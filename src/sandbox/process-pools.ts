/// <reference path="./modules.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundle as clipProcess } from './clip/clip-process.ts?bundle'
import type { MakeClip } from './clip/clip-request.ts'
import { bundle as painterProcess } from './picture/painter-process.ts?bundle'
import type { Paint } from './picture/picture-task.ts'
import { createPool, forked } from './process-pool.ts'
import { mostPaintProcesses, mostSoundProcesses } from './run-task.ts'
import { bundle as soundProcess } from './sound/sound-process.ts?bundle'
import type { MakeSound } from './sound/sound-task.ts'
import { bundle as speaker } from './sound/speaker-process.ts?bundle'

export const createPaint = (open: () => ChildProcess = forked(painterProcess), most = mostPaintProcesses()): Paint =>
  createPool({ open, most, crashed: 'The image process ended unexpectedly.' })

/** A pool of processes, as many as clips are asked for at once. One that crashes, or makes no progress for a minute, fails its own clip. */
export const createMakeClip = (open: () => ChildProcess = forked(clipProcess)): MakeClip =>
  createPool({
    ...{ open, most: Number.POSITIVE_INFINITY, crashed: 'The video process ended unexpectedly.' },
    stall: { ms: 60_000, message: 'The video process stopped responding.' },
  })

/** Sounds that may wait: each holds an upload. */
const mostWaiting = 24

export const createMakeSound = (open: () => ChildProcess = forked(soundProcess, fileURLToPath(speaker))): MakeSound =>
  createPool({
    ...{ open, most: mostSoundProcesses(), mostWaiting, crashed: 'The sound process ended unexpectedly.' },
    stall: { ms: 180_000, message: 'The sound process stopped responding.' },
  })
