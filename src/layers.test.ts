import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { standIns } from './demo/stand-ins.ts'

const src = import.meta.dirname

/** What every provider may import. */
const providerParts = [
  'contract',
  'media',
  'router/provider.ts',
  'router/upstream',
  'router/http/router-error.ts',
  'router/http/public-file.ts',
  'router/http/ranged-file.ts',
  'router/http/http-replies.ts',
  'router/runtime/event-loop.ts',
  'router/runtime/log.ts',
  'router/runtime/system-clock.ts',
]
/** What every room that shows runs may import. */
const shared = ['contract', 'media', 'app/run', 'app/ui', 'app/view']
/** What a tool is made of. */
const belowTools = [
  ...shared,
  'app/batch',
  'app/json',
  'app/form',
  'app/files',
  'app/mask',
  'app/connection',
  'app/history',
  'app/collections',
  'app/inspect',
  'app/export',
]

/**
 * Who may import whom: folders, or single files. A layer is the longest key that a file's path starts with; inside a layer everything
 * is allowed.
 */
const mayImport: Record<string, readonly string[]> = {
  testing: [],
  contract: [],
  media: [],
  lab: ['contract', 'media'],
  sandbox: ['contract', 'media'],
  'app/ui': [],
  'app/client': ['contract', 'media', 'app/ui/own-worker.ts'],
  'app/ledger': ['contract', 'media'],
  'app/json': ['media', 'app/ui'],
  'app/view': ['media', 'app/ui', 'app/json', 'app/client/send/near-host.ts'],
  'app/form': ['contract', 'media', 'app/ui', 'app/view', 'app/json'],
  'app/run': ['contract', 'media', 'app/client', 'app/ledger', 'lab/judgements.ts'],
  'app/batch': ['contract', 'media', 'app/client', 'app/ledger', 'app/run'],
  'app/lab': ['contract', 'media', 'app/client', 'app/ledger', 'app/run', 'app/batch', 'lab'],
  'app/connection': ['contract', 'app/client', 'app/ui'],
  'app/history': [...shared, 'app/batch', 'app/json'],
  'app/collections': shared,
  'app/inspect': [...shared, 'app/json'],
  'app/export': [
    ...[...shared, 'app/json', 'app/collections', 'app/lab/plan-drafts.ts', 'lab/judgements.ts'],
    ...['app/client/send/near-host.ts', 'app/tool/tool-definitions/tool-list.ts'],
  ],
  'app/files': shared,
  'app/mask': ['contract', 'media', 'app/files', 'app/ui', 'app/view'],
  'app/tool': belowTools,
  'app/panels': [...belowTools, 'app/tool', 'app/panels/chat/chat-panel.tsx', 'app/panels/lab/lab-panel.tsx'],
  'app/panels/chat': [...belowTools, 'app/tool', 'app/lab', 'lab'],
  'app/panels/lab': [...belowTools, 'app/tool', 'app/lab', 'lab'],
  'app/stage': ['contract', 'media', 'app'],
  'app/shell': ['contract', 'media', 'app'],
  router: ['contract', 'media', 'router/providers/all-providers.ts', 'router/upstream'],
  cli: [
    ...['contract', 'media', 'lab', 'router'],
    ...['app/client', 'app/ledger', 'app/run', 'app/batch', 'app/lab', 'app/files/request-body.ts'],
  ],
  demo: [
    ...[
      'contract',
      'media',
      'sandbox',
      'router/answer',
      'router/http',
      'router/provider.ts',
      'router/providers/sandbox',
    ],
    ...['app/client/worker/net-gate.ts', 'app/export/bundle/read-bundle.ts'],
  ],
  'router/testing': ['contract', 'media', 'router'],
  'router/upstream': [
    'contract',
    'media',
    'router/provider.ts',
    'router/http/router-error.ts',
    'router/http/http-replies.ts',
    'router/runtime/event-loop.ts',
    'router/runtime/log.ts',
    'router/runtime/system-clock.ts',
  ],
  'router/providers': [...providerParts, 'router/providers/sandbox/sandbox.ts'],
  'router/providers/sandbox': [...providerParts, 'sandbox'],
}

/** Folders whose subfolders are strangers to each other: one panel never imports another, nor one provider another. */
const strangers = ['app/panels', 'router/providers']

/** What the runs of a page are built on, the ledger among it: of the rooms above, only the one that may import the ledger reaches it. */
const toolsOfRuns = 'app/run/tools-of.ts'
const mayReach = ['app/run', 'app/batch']

const layerOf = (path: string) =>
  Object.keys(mayImport)
    .filter((layer) => path.startsWith(`${layer}/`))
    .sort((a, b) => b.length - a.length)[0]

function strangerOf(path: string): string | undefined {
  const folder = strangers.find((one) => path.startsWith(`${one}/`))
  const rest = folder && path.slice(folder.length + 1).split('/')
  return rest && rest.length > 1 ? rest[0] : undefined
}

