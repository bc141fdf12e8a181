/** A module asked for as a bundle of its own: its address, for `fork`. The build makes it (vite.config.ts). */
declare module '*?bundle' {
  export const bundle: URL
}
