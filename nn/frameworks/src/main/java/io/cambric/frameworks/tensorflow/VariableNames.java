package io.cambric.frameworks.tensorflow;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The names of variables as programs have them, out of the keys of a checkpoint of objects. */
final class VariableNames {

  private static final String VALUE = "/.ATTRIBUTES/VARIABLE_VALUE";

  private VariableNames() {}

  /**
   * {@return the keys by their names, in their order; a name is the key itself if two keys had the
   * same name otherwise}
   */
  static Map<String, String> of(Set<String> keys) {
    var seen = new HashSet<String>();
    var repeated = new HashSet<String>();
    for (var key : keys) {
      var name = of(key);
      if (!seen.add(name)) {
        repeated.add(name);
      }
    }
    var names = new LinkedHashMap<String, String>();
    for (var key : keys) {
      var name = of(key);
      names.put(repeated.contains(name) ? key : name, key);
    }
    return names;
  }

  /** {@return the path of the objects that lead to a variable; another key unchanged} */
  static String of(String key) {
    return key.endsWith(VALUE) && key.length() > VALUE.length()
        ? unescaped(key.substring(0, key.length() - VALUE.length()))
        : key;
  }

  /** {@return a path in which a slash and a dot of a name are no longer {@code .S} and two dots} */
  private static String unescaped(String path) {
    var text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char next = path.charAt(i);
      char after = next == '.' && i + 1 < path.length() ? path.charAt(i + 1) : 0;
      if (after == 'S' || after == '.') {
        text.append(after == 'S' ? '/' : '.');
        i++;
      } else {
        text.append(next);
      }
    }
    return text.toString();
  }
}
