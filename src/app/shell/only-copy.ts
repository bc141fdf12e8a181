import { isLoopbackHost } from '../client/send/near-host.ts'

/** Whether a reload would lose the page: without a network only a server on this computer can hand it out again. */
export const isOnlyCopy = (hostname: string, isOnline: boolean): boolean => !isOnline && !isLoopbackHost(hostname)

// The browser asks before it reloads or leaves the page: remotes for talks have a key that reloads.
addEventListener('beforeunload', (event) => {
  if (isOnlyCopy(location.hostname, navigator.onLine)) event.preventDefault()
})
