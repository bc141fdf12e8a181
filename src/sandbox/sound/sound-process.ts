import { setPriority } from 'node:os'
import type { Report } from '../process-pool.ts'
import { SandboxRefusal } from '../refusal.ts'
import { makeSound } from './make/make-sound.ts'
import { createSpeak } from './make/speaker-client.ts'
import type { SoundPart, SoundTask } from './order.ts'

// Below the router's priority, so that encoding does not delay replies.
setPriority(5)

// Ctrl+C signals the whole process group, but the router ends its processes itself.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

const speak = createSpeak(process.argv[2])

const report = (message: Report<null, SoundPart>) => process.send?.(message)

function failure(thrown: unknown): Report<null> {
  if (thrown instanceof SandboxRefusal) return { kind: 'failed', message: thrown.message, param: thrown.param }
  return { kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) }
}

process.on('message', (task: SoundTask) => {
  makeSound(task, speak, (part) => report({ kind: 'part', part })).then(
    () => report({ kind: 'done', done: null }),
    (thrown) => report(failure(thrown)),
  )
})
