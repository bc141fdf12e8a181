import { strFromU8, strToU8, zipSync } from 'fflate'
import { bundleOf, type Files, withChanged } from './packing.ts'

export interface HostileBundle {
  readonly name: string
  /** What becomes of it: nothing at all, or a run without what was hostile. */
  readonly outcome: 'refused' | 'cleaned'
  /** Made from the files of an honest bundle. */
  readonly make: (honest: Files) => Uint8Array
}

const [run, request, result] = ['runs/1/run.json', 'runs/1/request.json', 'runs/1/result.json'] as const
const evil = 'https://evil.test/v1'
const hostile = [
  '![x](https://evil.test/x.png) <img src=https://evil.test/y onerror=alert(1)> [x](javascript:alert(1))',
  '<script>alert(1)</script><iframe src=https://evil.test></iframe> {{constructor.constructor("alert(1)")()}}',
].join('\n\n')

type Make = HostileBundle['make']
const named =
  (name: string): Make =>
  (honest) =>
    bundleOf({ ...honest, [name]: strToU8('x') })
const ofRun =
  (change: Record<string, unknown>): Make =>
  (honest) =>
    withChanged(honest, run, (own) => ({ ...own, ...change }))
const ofRequest =
  (change: Record<string, unknown>): Make =>
  (honest) =>
    withChanged(honest, request, (own) => ({ ...own, ...change }))
const deep = strToU8(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)

/** Sets a field of every entry in the list at the end of a zip. */
function inDirectory(zip: Uint8Array, at: number, value: number): Uint8Array {
  const copy = new Uint8Array(zip)
  const view = new DataView(copy.buffer)
  for (let place = 0; place + 46 < copy.length; place += 1)
    if (view.getUint32(place, true) === 0x02014b50) view.setUint16(place + at, value, true)
  return copy
}

/** Puts a key that reaches into every object before all others of every JSON file. */
const polluted: Make = (honest) => {
  const files = Object.entries(honest).map(([path, bytes]): [string, Uint8Array] => {
    const text = path.endsWith('.json') ? strFromU8(bytes).replace(/^\{/, '{"__proto__":{"polluted":true},') : undefined
    return [path, text === undefined ? bytes : strToU8(text)]
  })
  return bundleOf(Object.fromEntries(files))
}

const refused: Readonly<Record<string, Make>> = {
  'no zip': () => strToU8('<!doctype html><script>alert(1)</script>'),
  'nothing at all': () => new Uint8Array(),
  'another kind of zip': () => zipSync({ 'word/document.xml': strToU8('<x/>') }),
  'a cut end': (honest) => bundleOf(honest).slice(0, -40),
  'a step upwards': named('../../x'),
  'a step upwards in the middle': named('media/../../x'),
  'an absolute path': named('/etc/cron.d/x'),
  'a drive and backslashes': named('C:\\x'),
  'a NUL in a name': named('a\0.png'),
  'a name shown backwards': named('a\u202egnp.exe'),
  'a script as a name': named('<img src=x onerror=alert(1)>'),
  'an endless name': named('a'.repeat(400)),
  'two names for one file': named('Manifest.JSON'),
  'encrypted files': (honest) => inDirectory(bundleOf(honest), 8, 0x0801),
  'another way of packing': (honest) => inDirectory(bundleOf(honest), 10, 93),
  'a bomb': (honest) => bundleOf({ ...honest, [request]: new Uint8Array(40 * 2 ** 20) }),
  'changed bytes': (honest) => zipSync({ ...honest, [run]: strToU8('{}') }),
  'nesting without end': (honest) => bundleOf({ ...honest, [request]: deep }),
  'a newer version': (honest) => bundleOf(honest, { version: 99 }),
  'another format': (honest) => bundleOf(honest, { format: 'html' }),
  'a folder above': (honest) => bundleOf(honest, { runs: [{ id: 'a', folder: '../..' }] }),
  'a state there is not': ofRun({ status: 'send me' }),
  'a time that is no date': ofRun({ log: [{ status: 'completed', at: 1e300, mono: 1 }] }),
  'a method with a header': ofRequest({ method: 'POST / HTTP/1.1\r\nHost: evil.test' }),
}

const cleaned: Readonly<Record<string, Make>> = {
  'a run that waits to be sent': ofRun({ status: 'prepared', open: 'x', intent: 'x' }),
  'a run on its way': ofRun({ status: 'sending', open: 'x', connection: { name: 'x', baseUrl: evil } }),
  'a lost run at another host': ofRun({ status: 'unknown', connection: { name: 'Local router', baseUrl: evil } }),
  'settings beside the run': ofRun({ profiles: [{ baseUrl: evil, key: 'sk-evil' }], settings: { theme: 'dark' } }),
  'orders beside the run': ofRun({ autoRun: true, stop: 'asked', repeats: 'x', deleted: 1 }),
  'a key in the connection': ofRun({
    connection: { name: 'x', baseUrl: evil, key: 'sk-evil-0123456789', remember: true },
  }),
  'texts that run': ofRun({ title: hostile, name: hostile, note: hostile, tags: [hostile, '=cmd|x'] }),
  'an id that is a path': ofRun({ id: '../../x', thread: '__proto__', parent: 'constructor' }),
  'a route there is not': ofRun({ endpoint: '../admin', model: hostile }),
  'an address that runs': ofRequest({ url: 'javascript:alert(1)' }),
  'a header with a line end': ofRequest({ headers: [['x', 'a\r\nSet-Cookie: b=c']] }),
  'an answer that loads and runs': (honest) =>
    withChanged(honest, result, (own) => ({
      ...own,
      result: {
        ...{ outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: hostile }] }], response: {}, notices: [] },
        end: { status: 'completed' },
      },
    })),
  'keys that reach into every object': polluted,
}

/** The honest run at another time: the app takes what is equal for the run that it has, and adds nothing. */
function later(honest: Files, ms: number): Files {
  const { log, ...own } = JSON.parse(strFromU8(honest[run] ?? new Uint8Array()))
  const moved = log.map((step: { at: number }) => ({ ...step, at: step.at + ms }))
  return { ...honest, [run]: strToU8(JSON.stringify({ ...own, log: moved })) }
}

export const hostileBundles: readonly HostileBundle[] = [
  ...Object.entries(refused).map(([name, make]) => ({ name, outcome: 'refused' as const, make })),
  ...Object.entries(cleaned).map(([name, make], at) => ({
    ...{ name, outcome: 'cleaned' as const },
    make: (honest: Files) => make(later(honest, at + 1)),
  })),
]
