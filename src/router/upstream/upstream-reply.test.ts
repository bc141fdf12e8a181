import { expect, test } from 'vitest'
import { pulled } from '../http/http-replies.ts'
import { replyText } from './upstream-reply.ts'

test('a text is read whole, however it is cut', async () => {
  const bytes = new TextEncoder().encode('words and 🌍')
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
  const body = pulled(
    async () => pieces.shift(),
    () => undefined,
  )
  expect(await replyText(new Response(body), 'acme')).toBe('words and 🌍')
  expect(await replyText(new Response(null), 'acme')).toBe('')
})

test('an endless reply is given up, and its connection closed', async () => {
  let isClosed = false
  const body = pulled(
    async () => new Uint8Array(1_000),
    () => {
      isClosed = true
    },
  )
  const large = { status: 502, code: 'provider_reply_too_large', facts: { stage: 'accepted', retry: 'ask' } }
  await expect(replyText(new Response(body), 'acme', 10_000)).rejects.toMatchObject(large)
  expect(isClosed).toBe(true)
})
