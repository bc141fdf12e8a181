import { createClient } from '../../../src/app/client/client.ts'
import { netWorkerFor } from '../../../src/app/client/worker/foreign-fetch.ts'

/** Asks for pictures and gives the address of each as soon as it is known. */
type ReadImages = (baseUrl: string, show: (address: string) => void) => Promise<void>

const readers = {
  floor: async (baseUrl, show) => {
    for (let nth = 0; nth < 10; nth += 1) show(`${baseUrl}/files/${nth}`)
  },
  ours: async (baseUrl, show) => {
    const connection = { baseUrl, own: false }
    const client = createClient(connection, { fetch, netWorker: async () => netWorkerFor(baseUrl) })
    for await (const chunk of client.stream('images.generations', { prompt: 'noise', n: 10 }))
      if (chunk.kind === 'events') for (const { blob } of chunk.files ?? []) show(URL.createObjectURL(blob))
  },
  'data URL': async (baseUrl, show) => {
    for (const base64 of await picturesOf(baseUrl)) show(`data:image/png;base64,${base64}`)
  },
  atob: async (baseUrl, show) => {
    for (const base64 of await picturesOf(baseUrl)) {
      const text = atob(base64)
      const bytes = new Uint8Array(text.length)
      for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
      show(addressOf(bytes))
    }
  },
  fromBase64: async (baseUrl, show) => {
    for (const base64 of await picturesOf(baseUrl)) show(addressOf(fromBase64(base64)))
  },
} satisfies Record<string, ReadImages>

export type ImageReader = keyof typeof readers
export const readImages: Readonly<Record<ImageReader, ReadImages>> = readers

/** As a page reads a reply that does nothing about its size. */
async function picturesOf(baseUrl: string): Promise<readonly string[]> {
  const reply = await fetch(`${baseUrl}/images/generations`, { method: 'POST', body: '{"prompt":"noise","n":10}' })
  const { data }: { readonly data: readonly { readonly b64_json: string }[] } = await reply.json()
  return data.map(({ b64_json }) => b64_json)
}

const addressOf = (bytes: Uint8Array<ArrayBuffer>) => URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))

/** Newer than TypeScript's own library. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decode: unknown = Reflect.get(Uint8Array, 'fromBase64')
  if (typeof decode !== 'function') throw new TypeError('This browser has no fromBase64.')
  return decode.call(Uint8Array, text)
}
