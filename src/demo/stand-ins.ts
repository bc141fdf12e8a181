/** What a page's worker has in place of a module that needs Node, both below src. */
export const standIns: ReadonlyMap<string, string> = new Map([
  ['sandbox/platform.ts', 'demo/browser-platform.ts'],
  ['sandbox/sound/files/sound-codecs.ts', 'demo/browser-codecs.ts'],
])
