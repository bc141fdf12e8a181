import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { sharedData } from '../../../router/testing/shared-data.ts'
import { seed } from '../../../testing/seed.ts'
import { sampleAsset, sampleRecord } from '../testing/sample-record.ts'
import { bundleLimits } from './bundle-format.ts'
import { readBundle } from './read-bundle.ts'
import { writeBundle } from './write-bundle.ts'

// Much is packed and hashed here; how long that takes is no matter of these tests.
vi.setConfig({ testTimeout: 120_000 })

let made = 0
const ids = { isTaken: () => false, create: () => `new-${++made}` }
const open = (bytes: Uint8Array<ArrayBuffer> | Uint8Array, limits = bundleLimits) =>
  readBundle(new Blob([new Uint8Array(bytes)]), ids, limits)

type Content = Record<string, Uint8Array>

const good = new Uint8Array(
  await (await writeBundle([sampleRecord({ assets: [sampleAsset({ id: 'asset-1' })] })], [])).arrayBuffer(),
)

const files = (): Content => unzipSync(good)

/** Writes the manifest anew over changed files. */
function signed(content: Content, change: (manifest: Record<string, unknown>) => void = () => {}): Content {
  const manifest: Record<string, unknown> = JSON.parse(strFromU8(content['manifest.json'] ?? strToU8('{}')))
  manifest.files = Object.entries(content)
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, bytes]) => ({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }))
  change(manifest)
  return { ...content, 'manifest.json': strToU8(JSON.stringify(manifest)) }
}

const zip = (content: Content) => zipSync(content)

/** The good bundle with a JSON file changed, its hashes right. */
const changed = (path: string, change: (value: Record<string, unknown>) => unknown) => {
  const content = files()
  const value: Record<string, unknown> = JSON.parse(strFromU8(content[path] ?? strToU8('{}')))
  return zip(signed({ ...content, [path]: strToU8(JSON.stringify(change(value))) }))
}

const named = (name: string) => zip(signed({ ...files(), [name]: strToU8('x') }))

/** Changes bytes behind every place where a signature stands. */
function patched(bytes: Uint8Array, signature: number, at: number, value: number): Uint8Array {
  const copy = new Uint8Array(bytes)
  const view = new DataView(copy.buffer)
  for (let place = 0; place + 46 < copy.length; place += 1)
    if (view.getUint32(place, true) === signature) view.setUint16(place + at, value, true)
  return copy
}

const directoryLine = 0x02014b50
const localHeader = 0x04034b50

const bomb = zip(signed({ ...files(), 'runs/1/request.json': new Uint8Array(64 * 2 ** 20) }))

/** Says that it is small, and is not. */
function lyingBomb() {
  const bytes = bomb.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let place = 0; place + 46 < bytes.length; place += 1)
    if (view.getUint32(place, true) === directoryLine && view.getUint32(place + 24, true) === 64 * 2 ** 20)
      view.setUint32(place + 24, 100, true)
  return bytes
}

