## The sounds of both games, computed when they are first heard: tones that slide and fade, and noise.
extends AudioStreamPlayer

const RATE := 11025             ## Samples a second: twice the highest overtone.
const VOICES := 16              ## Sounds at a time.
const GAP := 0.06               ## Seconds within which a sound is not begun again: a battle would be one noise.
const ATTACK := 0.005           ## Seconds in which a note comes up, without which it would click.
const FADE := 4.0               ## How far a note dies away: to exp(−FADE).
const OVERTONE := 0.3           ## Of a tone's octave, for its color.
const LOUDEST := 32767.0        ## Of 16 bits.

## Notes, one after the other: hertz at the beginning and at the end, seconds, the share of noise, loudness.
const SOUNDS := {
	"step": [[120, 70, 0.06, 0.8, 0.1]],
	"door": [[70, 110, 0.3, 0.85, 0.12]],
	"alarm": [[880, 880, 0.25, 0, 0.3], [660, 660, 0.25, 0, 0.3], [880, 880, 0.25, 0, 0.3], [660, 660, 0.25, 0, 0.3]],
	"beep": [[1400, 1400, 0.09, 0, 0.2], [1900, 1900, 0.15, 0, 0.2]],
	"seen": [[520, 900, 0.18, 0, 0.35], [900, 1200, 0.25, 0, 0.35]],
	"caught": [[440, 330, 0.2, 0.1, 0.4], [330, 110, 0.5, 0.1, 0.4]],
	"gem": [[880, 880, 0.08, 0, 0.25], [1320, 1320, 0.08, 0, 0.25], [1760, 1760, 0.3, 0, 0.25]],
	"key": [[2100, 2100, 0.05, 0.2, 0.2], [2600, 2600, 0.15, 0.2, 0.2]],
	"stone": [[320, 90, 0.2, 0.5, 0.2]],
	"blow": [[900, 500, 0.04, 0.8, 0.08]],
	"fall": [[180, 80, 0.12, 0.5, 0.1]],
	"built": [[170, 120, 0.09, 0.7, 0.3], [150, 100, 0.12, 0.7, 0.3]],
	"keep": [[75, 45, 0.4, 0.4, 0.5]],
	"wave": [[220, 220, 0.3, 0, 0.3], [330, 330, 0.6, 0, 0.3]],
	"boss": [[65, 60, 0.4, 0.3, 0.6], [55, 40, 0.8, 0.3, 0.6]],
	"won": [[523, 523, 0.15, 0, 0.3], [659, 659, 0.15, 0, 0.3], [784, 784, 0.15, 0, 0.3], [1047, 1047, 0.6, 0, 0.3]],
	"lost": [[392, 392, 0.25, 0, 0.3], [311, 311, 0.25, 0, 0.3], [262, 131, 0.8, 0, 0.3]],
}

var made := {}                  ## Streams, by name.
var begun := {}                 ## Milliseconds of the clock when each was begun last.


func _ready() -> void:
	stream = AudioStreamPolyphonic.new()
	stream.polyphony = VOICES


## A sound that begins before the last one of its name is over is another voice. Without a device nobody hears it, and the engine would tell of voices that
## a quick end leaves behind.
func hear(what: String) -> void:
	var now := Time.get_ticks_msec()
	if AudioServer.get_driver_name() == "Dummy" or now - begun.get(what, -INF) < 1000 * GAP:
		return
	begun[what] = now
	if not made.has(what):
		made[what] = make(SOUNDS[what])
	if not playing:
		play()
	if has_stream_playback():
		get_stream_playback().play_stream(made[what])


static func make(notes: Array) -> AudioStreamWAV:
	var noise := RandomNumberGenerator.new()
	var bytes := PackedByteArray()
	for note: Array in notes:
		var count := int(note[2] * RATE)
		var from := bytes.size()
		bytes.resize(from + 2 * count)
		var phase := 0.0
		for i in count:
			var part := float(i) / count
			phase += TAU * lerpf(note[0], note[1], part) / RATE
			var tone := (sin(phase) + OVERTONE * sin(2 * phase)) / (1 + OVERTONE)
			var loudness: float = note[4] * exp(-FADE * part) * minf(i / (ATTACK * RATE), 1)
			bytes.encode_s16(from + 2 * i, int(LOUDEST * loudness * lerpf(tone, noise.randf_range(-1, 1), note[3])))
	var made_of := AudioStreamWAV.new()
	made_of.format = AudioStreamWAV.FORMAT_16_BITS
	made_of.mix_rate = RATE
	made_of.data = bytes
	return made_of
