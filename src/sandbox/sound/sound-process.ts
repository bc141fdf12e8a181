import { servePool } from '../serve-pool.ts'
import { makeSound } from './make/make-sound.ts'
import { createSpeak } from './make/speaker-client.ts'
import type { SoundPart, SoundTask } from './sound-task.ts'

const speak = createSpeak(process.argv[2])

servePool<SoundTask, null, SoundPart>(5, async (task, hand) => {
  await makeSound(task, speak, hand)
  return null
})
