export interface PacedReply {
  /** The tokens of the text, from the first again after the last. */
  readonly pieces: readonly string[]
  readonly tokensPerSecond: number
  /** Tokens of the whole text. */
  readonly count: number
}

/**
 * What is sent to the chat's endpoint is answered in the page itself, with a text at this pace. It is handed to a page as its own source, and so
 * names nothing that stands outside of it.
 */
export function paceReplies({ pieces, tokensPerSecond, count }: PacedReply): void {
  const whole = window.fetch
  const encoder = new TextEncoder()
  const event = (type: string, more: object) =>
    encoder.encode(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
  function streamed(): Response {
    const response = { id: `resp_${crypto.randomUUID()}`, object: 'response', model: 'paced', output: [] }
    const item = { id: 'msg', type: 'message', role: 'assistant', content: [] }
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(event('response.created', { response: { ...response, status: 'in_progress' } }))
        controller.enqueue(event('response.output_item.added', { output_index: 0, item }))
        let sent = 0
        const began = performance.now()
        const timer = setInterval(() => {
          const due = Math.min(count, Math.floor(((performance.now() - began) * tokensPerSecond) / 1000))
          for (; sent < due; sent += 1)
            controller.enqueue(
              event('response.output_text.delta', {
                ...{ item_id: 'msg', output_index: 0, content_index: 0 },
                delta: pieces[sent % pieces.length],
              }),
            )
          if (sent < count) return
          clearInterval(timer)
          controller.enqueue(event('response.completed', { response: { ...response, status: 'completed' } }))
          controller.close()
        }, 5)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  window.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.endsWith('/responses') ? streamed() : whole(input, init)
  }
}
