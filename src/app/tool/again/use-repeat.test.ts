import { expect, test } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { askedField, underField } from './use-repeat.ts'

const file = { sha256: 'a', name: 'a.mp3', type: 'audio/mpeg', size: 1 }
const refused = (param: string, name = 'file', more = 0): Run => ({
  ...sampleRow({ id: 'a', status: 'refused' }),
  seq: 1,
  log: [],
  request: undefined,
  parts: [{ kind: 'text', name: 'model', value: 'm' }, ...Array(1 + more).fill({ kind: 'file', name, file })],
  result: { ...emptyResult, error: { kind: 'api', message: 'field required', status: 422, param } },
  saved: true,
})

test('a router that misses the file under another name is sent it under that name', () => {
  expect(askedField(refused('audio'))).toBe('audio')
  expect(askedField(refused('file', 'audio'))).toBe('file')
  const blob = new Blob(['x'])
  const draft = { endpoint: 'audio.voice-isolation', tool: 't', model: 'm', title: 't', repeats: 'a' } as const
  const connection = { id: 'c', name: 'c', baseUrl: 'https://router.example/v1', key: '', own: false }
  const parts = [
    { kind: 'text', name: 'model', value: 'm' },
    { kind: 'file', name: 'file', file: { name: 'a.mp3', blob } },
  ] as const
  const { repeats, parts: sent } = underField({ ...draft, connection, request: undefined, parts }, 'audio')
  expect(repeats).toBeUndefined()
  expect(sent).toEqual([parts[0], { ...parts[1], name: 'audio' }])
})

test('no name is offered for another field, one that was sent, several files, or a run that may be billed', () => {
  expect(askedField(refused('voice'))).toBeUndefined()
  expect(askedField(refused('audio', 'audio'))).toBeUndefined()
  expect(askedField(refused('audio', 'image', 1))).toBeUndefined()
  expect(askedField({ ...refused('audio'), status: 'failed' })).toBeUndefined()
})
