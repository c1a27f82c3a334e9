package io.cambric.text.pattern;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.JsonValue;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A pattern of a tokenizer file: a text, or a regular expression in the syntax of Oniguruma. */
public final class TextPattern {

  private static final int FLAGS =
      Pattern.UNICODE_CHARACTER_CLASS | Pattern.MULTILINE | Pattern.UNIX_LINES;

  private final String source;
  private final @Nullable Pattern regex;

  private TextPattern(String source, @Nullable Pattern regex) {
    this.source = source;
    this.regex = regex;
  }

  /** {@return a pattern that matches a text alone} */
  public static TextPattern literal(String text) {
    return new TextPattern(text, text.isEmpty() ? Pattern.compile("") : null);
  }

  /**
   * {@return the pattern of an object with one field, {@code String} or {@code Regex}}
   *
   * @throws DataException if it has another field, or Java's regular expressions lack one of its
   *     features
   */
  public static TextPattern read(JsonValue json) {
    var fields = json.fields();
    var text = fields.get("String");
    var expression = fields.get("Regex");
    if (fields.size() == 1 && text != null) {
      return literal(text.text());
    }
    if (fields.size() != 1 || expression == null) {
      throw json.failure(
          "an object with one field of %s".formatted(Quoted.of(List.of("String", "Regex"))),
          "Write the pattern in one of them.");
    }
    try {
      return regex(expression.text());
    } catch (IllegalArgumentException | StackOverflowError e) {
      throw expression.failure(
          "an Oniguruma regular expression that Java also supports (%s)"
              .formatted(Quoted.of(reason(e))),
          "Write it without that.");
    }
  }

  /**
   * {@return a pattern in the syntax of Oniguruma}
   *
   * @throws PatternSyntaxException if Java's regular expressions lack one of its features
   */
  public static TextPattern regex(String expression) {
    var translated = new OnigurumaSyntax(expression).toJava();
    return new TextPattern(expression, Pattern.compile(translated, FLAGS));
  }

  private static String reason(Throwable e) {
    return e instanceof PatternSyntaxException syntax
        ? syntax.getDescription()
        : e instanceof StackOverflowError
            ? "it is nested too deeply"
            : String.valueOf(e.getMessage());
  }

  /**
   * {@return the matches in a text, and the parts between them}
   *
   * @throws DataException if the expression reads the text too often, as in excessive backtracking
   */
  public Spans find(String text) {
    var spans = new Spans();
    if (text.isEmpty()) {
      spans.add(0, 0, false);
      return spans;
    }
    int end = regex == null ? findLiteral(text, spans) : findRegex(regex, text, spans);
    if (end < text.length()) {
      spans.add(end, text.length(), false);
    }
    return spans;
  }

  private int findLiteral(String text, Spans spans) {
    int end = 0;
    for (int at = text.indexOf(source); at >= 0; at = text.indexOf(source, end)) {
      if (end < at) {
        spans.add(end, at, false);
      }
      end = at + source.length();
      spans.add(at, end, true);
    }
    return end;
  }

  /** An empty match right after another match does not count. */
  private int findRegex(Pattern pattern, String text, Spans spans) {
    var matcher = pattern.matcher(new CountedText(text, source));
    int end = 0;
    int from = 0;
    boolean isFirst = true;
    try {
      while (from <= text.length() && matcher.find(from)) {
        int start = matcher.start();
        if (start == matcher.end() && start == end && !isFirst) {
          from += from < text.length() ? Character.charCount(text.codePointAt(from)) : 1;
          continue;
        }
        if (end < start) {
          spans.add(end, start, false);
        }
        end = matcher.end();
        from = end;
        isFirst = false;
        spans.add(start, end, true);
      }
    } catch (StackOverflowError e) {
      throw new DataException(
          "The pattern %s needs more stack than available for a text of %d characters. Split the text, or simplify the pattern."
              .formatted(Quoted.of(source), text.length()),
          e);
    }
    return end;
  }

  /** {@return the pattern in the form of the file} */
  @Override
  public String toString() {
    return source;
  }
}
