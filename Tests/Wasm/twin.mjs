// Runs the module as the native twin runs its own: `twin.mjs MODULE exchange FOLDER | fuzz SEEDS PACKETS | calls | speed PRODUCT`.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, command, ...words] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
// Each from its beginning, as in a page.
const fresh = () => new WebAssembly.Instance(module, {}).exports;
const tell = (board, name) =>
    console.log(name, BigInt.asUintN(64, board.test_digest()).toString(16), board.test_notifications());
const put = (board, name, path) =>
    writeFileSync(path, new Uint8Array(board.memory.buffer, board[`test_${name}`](), board[`test_${name}_count`]()));

if (command === "exchange") {
    for (let product = 0; product < fresh().test_products(); product++) {
        const board = fresh();
        board.test_exchange(product);
        put(board, "packets", `${words[0]}/${product}.packets`);
        put(board, "trace", `${words[0]}/${product}.trace`);
        board.test_forget();
        board.test_advance(300_000);
        tell(board, `${product}`);
    }
} else if (command === "fuzz") {
    for (let product = 0; product < fresh().test_products() - 1; product++) {
        for (let seed = 1; seed <= Number(words[0]); seed++) {
            const board = fresh();
            board.test_fuzz(product, BigInt(seed), Number(words[1]));
            tell(board, `${product} ${seed}`);
        }
    }
} else if (command === "calls") {
    const board = fresh();
    for await (const line of createInterface({ input: process.stdin })) {
        const lines = [];
        if (/^\d+$/.test(line)) {
            const until = BigInt(line);
            let now;
            do {
                now = board.boardsim_advance(until);
                const count = board.boardsim_take();
                const bytes = Buffer.from(board.memory.buffer, board.boardsim_events(), count);
                lines.push(`${now} ${bytes.toString("hex")}`);
            } while (now < until);
        } else {
            const request = Buffer.from(line);
            const place = board.boardsim_input(request.length);
            new Uint8Array(board.memory.buffer, place, request.length).set(request);
            const answer = board.boardsim_call(place, request.length);
            lines.push(Buffer.from(board.memory.buffer, answer, board.boardsim_answer_count()).toString());
        }
        process.stdout.write([...lines, "", ""].join("\n"));
    }
} else {
    const board = fresh();
    board.test_load(Number(words[0]));
    for (let i = 0; i < 5; i++) {
        const start = performance.now();
        board.test_advance(600_000);
        console.log(`${((performance.now() - start) / 1000).toFixed(4)} seconds`);
    }
    tell(board, words[0]);
    console.log(board.memory.buffer.byteLength, "bytes of memory");
}
