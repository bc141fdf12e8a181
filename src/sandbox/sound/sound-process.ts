import { servePool } from '../serve-pool.ts'
import { makeSound } from './make/make-sound.ts'
import { createSpeak } from './make/speaker-client.ts'
import type { SoundPart, SoundTask } from './sound-task.ts'
import { speakerIn } from './speaker-pool.ts'

const [, , speaker] = process.argv
const speak = createSpeak(speaker === undefined ? undefined : speakerIn(speaker))

servePool<SoundTask, null, SoundPart>(5, async (task, hand) => {
  await makeSound(task, speak, hand)
  return null
})
