/** Headers of every reply except the app's files. */
export const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/**
 * Further headers of event streams. The first disables response buffering in proxies such as nginx; `no-transform` in the second prevents
 * compression, which buffers too.
 */
export const eventStreamHeaders = {
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
} as const

export const appPolicy = [
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
]

/** Headers of every file of the app. */
export const appHeaders = {
  'content-security-policy': appPolicy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // No DNS prefetch for links in an answer.
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), clipboard-read=()',
} as const

/** A worker has the policy it was served with. This one may connect to any host, since users enter routers, and load nothing. */
export const netWorkerPolicy = "default-src 'none'; connect-src http: https:"

/**
 * The frame that runs mocks of tools. `sandbox` makes its origin opaque however it is opened; scripts come by message, and run in a
 * worker from a blob, which inherits all of this.
 */
export const mockFramePolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; worker-src blob:; frame-ancestors 'self'"
