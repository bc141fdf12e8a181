/** A request that is not sent, for a reason that stands in its message, as a sentence for people. */
export class Unsendable extends Error {}

/** Why the browser did not store something, as a sentence for people. */
export function notSaved(error: unknown): string {
  if (error instanceof Unsendable) return error.message
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'QuotaExceededError':
      return 'The browser’s storage is full, so the run could not be written down.'
    case 'InvalidStateError':
    case 'AbortError':
      return 'The history was closed, perhaps by a newer version in another tab. Reload the page.'
    case 'DataCloneError':
    case 'RangeError':
      return 'This request is of a kind that the browser cannot store.'
    case 'TimeoutError':
      return 'The browser’s storage did not answer.'
    default:
      return 'The browser refused to write the run down.'
  }
}
