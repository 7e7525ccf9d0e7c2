import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` shows the page against a room that runs on its usual port.
const room = 'http://127.0.0.1:8008';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: { outDir: '../src/omaha8/server/static', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': { target: room, ws: true } } },
});
