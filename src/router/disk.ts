import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder, and those above it, for its user alone. Node's recursive `mkdir` never comes back from below `/proc`. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (thrown) {
    // Another router may have been quicker.
    if (!existsSync(path)) throw thrown
  }
}
