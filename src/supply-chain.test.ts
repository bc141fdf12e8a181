import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = resolve(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const Specs = z.optional(z.record(z.string(), z.string()))

const LockEntry = z.looseObject({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  resolved: z.optional(z.string()),
  link: z.optional(z.boolean()),
  inBundle: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  os: z.optional(z.array(z.string())),
  cpu: z.optional(z.array(z.string())),
  hasInstallScript: z.optional(z.boolean()),
  license: z.optional(z.string()),
  engines: z.optional(z.union([z.record(z.string(), z.string()), z.array(z.string())])),
  dependencies: Specs,
  optionalDependencies: Specs,
  devDependencies: Specs,
})

type LockEntry = z.infer<typeof LockEntry>

const Lock = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), LockEntry) })
const Package = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
})

const { lockfileVersion, packages } = z.parse(Lock, JSON.parse(textOf('package-lock.json')))
const manifest = z.parse(Package, JSON.parse(textOf('package.json')))

/** What is installed, by its path: everything in the lock but the project itself. */
const installed = Object.entries(packages).filter(([path]) => path !== '')

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const importing = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g

/** What the sources below a folder of `src` import to run. */
const importedBelow = (room: string): readonly string[] => [
  ...new Set(
    readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
      .flatMap((path) => packagesIn(textOf(join('src', room, path)))),
  ),
]

/** What the built app holds, which a package does not install: the libraries that it imports, with what they need. */
function builtIn(): ReadonlySet<string> {
  const found = new Set(importedBelow('app'))
  for (const name of found)
    for (const inner of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) found.add(inner)
  return found
}

/** What is installed with the package or built into it. */
const inApp = builtIn()
const shipped = installed.filter(([path, { dev }]) => !dev || inApp.has(nameOf(path)))

/** Builds for another machine than the one the lock was made on may be missing from its registry. */
const isForeignBuild = ({ optional, os, cpu }: LockEntry) =>
  optional === true && [os ?? [], cpu ?? []].some((list) => list.length > 0)

/** What is wrong with where an entry comes from. */
function originTrouble([path, entry]: readonly [string, LockEntry]): string[] {
  const { integrity, version = '', resolved, link, inBundle } = entry
  const isVouchedFor = integrity === undefined ? isForeignBuild(entry) : /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
  return [
    isVouchedFor ? '' : 'no sha512',
    resolved === undefined ? '' : 'names where it was fetched',
    link ? 'is a link' : '',
    inBundle ? 'comes inside another package' : '',
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? '' : `version ${version}`,
  ].flatMap((trouble) => (trouble ? [`${path}: ${trouble}`] : []))
}

/** Ranges of the registry only: nothing fetched from git, a URL, a folder or under another name. */
const isRegistryRange = (spec: string) => spec === '*' || /^[\^~<>=\d][\w.^~<>=|*\s-]*$/.test(spec)

const specTrouble = ([path, entry]: readonly [string, LockEntry]) =>
  [entry.dependencies, entry.optionalDependencies, entry.devDependencies].flatMap((specs = {}) =>
    Object.entries(specs).flatMap(([name, spec]) => (isRegistryRange(spec) ? [] : [`${path}: ${name} ${spec}`])),
  )

const isExact = (spec: string) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(spec)

/** npm runs these by itself around others, on install or before publishing. */
const isLifeCycle = (script: string) =>
  /^(pre|post)\w|^(install|prepare|prepublish|prepublishOnly|prepack|postpack|dependencies)$/.test(script)

/**
 * May have an install script; none is ever run, because `.npmrc` says so. fsevents is the file watcher of macOS; that of node-webcodecs only
 * looks whether a build fits the machine.
 */
const mayHaveInstallScript = new Set(['fsevents', 'node-webcodecs'])

const scriptTrouble = ([path, { hasInstallScript }]: readonly [string, LockEntry]) =>
  hasInstallScript && !mayHaveInstallScript.has(nameOf(path)) ? [path] : []

