#!/usr/bin/env python3
"""Checks the dice of a Sandtable record with nothing but Python: a second opinion on `sandtable verify`.

    python3 tools/verify.py GAME.record        every die of a record whose secret was revealed
    python3 tools/verify.py GAME.record --receipt HEX [--words SIDE=WORDS]
                                               the same, and whether it is the promise that was noted
    python3 tools/verify.py --vectors FILE     the common test vectors
    python3 tools/verify.py --make-vectors     prints them anew

It derives each face from the secret, the game, the contributions of the players, the decision, the place of the die in
it and its purpose, as docs/verify.md describes. It does not know the rules: `sandtable verify` also plays the record.
"""

import hashlib
import hmac
import json
import re
import sys

METHOD = "sandtable-dice-1\n"


def commitment(secret):
    return hashlib.sha256(METHOD.encode() + bytes.fromhex(secret)).hexdigest()


def receipt(game, since, promised):
    words = f"{METHOD[:-1]} receipt\ngame: {game}\nsince: {since}\ncommitment: {promised}\n"
    return hashlib.sha256(words.encode()).hexdigest()


def seal(words):
    return hashlib.sha256(f"{METHOD[:-1]} words\n{words}\n".encode()).hexdigest()


def contradiction(dice, noted, kept):
    """What a record says otherwise than what somebody has noted, or than what was sealed."""
    if noted is not None:
        told = receipt(dice.get("game", ""), dice.get("since", ""), dice.get("commitment", ""))
        if dice.get("kind") != "committed" or told != noted.strip().lower():
            return "the promise of the dice is not the one that was noted"
    for seat, words in kept.items():
        if dice.get(f"contribution {seat}") != words.strip():
            return f"the words of {seat} are not the ones that were noted"
    for name, sealed in dice.items():
        if name.startswith("seal "):
            words = dice.get("contribution " + name[5:])
            if words is None and "lapsed " + name[5:] in dice:
                continue  # the record says that they were not opened in time; whoever did open his has noted them
            if words is None:
                return f"{name[5:]} has sealed words and not opened them"
            if seal(words) != sealed:
                return f"the words of {name[5:]} are not the ones that were sealed"
    return None


def game_key(secret, game, contributions):
    words = METHOD + f"game: {game}\n" + "".join(f"{seat}: {said}\n" for seat, said in sorted(contributions.items()))
    return hmac.new(bytes.fromhex(secret), words.encode(), hashlib.sha256).digest()


def face(key, step, index, purpose, sides):
    attempt = 0
    while True:
        line = f"{step}\n{index}\n{purpose}\nD{sides}\n{attempt}\n"
        digest = hmac.new(key, line.encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < 2**32 - 2**32 % sides:
                return word % sides + 1
        attempt += 1


def read_record(text):
    """The `dice` lines of the head, the dice of every decision, and their kinds from the remarks."""
    head, _, body = text.partition("\n\n")
    if re.search("[\x0b\x0c\x85\u2028\u2029]", head):
        raise SystemExit("the head holds separators that are no ends of lines")
    dice = {}
    for line in head.split("\n"):
        if entry := re.match(r"dice ([^:]+): (.*)$", line):
            if entry[1] in dice:
                raise SystemExit(f"the record says twice what its dice {entry[1]} is")
            dice[entry[1]] = entry[2]
    rolled, kinds = {}, {}
    for line in body.split("\n"):
        if remark := re.match(r"-- dice (\d+): (.*)", line):
            kinds[int(remark[1])] = [int(die) for die in re.findall(r"\bD(\d+)\b", remark[2])]
        elif decision := re.match(r"(\d+) .* \[([^\[\]]*)\] #[0-9a-f]{16}$", line):
            pairs = [part.strip().rsplit(":", 1) for part in decision[2].split(",")]
            rolled[int(decision[1])] = [(purpose, int(shown)) for purpose, shown in pairs]
    return dice, rolled, kinds


def check_record(text, noted=None, kept=None):
    dice, rolled, kinds = read_record(text)
    if fault := contradiction(dice, noted, kept or {}):
        return fault
    if dice.get("kind") != "committed":
        return "this record makes no promise about its dice"
    if "secret" not in dice:
        return "the secret is not revealed yet: the game is not over"
    if commitment(dice["secret"]) != dice["commitment"]:
        return "the secret is not the one that was committed to"
    said = {key.split(" ", 1)[1]: words for key, words in dice.items() if key.startswith("contribution ")}
    key = game_key(dice["secret"], dice["game"], said)
    checked = 0
    for step, shown in rolled.items():
        if step < int(dice["since"]):
            continue
        if len(kinds.get(step, [])) != len(shown):
            return f"decision {step}: the remark does not name its {len(shown)} dice"
        for index, ((purpose, seen), sides) in enumerate(zip(shown, kinds[step])):
            if face(key, step, index, purpose, sides) != seen:
                return f"decision {step}: die {index + 1} ({purpose}) shows {seen}, it does not follow from the secret"
            checked += 1
    if checked == 0:
        return "no die was rolled since the promise: nothing was checked"
    print(f"{checked} dice checked: every one follows from the secret that was committed to")
    if noted is None:
        print("compared with the record itself only: --receipt compares it with what was noted")
    return None


CASES = [
    ("00" * 32, "first", {}),
    ("0123456789abcdef" * 4, "3f9c", {"German": "Köln, 17:05", "Russian": "1942"}),
    ("ff" * 32, "a game", {"White": "only one has spoken"}),
]
ROLLS = [(step, index, what, sides) for step in (1, 2, 4711) for index, (what, sides) in
         enumerate([("battle", 6), ("scatter distance", 10), ("heading", 360), ("loss", 8), ("", 12), ("coin", 2), ("sure", 1)])]


def make_vectors():
    vectors = []
    for secret, game, said in CASES:
        key = game_key(secret, game, said)
        dice = [[*roll, face(key, roll[0], roll[1], roll[2], roll[3])] for roll in ROLLS]
        vectors.append({"secret": secret, "game": game, "contributions": said, "commitment": commitment(secret), "dice": dice})
    return vectors


def main(arguments):
    if arguments == ["--make-vectors"]:
        print(json.dumps(make_vectors(), indent=1, ensure_ascii=False))
        return 0
    if len(arguments) == 2 and arguments[0] == "--vectors":
        with open(arguments[1], encoding="utf-8") as file:
            agrees = json.load(file) == make_vectors()
        print("the vectors agree" if agrees else "the vectors do not agree")
        return 0 if agrees else 1
    noted, kept, files = None, {}, []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--receipt":
            noted = next(rest, None)
        elif argument == "--words":
            seat, _, words = next(rest, "").partition("=")
            kept[seat] = words
        else:
            files.append(argument)
    if len(files) != 1 or files[0].startswith("--"):
        print(__doc__)
        return 2
    with open(files[0], encoding="utf-8") as file:
        fault = check_record(file.read(), noted, kept)
    if fault:
        print(fault)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
