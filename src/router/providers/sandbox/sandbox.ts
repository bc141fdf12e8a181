import { dirname, join } from 'node:path'
import { createMakeClip, createMakeSound, createPaint } from '#sandbox/process-pools.ts'
import { createPublicFiles } from '../../http/public-file.ts'
import { filesInMemory } from './file-storage.ts'
import { filesInFolder } from './files-in-folder.ts'
import { createSandboxProvider, type SandboxPorts } from './sandbox-provider.ts'
import { createTicker } from './ticker.ts'

export interface SandboxOptions extends Partial<Omit<SandboxPorts, 'storageOf'>> {
  /** The folder of the videos, beside which those of other files are; in memory without one. */
  readonly videos?: string
}

/** The sandbox in Node: what is not given is done by processes, and stored in folders. */
export function createSandbox({ videos, ...options }: SandboxOptions = {}): ReturnType<typeof createSandboxProvider> {
  return createSandboxProvider({
    now: Date.now,
    log: () => {},
    ...options,
    pause: options.pause ?? createTicker().pause,
    paint: options.paint ?? createPaint(),
    makeClip: options.makeClip ?? createMakeClip(),
    makeSound: options.makeSound ?? createMakeSound(),
    files: options.files ?? createPublicFiles(),
    storageOf: (kind) =>
      videos === undefined ? filesInMemory() : filesInFolder(kind === 'videos' ? videos : join(dirname(videos), kind)),
  })
}
