import type { ErrorFacts } from '../read/error-facts.ts'
import type { KeyMask } from '../read/key-mask.ts'

/** Nobody answered. A browser tells a page nothing more, not even whether the request arrived. */
export function networkError(cause: unknown, mask: KeyMask): ErrorFacts {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return { kind: 'network', message: mask.hide(message).slice(0, 500) }
}
