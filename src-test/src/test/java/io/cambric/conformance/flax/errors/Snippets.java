package io.cambric.conformance.flax.errors;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * All snippets by their text; blanks and line ends do not count. A text that differs from one of
 * them in its numbers only is the same situation.
 */
final class Snippets {

  /** The array {@code X} of the texts. */
  static final Array X = ones(2, 3);

  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)?");

  private static final Map<String, Snippet> BY_TEXT = all();
  private static final Map<String, List<Snippet>> BY_WORDS = byWords();

  /**
   * The Java translation of a text.
   *
   * @param isExact whether the numbers are those of the text, too
   */
  record Match(Snippet snippet, boolean isExact) {}

  private final Map<String, Snippet> byText = new HashMap<>();

  private Snippets() {}

  private static Map<String, Snippet> all() {
    var snippets = new Snippets();
    ScopeSnippets.addTo(snippets);
    NameSnippets.addTo(snippets);
    ModuleSnippets.addTo(snippets);
    LayerSnippets.addTo(snippets);
    RejectedSnippets.addTo(snippets);
    LiftSnippets.addTo(snippets);
    OtherSnippets.addTo(snippets);
    return snippets.byText;
  }

  /**
   * {@return the snippet of a text}
   *
   * @throws UnsupportedFeature if the text is not written in Java
   */
  static Match of(String python) {
    var snippet = BY_TEXT.get(normalized(python));
    if (snippet != null) {
      return new Match(snippet, true);
    }
    var alike = BY_WORDS.getOrDefault(words(normalized(python)), List.of());
    if (alike.size() != 1) {
      throw new UnsupportedFeature("snippet:" + checksum(python));
    }
    return new Match(alike.getFirst(), false);
  }

  private static Map<String, List<Snippet>> byWords() {
    var byWords = new HashMap<String, List<Snippet>>();
    BY_TEXT.forEach((text, snippet) ->
        byWords.computeIfAbsent(words(text), _ -> new ArrayList<>()).add(snippet));
    return byWords;
  }

  private static String words(String text) {
    return NUMBER.matcher(text).replaceAll("#");
  }

  /** {@return whether a text of this checksum is written in Java} */
  static boolean has(String checksum) {
    return BY_TEXT.keySet().stream().map(Snippets::checksum).anyMatch(checksum::equals);
  }

  private static String checksum(String python) {
    var checksum = new CRC32();
    checksum.update(normalized(python).getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(checksum.getValue());
  }

  /** {@return a text with one blank for blanks and line ends} */
  static String normalized(String python) {
    return python.replaceAll("\\s+", " ").strip();
  }

  /** Adds one that throws what stands for Flax's class, or nothing where Flax has none. */
  void runs(String python, Snippet.Action action) {
    add(python, new Snippet.Runs(action));
  }

  /** Adds one for which Flax has a class of Python's own. */
  void fails(String python, Class<? extends Throwable> exception, Snippet.Action action) {
    add(python, new Snippet.Throws(exception, action));
  }

  void add(String python, Snippet snippet) {
    if (byText.put(normalized(python), snippet) != null) {
      throw new IllegalStateException("written twice: " + python);
    }
  }

  /** {@return the key that the texts call {@code KEY()}} */
  static Key key() {
    return Key.of(0);
  }

  static Array ones(int... dims) {
    return Numpy.ones(dims);
  }

  /** Throws unless a condition holds, as {@code assert} does. */
  static @Nullable Object require(boolean condition) {
    if (!condition) {
      throw new AssertionError("the snippet asserts something else");
    }
    return null;
  }

  static List<String> features(String... names) {
    return List.of(names);
  }
}