/** Why `from` may not import `to` (both below src), or undefined. */
function breach(from: string, to: string): string | undefined {
  const [here, there] = [layerOf(from), layerOf(to)]
  if (!here || !there) return `${from} → ${to}: not in a layer`
  const [mine, theirs] = [strangerOf(from), strangerOf(to)]
  if (mine && theirs && mine !== theirs) return `${from} → ${to}: strangers`
  if (to === toolsOfRuns && !mayReach.includes(here)) return `${from} → ${to}: not handed out of app/run`
  if (here === there) return undefined
  const allowed = mayImport[here]?.some((one) => to === one || to.startsWith(`${one}/`))
  return allowed ? undefined : `${from} → ${to}: ${here} may not import ${there}`
}

const importing = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g

function targetOf(file: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? relative(src, resolve(dirname(join(src, file)), path)) : undefined
}

function breachesOf(file: string, text: string): string[] {
  return [...text.matchAll(importing)].flatMap(([, specifier = '']) => {
    const target = targetOf(file, specifier)
    const crossesRooms = target && specifier.startsWith('.') && target.split('/')[0] !== file.split('/')[0]
    if (crossesRooms) return [`${file} → ${target}: write #${target}`]
    return (target && breach(file, target)) ?? []
  })
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)

test('every import goes down the layers', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => breachesOf(file, readFileSync(join(src, file), 'utf8')))).toEqual([])
})

test('every file stands in a layer', () => {
  expect(files.filter((file) => !layerOf(file))).toEqual([])
})

test.each([
  ['app/panels/chat/planted.ts', `import { openLedger } from '../../ledger/open-ledger.ts'`],
  ['app/panels/chat/planted.ts', `import { SettingsPanel } from '../settings/settings-panel.tsx'`],
  ['app/panels/chat/planted.ts', `const later = import('../../client/client.ts')`],
  ['app/panels/runs/planted.ts', `import { toolsOf } from '../../run/tools-of.ts'`],
  ['cli/planted.ts', `import { tools } from '#app/tool/tools.ts'`],
  ['router/planted.ts', `import { exits } from '#cli/surroundings.ts'`],
  ['app/batch/planted.ts', `import { Button } from '../ui/button/button.tsx'`],
  ['app/files/planted.tsx', `import { FieldRow } from '../form/field-row.tsx'`],
  ['app/view/planted.tsx', `import { named } from '../files/named-file.ts'`],
  ['app/tool/planted.tsx', `import { ChatPanel } from '../panels/chat/chat-panel.tsx'`],
  ['app/tool/planted.tsx', `import { openLedger } from '../ledger/open-ledger.ts'`],
  ['app/history/planted.tsx', `import { toolOf } from '../tool/tools.ts'`],
  ['app/history/planted.tsx', `import { stateOf } from '../inspect/line/run-state.ts'`],
  ['app/panels/video/planted.tsx', `import { RunRowView } from '../runs/run-row-view.tsx'`],
  ['app/inspect/planted.tsx', `import { tools } from '../tool/tools.ts'`],
  ['app/files/planted.tsx', `import { FieldRow } from '../form/field-row.tsx'`],
  ['app/view/planted.tsx', `import { named } from '../files/named-file.ts'`],
  ['app/mask/input/planted.ts', `import { useEdit } from '../../panels/images/edit/use-edit.ts'`],
  ['app/mask/planted.ts', `import { useRuns } from '../run/runs-provider.tsx'`],
  ['app/ui/planted.tsx', `import type { Run } from '../run/run.ts'`],
  ['app/json/planted.ts', `import { describe } from '../form/describe.ts'`],
  ['contract/planted.ts', `import { sniff } from '#media/sniff.ts'`],
  ['app/client/planted.ts', `import { createRouter } from '#router/app.ts'`],
  ['router/planted.ts', `import { explain } from '../app/client/explain.ts'`],
  ['router/planted.ts', `import { endpoints } from '../contract/endpoints.ts'`],
  ['router/providers/sandbox/planted.ts', `import '../openai/openai.ts'`],
  ['router/providers/sandbox/planted.ts', `import { createRouter } from '../../app.ts'`],
  ['router/providers/sandbox/planted.ts', `import type { OpStore } from '../../ops/op-store.ts'`],
  ['router/planted.ts', `import { createSandbox } from './providers/sandbox/sandbox.ts'`],
  ['router/providers/openai/planted.ts', `import { createSandbox } from '../sandbox/sandbox.ts'`],
  ['router/providers/openai/planted.ts', `import { randomOf } from '#sandbox/seeded-random.ts'`],
  ['router/planted.ts', `import { randomOf } from '#sandbox/seeded-random.ts'`],
  ['app/panels/chat/planted.ts', `import { randomOf } from '#sandbox/seeded-random.ts'`],
  ['sandbox/text/planted.ts', `import { badRequest } from '../../router/router-error.ts'`],
  ['sandbox/text/planted.ts', `import { eventBytes } from '#router/events.ts'`],
  ['sandbox/planted.ts', `import { createSandbox } from '#router/providers/sandbox/sandbox.ts'`],
  ['router/ops/planted.ts', `import type { Meter } from '../providers/sandbox/meter.ts'`],
])('the guard sees a planted breach in %s: %s', (file, text) => {
  expect(breachesOf(file, text)).toHaveLength(1)
})

