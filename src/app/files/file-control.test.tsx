import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { createContext, use, useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FileFacts, field, fileOrReference } from '#contract/core/field.ts'
import type { ControlProps } from '../form/controls/control.ts'
import { FileFields } from '../form/controls/provided-fields.tsx'
import type { RequestDraft } from '../form/request-draft.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { type RequestForm, useRequestForm } from '../form/use-request-form.ts'
import { openPage as openRuns } from '../run/testing/open-page.ts'
import { RunsProvider } from '../run/use-runs.tsx'
import { FileControl } from './file-control.tsx'
import { useFileReferences } from './file-references.ts'
import { rulesOf } from './file-rules.ts'
import { FileTray } from './file-tray.ts'
import { requestBody } from './request-body.ts'

// Loaded before it is drawn.
await import('./recorder/recorder-control.tsx')
const { runs } = await openRuns({ name: 'files', router: { stream: () => Object.assign((async function* () {})()) } })

const MB = 2 ** 20
const facts: Record<'file' | 'files', FileFacts> = {
  file: { accepts: ['audio/*'], maxBytes: 25 * MB },
  files: { accepts: ['image/png'], maxBytes: MB, most: 4, wrap: 'image_url' },
}

/** A tool that no panel has. */
const Planted = z.looseObject({
  model: field(z.string(), { title: 'Model', control: 'text' }),
  file: field(z.optional(fileOrReference()), { title: 'Recording', control: 'file', file: facts.file }),
  files: field(z.optional(z.array(fileOrReference())), { title: 'Pictures', control: 'file', file: facts.files }),
})

const mp3 = (name: string, bytes = 40) => new File([`ID3${'.'.repeat(bytes)}`], name, { type: 'audio/mpeg' })

function png(name: string, mark = 0): File {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(bytes.buffer).setUint32(16, 8)
  new DataView(bytes.buffer).setUint32(20, 4)
  bytes[63] = mark
  return new File([bytes], name, { type: 'image/png' })
}

type Drafts = Map<string, unknown>

interface Shown {
  readonly drafts: Drafts
  readonly trays: Readonly<Record<keyof typeof facts, FileTray>>
  form: RequestForm | undefined
}

const ShownPage = createContext<Shown>({ drafts: new Map(), trays: {} as never, form: undefined })

function Drawn(props: ControlProps) {
  const path = props.field.path === 'file' ? 'file' : 'files'
  return <FileControl {...props} facts={facts[path]} tray={use(ShownPage).trays[path]} />
}

function Page() {
  const shown = use(ShownPage)
  const { drafts } = shown
  const form = useRequestForm(Planted, {
    values: { model: 'm' },
    kept: (drafts.get('form') as RequestDraft | undefined) ?? { model: 'm' },
  })
  useFileReferences(
    (['file', 'files'] as const).map((path) => ({
      ...{ facts: facts[path], tray: shown.trays[path], value: form.draft[path] },
      set: (value: unknown) => form.set(path, value),
    })),
  )
  useEffect(() => {
    shown.form = form
    drafts.set('form', form.draft)
  })
  return (
    <FileFields value={Drawn}>
      <SchemaForm form={form} />
    </FileFields>
  )
}

/** A page: trays and form begin with what its drafts hold. */
async function openPage(drafts: Drafts = new Map()) {
  let ids = 0
  const trayOf = (path: 'file' | 'files') =>
    new FileTray({
      rules: rulesOf(facts[path]),
      draft: { read: async () => drafts.get(path), write: (value) => void drafts.set(path, value) },
      kept: true,
      newId: () => {
        ids += 1
        return `${path}${ids}`
      },
      look: async () => ({ width: 8, height: 4, thumbnail: new Blob(['small']) }),
    })
  const trays = { file: trayOf('file'), files: trayOf('files') }
  const shown: Shown = { drafts, trays, form: undefined }
  const page = (
    <RunsProvider runs={runs}>
      <ShownPage value={shown}>
        <Page />
      </ShownPage>
    </RunsProvider>
  )
  // The recorder is loaded with the field.
  await act(async () => void render(page))
  const held = () =>
    Object.values(trays).flatMap((tray) =>
      tray.state().files.map(({ sha256 = '', name, blob }) => ({ sha256, name, blob })),
    )
  return {
    settle: () =>
      act(async () => void (await Promise.all([trays.file.intake.settled(), trays.files.intake.settled()]))),
    request: () => shown.form?.request ?? {},
    reset: () => act(() => shown.form?.reset()),
    undo: () => act(() => shown.form?.undoReset()),
    body: (endpoint: 'videos.create' | 'audio.transcriptions', way?: 'json' | 'multipart') =>
      requestBody({
        endpoint,
        schema: Planted,
        request: shown.form?.request ?? {},
        files: held(),
        ...(way && { way }),
      }),
  }
}

afterEach(cleanup)

const group = (name: string) => within(screen.getByRole('group', { name }))
const rows = (name: string) =>
  within(group(name).queryByRole('list', { name: `Files of ${name}` }) ?? document.createElement('p'))
    .queryAllByRole('listitem')
    .map((row) => row.getAttribute('aria-label'))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const drop = (name: string, files: readonly File[]) =>
  fireEvent.drop(screen.getByRole('group', { name }), { dataTransfer: { files, types: ['Files'] } })

async function pick(user: UserEvent, button: HTMLElement, files: File[]): Promise<void> {
  await user.click(button)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input) fireEvent.change(input, { target: { files } })
}

const reference = (type: string) => expect.stringMatching(new RegExp(`^data:${type};base64,sha256:[0-9a-f]{64}$`))

