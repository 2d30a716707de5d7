/** `src/platform` and the bundle's `dist/bin` are both two folders deep. */
export const projectFile = (path: string): URL => new URL(`../../${path}`, import.meta.url)
