package io.cambric.release;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The mappings of a YAML file, each key with its path. Strict about the form of our files: spaces,
 * two a level, and no key twice in one mapping.
 */
record YamlOutline(List<Entry> entries) {

  /** A key of a mapping or an item of a list; an item has the key {@code -}. */
  record Entry(int line, String path, String value) {}

  private record Level(int indentation, String path, Set<String> keys) {}

  private static final Pattern KEY = Pattern.compile("([A-Za-z0-9_-]+):(?: +(.*))?");

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the text has another form; the message names the line
   */
  static YamlOutline of(Path file, List<String> lines) {
    var entries = new ArrayList<Entry>();
    Deque<Level> levels = new ArrayDeque<>(List.of(new Level(-1, "", new HashSet<>())));
    int scalar = Integer.MAX_VALUE;
    for (int i = 0; i < lines.size(); i++) {
      var text = lines.get(i).stripLeading();
      int indentation = lines.get(i).length() - text.length();
      if (text.isEmpty() || indentation > scalar) {
        continue;
      }
      scalar = Integer.MAX_VALUE;
      if (text.startsWith("#")) {
        continue;
      }
      check(!lines.get(i).contains("\t") && indentation % 2 == 0, file, i, "is indented oddly");
      while (text.startsWith("- ")) {
        var list = enter(levels, indentation);
        levels.push(new Level(indentation, list.path() + "/-", new HashSet<>()));
        text = text.substring(2);
        indentation += 2;
        if (!KEY.matcher(text).matches()) {
          entries.add(new Entry(i + 1, levels.element().path(), text));
        }
      }
      var key = KEY.matcher(text);
      if (key.matches()) {
        var mapping = enter(levels, indentation);
        check(mapping.keys().add(key.group(1)), file, i, "repeats a key");
        var path = mapping.path() + "/" + key.group(1);
        var value = key.group(2) == null ? "" : key.group(2);
        entries.add(new Entry(i + 1, path, value));
        levels.push(new Level(indentation, path, new HashSet<>()));
        scalar = value.matches("[|>][+-]?") ? indentation : scalar;
      } else {
        check(lines.get(i).stripLeading().startsWith("- "), file, i, "is no key and no item");
      }
    }
    return new YamlOutline(entries);
  }

  /** {@return the level that holds an entry of an indentation} */
  private static Level enter(Deque<Level> levels, int indentation) {
    while (levels.element().indentation() >= indentation) {
      levels.pop();
    }
    return levels.element();
  }

  private static void check(boolean holds, Path file, int line, String what) {
    if (!holds) {
      throw new IllegalArgumentException("%s:%d %s".formatted(file, line + 1, what));
    }
  }

  /** {@return the entries whose paths match a pattern} */
  List<Entry> at(String pattern) {
    return entries.stream().filter(entry -> entry.path().matches(pattern)).toList();
  }

  /** {@return the values of the entries whose paths match a pattern} */
  List<String> values(String pattern) {
    return at(pattern).stream().map(Entry::value).toList();
  }
}
