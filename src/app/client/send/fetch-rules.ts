/**
 * How every request travels: without cookies and without telling where from. A read may be redirected (a provider's signed
 * address) and is never answered from a cache; a paid request goes to the confirmed address or nowhere.
 */
export function fetchRules(method: string): Pick<RequestInit, 'cache' | 'credentials' | 'redirect' | 'referrerPolicy'> {
  const quiet = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const
  return method === 'GET' ? { ...quiet, redirect: 'follow', cache: 'no-store' } : { ...quiet, redirect: 'error' }
}
