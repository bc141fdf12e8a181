import { tooDeep } from '#contract/core/loose-json.ts'
import { type FieldReading, readJson } from '../form-values.ts'

/** In levels: a request that nests some thousands can be neither stored nor sent. */
export const deepest = 200

/** What typed JSON means that becomes a part of a request: like `readJson`, with a limit of depth. */
export function readNested(text: string): FieldReading {
  return tooDeep(text, deepest) ? { kind: 'unreadable', why: `Nested deeper than ${deepest} levels.` } : readJson(text)
}