/** A file whose bytes hold another file with its header, which the list finds there. */
function overlapping() {
  const inner = zipSync({ 'b.bin': strToU8('same') }, { level: 0 }).slice(0, 30 + 5 + 4)
  const bytes = zipSync({ 'a.bin': inner, 'b.bin': strToU8('same') }, { level: 0 })
  const view = new DataView(bytes.buffer)
  const lastLine = bytes.length - 22 - (46 + 5)
  view.setUint32(lastLine + 42, 30 + 5, true)
  return bytes
}

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const refused: Readonly<Record<string, readonly [() => Uint8Array, RegExp]>> = {
  'no zip at all': [() => strToU8('hello'), /not a zip/],
  'an empty file': [() => new Uint8Array(), /not a zip/],
  'an empty zip': [() => zip({}), /manifest\.json is missing/],
  'a zip of another program': [() => zip({ 'word/document.xml': strToU8('<x/>') }), /manifest\.json is missing/],
  'a cut end': [() => good.slice(0, -30), /not a zip|damaged/],
  'a step upwards': [() => named('../x'), /points outside/],
  'a step upwards in the middle': [() => named('media/../../x'), /points outside/],
  'an absolute path': [() => named('/etc/passwd'), /not a relative path/],
  'a drive': [() => named('C:/x'), /drive/],
  backslashes: [() => named('..\\..\\x'), /not a relative path/],
  'a script as a name': [() => named('<script>alert(1)</script>.png'), /characters/],
  'a line end in a name': [() => named('a\nb'), /characters/],
  'a name that is shown backwards': [() => named('a\u202egnp.exe'), /characters/],
  'a NUL in a name': [() => named('a\0b'), /characters/],
  'an endless name': [() => named('a'.repeat(300)), /too long/],
  'two names that some disks take for one': [() => named('Manifest.JSON'), /two files/],
  'names that disagree': [() => patched(good, localHeader, 30, 0x4141), /two different names/],
  'encrypted files': [() => patched(good, directoryLine, 8, 0x0801), /encrypted/],
  'another way of packing': [() => patched(good, directoryLine, 10, 93), /unsupported compression/],
  'files that overlap': [overlapping, /overlap/],
  'a zip bomb': [() => bomb, /times its size/],
  'a zip bomb that lies': [lyingBomb, /times its size|more than|larger than/],
  'a time that is no date': [
    () => changed('runs/1/run.json', (run) => ({ ...run, log: [{ status: 'completed', at: 1e300, mono: 1 }] })),
    /log\.0\.at/,
  ],
  'changed bytes': [
    () => zip({ ...files(), 'runs/1/events.jsonl': strToU8('{"at":1,"data":"other"}\n') }),
    /events\.jsonl.*(does not match the hash|more than|larger than)/,
  ],
  'changed media': [
    () => {
      const content = files()
      const media = Object.keys(content).find((name) => name.startsWith('media/')) ?? ''
      return zip({ ...content, [media]: new Uint8Array([1, 2, 4]) })
    },
    /does not match the hash/,
  ],
  'a missing file': [
    () => {
      const { 'runs/1/result.json': _, ...rest } = files()
      return zip(rest)
    },
    /result\.json.*missing/,
  ],
  'missing media': [
    () => zip(signed(Object.fromEntries(Object.entries(files()).filter(([name]) => !name.startsWith('media/'))))),
    /missing/,
  ],
  'a manifest of another kind': [
    () => zip(signed(files(), (one) => Object.assign(one, { format: 'other' }))),
    /is not valid/,
  ],
  'a newer version': [() => zip(signed(files(), (one) => Object.assign(one, { version: 2 }))), /newer version/],
  'a version that is a text': [
    () => zip(signed(files(), (one) => Object.assign(one, { version: '1' }))),
    /is not valid/,
  ],
  'a manifest that is no JSON': [() => zip({ ...files(), 'manifest.json': strToU8('{') }), /not valid JSON/],
  'a manifest without depth limit': [() => zip({ ...files(), 'manifest.json': strToU8(deep) }), /too deeply/],
  'a run twice': [
    () =>
      zip(
        signed(files(), (one) =>
          Object.assign(one, {
            runs: [
              { id: 'a', folder: 'runs/1' },
              { id: 'b', folder: 'runs/1' },
            ],
          }),
        ),
      ),
    /run twice/,
  ],
  'a file twice in the manifest': [
    () => zip(signed(files(), (one) => Object.assign(one, { files: [...Object(one.files), ...Object(one.files)] }))),
    /file twice/,
  ],
  'a folder that is not there': [
    () => zip(signed(files(), (one) => Object.assign(one, { runs: [{ id: 'a', folder: '../..' }] }))),
    /missing/,
  ],
  'a size that is not the size': [
    () => changed('runs/1/result.json', (value) => ({ ...value, assets: [{ ...Object(value.assets)[0], size: 99 }] })),
    /size/,
  ],
  'a status there is not': [() => changed('runs/1/run.json', (value) => ({ ...value, status: 'great' })), /run\.json/],
  'a method that is a header': [
    () => changed('runs/1/request.json', (value) => ({ ...value, method: 'GET / HTTP/1.1\r\nHost: x' })),
    /request\.json/,
  ],
  'a result that is none': [
    () => changed('runs/1/result.json', (value) => ({ ...value, result: 'x' })),
    /result\.json/,
  ],
  'a request that is nested without end': [
    () => zip(signed({ ...files(), 'runs/1/request.json': strToU8(deep) })),
    /too deeply/,
  ],
}

test.each(Object.keys(refused))('%s is refused with the reason', async (name) => {
  const [make, reason] = refused[name] ?? [() => good, /x/]
  const error = await open(make()).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ExportError', message: expect.stringMatching(/^This bundle was not opened: /) })
  expect(String(error)).toMatch(reason)
  expect(String(error).length).toBeLessThan(300)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not stand in a message.
  expect(String(error)).not.toMatch(/[\x00-\x1f\u202e]/)
})

test('limits hold while a file unpacks, not by what its header says', async () => {
  const content = signed({ ...files(), 'runs/1/request.json': new Uint8Array(5 * 2 ** 20) }, (manifest) => {
    for (const file of Object(manifest.files)) if (file.path === 'runs/1/request.json') file.size = 10
  })
  await expect(open(zip(content))).rejects.toThrow(/more than 10 bytes/)
  await expect(open(good, { ...bundleLimits, json: 20 })).rejects.toThrow(/larger than 20 bytes/)
  await expect(open(good, { ...bundleLimits, total: 20 })).rejects.toThrow(/more than 20 bytes/)
  await expect(open(good, { ...bundleLimits, entries: 2 })).rejects.toThrow(/maximum of 2/)
})

