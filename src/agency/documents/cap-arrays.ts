const names = [
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const

type Scope = Pick<typeof globalThis, (typeof names)[number]> & { DecompressionStream?: unknown }
type Cap = { mostBytes: number; over: () => never }

/**
 * Whatever its filters are, a stream of a PDF unpacks into an array that doubles, and the limit of the heap does not
 * cover arrays. Node's streams that unpack fill buffers of their own, so they go.
 */
export const capArrays = (scope: Scope, { mostBytes, over }: Cap): void => {
  let left = mostBytes
  for (const name of names)
    scope[name] = new Proxy(scope[name], {
      construct(made, args, target) {
        const [from] = args
        const length = typeof from === 'number' ? from : from?.length
        left -= length > 0 ? length * made.BYTES_PER_ELEMENT : 0
        if (left < 0) over()
        return Reflect.construct(made, args, target)
      },
    }) as never
  delete scope.DecompressionStream
}
