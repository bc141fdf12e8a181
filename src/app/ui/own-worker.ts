/** What of Trusted Types is used; TypeScript's own library does not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Starts a worker of this app, from an address that an import with `?worker&url` gave. The page may make its one policy for Trusted
 * Types once, so that every worker is started here. Throws for any other origin.
 */
export function ownWorker(url: string, name: string): Worker {
  policy ??= globalThis.trustedTypes?.createPolicy('app', { createScriptURL: checked })
  return new Worker(policy?.createScriptURL(url) ?? checked(url), { type: 'module', name })
}

function checked(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Only scripts of this app may run.')
  return url
}