test('a request with files is drawn from its schema, and takes them by drop, paste and dialog', async () => {
  const user = userEvent.setup()
  const page = await openPage()
  const choose = group('Recording').getByRole('button', { name: 'Choose file' })
  await user.click(choose)
  expect(document.querySelector<HTMLInputElement>('input[type=file]')).toMatchObject({
    accept: 'audio/*',
    multiple: false,
  })
  await pick(user, choose, [mp3('one.mp3')])
  await page.settle()
  drop('Pictures', [png('a.png'), png('b.png', 1)])
  await page.settle()
  await waitFor(() => expect([rows('Recording'), rows('Pictures')]).toEqual([['one.mp3'], ['a.png', 'b.png']]))
  // The first field that is shown takes what is pasted.
  fireEvent.paste(document.body, { clipboardData: { files: [mp3('two.mp3', 50)], types: ['Files'] } })
  await page.settle()
  expect(rows('Recording')).toEqual(['two.mp3'])
  expect(page.request()).toEqual({
    model: 'm',
    file: reference('audio/mpeg'),
    files: [{ image_url: reference('image/png') }, { image_url: reference('image/png') }],
  })
})

test('a wrong file is refused with its reason, and nothing else is lost', async () => {
  const page = await openPage()
  drop('Recording', [mp3('good.mp3'), mp3('second.mp3')])
  await page.settle()
  expect(alerts()).toEqual(['second.mp3Not added. This field accepts one file.'])
  drop('Recording', [png('picture.png')])
  await page.settle()
  expect(alerts()).toEqual(['picture.pngNot added. The file type is PNG. This field accepts audio.'])
  drop('Recording', [Object.defineProperty(mp3('large.mp3'), 'size', { value: 25 * MB + 1 })])
  drop('Pictures', [png('1.png'), png('2.png', 2), mp3('sound.mp3'), png('3.png', 3), png('4.png', 4), png('5.png', 5)])
  await page.settle()
  expect([rows('Recording'), rows('Pictures')]).toEqual([['good.mp3'], ['1.png', '2.png', '3.png', '4.png']])
  expect(alerts()).toEqual([
    'large.mp3Not added. It is 26.3 MB. The maximum file size is 25 MB.',
    'sound.mp3Not added. The file type is MP3. This field accepts PNG.',
    '5.pngNot added. The maximum of 4 files is reached.',
  ])
})

test('files and their references are there again in the next page; what was removed is not', async () => {
  const user = userEvent.setup()
  const drafts: Drafts = new Map()
  const page = await openPage(drafts)
  drop('Recording', [mp3('one.mp3')])
  drop('Pictures', [png('a.png'), png('b.png', 1)])
  await page.settle()
  await user.click(screen.getByRole('button', { name: 'Remove a.png' }))
  cleanup()
  const next = await openPage(drafts)
  await next.settle()
  expect([rows('Recording'), rows('Pictures')]).toEqual([['one.mp3'], ['b.png']])
  expect(drafts.get('files')).toHaveLength(1)
})

test('an undone reset brings the files back', async () => {
  const page = await openPage()
  drop('Recording', [mp3('one.mp3')])
  await page.settle()
  page.reset()
  expect(rows('Recording')).toEqual([])
  page.undo()
  expect(rows('Recording')).toEqual(['one.mp3'])
})

test('the table says how the files are sent: as a form, or as JSON with references for the run', async () => {
  const page = await openPage()
  drop('Recording', [mp3('one.mp3')])
  drop('Pictures', [png('a.png'), png('b.png', 1)])
  await page.settle()
  const form = page.body('audio.transcriptions')
  const parts = form.kind === 'ready' ? (form.body.parts ?? []) : []
  expect(parts.map((part) => [part.name, part.kind === 'text' ? part.value : part.file.name])).toEqual([
    ['model', 'm'],
    ['file', 'one.mp3'],
    ['files[]', 'a.png'],
    ['files[]', 'b.png'],
  ])
  const json = page.body('videos.create')
  expect(json).toMatchObject({ kind: 'ready', body: { request: page.request() } })
  expect(json.kind === 'ready' && json.body.files?.map(({ name }) => name)).toEqual(['one.mp3', 'a.png', 'b.png'])
  expect(page.body('audio.transcriptions', 'json')).toEqual(json)
  expect(page.body('videos.create', 'multipart')).toEqual(form)
})

test('a file that was made of another keeps it for the next page, which drops it with the one that is used', async () => {
  const drafts: Drafts = new Map()
  const read = async (tray: FileTray) => {
    await tray.intake.settled()
    return tray.state().files
  }
  const open = () =>
    new FileTray({
      rules: rulesOf({ accepts: ['image/png'], maxBytes: MB }),
      draft: { read: async () => drafts.get('one'), write: (value) => void drafts.set('one', value) },
      kept: true,
      newId: () => crypto.randomUUID(),
      look: async () => ({ width: 8, height: 4, thumbnail: new Blob(['small']) }),
    })
  const before = open()
  await before.add([{ name: 'whole.png', blob: png('whole.png', 1) }])
  const [whole] = await read(before)
  await before.add([{ name: 'part.png', blob: png('part.png', 2), of: whole?.sha256 }])
  const [, part] = await read(before)
  before.change([whole?.id ?? ''], { use: 'unused' })
  before.change([part?.id ?? ''], { use: 'used' })
  expect((await read(open())).map(({ name }) => name)).toEqual(['whole.png', 'part.png'])
  before.change([part?.id ?? ''], { use: 'unused' })
  expect(await read(open())).toEqual([])
})
