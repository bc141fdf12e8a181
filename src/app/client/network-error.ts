import type { ErrorFacts } from './read/error-facts.ts'

/** Nobody answered. A browser tells a page nothing more, not even whether the request arrived. */
export function networkError(cause: unknown): ErrorFacts {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return { kind: 'network', message: message.slice(0, 500) }
}
