// Short sounds and vibrations, made here; nothing is loaded. They are off until a person switches them on.

import { read } from "./page.js";

/** Tones of each sound: frequency in Hz, start and length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  peg: [[520, 0, 0.05]],
  answer: [
    [660, 0, 0.06],
    [880, 0.07, 0.06],
  ],
  open: [[420, 0, 0.04]],
  flag: [[300, 0, 0.06]],
  won: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.25],
  ],
  lost: [
    [220, 0, 0.18],
    [160, 0.16, 0.3],
  ],
};
const VOLUME = 0.08;
/** Vibrations: times in ms, on and off in turn. @type {Partial<Record<keyof typeof SOUNDS, number[]>>} */
const VIBRATIONS = { peg: [10], answer: [15, 40, 15], flag: [25], won: [40, 60, 40, 60, 120], lost: [180] };

/** @type {AudioContext | undefined} */
let context;

/**
 * Plays a sound, if sounds are on, and vibrates, if that is on.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  if (VIBRATIONS[name] && read("vibration", false)) navigator.vibrate?.(VIBRATIONS[name]);
  if (!read("sound", false) || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: VOLUME });
    volume.gain.setTargetAtTime(0, now + start + length / 2, length / 4);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + 2 * length);
  }
}
