import { makeSound } from '#sandbox/sound/make/make-sound.ts'
import { createSpeak } from '#sandbox/sound/make/speaker-client.ts'
import type { SoundPart, SoundTask } from '#sandbox/sound/sound-task.ts'
import { inWorker, serveTasks } from '../worker-task.ts'
import speakerUrl from './speaker-worker.ts?worker&url'

const openSpeaker = () => new Worker(speakerUrl, { type: 'module', name: 'speaker' })
const speak = createSpeak(inWorker(openSpeaker, 'The speech worker ended unexpectedly.'))

serveTasks<SoundTask, null, SoundPart>(async (task, hand) => {
  await makeSound(task, speak, hand)
  return null
})
