/// <reference path="./modules.d.ts" />
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bundle as clipProcess } from './clip/clip-process.ts?bundle'
import type { Clip, ClipOrder } from './clip/clip-request.ts'
import { bundle as painterProcess } from './picture/painter-process.ts?bundle'
import type { Paint } from './picture/picture-task.ts'
import { createPool, forked, mostProcesses, type RunTask } from './process-pool.ts'
import { bundle as soundProcess } from './sound/sound-process.ts?bundle'
import type { SoundPart, SoundTask } from './sound/sound-task.ts'
import { bundle as speaker } from './sound/speaker.ts?bundle'

/** Makes a clip outside the router's event loop; the parts are the share of frames that are encoded, from 0 to 1. */
export type MakeClip = RunTask<ClipOrder, Clip, number>

/** Makes a sound outside the router's event loop; its facts and bytes come in parts. */
export type MakeSound = RunTask<SoundTask, null, SoundPart>

/** The peak memory of a process of each kind: a painter with inputs of 64 megapixels, a sound's with its speaker and the longest upload. */
const bytesEach = { painter: 1.5 * 1024 ** 3, clip: 512 * 1024 ** 2, sound: 1024 ** 3 }

export const mostPaintProcesses = (cores?: number, memory?: number): number =>
  mostProcesses(bytesEach.painter, 8, cores, memory)

/** The number of clips made at once: each takes two cores. */
export const mostClips = (cores = availableParallelism(), memory?: number): number =>
  mostProcesses(bytesEach.clip, 4, Math.floor(cores / 2), memory)

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
    ...{ open, most: mostProcesses(bytesEach.sound, 4), mostWaiting, crashed: 'The sound process ended unexpectedly.' },
    stall: { ms: 180_000, message: 'The sound process stopped responding.' },
  })
