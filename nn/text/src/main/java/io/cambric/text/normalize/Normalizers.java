package io.cambric.text.normalize;

import io.cambric.json.JsonValue;
import io.cambric.text.align.ByteAlphabet;
import io.cambric.text.align.TextEdit;
import io.cambric.text.pattern.TextPattern;
import io.cambric.text.unicode.Characters;
import io.cambric.text.unicode.NormalForm;
import java.util.List;

/** The normalizers that files can name. */
public final class Normalizers {

  private static final List<String> TYPES =
      List.of(
          "BertNormalizer",
          "ByteLevel",
          "Lowercase",
          "NFC",
          "NFD",
          "NFKC",
          "NFKD",
          "Nmt",
          "Precompiled",
          "Prepend",
          "Replace",
          "Sequence",
          "Strip",
          "StripAccents");

  private Normalizers() {}

  /**
   * {@return the normalizer of a file}
   *
   * @throws io.cambric.errors.DataException if its type or one of its options is not known
   */
  public static Normalizer read(JsonValue json) {
    var type = json.get("type");
    return switch (type.text()) {
      case "BertNormalizer" -> bert(json);
      case "ByteLevel" -> ByteAlphabet::apply;
      case "Lowercase" -> Edits::lower;
      case "NFC" -> form(NormalForm.NFC);
      case "NFD" -> form(NormalForm.NFD);
      case "NFKC" -> form(NormalForm.NFKC);
      case "NFKD" -> form(NormalForm.NFKD);
      case "Nmt" -> Nmt::apply;
      case "Precompiled" -> Precompiled.read(json.get("precompiled_charsmap"));
      case "Prepend" -> prepend(json.get("prepend").text());
      case "Replace" -> replace(TextPattern.read(json.get("pattern")), json.get("content").text());
      case "Sequence" -> sequence(json.get("normalizers"));
      case "Strip" -> strip(json.get("strip_left").flag(), json.get("strip_right").flag());
      case "StripAccents" -> text -> Edits.filter(text, c -> !Characters.isMark(c));
      default ->
          throw type.failure(
              "a normalizer of the types " + TYPES, "Write the file with one of these.");
    };
  }

  private static Normalizer bert(JsonValue json) {
    boolean lowercase = json.get("lowercase").flag();
    return new BertNormalizer(
        json.get("clean_text").flag(),
        json.get("handle_chinese_chars").flag(),
        json.find("strip_accents").map(JsonValue::flag).orElse(lowercase),
        lowercase);
  }

  private static Normalizer form(NormalForm form) {
    return text -> Edits.normalForm(text, form);
  }

  private static Normalizer prepend(String front) {
    return text -> front.isEmpty() ? text : text.prepend(front);
  }

  private static Normalizer replace(TextPattern pattern, String content) {
    var characters = content.codePoints().toArray();
    return text -> {
      var spans = pattern.find(text.text());
      var edit = TextEdit.of(text);
      boolean changes = false;
      for (int i = 0; i < spans.size(); i++) {
        if (!spans.isMatch(i)) {
          edit.copy(spans.start(i), spans.end(i));
          continue;
        }
        changes = true;
        edit.skipTo(spans.end(i));
        for (int c : characters) {
          edit.put(c, 1);
        }
      }
      return changes ? edit.done() : text;
    };
  }

  private static Normalizer sequence(JsonValue list) {
    var all = list.elements().stream().map(Normalizers::read).toList();
    return text -> {
      var changed = text;
      for (var each : all) {
        changed = each.apply(changed);
      }
      return changed;
    };
  }

  private static Normalizer strip(boolean left, boolean right) {
    return text -> {
      var characters = text.text();
      int from = 0;
      int to = characters.length();
      // No character of White_Space has two units.
      while (left && from < to && Characters.isWhitespace(characters.charAt(from))) {
        from++;
      }
      while (right && from < to && Characters.isWhitespace(characters.charAt(to - 1))) {
        to--;
      }
      if (from == 0 && to == characters.length()) {
        return text;
      }
      var edit = TextEdit.of(text);
      edit.copy(from, to);
      return edit.done();
    };
  }
}
