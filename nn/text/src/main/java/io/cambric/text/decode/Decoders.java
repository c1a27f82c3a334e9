package io.cambric.text.decode;

import io.cambric.json.JsonValue;
import io.cambric.text.pattern.TextPattern;
import io.cambric.text.split.Metaspace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The decoders that files can name. */
public final class Decoders {

  private static final List<String> TYPES =
      List.of(
          "BPEDecoder",
          "ByteFallback",
          "ByteLevel",
          "CTC",
          "Fuse",
          "Metaspace",
          "Replace",
          "Sequence",
          "Strip",
          "WordPiece");

  private Decoders() {}

  /**
   * {@return the decoder of a file}
   *
   * @throws io.cambric.errors.DataException if its type or one of its options is not known
   */
  public static Decoder read(JsonValue json) {
    var type = json.get("type");
    return switch (type.text()) {
      case "BPEDecoder" -> suffixes(json.get("suffix").text());
      case "ByteFallback" -> Bytes::fallback;
      case "ByteLevel" -> tokens -> List.of(Bytes.level(tokens));
      case "CTC" ->
          ctc(
              json.get("pad_token").text(),
              json.get("word_delimiter_token").text(),
              json.get("cleanup").flag());
      case "Fuse" -> tokens -> List.of(String.join("", tokens));
      case "Metaspace" -> metaspace(Metaspace.read(json));
      case "Replace" -> replace(TextPattern.read(json.get("pattern")), json.get("content").text());
      case "Sequence" -> sequence(json.get("decoders"));
      case "Strip" ->
          strip(
              Metaspace.character(json.get("content")),
              count(json.get("start")),
              count(json.get("stop")));
      case "WordPiece" -> wordPiece(json.get("prefix").text(), json.get("cleanup").flag());
      default ->
          throw type.failure(
              "a decoder of the types " + TYPES, "Write the file with one of these.");
    };
  }

  private static int count(JsonValue json) {
    if (json.integer() < 0) {
      throw json.failure("a number of at least 0", "Write one.");
    }
    return json.integer();
  }

  private static Decoder each(UnaryOperator<String> change) {
    return tokens -> tokens.stream().map(change).toList();
  }

  private static Decoder suffixes(String suffix) {
    return tokens -> {
      var texts = new ArrayList<String>(tokens.size());
      for (int i = 0; i < tokens.size(); i++) {
        texts.add(tokens.get(i).replace(suffix, i == tokens.size() - 1 ? "" : " "));
      }
      return texts;
    };
  }

  private static Decoder ctc(String padding, String delimiter, boolean cleanup) {
    return tokens -> {
      var texts = new ArrayList<String>();
      for (int i = 0; i < tokens.size(); i++) {
        if (i > 0 && tokens.get(i).equals(tokens.get(i - 1))) {
          continue;
        }
        var text = tokens.get(i).replace(padding, "");
        if (cleanup) {
          text = Cleanup.apply(text).replace(delimiter, " ");
        }
        if (!text.isEmpty()) {
          texts.add(text);
        }
      }
      return texts;
    };
  }

  private static Decoder metaspace(Metaspace options) {
    var replacement = Character.toString(options.replacement());
    boolean isPrepended = options.scheme() != Metaspace.Scheme.NEVER;
    return tokens -> {
      var texts = new ArrayList<String>(tokens.size());
      for (int i = 0; i < tokens.size(); i++) {
        texts.add(tokens.get(i).replace(replacement, i == 0 && isPrepended ? "" : " "));
      }
      return texts;
    };
  }

  private static Decoder replace(TextPattern pattern, String content) {
    return each(token -> {
      var spans = pattern.find(token);
      var text = new StringBuilder();
      for (int i = 0; i < spans.size(); i++) {
        if (spans.isMatch(i)) {
          text.append(content);
        } else {
          text.append(token, spans.start(i), spans.end(i));
        }
      }
      return text.toString();
    });
  }

  private static Decoder sequence(JsonValue list) {
    var all = list.elements().stream().map(Decoders::read).toList();
    return tokens -> {
      var texts = tokens;
      for (var each : all) {
        texts = each.apply(texts);
      }
      return texts;
    };
  }

  private static Decoder strip(int content, int start, int stop) {
    return each(token -> {
      var characters = token.codePoints().toArray();
      int from = 0;
      while (from < Math.min(start, characters.length) && characters[from] == content) {
        from++;
      }
      int to = characters.length;
      while (to > from && characters.length - to < stop && characters[to - 1] == content) {
        to--;
      }
      return new String(characters, from, to - from);
    });
  }

  private static Decoder wordPiece(String prefix, boolean cleanup) {
    return tokens -> {
      var texts = new ArrayList<String>(tokens.size());
      for (int i = 0; i < tokens.size(); i++) {
        var token = tokens.get(i);
        if (i > 0) {
          token = token.startsWith(prefix) ? token.substring(prefix.length()) : " " + token;
        }
        texts.add(cleanup ? Cleanup.apply(token) : token);
      }
      return texts;
    };
  }
}
