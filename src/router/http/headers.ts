/** What every answer carries that is not part of the app. */
export const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/**
 * What event streams carry besides. Proxies such as nginx gather an answer into large pieces unless the first tells them not to; the second
 * keeps others from packing it, which waits for more to pack.
 */
export const eventStreamHeaders = {
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
} as const

const appPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app',
].join('; ')

/** What every file of the app carries. */
export const appHeaders = {
  'content-security-policy': appPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Links in an answer are looked up when they are followed, not before.
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), clipboard-read=()',
} as const

/** A worker follows the policy it was served with: this one may call the routers that a person confirmed, and do nothing else. */
export const netWorkerPolicy = "default-src 'none'; connect-src http: https:"
