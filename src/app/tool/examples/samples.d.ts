/** What the build made of the requests that a module exports as `sampled`, by the same keys (vite.config.ts). Empty in unit tests. */
declare module '*?samples' {
  interface Sample {
    /** Addresses of pictures, or of one sound. Of a video that begins with an image: that image, a thumbnail of it, and the poster. */
    readonly files: readonly string[]
    /** The loudness of a sound from 0 to 1, in columns of equal length. */
    readonly loudness?: readonly number[]
  }
  export const samples: ReadonlyMap<string, Sample>
}
