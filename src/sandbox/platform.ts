import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, totalmem } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { recordOf } from '#contract/core/loose-json.ts'

/**
 * What the engines need of the program that they run in. Imported as `#sandbox/platform.ts`, in place of which the build of the static demo
 * takes `src/demo/browser-platform.ts`.
 */
export interface Platform {
  /** The hash of the parts, one after the other, in hex. */
  sha256(...parts: readonly (string | Uint8Array)[]): string
  toBase64(bytes: Uint8Array): string
  /** Decodes either alphabet and skips every character that is in neither. */
  fromBase64(text: string): Uint8Array<ArrayBuffer>
  /** One byte a character. */
  fromLatin1(text: string): Uint8Array<ArrayBuffer>
  toLatin1(bytes: Uint8Array): string
  /** Reads a file of a library, by its path below node_modules. */
  libraryFile(path: string): Promise<ArrayBuffer>
  /** Lets events and timers that are due run. */
  nextTurn(): Promise<void>
  /** CPU time of the program in milliseconds. */
  cpuMs(): number
  /** Runs `work`, and ends it after `ms` where the program can: undefined then. Throws what it throws. */
  endedAfter<T>(ms: number, work: () => T): { readonly value: T } | undefined
  readonly cores: number
  /** Bytes that machine and container have. */
  readonly memory: number
}

const { resolve } = createRequire(import.meta.url)
const context = createContext({ work: () => {} })
const script = new Script('work()')

export const platform: Platform = {
  sha256: (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex'),
  toBase64: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('base64'),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  fromLatin1: (text) => new Uint8Array(Buffer.from(text, 'latin1')),
  toLatin1: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('latin1'),
  libraryFile: async (path) => new Uint8Array(readFileSync(resolve(path))).buffer,
  nextTurn: () => setImmediate(),
  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  endedAfter(ms, work) {
    try {
      return { value: script.runInContext(Object.assign(context, { work }), { timeout: Math.ceil(ms) }) }
    } catch (thrown) {
      if (recordOf(thrown).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
      throw thrown
    }
  },
  cores: availableParallelism(),
  memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
}
