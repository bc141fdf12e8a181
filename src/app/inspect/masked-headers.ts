import type { Fact } from './facts.tsx'

const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?api-?key|x-auth-token)$/i
const alreadyMasked = /\[key\]/

/** Headers as they may be shown: nobody needs the key, and a screen is seen by others. */
export function maskedHeaders(headers: readonly (readonly [name: string, value: string])[]): readonly Fact[] {
  return headers.map(([name, value]) => [name, secret.test(name) && !alreadyMasked.test(value) ? masked(value) : value])
}

function masked(value: string): string {
  const scheme = /^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''
  return `${scheme}••••`
}
