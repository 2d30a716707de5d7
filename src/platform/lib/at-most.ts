/** For an LRU cache of so many entries. Its own `max` reserves memory for all of them at once: 350 KB for 10,000. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
