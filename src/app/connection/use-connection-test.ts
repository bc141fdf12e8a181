import { useMutation } from '@tanstack/react-query'
import { connect } from './connect.ts'
import type { Profile } from './profile.ts'
import { testConnection } from './test-connection.ts'

/** Tests a profile when asked. */
export function useConnectionTest() {
  return useMutation({
    mutationFn: ({ baseUrl, key }: Profile) =>
      testConnection(connect({ baseUrl, key, own: false }), connect({ baseUrl, own: false }), {
        baseUrl,
        signal: AbortSignal.timeout(20_000),
      }),
  })
}
