package io.cambric.models.sentence;

import io.cambric.json.JsonValue;
import io.cambric.text.Side;
import io.cambric.text.Tokenizer;
import io.cambric.text.Truncation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tokenizer of a folder of sentence-transformers: {@code tokenizer.json}, with the changes that
 * the other files of the folder make.
 */
final class SentenceTokenizer {

  private static final String NORMALIZER = "normalizer";

  private SentenceTokenizer() {}

  /**
   * {@return the tokenizer}
   *
   * @param folder of the encoder
   * @param longest sentence in tokens
   */
  static Tokenizer read(Path folder, int longest) {
    var file = folder.resolve("tokenizer.json");
    // Checks the file, and reports its errors.
    var tokenizer = Tokenizer.read(file);
    var json = JsonMapper.shared().readTree(tokenizer.toJson());
    if (json instanceof ObjectNode object && changed(object, folder)) {
      tokenizer = Tokenizer.read(JsonValue.parse(file.toString(), object.toString()));
    }
    var limit = Truncation.to(longest);
    return tokenizer
        .withoutPadding()
        .withTruncation(TransformerOptions.cutsLeft(folder) ? limit.withSide(Side.LEFT) : limit);
  }

  private static boolean changed(ObjectNode tokenizer, Path folder) {
    var options = TransformerOptions.bertTokenizer(folder);
    boolean bert =
        options.isPresent()
            && tokenizer.get(NORMALIZER) instanceof ObjectNode normalizer
            && is(normalizer, "BertNormalizer")
            && changed(normalizer, options.get());
    boolean lower = TransformerOptions.lowers(folder) && !lowers(tokenizer.get(NORMALIZER));
    if (lower) {
      lower(tokenizer);
    }
    return bert || lower;
  }

  /** As Transformers makes the normalizer anew from the options of the class. */
  private static boolean changed(ObjectNode normalizer, JsonValue options) {
    var before = normalizer.deepCopy();
    normalizer.put("lowercase", flag(options, "do_lower_case"));
    normalizer.put("handle_chinese_chars", flag(options, "tokenize_chinese_chars"));
    options
        .find("strip_accents")
        .map(JsonValue::flag)
        .ifPresentOrElse(
            strips -> normalizer.put("strip_accents", strips),
            () -> normalizer.putNull("strip_accents"));
    return !normalizer.equals(before);
  }

  private static boolean flag(JsonValue options, String name) {
    return options.find(name).map(JsonValue::flag).orElse(true);
  }

  private static boolean is(JsonNode normalizer, String type) {
    return Optional.ofNullable(normalizer.get("type"))
        .map(found -> found.asString().equals(type))
        .orElse(false);
  }

  /** {@return whether a normalizer, or one of a sequence, makes small letters and nothing else} */
  private static boolean lowers(JsonNode normalizer) {
    if (is(normalizer, "Sequence")) {
      return StreamSupport.stream(normalizer.get("normalizers").spliterator(), false)
          .anyMatch(each -> is(each, "Lowercase"));
    }
    return is(normalizer, "Lowercase");
  }

  private static void lower(ObjectNode tokenizer) {
    var before = tokenizer.get(NORMALIZER);
    var sequence = JsonMapper.shared().createObjectNode().put("type", "Sequence");
    var all = sequence.putArray("normalizers");
    all.addObject().put("type", "Lowercase");
    if (is(before, "Sequence")) {
      before.get("normalizers").forEach(all::add);
    } else if (!before.isNull()) {
      all.add(before);
    }
    tokenizer.set(NORMALIZER, sequence);
  }
}
