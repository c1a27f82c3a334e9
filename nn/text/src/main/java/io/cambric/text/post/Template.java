package io.cambric.text.post;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.text.vocabulary.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts and special tokens in the order of a template.
 *
 * @param single for one text
 * @param pair for two texts
 */
record Template(List<Part> single, List<Part> pair) implements PostProcessor {

  /** A part of a template. */
  sealed interface Part {}

  /** A text: the first, of number 0, or the second. */
  record Text(int number, int type) implements Part {}

  /** Special tokens. */
  record Special(TokenRow tokens) implements Part {}

  static Template read(JsonValue json) {
    var tokens = json.get("special_tokens").fields();
    return new Template(parts(json.get("single"), tokens, 1), parts(json.get("pair"), tokens, 2));
  }

  private static List<Part> parts(JsonValue json, Map<String, JsonValue> tokens, int texts) {
    var rows = new HashMap<String, TokenRow>();
    var parts = new ArrayList<Part>();
    for (var element : json.elements()) {
      var text = element.find("Sequence");
      if (text.isPresent()) {
        parts.add(text(text.get(), texts));
        continue;
      }
      var special = element.get("SpecialToken");
      int type = type(special);
      var id = special.get("id");
      var token = tokens.get(id.text());
      if (token == null) {
        throw id.failure(
            "the name of one of the special tokens of the template", "Add it to special_tokens.");
      }
      parts.add(new Special(rows.computeIfAbsent(id.text(), _ -> row(token)).withTypes(type)));
    }
    return List.copyOf(parts);
  }

  private static Text text(JsonValue json, int texts) {
    var id = json.get("id");
    return switch (id.text()) {
      case "A" -> new Text(0, type(json));
      case "B" -> {
        if (texts < 2) {
          throw id.failure("the text A, because the template is for one text", "Write A.");
        }
        yield new Text(1, type(json));
      }
      default -> throw id.failure("one of the texts A and B", "Write one of them.");
    };
  }

  private static int type(JsonValue json) {
    var type = json.get("type_id");
    if (type.integer() < 0) {
      throw type.failure("a type of at least 0", "Count types from 0.");
    }
    return type.integer();
  }

  private static TokenRow row(JsonValue json) {
    var ids = json.get("ids").elements();
    var texts = json.get("tokens").elements();
    if (ids.size() != texts.size()) {
      throw json.failure("as many numbers as tokens", "Write a number for each token.");
    }
    return TokenRow.added(
        ids.stream().mapToInt(Vocabulary::id).toArray(),
        texts.stream().map(JsonValue::text).toArray(String[]::new),
        0);
  }

  @Override
  public int added(boolean isPair) {
    return (isPair ? pair : single)
        .stream().mapToInt(part -> part instanceof Special(var tokens) ? tokens.size() : 0).sum();
  }

  @Override
  public List<TokenRow> process(List<TokenRow> rows, boolean addSpecial) {
    if (rows.isEmpty() || rows.size() > 2) {
      throw new DataException(
          "A template needs the rows of one or two texts, but an earlier post-processor made %d. Move the template before it in the tokenizer file."
              .formatted(rows.size()));
    }
    var processed = new ArrayList<TokenRow>();
    for (var part : rows.size() == 1 ? single : pair) {
      switch (part) {
        case Text(int number, int type) ->
            processed.add(rows.get(number).withTypes(type).withSequence(number));
        case Special(var tokens) -> {
          if (addSpecial) {
            processed.add(tokens);
          }
        }
      }
    }
    return processed;
  }
}
