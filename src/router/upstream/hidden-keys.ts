import { anyOf, secretForms } from '#media/secret-forms.ts'
import { pulled, takenOver } from '../http/replies.ts'
import type { Upstream } from './upstream.ts'

/** Shorter keys are placeholders such as `ollama` and `lm-studio`, which good replies contain by chance. */
const leastKey = 12

const formsOf = ({ keys }: Upstream) => secretForms(keys.filter((key) => key.length >= leastKey))

/** As long as the key, so that `content-length` and ranges still hold. */
const stars = (found: string) => '*'.repeat(found.length)

function hiding(forms: readonly string[]): (text: string) => string {
  const sought = anyOf(forms)
  return (text) => (sought ? text.replace(sought, stars) : text)
}

/** A text without the upstream's keys, in whichever form: an asterisk stands for each character. */
export const hideKeys = (text: string, upstream: Upstream): string => hiding(formsOf(upstream))(text)

/** How many characters at the end of a text may be the beginning of a form. */
function begunAtEnd(text: string, forms: readonly string[]): number {
  // Events of a stream end with a line feed, which no form contains.
  if (text.endsWith('\n')) return 0
  const longest = Math.min(text.length, (forms[0]?.length ?? 1) - 1)
  for (let length = longest; length > 0; length -= 1) {
    const end = text.slice(-length)
    if (forms.some((form) => form.startsWith(end))) return length
  }
  return 0
}

/**
 * A body without the upstream's keys: an asterisk stands for each byte. All other bytes stay as they are, and go on at once unless the end
 * of a chunk may be the beginning of a key.
 */
export function withoutKeys(body: ReadableStream<Uint8Array>, upstream: Upstream): ReadableStream<Uint8Array> {
  const forms = formsOf(upstream)
  if (forms.length === 0) return body
  const hide = hiding(forms)
  const source = takenOver(body)
  let held = ''
  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const bytes = await source.next()
      // One character for each byte.
      const text = held + (bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') : '')
      const hidden = hide(text)
      const count = bytes ? begunAtEnd(hidden, forms) : 0
      const isSame = held === '' && count === 0 && hidden === text
      held = hidden.slice(hidden.length - count)
      if (isSame) return bytes
      if (hidden.length > count) return Buffer.from(hidden.slice(0, hidden.length - count), 'latin1')
      if (!bytes) return undefined
    }
  }
  return pulled(next, source.cancel)
}