test('the guard lets a lawful import pass', () => {
  const lawful = `import { endpoints } from '#contract/endpoints.ts'\nimport { Button } from '../../ui/button.tsx'`
  expect(breachesOf('app/panels/chat/planted.tsx', lawful)).toEqual([])
  expect(breachesOf('router/planted.ts', `import { createProviders } from './providers/all-providers.ts'`)).toEqual([])
  expect(
    breachesOf('router/providers/all-providers.ts', `import { createSandbox } from './sandbox/sandbox.ts'`),
  ).toEqual([])
  expect(breachesOf('router/providers/sandbox/x.ts', `import { randomOf } from '#sandbox/seeded-random.ts'`)).toEqual(
    [],
  )
  expect(breachesOf('sandbox/picture/x.ts', `import { dimensionsOf } from '#media/dimensions.ts'`)).toEqual([])
  expect(breachesOf('router/providers/sandbox/x.ts', `import { pulled } from '../../http/http-replies.ts'`)).toEqual([])
})

const loadedWith = /^(?:import|export)\b(?!\s+type\b)[^'"]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm

/** Every file that is read before `entry` runs: what it imports, but for types and dynamic imports. `standIns`: files in place of others. */
function readBefore(entry: string, standIns: ReadonlyMap<string, string> = new Map()): ReadonlySet<string> {
  const found = new Set([entry])
  for (const file of found)
    for (const [, from = '', bare = from] of readFileSync(join(src, file), 'utf8').matchAll(loadedWith)) {
      const target = targetOf(file, bare)
      if (target?.endsWith('.ts')) found.add(standIns.get(target) ?? target)
    }
  return found
}

test('a router with SANDBOX=off never reads the sandbox, which only a dynamic import reaches', () => {
  const isSandbox = (file: string) => /^(router\/providers\/)?sandbox\//.test(file)
  expect([...readBefore('router/main.ts')].filter(isSandbox)).toEqual([])
  expect([...readBefore('router/main.ts')]).toContain('router/providers/openai/openai.ts')
  expect([...readBefore('router/providers/sandbox/sandbox.ts')].filter(isSandbox).length).toBeGreaterThan(50)
})

test('no file of ours that the static demo runs names Node', () => {
  const names = (file: string) => /from 'node:|\bBuffer\b[.(]/.test(readFileSync(join(src, file), 'utf8'))
  const inPage = [...readBefore('demo/demo-worker.ts', standIns)]
  expect(inPage).toEqual(
    expect.arrayContaining([
      'sandbox/picture/paint/paint.ts',
      'sandbox/clip/make/make-clip.ts',
      'sandbox/sound/speaker.ts',
    ]),
  )
  expect(inPage.filter(names)).toEqual([])
  expect([...readBefore('demo/demo-worker.ts')].filter(names)).not.toEqual([])
})

test('the lint sees a planted cycle of imports, of types alone as well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'))
  copyFileSync(join(src, '../biome.json'), join(folder, 'biome.json'))
  const plant = (name: string, imports: string) => writeFileSync(join(folder, `${name}.ts`), imports)
  const lint = () =>
    spawnSync(join(src, '../node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', '--only=noImportCycles', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
  plant('one', `import type { Two } from './two.ts'\nexport type One = readonly Two[]\n`)
  plant('two', 'export type Two = string\n')
  expect(lint()).toMatchObject({ status: 0 })
  plant('two', `import type { One } from './one.ts'\nexport type Two = readonly One[]\n`)
  const { status, stdout, stderr } = lint()
  expect(status).toBe(1)
  expect(stdout + stderr).toContain('noImportCycles')
  rmSync(folder, { recursive: true })
})

/** What the code of the bench names below `src`, which its imports of styles and its builds do as texts that no compiler follows. */
const named = (text: string) =>
  [...text.matchAll(/['"](?:(?:\.\.\/)+src\/|src\/|#)([\w./-]+\.(?:tsx?|css|mjs))(?:\?\w+)?['"]/g)].map(
    ([, path = '']) => path,
  )

test('every file that the bench names is there', () => {
  const bench = join(src, '../e2e/bench')
  const code = readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|mjs|html)$/.test(file) && !/^(node_modules|dist|results)\b/.test(file),
  )
  const paths = code.flatMap((file) => named(readFileSync(join(bench, file), 'utf8')))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(src, path)))).toEqual([])
  const planted = `import '../../src/app/ui/tokens.css'\nbuild('src/router/gone.ts')\nimport W from '../src/app/w.ts?worker'`
  expect(named(planted)).toEqual(['app/ui/tokens.css', 'router/gone.ts', 'app/w.ts'])
})
