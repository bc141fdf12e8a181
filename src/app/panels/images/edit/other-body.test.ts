import { expect, test } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { otherBody } from './other-body.ts'

const refused = (status: number, message: string): Run => ({
  ...{ id: 'r', seq: 1, endpoint: 'images.edits', model: 'm', title: 't', status: 'refused', intent: 'i', log: [] },
  ...{ connection: { name: 'c', baseUrl: 'http://a/v1' }, request: {}, saved: true },
  result: { ...emptyResult, error: { kind: 'api', status, message } },
})

test('a router that did not find the prompt in the JSON may take a form, and the other way round', () => {
  const run = refused(400, "Missing required parameter: 'prompt'")
  expect(otherBody(run)).toBe('multipart')
  expect(otherBody({ ...run, parts: [] })).toBe('json')
  expect(otherBody(refused(415, 'No.'))).toBe('multipart')
})

test('what was understood and refused, or failed otherwise, is not sent in another way', () => {
  expect(otherBody(refused(400, 'Your request was rejected by the safety system.'))).toBeUndefined()
  expect(otherBody(refused(404, 'Missing model'))).toBeUndefined()
  expect(otherBody({ ...refused(400, 'missing'), status: 'failed' })).toBeUndefined()
})
