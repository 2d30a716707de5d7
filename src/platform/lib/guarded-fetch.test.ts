import { expect, test, vi } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

const at = (...addresses: string[]) => ({
  resolve: async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
  get: vi.fn(async () => new Response('{}')),
})
const url = 'https://app.example/client.json'

test('fetches from a public address, and connects to exactly the one that was checked', async () => {
  const world = at('93.184.216.34')
  expect((await guardedFetch(world)(url)).status).toBe(200)
  expect(world.get).toHaveBeenCalledWith(
    new URL(url),
    { address: '93.184.216.34', family: 4 },
    expect.anything(),
  )
  expect((await guardedFetch(at('2606:2800:21f:cb07::1'))(url)).status).toBe(200)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::1',
  '2001:db8::1',
])(
  'a name that leads to %s is refused before anything connects, also beside a public address',
  async address => {
    for (const world of [at(address), at('93.184.216.34', address)]) {
      await expect(guardedFetch(world)(url)).rejects.toThrow('not an address on the public internet')
      expect(world.get).not.toHaveBeenCalled()
    }
  },
)

test('http, other ports, private addresses in the URL itself, and redirects are refused', async () => {
  const world = at('93.184.216.34')
  for (const wrong of [
    'http://app.example/c',
    'https://app.example:8443/c',
    'https://127.0.0.1/c',
    'https://[::1]/c',
  ])
    await expect(guardedFetch(world)(wrong)).rejects.toThrow(TypeError)
  expect(world.get).not.toHaveBeenCalled()
  const moved = { ...world, get: async () => new Response(null, { status: 302 }) }
  await expect(guardedFetch(moved)(url)).rejects.toThrow('redirects')
})
