import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field, fileOrReference } from '#contract/core/field.ts'
import { fileReference } from '../run/file-marks.ts'
import type { Run } from '../run/run.ts'
import { requestBody } from './request-body.ts'
import { sentFile, sentRequest } from './sent-request.ts'

const facts = { accepts: ['image/png'], maxBytes: 1 }
/** A request that no tool has. */
const Planted = z.looseObject({
  text: z.string(),
  count: z.optional(z.int()),
  tags: z.optional(z.array(z.string())),
  file: field(z.optional(fileOrReference()), { title: 'File', file: facts }),
  files: field(z.optional(z.array(fileOrReference())), {
    title: 'Files',
    file: { ...facts, most: 4, wrap: 'image_url', formName: 'file_list[]' },
  }),
})

const hash = (digit: number) => `${digit}`.repeat(64)
const held = (digit: number) => ({
  ...{ sha256: hash(digit), name: `${digit}.png`, type: 'image/png', blob: new Blob([`${digit}`]) },
})
const reference = (digit: number) => fileReference('image/png', hash(digit))
const wrapped = (digit: number) => ({ image_url: reference(digit) })

/** The run of a request that was sent in a way, as the ledger has it. */
function sent(request: Readonly<Record<string, unknown>>, way: 'json' | 'multipart'): Pick<Run, 'request' | 'parts'> {
  const files = [1, 2, 3].map(held)
  const written = requestBody({ endpoint: 'videos.create', schema: Planted, request, files, way })
  if (written.kind === 'refused') throw new Error(written.why)
  const parts = written.body.parts?.map((part) => {
    if (part.kind === 'text') return part
    const { name, blob } = part.file
    const digit = Number.parseInt(name, 10)
    return { ...part, file: { name, type: 'image/png', size: blob.size, sha256: hash(digit) } }
  })
  return { request: written.body.request, ...(parts && { parts }) }
}

const request = {
  text: '12',
  count: 3,
  tags: ['a', '[1]'],
  extra: { deep: [1] },
  file: reference(1),
  files: [wrapped(2), wrapped(3)],
}

test.each(['json', 'multipart'] as const)('a request that went as %s is the one that was written', (way) => {
  expect(sentRequest(Planted, sent(request, way))).toEqual(request)
  const one = { text: 'a', files: [wrapped(1)] }
  expect(sentRequest(Planted, sent(one, way))).toEqual(one)
  const none = { text: 'a', files: [{ image_url: 'https://a.test/a.png' }] }
  expect(sentRequest(Planted, sent(none, way))).toEqual(none)
})

test('a list of texts is one part of a form for each, as programs for forms send it', () => {
  const { parts } = sent({ text: 'a', tags: ['word', 'segment'] }, 'multipart')
  expect(parts?.map(({ name }) => name)).toEqual(['text', 'tags[]', 'tags[]'])
})

test('addresses in a form are items of their field, behind its files', () => {
  const address = { image_url: 'https://a.test/a.png' }
  const run = sent({ files: [address, wrapped(1)] }, 'multipart')
  expect(sentRequest(Planted, run)).toEqual({ files: [wrapped(1), address] })
})

test('a form of another program is read by the names that it may have for a list', () => {
  const part = (name: string, digit: number) =>
    ({ kind: 'file', name, file: { name: 'x', type: 'image/png', size: 1, sha256: hash(digit) } }) as const
  const parts = [part('file_list', 1), part('files[0]', 2), part('other[]', 3)]
  expect(sentRequest(Planted, { request: {}, parts })).toEqual({
    files: [wrapped(1), wrapped(2)],
    other: [reference(3)],
  })
})

test('a file is found behind its reference by the name that it was sent with, and a lost one is not', () => {
  const { blob } = held(2)
  const run = sent(request, 'multipart')
  expect(sentFile(wrapped(2), run, [{ ...held(2), name: 'kept.png' }])).toMatchObject({ name: '2.png', blob })
  expect(sentFile(wrapped(2), sent(request, 'json'), [held(2)])).toMatchObject({ name: '2.png', blob })
  expect(sentFile(reference(1), run, [held(2)])).toBeUndefined()
  expect(sentFile('https://a.test/a.png', run, [held(2)])).toBeUndefined()
})
