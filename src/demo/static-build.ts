import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { type Plugin, runnerImport } from 'vite'
import type { readBundle } from '#app/export/bundle/read-bundle.ts'
import { appPolicy } from '#router/http/headers.ts'
import { languages } from '#sandbox/sound/speech/spoken-languages.ts'
import { commonPart, dictionaryOf, type SpeechIndex, speechFolder } from './speech-data.ts'

/** A page from a disk runs no modules; a plain script says so. */
const fileNote = `if (location.protocol === 'file:') {
  document.getElementById('root').textContent =
    'This demo needs a web server, because browsers do not load modules from files. Any will do, such as: python3 -m http.server. An HTML report, exported from Runs, opens from a file.'
}
`

/** What no meta tag can hold is left out: frame-ancestors. */
const metaPolicy = appPolicy.filter((rule) => !rule.startsWith('frame-ancestors')).join('; ')

/** Reads a bundle as the app will, and throws the reason where it cannot. */
async function checkBundle(path: string): Promise<void> {
  const { module } = await runnerImport<{ readBundle: typeof readBundle }>('src/app/export/bundle/read-bundle.ts')
  const origins = { isTaken: () => false, isHere: async () => false, create: (origin: string) => origin }
  await module.readBundle(await openAsBlob(path), origins)
}

/**
 * The files of espeak-ng's data, split by language, with what the list of files in its script says of them; none where it is not installed.
 * Its licence stands beside them.
 */
function speechFiles(): readonly { readonly fileName: string; readonly source: string | Uint8Array }[] {
  const folder = 'node_modules/@echogarden/espeak-ng-emscripten'
  if (!existsSync(folder)) return []
  const all = readFileSync(`${folder}/espeak-ng.data`)
  const used = new Set(Object.values(languages).map(({ voice }) => dictionaryOf(voice)))
  const parts = new Map<string, [start: number, end: number][]>()
  const listed = /filename:"[^"]*\/([^"/]+)",start:(\d+),end:(\d+)/g
  for (const [, file = '', start, end] of readFileSync(`${folder}/espeak-ng.js`, 'utf8').matchAll(listed)) {
    const name = file.endsWith('_dict') ? file.slice(0, -'_dict'.length) : commonPart
    if (name !== commonPart && !used.has(name)) continue
    parts.set(name, [...(parts.get(name) ?? []), [Number(start), Number(end)]])
  }
  const index: SpeechIndex = { size: all.length, parts: Object.fromEntries(parts) }
  return [
    { fileName: `${speechFolder}/index.json`, source: JSON.stringify(index) },
    { fileName: `${speechFolder}/COPYING`, source: readFileSync(`${folder}/COPYING`) },
    ...[...parts].map(([name, ranges]) => ({
      fileName: `${speechFolder}/${name}`,
      source: Buffer.concat(ranges.map(([start, end]) => all.subarray(start, end))),
    })),
  ]
}

/**
 * What the static demo has beside the app: its policy as a meta tag, since a file host sends no headers, the sentence for `file://`, and the
 * bundle of recordings that was named after `--`. A bundle that cannot be read fails the build before anything is written.
 */
export function staticDemo(bundle: string | undefined): Plugin {
  let collection: string | undefined
  return {
    name: 'static-demo',
    async buildStart() {
      this.emitFile({ type: 'asset', fileName: 'file-note.js', source: fileNote })
      for (const file of speechFiles()) this.emitFile({ type: 'asset', ...file })
      if (bundle === undefined) return
      await checkBundle(bundle).catch((thrown: unknown) => {
        this.error(`${bundle}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      })
      const source = readFileSync(bundle)
      collection = `collection-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.bundle`
      this.emitFile({ type: 'asset', fileName: collection, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy },
          injectTo: 'head-prepend',
        },
        { tag: 'script', attrs: { src: './file-note.js' }, injectTo: 'body' },
        ...(collection === undefined
          ? []
          : [{ tag: 'meta', attrs: { name: 'patchbay-collection', content: collection }, injectTo: 'head' } as const]),
      ],
    },
  }
}
