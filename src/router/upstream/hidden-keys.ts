import { pulled, takenOver } from '../http/replies.ts'
import { type BodyKind, bodyKind } from './body-kind.ts'
import { KeyForms, leastKey, stars } from './key-forms.ts'
import { KeysAcrossEvents } from './keys-across-events.ts'
import type { Upstream } from './upstream.ts'

const formsOf = ({ keys }: Upstream) => new KeyForms(keys.filter((key) => key.length >= leastKey))

/** A text without the upstream's keys, in whichever form: an asterisk stands for each character. */
export const hideKeys = (text: string, upstream: Upstream): string => formsOf(upstream).hide(text)

/** Hides keys in the texts of a body, however it is cut; both functions give what can go on. */
function anywhere(forms: KeyForms) {
  let held = ''
  return {
    feed(text: string): string {
      const hidden = forms.hide(held + text)
      // Events of a stream end with a line feed, which no form contains.
      const count = hidden.endsWith('\n') ? 0 : forms.begunAtEnd(hidden)
      held = hidden.slice(hidden.length - count)
      return hidden.slice(0, hidden.length - count)
    },
    end: (): string => (held.length < leastKey ? held : stars(held.length)),
  }
}

/**
 * A body without the upstream's keys: an asterisk stands for each byte. All other bytes stay as they are, and go on at once unless the end
 * of a chunk, or an event, may be the beginning of a key. Most of a key at the very end counts as one. `type` is the media type.
 */
export function withoutKeys(
  body: ReadableStream<Uint8Array>,
  upstream: Upstream,
  type: string,
): ReadableStream<Uint8Array> {
  const forms = formsOf(upstream)
  if (!forms.any) return body
  const source = takenOver(body)
  const inChunks = anywhere(forms)
  let kind: BodyKind | undefined
  const inEvents = new KeysAcrossEvents(forms)
  /** How the source ended. */
  let over: { readonly thrown?: unknown } | undefined

  /** One character for each byte. */
  function clear(bytes: Uint8Array): Uint8Array {
    kind ??= bodyKind(type, bytes)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const hidden = inChunks.feed(text)
    const out = kind === 'events' ? inEvents.feed(hidden) : hidden
    return out === text ? bytes : Buffer.from(out, 'latin1')
  }

  function rest(): Uint8Array {
    const held = inChunks.end()
    return Buffer.from(kind === 'events' ? inEvents.feed(held) + inEvents.end() : held, 'latin1')
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (!over) {
      const bytes = await source.next().catch((thrown: unknown) => {
        over = { thrown }
      })
      if (!bytes) over ??= {}
      const out = bytes ? (bytes.length === 0 ? bytes : clear(bytes)) : rest()
      if (out.length > 0 || bytes?.length === 0) return out
    }
    if ('thrown' in over) throw over.thrown
    return undefined
  }
  return pulled(next, source.cancel)
}
