import { createPublicFiles } from '../http/public-file.ts'
import type { Provider } from '../provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'

export interface Providers {
  /** In the order in which they are tried. */
  readonly list: readonly Provider[]
  /** What the sandbox has accepted so far. */
  readonly meter: () => unknown
}

/** Every provider of this router. */
export function createProviders(options: {
  readonly log: (line: string) => void
  /** The folder in which the sandbox keeps its videos; in memory without one. */
  readonly videos?: string
  /** Origins that files are fetched from although they are not public. */
  readonly unsafeOrigins?: readonly string[]
}): Providers {
  const sandbox = createSandbox({ ...options, files: createPublicFiles(options.unsafeOrigins) })
  return { list: [sandbox.provider], meter: sandbox.meter }
}
