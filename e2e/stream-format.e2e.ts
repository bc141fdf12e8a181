import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import type { EventStream } from '../src/app/client/read/event-stream.ts'
import { plainEvents, randomStream } from '../src/app/client/testing/event-streams.ts'
import { createRandom } from '../src/app/run/testing/random.ts'
import { seed } from '../src/testing/seed.ts'
import { expect, test } from './fixtures.ts'

const count = process.env.SOAK ? 2000 : 50

declare const framing: { readonly EventStream: typeof EventStream }

/** A module of the app as a script that puts what it exports under one name. */
async function scriptOf(file: string, name: string): Promise<string> {
  const entry = join(import.meta.dirname, '../src/app/client/read', file)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2023', lib: { entry, name, formats: ['iife'] } },
  })
  const [bundle] = Array.isArray(built) ? built : []
  const [chunk] = bundle?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`)
  return chunk.code
}

/** Serves each stream under its number, in two pieces. */
async function startServer(streams: readonly Uint8Array[]) {
  const server = createServer((request, reply) => {
    const bytes = streams[Number(request.url?.slice(1) || 'none')]
    if (!bytes) return void reply.setHeader('content-type', 'text/html').end('<!doctype html>')
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const middle = bytes.length >> 1
    reply.write(bytes.subarray(0, middle), () => reply.end(bytes.subarray(middle)))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Events = readonly (readonly [name: string, data: string])[]

/** In the page: what the browser and what the app's reader make of one stream. */
async function readTwice([number, names]: readonly [number, readonly string[]]): Promise<{
  browser: Events
  ours: Events
}> {
  const browser: [string, string][] = []
  await new Promise<void>((ended) => {
    const source = new EventSource(`/${number}`)
    for (const name of names)
      source.addEventListener(name, (event) => {
        if (event instanceof MessageEvent) return void browser.push([event.type, event.data])
        // The stream is over, and the browser is about to ask for it again.
        source.close()
        ended()
      })
  })
  const decoder = new TextDecoder()
  const stream = new framing.EventStream(2 ** 20)
  const reader = (await fetch(`/${number}`)).body?.getReader()
  const texts: string[] = []
  for (let step = await reader?.read(); step?.value; step = await reader?.read())
    texts.push(decoder.decode(step.value, { stream: true }))
  const events = [...texts, decoder.decode()].flatMap((text) => stream.feed(text, 0))
  return { browser, ours: events.map(({ name = 'message', data }) => [name, data]) }
}

test(`${count} random streams are read as the browser's own EventSource reads them (SEED=${seed})`, async ({
  page,
}) => {
  test.setTimeout(10 * 60_000)
  const random = createRandom(seed)
  const streams = Array.from({ length: count }, () => randomStream(random))
  const server = await startServer(streams)
  try {
    await page.goto(server.url)
    await page.addScriptTag({ content: await scriptOf('event-stream.ts', 'framing') })
    let events = 0
    for (const [number, bytes] of streams.entries()) {
      // A page hears only events whose names it asks for.
      const names = new Set(['message', 'error', ...plainEvents(bytes).map(([name]) => name)])
      const { browser, ours } = await page.evaluate(readTwice, [number, [...names]] as const)
      expect(ours, JSON.stringify(new TextDecoder().decode(bytes))).toEqual(browser)
      events += browser.length
    }
    // Streams of which nobody can read anything would prove nothing.
    expect(events).toBeGreaterThan(count)
  } finally {
    server.close()
  }
})
