import { createPool, forked } from '../process-pool.ts'
import { servePool } from '../serve-pool.ts'
import { makeSound } from './make/make-sound.ts'
import { createSpeak } from './make/speaker-client.ts'
import type { SoundPart, SoundTask } from './sound-task.ts'

/** The bundle of `speaker-process.ts`, started with the first text and again after a crash. One text at a time. */
const [, , path] = process.argv
const crashed = 'The speech process ended unexpectedly.'
const speak = createSpeak(path === undefined ? undefined : createPool({ open: forked(path), most: 1, crashed }))

servePool<SoundTask, null, SoundPart>(5, async (task, hand) => {
  await makeSound(task, speak, hand)
  return null
})