type Version = readonly [number, number, number]

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  return [major, minor, patch]
}

const isAtLeast = (version: Version, floor: Version) => {
  const at = version.findIndex((part, index) => part !== floor[index])
  return at < 0 || (version[at] ?? 0) > (floor[at] ?? 0)
}

/** Whether a range of `engines` lets a version in. Throws on a way of writing that it does not know. */
function allows(range: string, version: Version): boolean {
  return range.split('||').some((part) => {
    const [, operator = '', text = ''] = /^(|\^|>=) ?(\d+(?:\.\d+){0,2})$/.exec(part.trim()) ?? []
    if (text === '' && part.trim() !== '*') throw new TypeError(`unknown range ${range}`)
    const isSameMajor = operator === '>=' || text === '' || versionOf(text)[0] === version[0]
    return isSameMajor && isAtLeast(version, versionOf(text))
  })
}

const lowestNode: Version = [20, 19, 0]

function engineTrouble([path, { engines }]: readonly [string, LockEntry]): string[] {
  const range = engines && !Array.isArray(engines) ? engines.node : undefined
  return range === undefined || allows(range, lowestNode) ? [] : [`${path}: ${range}`]
}

/** With known holes below: never go back. */
const floors: Readonly<Record<string, Version>> = {
  hono: [4, 12, 12],
  '@hono/node-server': [1, 19, 13],
}

const floorTrouble = ([path, { version = '' }]: readonly [string, LockEntry]) => {
  const floor = floors[nameOf(path)]
  return floor && !isAtLeast(versionOf(version), floor) ? [`${path}: ${version}`] : []
}

const licences = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'])
const native = 'MIT AND LGPL-2.1-or-later AND BSD-2-Clause AND BSD-3-Clause'

/** Licences of one package each. */
const licencesOf: Readonly<Record<string, string>> = {
  // Optional, and loaded by a process of its own that is reached by messages alone.
  '@echogarden/espeak-ng-emscripten': 'GPL-3.0',
  '@fontsource-variable/geist-mono': 'OFL-1.1',
  '@fontsource-variable/instrument-sans': 'OFL-1.1',
  '@mediabunny/aac-encoder': 'MPL-2.0',
  '@mediabunny/flac-encoder': 'MPL-2.0',
  '@mediabunny/mp3-encoder': 'MPL-2.0',
  // FFmpeg in a process of its own; optional.
  '@node-webcodecs/static-darwin-arm64': native,
  '@node-webcodecs/static-linux-arm64': native,
  '@node-webcodecs/static-linux-x64': native,
  '@resvg/resvg-wasm': 'MPL-2.0',
  // Reads the frames of FLAC for its decoder; a module of its own that anybody can exchange.
  'codec-parser': 'LGPL-3.0-or-later',
  mediabunny: 'MPL-2.0',
  wouter: 'Unlicense',
}

const licenceTrouble = ([path, { license = 'none' }]: readonly [string, LockEntry]) =>
  licences.has(license) || licencesOf[nameOf(path)] === license ? [] : [`${path}: ${license}`]

