// Text in an address: compressed, in letters that need no escaping.

async function through(
	bytes: Uint8Array<ArrayBuffer>,
	stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
	const body = new Response(bytes).body!.pipeThrough(stream);
	return new Uint8Array(await new Response(body).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
	const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text again; nothing if it is none of ours. */
export async function unpack(packed: string): Promise<string> {
	if (!packed) return "";
	try {
		const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
		const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
		return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
	} catch {
		return "";
	}
}
