import { expect, test } from 'vitest'
import { createChanges } from '../../ledger/changes.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import { fileReference } from '../file-marks.ts'
import type { RunDraft } from '../run-draft.ts'
import { draftRecord } from './run-record.ts'

const tools = { ledger: memoryLedger(createChanges(), 'absent'), newId: () => crypto.randomUUID() }
const connection = { name: 'c', baseUrl: 'http://a.example/v1', own: true }
const draft: RunDraft = {
  endpoint: 'images.edits',
  tool: 'images.edit',
  model: 'm',
  title: 't',
  request: { prompt: 'p' },
  connection,
}

test('a draft is what it would send, with its files, and without its key', async () => {
  const sha256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
  const blob = new Blob(['foo'], { type: 'image/png' })
  const record = await draftRecord(tools, {
    ...draft,
    connection: { ...connection, key: 'sk-1234567890', headers: [{ name: 'X-Team', value: 'secret-12345678' }] },
    request: { prompt: 'p', images: [fileReference('image/png', sha256)] },
    files: [{ sha256, name: 'a.png', blob }],
  })
  expect(record.sent.url).toBe('http://a.example/v1/images/edits')
  expect(record.sent.body).toEqual({
    ...{ kind: 'json', value: { prompt: 'p', images: ['data:image/png;base64,Zm9v'] } },
  })
  expect(new Headers(record.sent.headers.map(([...pair]): [string, string] => pair)).get('authorization')).toBe(
    'Bearer [key]',
  )
  expect(JSON.stringify(record)).not.toMatch(/sk-1234|secret-1234/)
})

test('a form keeps its parts, and a key that is still to be typed is sent by the code', async () => {
  const parts = [{ kind: 'file', name: 'image', file: { name: 'a.png', blob: new Blob(['foo']) } }] as const
  const { sent } = await draftRecord(tools, { ...draft, connection: { ...connection, missing: 'key' }, parts })
  expect(sent.body).toMatchObject({ kind: 'multipart', parts: [{ name: 'image', file: { name: 'a.png', size: 3 } }] })
  expect(sent.headers.map(([name]) => name.toLowerCase())).toContain('authorization')
})
