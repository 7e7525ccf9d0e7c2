// One short sound for one's turn. A browser lets a page make sound only once somebody has touched it.

let context: AudioContext | null = null;

/** Get ready to sound, at the first touch of the page. */
export function wake(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
}

export function chime(): void {
  if (context === null || context.state !== 'running') return;
  const start = context.currentTime;
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.18, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  for (const [pitch, delay] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(start + delay);
    tone.stop(start + 0.4);
  }
}
