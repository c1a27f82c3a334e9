package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.errors.CambricException;
import io.cambric.text.AddedToken;
import io.cambric.text.Encoding;
import io.cambric.text.Padding;
import io.cambric.text.Side;
import io.cambric.text.Tokenizer;
import io.cambric.text.Truncation;
import io.cambric.text.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The recorded values of one tokenizer, compared with ours. */
final class TokenizerCases {

  /** The file as it is. */
  private final Tokenizer original;

  private static final Set<String> PADDING =
      Set.of("length", "pad_to_multiple_of", "pad_type_id", "direction");

  /** Without the truncation and the padding of the file. */
  private final Tokenizer tokenizer;

  private final JsonNode json;
  private final Check check;

  TokenizerCases(Tokenizer tokenizer, JsonNode json, Check check) {
    this.original = tokenizer;
    this.tokenizer = tokenizer.withoutTruncation().withoutPadding();
    this.json = json;
    this.check = check;
  }

  void run() {
    check.equal("vocabulary", json.get("vocabSize").intValue(), tokenizer.vocabularySize());
    each("encode", this::encode);
    each("pipeline", this::pipeline);
    each("pairs", this::pair);
    each("truncation", this::truncation);
    each("padding", this::padding);
    each("decode", this::decode);
    if (json.has("added")) {
      added(json.get("added"));
    }
    each("lookup", this::lookup);
    each("asIs", (node, name) -> compare(name, node, original.encode(text(node, "text"))));
  }

  /** A comparison of one case. */
  private interface Comparison {
    void compare(JsonNode node, String name);
  }

  private void each(String section, Comparison comparison) {
    int number = 0;
    for (var node : json.path(section)) {
      var name = section + " " + number++;
      try {
        comparison.compare(node, name);
      } catch (CambricException e) {
        check.fail(name + ": " + e.getMessage());
      }
    }
  }

  private void encode(JsonNode node, String name) {
    encode(node, name, tokenizer);
  }

  private void encode(JsonNode node, String name, Tokenizer tokenizer) {
    var encoding = tokenizer.encode(text(node, "text"));
    compare(name, node, encoding);
    if (node.has("idsWithoutSpecial")) {
      var without = node.get("idsWithoutSpecial");
      check.equal(
          name + " without special tokens",
          ints(without.isString() ? node.get("ids") : without),
          list(tokenizer.withSpecialTokens(false).encode(text(node, "text")).ids()));
    }
    decoded(node, name, encoding.ids(), tokenizer);
  }

  private void decoded(JsonNode node, String name, int[] ids, Tokenizer tokenizer) {
    check.equal(name + " decoded", text(node, "decoded"), tokenizer.decode(ids, true));
    check.equal(
        name + " decoded with special tokens",
        text(node, "decodedWithSpecial"),
        tokenizer.decode(ids, false));
  }

  private void pipeline(JsonNode node, String name) {
    var normalized = tokenizer.normalize(text(node, "text"));
    if (node.has("normalized")) {
      check.equal(name + " normalized", text(node, "normalized"), normalized);
    }
    if (node.has("preTokens")) {
      var words = tokenizer.preTokenize(normalized);
      check.equal(
          name + " words", texts(node.get("preTokens")), words.stream().map(Word::text).toList());
      check.equal(
          name + " offsets of words",
          ints(node.get("preOffsets")),
          words.stream().flatMap(word -> Stream.of(word.start(), word.end())).toList());
    }
  }

  private void pair(JsonNode node, String name) {
    boolean adds = node.path("addSpecial").asBoolean(true);
    compare(name, node, tokenizer.withSpecialTokens(adds).encode(text(node, "a"), text(node, "b")));
  }

  private void truncation(JsonNode node, String name) {
    try {
      var limit =
          new Truncation(
              node.get("maxLength").intValue(),
              node.get("stride").intValue(),
              Truncation.Strategy.valueOf(text(node, "strategy").toUpperCase(Locale.ROOT)),
              side(node.path("direction").asString("right")));
      var limited = tokenizer.withTruncation(limit);
      var encoding =
          node.get("b").isNull()
              ? limited.encode(text(node, "a"))
              : limited.encode(text(node, "a"), text(node, "b"));
      if (node.has("error")) {
        check.fail(name + " must fail: " + node.get("message"));
      } else {
        compare(name, node, encoding);
      }
    } catch (CambricException e) {
      check.that(node.has("error"), name + ": " + e.getMessage());
    }
  }

