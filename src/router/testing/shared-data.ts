import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const beside = resolve(import.meta.dirname, '../../../../shared')

/** Larger test data, which is not part of this repository: found through `TEST_DATA`, else in a folder `shared` beside it. */
export function sharedData(...path: readonly string[]): string | undefined {
  const file = join(process.env.TEST_DATA ?? beside, ...path)
  return existsSync(file) ? file : undefined
}