test('what a zip program adds by itself is left alone', async () => {
  const content = {
    ...files(),
    '__MACOSX/._run.json': strToU8('x'),
    '.DS_Store': new Uint8Array(9),
    'runs/': new Uint8Array(),
  }
  expect((await open(zip(content))).records).toHaveLength(1)
})

test('keys named __proto__ change nothing but what they stand in', async () => {
  const evil = { ['__proto__']: { polluted: true, status: 'unknown' } }
  const text = JSON.stringify(evil).slice(1, -1)
  const content = files()
  for (const path of Object.keys(content).filter((name) => name.endsWith('.json')))
    content[path] = strToU8(
      strFromU8(content[path]!).replace(/^\{/, `{${text},`).replace('"usage": {', `"usage": {${text},`),
    )
  const { records } = await open(zip(signed(content)))
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  const [record] = records
  for (const part of [record, record?.run, record?.run.usage, record?.sent, record?.result, record?.run.connection]) {
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
    expect(Reflect.get(Object(part), 'polluted')).toBeUndefined()
  }
  expect(record?.run.status).toBe('completed')
})

test('ids that are taken, twice in it or no ids are new, and what links to them follows', async () => {
  const runs = [
    sampleRecord({ run: { id: 'taken', thread: 't' }, assets: [sampleAsset({ id: 'asset' })] }),
    sampleRecord({ run: { id: 'child', parent: 'taken', thread: 't', repeats: 'elsewhere' } }),
    sampleRecord({ run: { id: '../../x' }, assets: [sampleAsset({ id: 'asset' })] }),
    sampleRecord({ run: { id: '__proto__', thread: 'another' } }),
  ]
  const zipped = await writeBundle(runs, [])
  const { records, renamed } = await readBundle(zipped, { isTaken: (id) => id === 'taken', create: ids.create })
  const [first, child, odd, proto] = records.map(({ run }) => run)
  expect(first?.id).toMatch(/^new-/)
  expect(child).toMatchObject({ id: 'child', parent: first?.id, thread: first?.thread, repeats: 'elsewhere' })
  expect(first?.thread).toMatch(/^new-/)
  expect(odd?.id).toMatch(/^new-/)
  expect(proto?.id).toMatch(/^new-/)
  const assets = records.flatMap((record) => record.assets.map(({ id }) => id))
  expect(new Set(assets).size).toBe(2)
  expect([...renamed.keys()]).toEqual(expect.arrayContaining(['taken', '../../x', '__proto__', 't', 'another']))
})

test('a run that was open when it left has ended where it comes in', async () => {
  for (const status of ['prepared', 'sending', 'receiving'] as const) {
    const [record] = (await readBundle(await writeBundle([sampleRecord({ run: { status } })], []), ids)).records
    expect(record?.run).toMatchObject({ status: 'interrupted', reason: 'exported while open' })
  }
})

test('texts of one line lose what acts on the line, and media of unknown types is only bytes', async () => {
  const run = { title: 'a\u202eb\u0007c\nd', name: ' x\ty ', tags: ['\u0000', 'ok'] }
  const assets = ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'IMAGE/PNG; x=y'].map((type, index) =>
    sampleAsset({ id: `a${index}`, type }, new Uint8Array([index])),
  )
  const [record] = (await readBundle(await writeBundle([sampleRecord({ run, assets })], []), ids)).records
  expect(record?.run).toMatchObject({ title: 'abc d', name: 'x y', tags: ['ok'] })
  expect(record?.assets.map(({ blob }) => blob.type)).toEqual([
    ...Array(3).fill('application/octet-stream'),
    'image/png',
  ])
})

test(`a bundle with any bytes changed is refused or opens as it was (seed ${seed})`, async () => {
  const before = JSON.stringify((await open(good)).records)
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    async (changes) => {
      const bytes = new Uint8Array(good)
      for (const [at, value] of changes) bytes[at] = value
      const opened = await open(bytes).catch((error: unknown) => error)
      if (opened instanceof Error) expect(opened.message).toMatch(/^This bundle was not opened: /)
      else expect(JSON.stringify(Object(opened).records)).toBe(before)
    },
  )
  await fc.assert(property, { seed, numRuns: process.env.SOAK ? 5000 : 150 })
})

const suite = sharedData('corpora', 'json', 'test_parsing')

test.skipIf(!suite)(
  'no JSON of a parser suite as request, run or manifest does harm (skipped without shared data)',
  async () => {
    // All of them are read in `json-bodies.test.ts`.
    for (const [index, name] of readdirSync(suite ?? '').entries()) {
      if (!process.env.SOAK && index % 7 !== 0) continue
      const bytes = new Uint8Array(readFileSync(join(suite ?? '', name)))
      const path = ['manifest.json', 'runs/1/run.json', 'runs/1/request.json'][index % 3] ?? ''
      const content = { ...files(), [path]: bytes }
      const opened = open(zip(path === 'manifest.json' ? content : signed(content)))
      await expect(opened, `${name} as ${path}`).rejects.toThrow(/^This bundle was not opened: /)
    }
  },
)