  private void padding(JsonNode node, String name) {
    var options = node.get("options");
    UnsupportedFeature.requireKnown("padding", options, PADDING);
    var padding =
        new Padding(
            options.has("length")
                ? OptionalInt.of(options.get("length").intValue())
                : OptionalInt.empty(),
            options.path("pad_to_multiple_of").asInt(1),
            node.get("padId").intValue(),
            options.path("pad_type_id").asInt(0),
            text(node, "padToken"),
            side(options.path("direction").asString("right")));
    var encodings = tokenizer.withPadding(padding).encodeEach(texts(node.get("texts")));
    for (int i = 0; i < encodings.size(); i++) {
      compare(name + "/" + i, node.get("expected").get(i), encodings.get(i));
    }
  }

  private void decode(JsonNode node, String name) {
    var ids = ints(node.get("ids")).stream().mapToInt(id -> id).toArray();
    decoded(node, name, ids, tokenizer);
    for (int i = 0; i < ids.length; i++) {
      var token = node.get("tokens").get(i);
      check.equal(
          name + " token " + i,
          token.isNull() ? null : token.asString(),
          tokenizer.tokenOf(ids[i]).orElse(null));
    }
  }

  private void added(JsonNode node) {
    var more =
        StreamSupport.stream(node.get("tokens").spliterator(), false)
            .map(TokenizerCases::addedToken)
            .toList();
    var extended = tokenizer.withAddedTokens(more);
    for (var token : node.get("tokens")) {
      check.equal(
          "number of " + token.get("content"),
          OptionalInt.of(token.get("id").intValue()),
          extended.idOf(text(token, "content")));
    }
    int number = 0;
    for (var each : node.get("cases")) {
      encode(each, "added " + number++, extended);
    }
  }

  private static AddedToken addedToken(JsonNode node) {
    boolean special = node.path("special").asBoolean(false);
    return new AddedToken(
        text(node, "content"),
        node.path("singleWord").asBoolean(false),
        node.path("lstrip").asBoolean(false),
        node.path("rstrip").asBoolean(false),
        node.path("normalized").asBoolean(!special),
        special);
  }

  private void lookup(JsonNode node, String name) {
    var id = node.get("id");
    check.equal(
        name,
        id.isNull() ? OptionalInt.empty() : OptionalInt.of(id.intValue()),
        tokenizer.idOf(text(node, "token")));
  }

  private void compare(String name, JsonNode node, Encoding encoding) {
    check.equal(name + " ids", ints(node.get("ids")), list(encoding.ids()));
    if (node.has("tokens")) {
      check.equal(name + " tokens", texts(node.get("tokens")), encoding.texts());
    }
    if (node.has("offsets")) {
      check.equal(
          name + " offsets",
          ints(node.get("offsets")),
          encoding.tokens().stream().flatMap(t -> Stream.of(t.start(), t.end())).toList());
    }
    if (node.has("special")) {
      check.equal(name + " special", ints(node.get("special")), list(encoding.special()));
    }
    check.equal(name + " types", ints(node, "types", encoding.size(), 0), list(encoding.types()));
    check.equal(name + " mask", ints(node, "mask", encoding.size(), 1), list(encoding.mask()));
    if (node.has("seq")) {
      check.equal(name + " sequences", ints(node.get("seq")), list(encoding.sequences()));
    }
    if (node.has("words")) {
      check.equal(name + " words", ints(node.get("words")), list(encoding.words()));
    }
    if (node.has("overflow")) {
      var overflow = encoding.overflow();
      check.equal(name + " overflow", node.get("overflow").size(), overflow.size());
      for (int i = 0; i < Math.min(overflow.size(), node.get("overflow").size()); i++) {
        compare(name + " overflow " + i, node.get("overflow").get(i), overflow.get(i));
      }
    }
  }

  private static Side side(String name) {
    return Side.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static String text(JsonNode node, String field) {
    return node.get(field).asString();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asString).toList();
  }

  private static List<Integer> ints(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::intValue).toList();
  }

  /** A field that is omitted stands for one value for all tokens. */
  private static List<Integer> ints(JsonNode node, String field, int size, int usual) {
    return node.has(field)
        ? ints(node.get(field))
        : Stream.generate(() -> usual).limit(size).toList();
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
