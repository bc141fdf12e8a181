/** A streamed reply as bytes, and what a reader must find in it. */
export interface Reply {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The `data:` of each event. */
  readonly payloads: readonly string[]
  /** Characters of text, of all deltas together. */
  readonly textLength: number
}

const encoder = new TextEncoder()

/** The events of an ordinary answer: about 240 bytes each. */
export function manyDeltas(count: number): Reply {
  const place = { item_id: 'msg_0123456789abcdef0123456789abcdef0123456789abcdef', output_index: 0, content_index: 0 }
  const deltas = Array.from({ length: count }, (_, index) => ` w${index % 1000}`)
  const text = deltas.join('')
  const message = { type: 'message', id: place.item_id, role: 'assistant', status: 'completed' }
  const events = deltas.map((delta, index) => ({
    type: 'response.output_text.delta',
    sequence_number: index,
    ...place,
    delta,
    logprobs: [],
  }))
  const output = [{ ...message, content: [{ type: 'output_text', text, annotations: [] }] }]
  const completed = {
    type: 'response.completed',
    sequence_number: count,
    response: { object: 'response', id: 'resp_0', status: 'completed', output },
  }
  return replyOf([...events, completed], text.length)
}

/** One event of `megabytes`: a picture on its way. */
export function oneLargeEvent(megabytes: number): Reply {
  const partial = {
    type: 'response.image_generation_call.partial_image',
    sequence_number: 0,
    item_id: 'ig_0',
    output_index: 0,
    partial_image_index: 0,
    partial_image_b64: 'iVBORw0K'.repeat(megabytes * 2 ** 17),
  }
  return replyOf([partial], 0)
}

function replyOf(events: readonly { readonly type: string }[], textLength: number): Reply {
  const payloads = events.map((event) => JSON.stringify(event))
  const text = payloads.map((payload, index) => `event: ${events[index]?.type}\ndata: ${payload}\n\n`).join('')
  return { bytes: encoder.encode(text), payloads, textLength }
}

export function chunksOf({ bytes }: Reply, size: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
}

/** A body that gives one chunk at a time, when it is asked. */
export function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[at]
      at += 1
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}
