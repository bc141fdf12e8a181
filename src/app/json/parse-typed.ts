import { lateCode } from '../ui/late-code.ts'
import type { JsonError } from './parse-json.ts'

type Parse = (text: string) => { readonly value: unknown } | { readonly error: JsonError | undefined }

let exact: Parse | undefined

const load = lateCode(() => import('./parse-json.ts'))

/** Loads the parser that locates errors. Rejects where it cannot be loaded. */
export async function loadParser(): Promise<void> {
  exact = (await load()).parseJson
}

/** Parses typed JSON. The error is undefined until the parser that locates it has loaded, which begins with the first error. */
export const parseTyped: Parse = (text) => {
  if (exact) return exact(text)
  try {
    return { value: JSON.parse(text) }
  } catch {
    void loadParser().catch(() => {})
    return { error: undefined }
  }
}
