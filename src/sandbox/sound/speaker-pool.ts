import { createPool, forked } from '../process-pool.ts'
import type { RunTask } from '../run-task.ts'
import type { SpeakerReply, SpeakerRequest } from './speaker.ts'

/** Speaks in a process, the bundle of `speaker-process.ts`, which is started with the first text and again after a crash. One text at a time. */
export const speakerIn = (bundle: URL | string): RunTask<SpeakerRequest, SpeakerReply> =>
  createPool({ open: forked(bundle), most: 1, crashed: 'The speech process ended unexpectedly.' })
