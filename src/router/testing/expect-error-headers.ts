import { expect } from 'vitest'
import type { RawReply } from './raw-request.ts'

/** What every error carries, wherever it is made. */
export function expectErrorHeaders({ head }: RawReply, requestId: string): void {
  const lines = head.toLowerCase().split('\r\n')
  expect(requestId).toMatch(/^req_.+/)
  expect(lines).toEqual(
    expect.arrayContaining([
      `x-request-id: ${requestId}`,
      'content-type: application/json',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    ]),
  )
}