/** The packages that a source imports to run. Types are gone by then. */
function packagesIn(source: string): string[] {
  const code = source.replaceAll(/^(import|export) type .*$|^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(importing)].flatMap(([, specifier = '']) =>
    /^(node:|[.#])/.test(specifier) ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []),
  )
}

const keyShapes = [
  /\bsk-[\w-]{24,}/,
  /\bgh[pousr]_\w{30,}/,
  /\bgithub_pat_\w{30,}/,
  /\bAIza[\w-]{35}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bxox[abprs]-[\w-]{20,}/,
  /\bnpm_\w{36}/,
  /\bpb-[\w-]{43}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
]

/** Somebody's own folders; `ada` is nobody's. */
const machinePaths = [
  /(?<![\w.:/-])\/((root|work|workspace|builds)|(Users|home)\/(?!ada\b)\w+)\/[\w.]/,
  /\b[A-Z]:\\Users\\(?!ada\b)/,
]

const leaksIn = (text: string) => [...keyShapes, ...machinePaths].filter((shape) => shape.test(text)).map(String)

/** Git's own list; undefined without git, or where the project was not checked out with it. */
function filesOfTheProject(): string[] | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  if (listed.status !== 0) return undefined
  return listed.stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Beside the files that every package has: the build without its maps, and the licences of what is built in. */
const isWanted = (path: string) =>
  /^(README\.md|LICENSE|package\.json|dist\/(app|router)\/\w.*|dist\/app\/\.vite\/license\.md)$/.test(path) &&
  !path.endsWith('.map')

test('the lock vouches for every package and says nothing of the machine it was made on', () => {
  expect(lockfileVersion).toBe(3)
  expect(installed.length).toBeGreaterThan(100)
  expect(shipped.length).toBeGreaterThan(20)
  expect(installed.flatMap(originTrouble)).toEqual([])
})

test('nothing comes from git, a URL, a folder or under another name', () => {
  expect(Object.entries(packages).flatMap(specTrouble)).toEqual([])
})

test('every version is exact, and nothing runs by itself', () => {
  const specs = Object.values({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  })
  expect(specs.filter((spec) => !isExact(spec))).toEqual([])
  expect(Object.keys(manifest.scripts).filter(isLifeCycle)).toEqual([])
  expect(manifest).not.toHaveProperty('bundleDependencies')
  expect(installed.flatMap(scriptTrouble)).toEqual([])
  expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('the lock is that of the manifest', () => {
  expect(packages['']).toMatchObject({
    dependencies: manifest.dependencies,
    optionalDependencies: manifest.optionalDependencies,
    devDependencies: manifest.devDependencies,
  })
})

test('no package is older than the floor below which it has known holes', () => {
  const names = installed.map(([path]) => nameOf(path))
  for (const name of Object.keys(floors)) expect(names).toContain(name)
  expect(installed.flatMap(floorTrouble)).toEqual([])
})

test('every package runs on the oldest Node that the project names', () => {
  expect(manifest.engines).toEqual({ node: '>=20.19' })
  expect(installed.flatMap(engineTrouble)).toEqual([])
})

test('what is shipped has a licence that lets people use it', () => {
  expect(shipped.flatMap(licenceTrouble)).toEqual([])
})

test('what is under the GPL is optional, and only one file loads it', () => {
  const copyleft = shipped.flatMap(([path, { license = '' }]) => (license.startsWith('GPL') ? [nameOf(path)] : []))
  expect(copyleft).toEqual(['@echogarden/espeak-ng-emscripten'])
  expect(Object.keys(manifest.optionalDependencies)).toEqual(expect.arrayContaining(copyleft))
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .filter((path) => packagesIn(textOf(join('src', path))).some((name) => copyleft.includes(name)))
  expect(sources).toEqual([join('sandbox', 'sound', 'speaker.ts')])
})

test('the router needs ten packages at most, and declares each', () => {
  const needed = [...new Set(['router', 'contract'].flatMap(importedBelow))].sort()
  expect(needed).toContain('hono')
  expect(needed.length).toBeLessThanOrEqual(10)
  expect(needed.filter((name) => !(name in manifest.dependencies))).toEqual([])
})

test('what Node runs is installed with the package, and the licences of what is built into the app are looked at', () => {
  const rooms = ['cli', 'contract', 'lab', 'media', 'router', 'sandbox', 'app/batch', 'app/client', 'app/lab']
  const { dependencies, optionalDependencies } = manifest
  const needed = rooms.flatMap(importedBelow)
  expect(needed).toContain('yaml')
  expect(needed.filter((name) => !(name in dependencies || name in optionalDependencies))).toEqual([])
  expect([...inApp]).toEqual(expect.arrayContaining(['react', 'scheduler', '@lezer/lr']))
})

test('no file holds a key, or a path of the machine it was written on', ({ skip }) => {
  const files = filesOfTheProject()
  if (!files) return skip('no git, or no checkout of it: there is no list of the files that belong to the project')
  expect(files).toContain('package.json')
  // A short path may also be a word of a URL.
  const own = [root, homedir()].filter((path) => path.split(sep).length > 3)
  const leaks = files.flatMap((path) => {
    const text = textOf(path)
    return [...leaksIn(text), ...own.filter((one) => text.includes(one))].map((leak) => `${path}: ${leak}`)
  })
  expect(leaks).toEqual([])
})

test('the package holds the built app, the built router and what people read, nothing else', {
  timeout: 30_000,
}, () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const [pack] = z.parse(
    z.array(z.object({ files: z.array(z.object({ path: z.string() })) })),
    JSON.parse(String(packed)),
  )
  const paths = (pack?.files ?? []).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
  expect(paths.filter((path) => !isWanted(path))).toEqual([])
})

const good: LockEntry = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' }
const { integrity: _, ...unvouched } = good

test.each<[string, (entry: readonly [string, LockEntry]) => string[], string, LockEntry]>([
  ['a missing hash', originTrouble, 'x', unvouched],
  ['a missing hash of what is merely optional', originTrouble, 'x', { ...unvouched, optional: true }],
  ['a missing hash of a needed build', originTrouble, 'x', { ...unvouched, os: ['linux'] }],
  ['a weak hash', originTrouble, 'x', { ...good, integrity: 'sha1-qqqqqqqqqqqqqqqqqqqqqqqqqqo=' }],
  ['a weak hash beside a good one', originTrouble, 'x', { ...good, integrity: `sha1-q= ${good.integrity}` }],
  ['a host', originTrouble, 'x', { ...good, resolved: 'https://registry.example/x.tgz' }],
  ['a link', originTrouble, 'x', { ...good, link: true }],
  ['a bundled package', originTrouble, 'x', { ...good, inBundle: true }],
  ['a version from git', originTrouble, 'x', { ...good, version: 'git+ssh://git@example.com/x.git' }],
  ['git', specTrouble, 'x', { dependencies: { y: 'git+https://example.com/y.git' } }],
  ['a repository by its short name', specTrouble, 'x', { dependencies: { y: 'someone/y' } }],
  ['a URL', specTrouble, 'x', { optionalDependencies: { y: 'https://example.com/y.tgz' } }],
  ['a folder', specTrouble, '', { devDependencies: { y: 'file:../y' } }],
  ['another name', specTrouble, '', { dependencies: { y: 'npm:z@1.0.0' } }],
  ['a tag', specTrouble, '', { dependencies: { y: 'latest' } }],
  ['an install script', scriptTrouble, 'node_modules/x', { ...good, hasInstallScript: true }],
  ['an install script deep inside', scriptTrouble, 'node_modules/fsevents/node_modules/x', { hasInstallScript: true }],
  ['an old server', floorTrouble, 'node_modules/hono', { version: '4.12.11' }],
  ['an old adapter', floorTrouble, 'node_modules/x/node_modules/@hono/node-server', { version: '1.19.12' }],
  ['a newer Node', engineTrouble, 'x', { engines: { node: '>=22' } }],
  ['a newer minor of Node', engineTrouble, 'x', { engines: { node: '^20.20.0 || >=22.12' } }],
  ['an older Node alone', engineTrouble, 'x', { engines: { node: '^18.0.0' } }],
  ['a copyleft licence', licenceTrouble, 'node_modules/x', { license: 'GPL-3.0' }],
  ['no licence', licenceTrouble, 'node_modules/x', {}],
  ['a licence that only another package may have', licenceTrouble, 'node_modules/x', { license: 'Unlicense' }],
  ['a licence of build tools', licenceTrouble, 'node_modules/x', { license: 'MPL-2.0' }],
])('a planted breach is seen: %s', (_name, check, path, entry) => {
  expect(check([path, entry])).toHaveLength(1)
})

test('lawful entries pass every check', () => {
  const foreign = { version: '1.0.0', optional: true, os: ['darwin'], license: 'MIT', engines: { node: '20 || >=22' } }
  const ranges = { dependencies: { a: '^1.2.3 || ~2.0.0-rc.1', b: '>=1 <3', c: '*', d: '1.x' } }
  for (const check of [originTrouble, specTrouble, scriptTrouble, floorTrouble, engineTrouble, licenceTrouble])
    for (const entry of [good, foreign, { ...good, ...ranges }]) expect(check(['node_modules/x', entry])).toEqual([])
  expect(scriptTrouble(['node_modules/fsevents', { hasInstallScript: true }])).toEqual([])
  expect(floorTrouble(['node_modules/hono', { version: '4.12.12' }])).toEqual([])
})

test('a range that cannot be read is not let through', () => {
  expect(() => allows('20 - 22', lowestNode)).toThrow(/unknown range/)
})

test('loose versions and life-cycle scripts are seen', () => {
  for (const spec of ['^1.0.0', '~1.0.0', '1.x', '1.0', 'latest', '>=1.0.0', '']) expect(isExact(spec)).toBe(false)
  for (const name of ['prebuild', 'posttest', 'install', 'prepare']) expect(isLifeCycle(name)).toBe(true)
  for (const name of ['build', 'test', 'start', 'dev']) expect(isLifeCycle(name)).toBe(false)
})

test('imports of packages are seen, those of types, of Node and of our own are not', () => {
  const source = [
    `import type { Root } from 'mdast'`,
    `import { a } from 'node:fs'`,
    `import { b } from './b.ts'`,
    `import { c } from '#contract/c.ts'`,
    `import { Hono, type Context } from 'hono'`,
    `import '@scope/name/sub.js'`,
    `const d = await import('later')`,
    `export { e } from 'again'`,
  ]
  expect(packagesIn(source.join('\n'))).toEqual(['hono', '@scope/name', 'later', 'again'])
})

/** Put together here, so that this file holds none itself. */
const planted = [
  ['sk', 'proj', 'a'.repeat(40)].join('-'),
  ['ghp', 'a'.repeat(36)].join('_'),
  ['github', 'pat', 'a'.repeat(40)].join('_'),
  `AI${'za'}${'b'.repeat(35)}`,
  `AK${'IA'}${'Z'.repeat(16)}`,
  ['xoxb', '1'.repeat(24)].join('-'),
  ['npm', 'a'.repeat(36)].join('_'),
  ['pb', 'a'.repeat(43)].join('-'),
  ['-----BEGIN', 'PRIVATE KEY-----'].join(' '),
  ['', 'root', 'project'].join('/'),
  `file '${['', 'home', 'grace', 'project'].join('/')}'`,
  ['', 'Users', 'grace', 'project'].join('/'),
  ['C:', 'Users', 'grace'].join('\\'),
]

test.each(planted)('a planted leak is seen: %s', (text) => {
  expect(leaksIn(text)).toHaveLength(1)
})

test('what only looks like a leak passes', () => {
  const innocent = [
    'sk-canary-1234567890',
    'https://router.example/work/x',
    './root/x',
    '/home/ada/.local',
    'task-force-of-the-very-long-name',
  ]
  expect(innocent.flatMap(leaksIn)).toEqual([])
})

test('what does not belong into the package is seen', () => {
  const unwanted = [
    'src/router/main.ts',
    'e2e/fixtures.ts',
    '.npmrc',
    'dist/app/assets/a.js.map',
    'dist/.cache',
    'dist/app/.vite/manifest.json',
    'dist/report.json',
  ]
  expect(unwanted.filter(isWanted)).toEqual([])
  expect(['dist/app/index.html', 'dist/router/main.js', 'LICENSE'].filter((path) => !isWanted(path))).toEqual([])
})
