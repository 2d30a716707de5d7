/** For a table whose type names all of its keys. An object with other keys would make the type a lie. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

export const recordOf = <K extends string, V>(keys: readonly K[], fill: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, fill(key)])) as Record<K, V>
