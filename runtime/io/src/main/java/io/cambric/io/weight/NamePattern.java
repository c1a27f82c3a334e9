package io.cambric.io.weight;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of names, such as {@code h.{i}.attn.{part:query|key}.weight}. A name in braces captures
 * a whole number, or one of the words after its colon.
 *
 * @param text as it was written
 * @param regex of the names that match
 * @param captures the names in braces, each with the regex of its values
 */
record NamePattern(String text, Pattern regex, Map<String, String> captures) {

  private static final Pattern HOLE = Pattern.compile("\\{([A-Za-z][A-Za-z0-9]*)(?::([^{}:]+))?}");

  private static final String NUMBER = "0|[1-9][0-9]*";

  /**
   * {@return the pattern of a text}
   *
   * @param known captures of another pattern, whose alternatives need not be repeated
   * @throws DataException if its braces are not captures
   */
  static NamePattern of(String text, Map<String, String> known) {
    var regex = new StringBuilder();
    var captures = new LinkedHashMap<String, String>();
    var hole = HOLE.matcher(text);
    int at = 0;
    while (hole.find()) {
      regex.append(literal(text, at, hole.start()));
      var name = hole.group(1);
      if (captures.containsKey(name)) {
        regex.append("\\k<").append(name).append('>');
      } else {
        var words = hole.group(2);
        var choices = words == null ? known.getOrDefault(name, NUMBER) : choices(words);
        captures.put(name, choices);
        regex.append("(?<").append(name).append('>').append(choices).append(')');
      }
      at = hole.end();
    }
    regex.append(literal(text, at, text.length()));
    return new NamePattern(
        text, Pattern.compile(regex.toString()), Collections.unmodifiableMap(captures));
  }

  private static String choices(String words) {
    var quoted = new ArrayList<String>();
    for (var word : words.split("\\|")) {
      quoted.add(Pattern.quote(word));
    }
    return String.join("|", quoted);
  }

  private static String literal(String text, int from, int to) {
    var literal = text.substring(from, to);
    if (literal.contains("{") || literal.contains("}")) {
      throw new DataException(
          "A pattern of names needs braces such as {i} or {part:query|key}, but got %s. Close each brace, and begin its name with a letter."
              .formatted(Quoted.of(text)));
    }
    return Pattern.quote(literal);
  }

  /** {@return the captured texts in a name; empty if it does not match} */
  Optional<Map<String, String>> match(String name) {
    var matcher = regex.matcher(name);
    return matcher.matches() ? Optional.of(captured(matcher)) : Optional.empty();
  }

  private Map<String, String> captured(Matcher matcher) {
    var captured = new LinkedHashMap<String, String>();
    captures.keySet().forEach(name -> captured.put(name, matcher.group(name)));
    return captured;
  }

  /** {@return the name with these texts in place of the braces} */
  String fill(Map<String, String> captured) {
    return HOLE.matcher(text)
        .replaceAll(
            hole -> Matcher.quoteReplacement(Objects.requireNonNull(captured.get(hole.group(1)))));
  }
}
