// Runs the module as the native twin runs its own: `twin.mjs MODULE exchange FOLDER | fuzz SEEDS PACKETS | speed PRODUCT`.
import { readFileSync, writeFileSync } from "node:fs";

const [file, command, ...words] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
// Each from its beginning, as in a page.
const fresh = () => new WebAssembly.Instance(module, {}).exports;
const tell = (board, name) =>
    console.log(name, BigInt.asUintN(64, board.test_digest()).toString(16), board.board_notifications());
const put = (board, name, path) =>
    writeFileSync(path, new Uint8Array(board.memory.buffer, board[`board_${name}`](), board[`board_${name}_count`]()));

const products = fresh().board_products();
if (command === "exchange") {
    for (let product = 0; product < products; product++) {
        const board = fresh();
        board.test_exchange(product);
        put(board, "packets", `${words[0]}/${product}.packets`);
        put(board, "trace", `${words[0]}/${product}.trace`);
        board.test_forget();
        board.board_advance(300_000);
        tell(board, `${product}`);
    }
} else if (command === "fuzz") {
    for (let product = 0; product < products - 1; product++) {
        for (let seed = 1; seed <= Number(words[0]); seed++) {
            const board = fresh();
            board.test_fuzz(product, BigInt(seed), Number(words[1]));
            tell(board, `${product} ${seed}`);
        }
    }
} else {
    const board = fresh();
    board.test_load(Number(words[0]));
    for (let i = 0; i < 5; i++) {
        const start = performance.now();
        board.board_advance(600_000);
        console.log(`${((performance.now() - start) / 1000).toFixed(4)} seconds`);
    }
    tell(board, words[0]);
    console.log(board.memory.buffer.byteLength, "bytes of memory");
}
