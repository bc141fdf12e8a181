import type { EndpointId } from '#contract/routes.ts'
import { jsonReply } from '../http/http-replies.ts'
import type { Provider, ProviderRequest } from '../provider.ts'

const endpoints: readonly EndpointId[] = ['models', 'responses']

/** A provider that lists `test-model` and answers as told; by default it tells back what it got. */
export function testProvider(
  answer: (request: ProviderRequest) => Promise<Response> = async ({ body }) => jsonReply({ got: body }),
  { id = 'test', models = ['test-model'] }: { readonly id?: string; readonly models?: readonly string[] } = {},
): Provider {
  return {
    id,
    models: models.map((model) => ({ id: model, object: 'model', capabilities: ['responses', 'streaming'] })),
    endpoints: new Set(endpoints),
    answer,
  }
}

/** An event stream that says these texts, one event each; `after` decides how it goes on. */
export function testEvents(texts: readonly string[], after: 'end' | 'break' | 'hang' = 'end'): Response {
  const encoder = new TextEncoder()
  let next = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = texts[next]
        next += 1
        if (text !== undefined)
          controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type: 'text', text })}\n\n`))
        else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new Error('secret inner trouble'))
        else return new Promise(() => {})
        return undefined
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
