/** A file that comes with the project. Source stands in `src/lib`, the bundle in `dist/bin`: both two folders down. */
export const projectFile = (path: string): URL => new URL(`../../${path}`, import.meta.url)
